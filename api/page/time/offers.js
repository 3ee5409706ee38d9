// Later steps that would go otherwise after a correction: each struck with one tap, or opened to be corrected itself.
import { html, useState } from "../html.js";
import { close, open } from "../table/opened.js";
import { give, now } from "../table/live.js";
import { say } from "../words/index.js";
import { moments, saidOf } from "./moments.js";

const sentenceOf = (action) => saidOf(moments.value?.find((one) => one.deed?.action === action) ?? {});

/** Offers as the service tells them; `words` are the keys of what the two buttons of each say. */
export function OfferList({ offers, also, words }) {
  return html`<section class="offers"><h3>${say("time.offers")}</h3><ul class="plain-list">${offers.map((one) => html`<li key=${one.action + one.line} class="argument">
    <p><b>${one.act || sentenceOf(one.action)}</b> <span class="soft">${one.line}</span></p>
    <p class="buttons"><button onClick=${() => also(one, "strike")}>${say(words.strike)}</button><button onClick=${() => also(one, "correct")}>${say(words.correct)}</button></p>
  </li>`)}</ul></section>`;
}

/** Strike a later step as an offer says it, or open it to be corrected (`openNamed` opens it by its action). */
export async function follow(offer, what, openNamed) {
  if (what === "strike") return give(offer.strike, { expect: now.value.number });
  await openNamed(offer.action, offer.line);
  return null;
}

function Offers({ offers, openNamed }) {
  const [left, setLeft] = useState(offers);
  const also = async (offer, what) => {
    if (what === "correct") close();
    const reply = await follow(offer, what, openNamed);
    const rest = left.filter((one) => one.action !== offer.action);
    const more = (reply?.otherwise ?? []).filter((one) => !rest.some((other) => other.line === one.line));
    if (reply && !rest.length && !more.length) return close();
    if (reply) setLeft([...rest, ...more]);
  };
  return html`<div class="fields"><${OfferList} offers=${left} also=${also} words=${{ strike: "time.strike-this", correct: "time.correct-this" }} />
    <p class="buttons"><button class="quiet" onClick=${close}>${say("time.left-so")}</button></p></div>`;
}

/** After a correction: what it leaves to be put right. */
export const openOffers = (offers, openNamed) => offers?.length && open({ title: say("time.correct"), wide: true, body: html`<${Offers} offers=${offers} openNamed=${openNamed} />` });
