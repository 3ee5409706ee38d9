// Which lines of the story are about whom: worked out from the frames behind them.
import { signal } from "../html.js";
import { tellings } from "../table/live.js";
import { card, mine } from "../table/people.js";
import { actionOf, explains, fact, framesFrom } from "./frames.js";

export const FILTERS = ["all", "mine", "against", "rolls"];

const BEFORE = 60; // frames that a line's action may have begun before it

/** By the number of a line: who acted, whom it met, whether dice fell. */
const about = signal(new Map());
let telling = 0; // the one that they are of

/** Read the frames behind lines that are not known yet. */
export async function learnActors(lines) {
  if (telling === tellings.value && lines.every((line) => about.value.has(line.number))) return;
  const of = tellings.value;
  const found = new Map();
  const acts = new Map();
  let loose = { met: [], rolls: false };
  for (const frame of await framesFrom(lines[0].number - BEFORE)) {
    const one = fact(frame), action = actionOf(frame);
    const kept = action ? (acts.get(action) ?? { met: [], rolls: false }) : loose;
    if (action) acts.set(action, kept);
    if (one.type === "action-seen" || one.type === "action-began") {
      acts.set(frame.number, { by: one.combatant, met: [...(one.targets ?? [])], rolls: false, ...acts.get(action) });
      acts.get(frame.number).by ??= one.combatant;
    }
    if (!action && (one.gm_only || one.level === "gm" || one.level === "blind")) kept.secret = true; // an act is told to all
    if (explains(frame)) {
      if (one.dice || one.faces?.length) kept.rolls = true;
      if (one.pool && one.combatant) kept.met.push(one.combatant);
      if (!action && one.combatant) kept.by = one.combatant;
    }
    if (one.about) kept.by = one.about; // a note
    found.set(frame.number, kept);
    if (!action) loose = { met: [], rolls: false };
  }
  about.value = found;
  telling = of;
}

/** Whether a line tells of what nobody but the GM sees. */
export function secret(line) {
  const one = about.value.get(line.number);
  return Boolean(one && (one.secret || card(one.by)?.hidden || card(one.by)?.status === "reserve"));
}

/** Whether a line passes a filter; one that nothing is known of passes `all` alone. */
export function fits(line, filter) {
  if (filter === "all") return true;
  const one = about.value.get(line.number);
  if (!one) return false;
  if (filter === "rolls") return one.rolls;
  return filter === "mine" ? mine(one.by) : one.met.some(mine) && !mine(one.by);
}
