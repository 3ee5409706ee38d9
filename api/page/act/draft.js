// The act that is being put together: who, what kind, and what stands in its fields, with the likeliest filled in.
import { computed, signal } from "../html.js";
import { badness } from "../fight/wound.js";
import { keptSignal } from "../table/kept.js";
import { legalOf, looked } from "../table/legal.js";
import { now } from "../table/live.js";
import { card, mine, myCards } from "../table/people.js";
import { isGm } from "../table/seat.js";
import { actionOf, against, suggestion, targetsOf } from "./suggested.js";

const DEAD = 6;

/** What was used last, by combatant: `{kind, target}`. */
const used = keptSignal("used", {});
/** What somebody chose in the fields: `{combatant, kind, values}`; what is not there is as suggested. */
export const chosen = signal({});

/** Whose acts are shown: whoever is up if this seat may act for them, else the first of one's own. */
export const actor = computed(() => {
  const up = now.value?.up;
  if (isGm()) return looked.value ?? up;
  return up && mine(up) ? up : myCards.value[0]?.id;
});

const LATER = new Set(["not-your-turn", "waiting", "wrong-phase"]);

/** Whether an act can only be said beforehand now: it is done when its combatant is up. */
export const beforehand = computed(() => {
  const all = legalOf(actor.value)?.actions ?? [];
  return !isGm() && now.value?.phase !== "lobby" && all.every((one) => one.refusal) && all.some((one) => LATER.has(one.refusal.code));
});

/** What is suggested to whoever's act this is. */
export const suggestedHere = computed(() => (suggestion.value?.combatant === actor.value ? suggestion.value : null));
const suggestedAct = computed(() => actionOf(suggestedHere.value?.commands));
/** Whether somebody has chosen for themselves. */
export const touched = computed(() => chosen.value.combatant === actor.value);
/** What is suggested and is no act, until somebody chooses one. */
export const plainly = computed(() => (suggestedHere.value && !suggestedAct.value && !touched.value ? suggestedHere.value.commands : null));

/** The kinds of action that would be accepted, now or when the time has come; what is suggested or was used last first. */
export const kinds = computed(() => {
  const may = (one) => (beforehand.value ? LATER.has(one.refusal?.code) : !one.refusal);
  const all = legalOf(actor.value)?.actions.filter(may) ?? [];
  const last = suggestedAct.value?.kind ?? used.value[actor.value]?.kind;
  return [...all].sort((one, other) => Number(other.kind === last) - Number(one.kind === last));
});

/** The kinds that would be refused now, each with why. */
export const notNow = computed(() => legalOf(actor.value)?.actions.filter((one) => one.refusal && !kinds.value.includes(one)) ?? []);

export const kind = computed(() => {
  const wanted = chosen.value.combatant === actor.value && kinds.value.find((one) => one.kind === chosen.value.kind);
  return wanted || kinds.value[0];
});

const field = (name) => kind.value?.fields.find((one) => one.name === name);

/** Whom a suggestion names, then enemies on their feet, their own side, who is down; the near before the far. Nobody
 * attacks the dead or who waits in reserve, unless there is nobody else. */
export const targets = computed(() => {
  const one = field("target");
  if (!one) return [];
  const far = field("distance")?.by_target ?? {}, range = field("range");
  const away = (id) => far[id] ?? (range?.by_target?.[id] ? range.values.indexOf(range.by_target[id]) : 99);
  const side = card(actor.value)?.side;
  const attack = Boolean(field("weapon")) || card(one.suggested)?.side !== side;
  const sort = (id) => [attack && badness(card(id)?.wound) > 3 ? 1 : 0, attack && card(id)?.side === side ? 1 : 0, away(id)];
  const there = one.values.filter((id) => card(id)?.status !== "reserve" && !(attack && badness(card(id)?.wound) === DEAD));
  const first = suggestedAct.value ? targetsOf(suggestedHere.value) : [];
  const place = (id) => (first.includes(id) ? first.indexOf(id) - first.length : 0);
  return [...(there.length ? there : one.values)].sort((a, b) => place(a) - place(b) || sort(a).reduce((sum, part, at) => sum || part - sort(b)[at], 0));
});

function suggested(one) {
  if (one.name !== "target") return one.suggested;
  const last = used.value[actor.value]?.target;
  return one.values.includes(last) && badness(card(last)?.wound) < 4 ? last : (targets.value[0] ?? one.suggested);
}

/** What stands in every field that is filled in, the kind apart. */
export const values = computed(() => {
  if (!kind.value) return {};
  const own = ownValues();
  const given = suggestedValues(own);
  const found = {};
  for (const one of kind.value.fields.filter((each) => each.name !== "kind")) {
    const list = one.by_weapon?.[found.weapon] ?? one.values;
    const fits = (value) => value !== undefined && (!(one.by_weapon || list?.length) || list.includes(value) || typeof value !== "string");
    const value = one.name in own ? own[one.name] : given[one.name];
    if (fits(value)) found[one.name] = value;
    else if (one.required) found[one.name] = suggested(one);
  }
  return found;
});

const ownValues = () => (touched.value && chosen.value.kind === kind.value.kind ? (chosen.value.values ?? {}) : {});

/** The fields of the suggested act against the target that is chosen, as long as it is of this kind and with this weapon. */
function suggestedValues(own) {
  if (suggestedAct.value?.kind !== kind.value.kind) return {};
  const target = own.target ?? suggestedHere.value.target;
  const found = actionOf(against(suggestedHere.value, target)) ?? { target };
  return own.weapon && own.weapon !== found.weapon ? { target } : found;
}

/** The action as it would be given: of several targets, the one that is aimed at comes first among them. */
export const action = computed(() => {
  if (!kind.value) return undefined;
  const { target, targets: more, ...rest } = values.value;
  const aimed = more?.length && target ? { targets: [target, ...more] } : { ...(target !== undefined && { target }), ...(more && { targets: more }) };
  return { kind: kind.value.kind, ...rest, ...aimed };
});

/** What a field says if it is left alone: from the scene, else its default. */
export const standing = (one) => one.by_target?.[values.value.target] ?? one.default;

export function choose(name, value) {
  const before = { ...ownValues(), [name]: value };
  if (name === "target") before.targets = before.targets?.filter((one) => one !== value);
  if (!before.targets?.length) delete before.targets;
  chosen.value = { combatant: actor.value, kind: kind.value.kind, values: before };
}

export const chooseKind = (name) => (chosen.value = { combatant: actor.value, kind: name });

/** Back to what is suggested. */
export const unchoose = () => (chosen.value = {});

/** After an act: it is offered first the next time. */
export function remember(combatant, { kind: name, target }) {
  used.value = { ...used.value, [combatant]: { kind: name, target } };
  chosen.value = {};
}
