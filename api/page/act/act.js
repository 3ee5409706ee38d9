// One act: its kind, the fields that matter, the rest folded away, and the button.
import { html, useState } from "../html.js";
import { fresh, possible } from "../table/legal.js";
import { give } from "../table/live.js";
import { nameOf } from "../table/people.js";
import { keptSignal } from "../table/kept.js";
import { isGm } from "../table/seat.js";
import { capital, say, word } from "../words/index.js";
import { action, actor, chooseKind, kind, kinds, notNow, remember, standing, values } from "./draft.js";
import { Field, goes, titleOf } from "./fields.js";
import { Odds } from "./odds.js";
import { Tray } from "./tray.js";

const FIRST = new Set(["shots", "mode", "location"]); // beside the fields that are needed
const SHOWN = 4;
/** Whether an act ends the activation, as somebody left it. */
const thenDone = keptSignal("then-done", true);

export const kindName = (one) => (word(one.kind) !== one.kind.replace(/[-_]+/g, " ") ? capital(word(one.kind)) : one.title);

function Kinds() {
  const [all, setAll] = useState(false);
  const shown = all ? kinds.value : kinds.value.slice(0, SHOWN);
  if (kind.value && !shown.includes(kind.value)) shown.push(kind.value);
  return html`<div class="kinds" role="group" aria-label=${say("act.title")}>
    ${shown.map((one) => html`<button key=${one.kind} class="chip-button" aria-pressed=${kind.value === one} onClick=${() => chooseKind(one.kind)}>${kindName(one)}</button>`)}
    ${(kinds.value.length > SHOWN || notNow.value.length > 0) && html`<button class="chip-button quiet" aria-expanded=${all} onClick=${() => setAll(!all)}>${say("act.more")}</button>`}
  </div>
  ${all && notNow.value.length > 0 && html`<ul class="not-now soft">${notNow.value.map((one) => html`<li key=${one.kind}><b>${kindName(one)}</b>: ${one.refusal.sentence}</li>`)}</ul>`}`;
}

/** The folded fields in one line: what they say as they stand. */
function summary(fields) {
  return fields.map((one) => values.value[one.name] ?? standing(one)).filter((value) => value !== undefined && value !== null && value !== false)
    .map((value) => (value === true ? "" : capital(word(value)))).filter(Boolean).join(" · ");
}

export function Act() {
  const [tray, setTray] = useState(false);
  const [sent, setSent] = useState(false);
  const fields = kind.value.fields.filter((one) => one.name !== "kind" && goes(one));
  const first = fields.filter((one) => one.required || FIRST.has(one.name));
  const rest = fields.filter((one) => !first.includes(one));
  const moot = first.filter((one) => one.required && one.name !== "target" && one.values?.length === 1); // nothing to choose
  const ends = thenDone.value && possible("done", actor.value);
  const go = async (around) => {
    setSent(true);
    const [who, what] = [actor.value, action.value];
    if (await give({ type: "act", combatant: who, action: what, ...(ends && { done: true }) }, around)) remember(who, what);
    setTray(false);
    setSent(false);
  };
  return html`<section class="card act" aria-label=${say("act.title")}>
    <header><h2>${nameOf(actor.value)}</h2></header>
    <${Kinds} />
    <div class="fields">${first.filter((one) => !moot.includes(one)).map((one) => html`<${Field} key=${kind.value.kind + one.name} one=${one} />`)}</div>
    ${rest.length > 0 && html`<details class="rest"><summary>${say("act.details")} <span class="soft">${summary([...moot, ...rest])}</span></summary>
      <div class="fields">${rest.map((one) => html`<${Field} key=${kind.value.kind + one.name} one=${one} />`)}</div></details>`}
    <${Odds} />
    ${tray && html`<${Tray} disabled=${sent} onCount=${(faces) => go({ faces })} />`}
    <p class="buttons commit">
      <button class="first big" disabled=${sent || !fresh.value} onClick=${() => go()}>${kindName(kind.value)}</button>
      <button disabled=${sent} aria-expanded=${tray} onClick=${() => setTray(!tray)}>${say("act.my-dice")}</button>
    </p>
    <p class="buttons">
      ${possible("done", actor.value) && html`<label class="chip"><input type="checkbox" checked=${thenDone.value} onChange=${(event) => (thenDone.value = event.target.checked)} /><span>${say("act.then-done")}</span></label>
        <button class="quiet" disabled=${!fresh.value} onClick=${() => give({ type: "done", combatant: actor.value })}>${say("act.done")}</button>`}
      ${possible("delay", actor.value) && html`<button class="quiet" disabled=${!fresh.value} onClick=${() => give({ type: "delay", combatant: actor.value })}>${say("act.delay")}</button>`}
    </p>
  </section>`;
}
