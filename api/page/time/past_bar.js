// While the past is looked at: what moment it is, one step earlier or later, and one tap back to now.
import { html, useEffect } from "../html.js";
import { useKeys } from "../frame/keys.js";
import { close, open } from "../table/opened.js";
import { give, now, past } from "../table/live.js";
import { possible } from "../table/legal.js";
import { isGm } from "../table/seat.js";
import { clock, say } from "../words/index.js";
import { missed } from "./missed.js";
import { back, place, step, stops } from "./moments.js";

/** The largest step back there is: what it does is said before it is done. */
function FromHere({ number, says }) {
  const go = async () => {
    close();
    const expect = now.value.number;
    back();
    await give({ type: "switch", version: number }, { expect });
  };
  return html`<p>${say("time.from-here-why", { moment: says })}</p>
    <p class="buttons"><button class="first" onClick=${go}>${say("time.from-here")}</button><button onClick=${close}>${say("time.not")}</button></p>`;
}

const openFromHere = () => open({ title: say("time.from-here"), body: html`<${FromHere} ...${past.value} />` });

export function PastBar() {
  const here = past.value;
  useKeys([[",", say("time.earlier"), () => step(-1)], [".", say("time.later"), () => past.value && step(1)]]);
  useKeys(here ? [["Escape", say("time.now"), back]] : [], [Boolean(here)]);
  useEffect(() => void document.documentElement.classList.toggle("past", Boolean(here)), [Boolean(here)]);
  if (!here) return null;
  return html`<aside class="past-bar" aria-label=${say("time.past")}>
    <p role="status"><b>${here.says}</b> <span class="soft">${here.time ? clock(here.time) : ""}</span>
      ${missed() && html` <strong class="missed">${say("time.missed")}</strong>`}</p>
    <p class="buttons">
      <button aria-label=${say("time.earlier")} disabled=${place.value <= 0} onClick=${() => step(-1)}>‹</button>
      <button aria-label=${say("time.later")} disabled=${place.value >= stops.value.length} onClick=${() => step(1)}>›</button>
      ${isGm() && possible("switch") && html`<button class="quiet" onClick=${openFromHere}>${say("time.from-here")}</button>`}
      <button class="first" onClick=${back}>${say("time.now")}</button>
    </p>
  </aside>`;
}
