// What a tactic would have somebody do, asked of the service for whoever of the GM's own is up. The act is filled in with
// it: Enter does it, and the arrows go through the same against others.
import { computed, effect, signal } from "../html.js";
import { nameOf } from "../table/people.js";
import { keptSignal } from "../table/kept.js";
import { latest } from "../table/latest.js";
import { legal } from "../table/legal.js";
import { kindOf } from "../table/kinds.js";
import { look, now } from "../table/live.js";
import { isGm } from "../table/seat.js";
import { capital, say, word } from "../words/index.js";

export const TACTICS = ["nearest", "strongest", "careful"];
/** The tactic of this GM's NPCs. */
export const tactic = keptSignal("tactic", "nearest");

const told = signal({});
const asked = computed(() => {
  const { number, up, waiting = [], combatants = [] } = now.value ?? {};
  const one = combatants.find(({ id }) => id === up);
  return isGm() && one && !one.controller && !waiting.length ? JSON.stringify([number, up, tactic.value]) : "";
});

const learn = latest((key) => suggest(JSON.parse(key)[1]), ([one], key) => (told.value = { key, one }));
effect(() => void (asked.value && learn(asked.value)));

/** What the members of a group, or somebody alone, would do: `[{combatant, name, target, reason, commands, instead}]`. */
export const suggest = (combatant) => look("suggestions", { combatant, tactic: tactic.peek() }).then((found) => found.suggestions, () => []);

/** For whoever is up; null while it is on the way, or where there is none. */
export const suggestion = computed(() => (told.value.key === asked.value ? (told.value.one ?? null) : null));
/** Whether nothing is on the way. */
export const settled = computed(() => !asked.value || told.value.key === asked.value);

/** The commands against a target: as suggested, or the same against another; undefined where it cannot be attacked. */
export const against = (one, target) => (target === one.target ? one : one.instead?.find((other) => other.target === target))?.commands;
/** All the targets of a suggestion, its own first. */
export const targetsOf = (one) => [one.target, ...(one.instead ?? []).map(({ target }) => target)].filter((target) => target !== undefined);
/** The action of commands that end in an act. */
export const actionOf = (commands) => (commands?.at(-1).type === "act" ? commands.at(-1).action : undefined);

/** Commands in a few words, the target apart: "Go to pipes · Shoot · Pistol". */
export function toldShort(commands) {
  const said = ({ type, action, zone, status }) => {
    if (type === "place") return [say("suggest.goes", { zone: word(zone) })];
    if (type === "act") return [kindName(toldOf(action.kind)), action.weapon && capital(word(action.weapon)), action.mode && word(action.mode)];
    return [type === "done" ? say("suggest.nothing") : capital(word(status ?? type))];
  };
  return commands.flatMap(said).filter(Boolean).join(" · ");
}

/** What a kind of action is called; `one` as the service tells it. */
export const kindName = ({ kind, title = word(kind) }) => (word(kind) !== kind.replace(/[-_]+/g, " ") ? capital(word(kind)) : capital(title));

/** A kind of action as it is told to whoever may do it. */
function toldOf(kind) {
  for (const { actions = [] } of legal.value?.combatants ?? []) {
    const found = actions.find((one) => one.kind === kind);
    if (found) return found;
  }
  return kindOf(kind);
}

/** Why, in a few words. */
export const because = (one) => say(`suggest.${one.reason}`, { name: nameOf(one.target) });

/** A member of a group and what it is planned to do: `{one, target, idle}`. */
export const planned = (one) => ({ one, target: one.target, idle: false });
export const commandsOf = ({ one, target, idle }) =>
  idle ? [{ type: "done", combatant: one.combatant }] : target === undefined ? one.commands : (against(one, target) ?? one.commands);
