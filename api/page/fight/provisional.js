// What is not settled yet: numbers that hang on a contested roll, what a correction would make of somebody, and people
// about whom a command waits to be sent. Marked on cards and rows by a word and a broken line.
import { computed, html } from "../html.js";
import { unsent, view } from "../table/live.js";
import { card } from "../table/people.js";
import { label, say } from "../words/index.js";
import { Wound } from "./wound.js";

/** Whom a command is about. */
const whom = ({ command }) => [command.combatant, command.target, command.action?.target, ...(command.targets ?? []), ...(command.action?.targets ?? [])].filter((one) => typeof one === "string");

/** Why somebody is marked, by combatant: `contested`, `waits`. */
const marks = computed(() => {
  const found = new Map();
  const add = (id, why) => found.set(id, new Set([...(found.get(id) ?? []), why]));
  for (const one of view.value?.contested ?? []) for (const { combatant } of one.provisional ?? []) add(combatant, "contested");
  for (const one of unsent.value) for (const id of whom(one)) add(id, "waits");
  return found;
});

export const isProvisional = (id) => marks.value.has(id);

/** The mark itself, in words. */
export function Provisional({ id }) {
  return [...(marks.value.get(id) ?? [])].map((why) => html`<span key=${why} class="tag provisional-tag">${say(`card.${why}`)}</span>`);
}

const minus = (number) => String(number).replace("-", "−");
const changedPools = (before, after) => Object.entries(after.pools ?? {}).filter(([name, pool]) => pool.now !== before?.pools?.[name]?.now);
const changedAmmo = (before, after) => Object.entries(after.ammo ?? {}).filter(([name, left]) => left !== before?.ammo?.[name]);
const begun = (before, after) => (after.conditions ?? []).filter((one) => !before?.conditions?.includes(one));
const ended = (before, after) => (before?.conditions ?? []).filter((one) => !after.conditions?.includes(one));

/** How people would look, beside how they look now. */
export function Looks({ seen = [] }) {
  if (!seen.length) return null;
  return html`<ul class="plain-list looks" aria-label=${say("card.would-look")}>${seen.map((after) => {
    const before = card(after.id);
    const rows = [
      ...changedPools(before, after).map(([name, pool]) => [label(name), before?.pools?.[name]?.now ?? "–", pool.now]),
      ...changedAmmo(before, after).map(([name, left]) => [label(name), before?.ammo?.[name] ?? "–", left]),
    ];
    return html`<li key=${after.id} class="provisional">
      <b>${after.name}</b>${before?.wound !== after.wound && html` <span class="turns"><${Wound} wound=${before?.wound} /> <span aria-label=${say("card.becomes")}>→</span> <${Wound} wound=${after.wound} /></span>`}
      ${rows.map(([name, was, is]) => html` <span key=${name} class="turns"><span class="soft">${name}</span> <s>${minus(was)}</s> <span aria-label=${say("card.becomes")}>→</span> <b>${minus(is)}</b></span>`)}
      ${begun(before, after).map((one) => html` <span key=${one} class="tag">+ ${label(one)}</span>`)}${ended(before, after).map((one) => html` <span key=${one} class="tag"><s>${label(one)}</s></span>`)}
    </li>`;
  })}</ul>`;
}
