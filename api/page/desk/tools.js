// What the GM does beside the acts, each a form and a key: damage, hazards, conditions, rolls, notes, people, time.
import { html } from "../html.js";
import { useKeys } from "../frame/keys.js";
import { past, view } from "../table/live.js";
import { legal } from "../table/legal.js";
import { say } from "../words/index.js";
import { openForm, toldOf } from "./form.js";
import { openAftermath } from "./aftermath.js";
import { openPeople } from "./people.js";
import { openRoll } from "./rolls.js";
import { openScene } from "./scene_form.js";
import { openBring } from "./bring.js";

const everybody = () => (view.value.combatants ?? []).map((one) => one.id);
const several = (name) => ({ [name]: { form: "several", values: everybody(), required: true, title: say("desk.whom") } });

const openDamage = () => openForm(say("desk.damage"), { type: "apply_damage", first: ["target", "amount", "pool"], each: "target", given: { target: [] }, fields: several("target") });
const openHazard = () => openForm(say("desk.hazard"), {
  type: "hazard", first: ["targets", "label", "dice", "stopped_by"], given: { targets: [], dice: toldOf("hazard")?.fields.find((one) => one.name === "dice")?.suggested }, fields: { ...several("targets"), label: { title: say("desk.called") } },
});
const openHeal = () => openForm(say("desk.heal"), { type: "restore", first: ["target", "amount", "pool"], each: "target", given: { target: [] }, fields: several("target") });
const openCondition = () => openForm(say("desk.condition"), { type: "set_condition", first: ["combatant", "condition", "modifier", "turns"], each: "combatant", given: { combatant: [] }, fields: several("combatant") });
const openClear = () => openForm(say("desk.clear"), { type: "clear_condition", first: ["combatant", "condition"] });
const openNote = () => openForm(say("desk.note"), { type: "note", first: ["text", "gm_only", "about"], given: { gm_only: true } });
const openTime = () => openForm(say("desk.time"), { type: "pass_time", first: ["turns", "minutes", "hours", "days"] });

/** Each with its key, what it says, the command that has to be known for it, and what it opens. */
export const TOOLS = [
  ["s", "desk.scene", "set_scene", openScene],
  ["p", "desk.people", "place", openPeople],
  ["w", "desk.damage", "apply_damage", openDamage],
  ["h", "desk.hazard", "hazard", openHazard],
  ["c", "desk.condition", "set_condition", openCondition],
  ["x", "desk.clear", "clear_condition", openClear],
  ["l", "desk.heal", "restore", openHeal],
  ["r", "desk.roll", "roll", openRoll],
  ["o", "desk.note", "note", openNote],
  ["b", "desk.bring", "enter_combatant", openBring],
  ["t", "desk.time", "pass_time", openTime],
  ["a", "desk.aftermath", "set_status", openAftermath],
];

export function Tools() {
  const known = TOOLS.filter(([, , type]) => legal.value?.commands?.some((one) => one.type === type));
  useKeys(past.value ? [] : known.map(([key, says, , does]) => [key, say(says), does]), [known.length, Boolean(past.value)]);
  if (past.value) return null;
  return html`<section class="card tools" aria-label=${say("desk.title")}><h2>${say("desk.title")}</h2>
    <div class="tool-grid">${known.map(([key, says, , does]) => html`<button key=${key} aria-keyshortcuts=${key} onClick=${does}><span>${say(says)}</span><kbd aria-hidden="true">${key}</kbd></button>`)}</div>
  </section>`;
}
