// Contesting a roll: what is wrong is tapped in the "why?" view; the claim says how it ought to have been. The GM corrects.
import { html, useState } from "../html.js";
import { close, open } from "../table/opened.js";
import { give, past, view } from "../table/live.js";
import { seatName } from "../table/people.js";
import { isGm, seat } from "../table/seat.js";
import { capital, say, word } from "../words/index.js";
import { ActFields, Changes } from "./claims.js";
import { Tick } from "./checked.js";
import { openCorrect } from "./correct.js";
import { deedBehind } from "./moments.js";
import { openRuling } from "./ruling.js";

/** What people throw for themselves: no weapon and no target of the act belongs to it. */
const OWN = new Set(["nerve", "survival", "consciousness", "willpower", "stun_save", "death_save", "initiative"]);

const sitsHere = () => Boolean(seat.value?.seat) && !past.value;

/** A term in words, as somebody would complain about it. */
const complaint = (term) => (term ? `${capital(word(term.note) || term.title || say("why.referee"))} ${term.value > 0 ? "+" : "−"}${Math.abs(term.value)}` : "");

/** Contest a roll, or for the GM correct it at once; `term` is what was tapped. */
export async function pointAt(roll, term) {
  const deed = await deedBehind(roll.number);
  if (isGm()) return openCorrect(deed?.action ? deed : null, "", { point: term?.note });
  open({ title: say("contest.title"), body: html`<${Contest} roll=${roll} term=${term} deed=${deed} />` });
}

function Contest({ roll, term, deed }) {
  const [claim, setClaim] = useState({});
  const [text, setText] = useState(term ? say("contest.wrong", { what: complaint(term) }) : "");
  const send = async () => {
    const command = { type: "dispute", roll: roll.number, ...(Object.keys(claim).length && { claim }), ...(text.trim() && { text: text.trim() }) };
    if (await give(command)) close();
  };
  return html`<p class="soft">${say("contest.why")}</p>
    ${deed && !OWN.has(roll.purpose) && html`<${ActFields} deed=${deed} changes=${claim} onChange=${setClaim} point=${term?.note} />`}
    <label class="field"><span class="soft">${say("contest.text")}</span><input value=${text} onInput=${(event) => setText(event.target.value)} /></label>
    <${Changes} changes=${claim} deed=${deed} />
    <p class="buttons"><button class="first" disabled=${!text.trim() && !Object.keys(claim).length} onClick=${send}>${say("contest.send")}</button></p>`;
}

/** A term that can be tapped where it may be contested. */
export function Point({ roll, term, children }) {
  if (!sitsHere()) return children;
  return html`<button class="plain point" title=${say(isGm() ? "time.correct" : "contest.title")} onClick=${() => pointAt(roll, term)}>${children}</button>`;
}

function Said({ one }) {
  const { ruling } = one;
  return html`<div class="said">
    <p><b>${say("contest.by", { name: seatName(one.seat) })}</b> ${one.text}</p><${Changes} changes=${one.claim} />
    ${ruling ? html`<p>${say(`rule.was-${ruling.verdict}`)}: ${ruling.reason}</p>` : html`<p class="soft">${say("contest.open")}</p>`}
    ${!ruling && isGm() && sitsHere() && html`<p class="buttons"><button class="first" onClick=${() => openRuling(one)}>${say("rule.title")}</button></p>`}
  </div>`;
}

/** Below a roll: the check of its dice, what was said against it, and what can be done. */
export function Argue({ roll }) {
  const contested = (view.value.contested ?? []).some((one) => one.roll === roll.number);
  const mayContest = sitsHere() && !roll.fate && !contested;
  return html`<${Tick} roll=${roll} />
    ${(roll.disputes ?? []).map((one) => html`<${Said} key=${one.number} one=${one} />`)}
    ${mayContest && html`<p class="buttons"><button class="quiet" onClick=${() => pointAt(roll)}>${say(isGm() ? "time.correct" : "contest.title")}</button></p>`}`;
}
