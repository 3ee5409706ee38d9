// One act: its kind, the target, the other fields as pills, and the button. Keys do the same for whoever has them.
import { html, useEffect, useState } from "../html.js";
import { useKeys } from "../frame/keys.js";
import { fresh, possible } from "../table/legal.js";
import { give, seen } from "../table/live.js";
import { card, mine, nameOf } from "../table/people.js";
import { refusal } from "../table/refusal.js";
import { isGm } from "../table/seat.js";
import { keptSignal } from "../table/kept.js";
import { say } from "../words/index.js";
import { Price } from "./costs.js";
import { action, actor, beforehand, choose, chooseKind, kind, kinds, notNow, plainly, remember, suggestedHere, targets, touched, values } from "./draft.js";
import { Field, Pill, fillable, saidBy } from "./fields.js";
import { held, hold, letGo } from "./held.js";
import { Odds } from "./odds.js";
import { kindName, settled, toldShort } from "./suggested.js";
import { ByTactic, Suggests } from "./suggests.js";
import { Ahead } from "./tray.js";

const SHOWN = 4;
/** Whether an act ends the activation, as somebody left it. */
const thenDone = keptSignal("then-done", true);

function Kinds() {
  const [all, setAll] = useState(false);
  const shown = all ? kinds.value : kinds.value.slice(0, SHOWN);
  if (kind.value && !shown.includes(kind.value)) shown.push(kind.value);
  const more = kinds.value.length > SHOWN || notNow.value.length > 0;
  return html`<div class="kinds ${all ? "all" : ""}" role="group" aria-label=${say("act.title")}>
    ${shown.map((one) => html`<button key=${one.kind} class="chip-button" aria-pressed=${kind.value === one && !plainly.value} onClick=${() => (chooseKind(one.kind), setAll(false))}>${kindName(one)}<${Price} of=${one.price} /></button>`)}
    ${more && html`<button class="chip-button quiet" aria-expanded=${all} onClick=${() => setAll(!all)}>${say(all ? "act.less" : "act.more")}</button>`}
  </div>
  ${all && notNow.value.length > 0 && html`<ul class="not-now soft">${notNow.value.map((one) => html`<li key=${one.kind}><b>${kindName(one)}</b>: ${refusal(one.refusal)}</li>`)}</ul>`}`;
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

/** The commands as they stand: what is suggested and is no act, else the act after whatever comes before it. */
function commands(around) {
  if (plainly.value) return plainly.value.map((command) => ({ command }));
  const type = beforehand.value ? "queue" : "act";
  const ends = thenDone.value && (beforehand.value || possible("done", actor.value));
  const before = touched.value ? [] : (suggestedHere.value?.commands.slice(0, -1) ?? []);
  const act = { type, combatant: actor.value, action: action.value, ...(ends && { done: true }) };
  return [...before.map((command) => ({ command })), { command: act, around }];
}

/** Give what stands there, and be ready again once the page shows what came of it. */
function useGoing(onGone) {
  const [sent, setSent] = useState(false);
  const giveAll = async (all) => {
    let reply = null;
    for (const { command, around } of all) {
      reply = await give(command, around);
      if (!reply) return null;
      if (command.action) remember(command.combatant, command.action);
    }
    return reply;
  };
  const go = async (around) => {
    setSent(true);
    const reply = await giveAll(commands(around));
    if (reply) await seen(reply.version);
    onGone();
    setSent(false);
  };
  return [sent, go];
}

/** Keys for whoever has them; those that come too early are kept for when this is ready. */
function useActKeys(ready, go, done) {
  const does = { Enter: go, d: done };
  const press = (key) => (ready ? does[key]() : hold(key));
  useKeys([
    ["Enter", say("key.act"), () => press("Enter")],
    ["ArrowRight", say("key.next-target"), () => turnTarget(1)],
    ["ArrowLeft", say("key.last-target"), () => turnTarget(-1)],
    ["d", say("act.done"), () => press("d")],
  ], [ready, actor.value, JSON.stringify(action.value), thenDone.value, plainly.value]);
  const waits = held.value?.key;
  useEffect(() => {
    if (!ready || !waits) return;
    letGo();
    does[waits]();
  }, [ready, waits]);
}

export function Act() {
  const [tray, setTray] = useState(false);
  const [sent, go] = useGoing(() => setTray(false));
  const ready = !sent && fresh.value;
  useActKeys(ready && settled.value, () => go(), () => give({ type: "done", combatant: actor.value }));
  const command = { type: "act", combatant: actor.value, action: action.value };
  const ownDice = !beforehand.value && !plainly.value && card(actor.value)?.dice === "own"; // else the table throws
  const typing = ownDice && tray; // then the faces are what it waits for
  const npc = isGm() && mine(actor.value);
  const big = plainly.value ? toldShort(plainly.value) : kindName(kind.value);
  return html`<section class="card act" aria-label=${say("act.title")}>
    <header><h2 class=${npc ? "unseen" : ""}>${nameOf(actor.value)}</h2>${npc && html`<${Suggests} /><${ByTactic} />`}</header>
    ${typing ? html`<p><b>${toldShort([command])}</b>${values.value.target && html` → ${nameOf(values.value.target)}`}</p>` : html`<${Kinds} />${!plainly.value && html`<${Fields} key=${kind.value.kind} /><${Odds} />`}`}
    ${typing && html`<${Ahead} key=${JSON.stringify(command)} command=${command} disabled=${sent} onCount=${(faces) => ready && go({ faces })} />`}
    <div class="go"><p class="buttons commit">
      <button class=${typing ? "big" : beforehand.value ? "big" : "first big"} disabled=${!ready} onClick=${() => go()}>${typing ? say("dice.table") : beforehand.value ? say("act.queue") : big}</button>
      ${ownDice && html`<button disabled=${sent} aria-expanded=${tray} onClick=${() => setTray(!tray)}>${say("act.my-dice")}</button>`}
    </p>
    <${Ending} /></div>
  </section>`;
}
