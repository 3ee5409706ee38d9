// Arguments: what is contested, and what was ruled, before and after.
import { html, signal, useEffect, useState } from "../html.js";
import { open } from "../table/opened.js";
import { Rule } from "../frame/rule.js";
import { RollBehind } from "../story/roll.js";
import { RollWhy } from "../story/why.js";
import { useAsked } from "../table/use_asked.js";
import { latest } from "../table/latest.js";
import { look, now, past, tellings } from "../table/live.js";
import { seatName } from "../table/people.js";
import { keptSignal } from "../table/kept.js";
import { TABLE } from "../table/place.js";
import { isGm, isPlayer, seat } from "../table/seat.js";
import { clock, say } from "../words/index.js";
import { Changes } from "./claims.js";
import { openRuling } from "./ruling.js";
import { Requests, openRequests } from "./undo.js";

/** `{open, settled, kept}` as the service tells it. */
const rulings = signal({});
let known = ""; // what they were asked for at, once they were told

const learnRulings = latest(() => look("rulings"), (found, key) => found && ((rulings.value = found), (known = key)));

/** Ask anew when somebody contests or rules: the view tells what is contested, the ruling's frame the rest. */
function useRulings() {
  const key = JSON.stringify([now.value.contested, now.value.number, tellings.value]);
  useEffect(() => void (key !== known && learnRulings(key)), [key]);
}

const told = keptSignal("rulings-told", {}); // by table, when the newest ruling was made that was put away here

/** How the newest argument of this seat was decided, until somebody has put it away. */
export function MyRuling() {
  const open = JSON.stringify(now.value.contested ?? []);
  useEffect(() => void (isPlayer() && learnRulings()), [open]);
  const mine = (rulings.value.settled ?? []).filter((one) => one.seat === seat.value?.seat && one.ruling.time > (told.value[TABLE] ?? 0));
  const one = mine.toSorted((a, b) => a.ruling.time - b.ruling.time).at(-1);
  if (!one || past.value || !isPlayer()) return null;
  const { verdict, reason, time } = one.ruling;
  return html`<aside class="just-done my-ruling" role="status"><p><b>${say("rule.of-yours")} ${say(`rule.was-${verdict}`)}</b>: ${reason}</p>
    <button class="quiet" onClick=${() => (told.value = { ...told.value, [TABLE]: time })}>${say("no.close")}</button></aside>`;
}

/** How many arguments wait for the GM. */
export const waitingArguments = () => (now.value?.contested ?? []).length + (isGm() ? openRequests().length : 0);

function Open({ one }) {
  return html`<li class="argument">
    <p><b>${say("contest.by", { name: seatName(one.seat) })}</b> ${one.text} <span class="soft">${clock(one.time)}</span></p>
    <${Changes} changes=${one.claim} />
    <p class="buttons">
      ${isGm() && !past.value && html`<button class="first" onClick=${() => openRuling(one)}>${say("rule.title")}</button>`}
      <button class="quiet" onClick=${() => open({ title: say("why.title"), body: html`<${RollWhy} number=${one.roll} />` })}>${say("rule.the-roll")}</button>
    </p>
  </li>`;
}

/** What waits for a decision: contested rolls, and for the GM what players ask to have taken back. */
export function Arguments() {
  useRulings();
  const found = rulings.value.open ?? [];
  return html`<${Requests} />${found.length > 0 && html`<section class="card arguments"><h2>${say("contest.heading")}</h2>
    <ol class="plain-list">${found.map((one) => html`<${Open} key=${one.number} one=${one} />`)}</ol></section>`}`;
}

function BeforeAndAfter({ one }) {
  const found = useAsked(`after-${one.number}-${now.value.number}`, () => look(`rolls/${one.roll}`));
  if (found === null) return html`<p class="soft" aria-busy="true">…</p>`;
  return html`<div class="reaches">
    <section><h3>${say("rule.before")}</h3><${RollBehind} number=${one.roll} /></section>
    ${found?.fate?.instead && html`<section><h3>${say("rule.after")}</h3><${RollBehind} number=${found.fate.instead} /></section>`}
  </div>`;
}

function Done({ one }) {
  const [shown, setShown] = useState(false);
  const { verdict, reason, rule, kept, seat } = one.ruling;
  return html`<li class="argument">
    <p><b>${say(`rule.was-${verdict}`)}</b>: ${reason} <span class="soft">${seatName(seat)}, ${clock(one.ruling.time)}</span> <${Rule} id=${rule} /></p>
    <p class="soft">${say("contest.by", { name: seatName(one.seat) })} ${one.text}</p><${Changes} changes=${one.claim} />
    ${kept && html`<p class="tag">${say("rule.holds")}</p>`}
    <details onToggle=${(event) => setShown(event.target.open)}><summary>${say("rule.compare")}</summary>${shown && html`<${BeforeAndAfter} one=${one} />`}</details>
  </li>`;
}

export function Settled() {
  const { settled = [], kept = [] } = rulings.value;
  const others = kept.filter((one) => !settled.some((each) => each.ruling.time === one.time && each.ruling.reason === one.reason));
  if (!settled.length && !others.length) return null;
  return html`<section class="card rulings"><h2>${say("rule.heading")}</h2>
    <ol class="plain-list">${settled.toReversed().map((one) => html`<${Done} key=${one.number} one=${one} />`)}
      ${others.map((one) => html`<li key=${one.time}><p>${one.reason} <${Rule} id=${one.rule} /></p></li>`)}</ol></section>`;
}
