// One act: its kind, the target, the other fields as pills, and the button. Keys do the same for whoever has them.
import { html, useState } from "../html.js";
import { useKeys } from "../frame/keys.js";
import { fresh, possible } from "../table/legal.js";
import { give } from "../table/live.js";
import { nameOf } from "../table/people.js";
import { keptSignal } from "../table/kept.js";
import { capital, say, word } from "../words/index.js";
import { Price } from "./costs.js";
import { action, actor, beforehand, choose, chooseKind, kind, kinds, notNow, remember, targets, values } from "./draft.js";
import { Field, Pill, fillable, saidBy } from "./fields.js";
import { Odds } from "./odds.js";
import { Tray } from "./tray.js";

const SHOWN = 4;
/** Whether an act ends the activation, as somebody left it. */
const thenDone = keptSignal("then-done", true);

export const kindName = (one) => (word(one.kind) !== one.kind.replace(/[-_]+/g, " ") ? capital(word(one.kind)) : one.title);

function Kinds() {
  const [all, setAll] = useState(false);
  const shown = all ? kinds.value : kinds.value.slice(0, SHOWN);
  if (kind.value && !shown.includes(kind.value)) shown.push(kind.value);
  const more = kinds.value.length > SHOWN || notNow.value.length > 0;
  return html`<div class="kinds ${all ? "all" : ""}" role="group" aria-label=${say("act.title")}>
    ${shown.map((one) => html`<button key=${one.kind} class="chip-button" aria-pressed=${kind.value === one} onClick=${() => (chooseKind(one.kind), setAll(false))}>${kindName(one)}<${Price} of=${one.price} /></button>`)}
    ${more && html`<button class="chip-button quiet" aria-expanded=${all} onClick=${() => setAll(!all)}>${say("act.more")}</button>`}
  </div>
  ${all && notNow.value.length > 0 && html`<ul class="not-now soft">${notNow.value.map((one) => html`<li key=${one.kind}><b>${kindName(one)}</b>: ${one.refusal.sentence}</li>`)}</ul>`}`;
}

const USUAL = ["weapon", "mode", "shots", "targets", "location", "maneuver"]; // beside these, fields show that say something

function Fields() {
  const [open, setOpen] = useState("");
  const [all, setAll] = useState(false);
  const fields = kind.value.fields.filter(fillable);
  const target = fields.find((one) => one.name === "target" && one.required);
  const others = fields.filter((one) => one !== target);
  const shows = (one) => one.required || USUAL.includes(one.name) || one.name in values.value || (one.form !== "yes-no" && saidBy(one));
  const first = others.filter(shows).sort((one, other) => Number(other.required) - Number(one.required));
  const rest = others.filter((one) => !first.includes(one));
  const shown = all ? [...first, ...rest] : first;
  const opened = shown.find((one) => one.name === open);
  return html`${target && html`<div class="fields targets"><${Field} one=${target} /></div>`}
    ${others.length > 0 && html`<div class="pills ${all ? "all" : ""}">${shown.map((one) => html`<${Pill} key=${kind.value.kind + one.name} one=${one} open=${open === one.name} onOpen=${() => setOpen(open === one.name ? "" : one.name)} />`)}
      ${rest.length > 0 && html`<button class="pill soft" aria-expanded=${all} onClick=${() => setAll(!all)}>${say("act.details")} ${all ? "−" : "+"}</button>`}</div>`}
    ${opened && html`<div class="fields opened-field"><${Field} one=${opened} /></div>`}`;
}

function Ending() {
  const may = (type) => possible(type, actor.value);
  if (!may("done") && !may("delay")) return null;
  const leave = (type) => give({ type, combatant: actor.value });
  return html`<p class="buttons ending">
    ${may("done") && html`<label class="chip"><input type="checkbox" checked=${thenDone.value} onChange=${(event) => (thenDone.value = event.target.checked)} /><span>${say("act.then-done")}</span></label>
      <button class="quiet" disabled=${!fresh.value} onClick=${() => leave("done")}>${say("act.done")}</button>`}
    ${may("delay") && html`<button class="quiet" disabled=${!fresh.value} onClick=${() => leave("delay")}>${say("act.delay")}</button>`}
  </p>`;
}

const turnTarget = (by) => {
  const at = targets.value.indexOf(values.value.target);
  if (at >= 0) choose("target", targets.value.at((at + by) % targets.value.length));
};

export function Act() {
  const [tray, setTray] = useState(false);
  const [sent, setSent] = useState(false);
  const go = async (around) => {
    if (sent || !fresh.value) return;
    setSent(true);
    const [who, what] = [actor.value, action.value];
    const ends = thenDone.value && (beforehand.value || possible("done", who));
    const type = beforehand.value ? "queue" : "act";
    if (await give({ type, combatant: who, action: what, ...(ends && { done: true }) }, around)) remember(who, what);
    setTray(false);
    setSent(false);
  };
  useKeys([
    ["Enter", say("key.act"), () => go()],
    ["ArrowRight", say("key.next-target"), () => turnTarget(1)],
    ["ArrowLeft", say("key.last-target"), () => turnTarget(-1)],
    ["d", say("act.done"), () => give({ type: "done", combatant: actor.value })],
  ], [sent, actor.value, fresh.value, JSON.stringify(action.value), thenDone.value]);
  return html`<section class="card act" aria-label=${say("act.title")}>
    <header><h2>${nameOf(actor.value)}</h2></header>
    <${Kinds} /><${Fields} key=${kind.value.kind} /><${Odds} />
    ${tray && html`<${Tray} disabled=${sent} onCount=${(faces) => go({ faces })} />`}
    <p class="buttons commit">
      <button class=${beforehand.value ? "big" : "first big"} disabled=${sent || !fresh.value} onClick=${() => go()}>${beforehand.value ? say("act.queue") : kindName(kind.value)}</button>
      ${!beforehand.value && html`<button disabled=${sent} aria-expanded=${tray} onClick=${() => setTray(!tray)}>${say("act.my-dice")}</button>`}
    </p>
    <${Ending} />
  </section>`;
}
