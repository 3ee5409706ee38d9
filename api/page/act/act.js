// One act: its kind, the target, the other fields as pills, and the button. Keys do the same for whoever has them.
import { html, useState } from "../html.js";
import { useKeys } from "../frame/keys.js";
import { Rule } from "../story/why.js";
import { fresh, possible } from "../table/legal.js";
import { give } from "../table/live.js";
import { card, nameOf } from "../table/people.js";
import { keptSignal } from "../table/kept.js";
import { capital, say, word } from "../words/index.js";
import { Price } from "./costs.js";
import { action, actor, beforehand, choose, chooseKind, kind, kinds, notNow, remember, targets, values } from "./draft.js";
import { Field, Pill, fillable, saidBy } from "./fields.js";
import { Odds } from "./odds.js";
import { Ahead } from "./tray.js";

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
    ${more && html`<button class="chip-button quiet" aria-expanded=${all} onClick=${() => setAll(!all)}>${say(all ? "act.less" : "act.more")}</button>`}
  </div>
  ${all && notNow.value.length > 0 && html`<ul class="not-now soft">${notNow.value.map((one) => html`<li key=${one.kind}><b>${kindName(one)}</b>: ${one.refusal.sentence}</li>`)}</ul>`}`;
}

const USUAL = ["weapon", "mode", "shots", "targets", "location", "maneuver"]; // beside these, fields show that say something

/** Whether a yes or no about the target is said by its motion or its size already. */
const saidTwice = (one) => one.form === "yes-no" && one.name.startsWith("target_") && kind.value.fields.some(({ name }) => name === "motion" || name === "size");

function Fields() {
  const [open, setOpen] = useState("");
  const [all, setAll] = useState(false);
  const fields = kind.value.fields.filter((one) => fillable(one) && !saidTwice(one));
  const target = fields.find((one) => one.name === "target" && one.required);
  const others = fields.filter((one) => one !== target);
  const far = fields.some((one) => one.name === "distance" && saidBy(one)); // then that says the range
  const shows = (one) => one.required || USUAL.includes(one.name) || one.name in values.value || (one.form !== "yes-no" && saidBy(one) && !(far && one.name === "range"));
  const first = others.filter(shows).sort((one, other) => Number(other.required) - Number(one.required));
  const rest = others.filter((one) => !first.includes(one));
  const shown = all ? [...first, ...rest] : first;
  const opened = shown.find((one) => one.name === open);
  return html`${target && html`<div class="fields targets"><${Field} one=${target} /></div>`}
    ${others.length > 0 && html`<div class="pills ${all ? "all" : ""}">${shown.map((one) => html`<${Pill} key=${kind.value.kind + one.name} one=${one} open=${open === one.name} onOpen=${() => setOpen(open === one.name ? "" : one.name)} />`)}
      ${rest.length > 0 && html`<button class="pill soft" aria-expanded=${all} onClick=${() => setAll(!all)}>${say("act.details")} ${all ? "−" : "+"}</button>`}</div>`}
    ${opened && html`<div class="fields opened-field"><${Field} one=${opened} /></div>`}`;
}

const may = (type) => possible(type, actor.value);
const leave = (type) => give({ type, combatant: actor.value });

function Ending() {
  if (!may("done") && !may("delay")) return null;
  return html`<p class="buttons ending">
    ${may("done") && html`<label class="chip"><input type="checkbox" checked=${thenDone.value} onChange=${(event) => (thenDone.value = event.target.checked)} /><span>${say("act.then-done")}</span></label>
      <button class="quiet" disabled=${!fresh.value} onClick=${() => leave("done")}>${say("act.done")}</button>`}
    ${may("delay") && html`<button class="quiet" disabled=${!fresh.value} onClick=${() => leave("delay")}>${say("act.delay")}</button>`}
  </p>`;
}

/** Whether whoever is up can do nothing but leave the turn to others. */
export const stuck = () => !kinds.value.length && Boolean(may("done") || may("delay"));

/** Whoever is up and may do nothing: why, with each reason once, and the ways to go on. */
export function NoAct() {
  const done = () => may("done") && leave("done");
  useKeys([["Enter", say("act.done"), done], ["d", say("act.done"), done]], [actor.value]);
  const says = (one) => notNow.value.filter((other) => other.refusal.sentence === one.refusal.sentence).length;
  const [first] = [...notNow.value].sort((one, other) => says(other) - says(one)); // what speaks against most of them
  const others = notNow.value.filter((one) => one.refusal.sentence !== first.refusal.sentence);
  return html`<section class="card act" aria-label=${say("act.title")}>
    <header><h2>${nameOf(actor.value)}</h2></header>
    ${first && html`<p>${capital(first.refusal.sentence)}. <${Rule} id=${first.refusal.rule} /></p>`}
    ${others.length > 0 && html`<details><summary class="soft">${say("act.more")}</summary><ul class="not-now soft">${others.map((one) => html`<li key=${one.kind}><b>${kindName(one)}</b>: ${one.refusal.sentence}</li>`)}</ul></details>`}
    <p class="buttons commit">
      ${may("done") && html`<button class="first big" disabled=${!fresh.value} onClick=${done}>${say("act.done")}</button>`}
      ${may("delay") && html`<button disabled=${!fresh.value} onClick=${() => leave("delay")}>${say("act.delay")}</button>`}
    </p>
  </section>`;
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
  const command = { type: "act", combatant: actor.value, action: action.value };
  const ownDice = !beforehand.value && card(actor.value)?.dice === "own";
  useKeys([
    ["Enter", say("key.act"), () => go()],
    ["ArrowRight", say("key.next-target"), () => turnTarget(1)],
    ["ArrowLeft", say("key.last-target"), () => turnTarget(-1)],
    ["d", say("act.done"), () => give({ type: "done", combatant: actor.value })],
  ], [sent, actor.value, fresh.value, JSON.stringify(action.value), thenDone.value]);
  return html`<section class="card act" aria-label=${say("act.title")}>
    <header><h2>${nameOf(actor.value)}</h2></header>
    <${Kinds} /><${Fields} key=${kind.value.kind} /><${Odds} />
    ${ownDice && tray && html`<${Ahead} key=${JSON.stringify(command)} command=${command} disabled=${sent} onCount=${(faces) => go({ faces })} />`}
    <p class="buttons commit">
      <button class=${beforehand.value ? "big" : "first big"} disabled=${sent || !fresh.value} onClick=${() => go()}>${beforehand.value ? say("act.queue") : kindName(kind.value)}</button>
      ${ownDice && html`<button disabled=${sent} aria-expanded=${tray} onClick=${() => setTray(!tray)}>${say("act.my-dice")}</button>`}
    </p>
    <${Ending} />
  </section>`;
}
