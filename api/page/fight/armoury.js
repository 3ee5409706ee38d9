// What the rules' own lists say of a weapon or armor that a sheet names by its model, and a weapon in one line.
import { ask } from "../table/place.js";
import { useAsked } from "../table/use_asked.js";
import { view } from "../table/live.js";
import { say, word } from "../words/index.js";

const asked = new Map();

function listsOf(ruleset) {
  if (!asked.has(ruleset)) asked.set(ruleset, ask(`v1/rulesets/${ruleset}/armoury`));
  return asked.get(ruleset);
}

/** Every model of the rules by its id; empty until they are told. */
export function useModels() {
  const { ruleset } = view.value;
  const lists = useAsked(ruleset, () => listsOf(ruleset)) ?? {};
  return new Map(Object.values(lists).flat().map((one) => [one.id, one]));
}

/** Fields that say nothing to people at the table, or that stand in the line already. */
const QUIET = new Set(["rule", "id", "name", "basis", "model", "notes", "dice", "damage", "multiplier", "damage_type", "damage_pool", "variants", "capacity", "magazine",
  "loaded", "capacity_kind", "capacity_alternative", "class", "group", "kind", "fire_modes", "automatic_fire_modes", "automatic_capacity", "skill_alternatives", "effect_rules"]);

const hurts = ({ dice, damage, multiplier, damage_type: type, damage_pool: pool }) =>
  [dice || damage, multiplier && `× ${word(multiplier)}`, type && word(type), pool && pool !== "life" && `(${word(pool)})`].filter(Boolean).join(" ");

/** Numbers and words of a sheet as people write them down. */
export function plainly(value) {
  if (Array.isArray(value)) return value.map(plainly).join(" / ");
  if (typeof value === "object" && value !== null) return Object.entries(value).map(([name, one]) => `${word(name)} ${plainly(one)}`).join(", ");
  return word(value);
}

const saysSomething = ([name, value]) => !QUIET.has(name) && !name.endsWith("_basis") && value !== null && value !== false && value !== 0 && value !== "" && value?.length !== 0;

/** A weapon in one line, what it does first: "1d6 × 5 bullet, 9/12, handguns". `left` are the rounds in it now. */
export function weaponLine(own, model, left) {
  const one = { ...model, ...own };
  const full = one.capacity ?? one.magazine ?? one.loaded;
  const parts = [
    hurts(one),
    ...(one.variants ?? []).map((each) => `${word(each.name)} ${hurts(each)}`),
    left !== undefined && full ? say("card.rounds-of", { now: left, full }) : "",
    ...Object.entries(one).filter(saysSomething).map(([name, value]) => (value === true ? word(name) : name === "skill" ? word(value) : `${word(name)} ${plainly(value)}`)),
    one.notes,
  ];
  return parts.filter(Boolean).join(", ");
}
