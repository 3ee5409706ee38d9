// The moments one may look back to, and looking: the page shows the table as it stood there, and nothing acts.
import { computed, signal } from "../html.js";
import { toldShort } from "../act/suggested.js";
import { actionOf, allFrames, commandBehind, fact, framesFrom } from "../story/frames.js";
import { latest } from "../table/latest.js";
import { look, now, past, takesBack, tellings, told, whole } from "../table/live.js";
import { nameOf } from "../table/people.js";
import { seat } from "../table/seat.js";
import { lineOf, say, word } from "../words/index.js";

/** `{number, time, what, turn, title, combatant, struck, deed, line}` in order; null: not asked for yet. */
export const moments = signal(null);

const NOTHING = { upTo: 0, telling: 0, found: [], lines: [], frames: [] };
let known = NOTHING; // what was asked for, up to a number of the view

/** Whether what is known tells of everything up to now. */
export const knowsMoments = () => moments.value !== null && known.telling === tellings.value && known.upTo === now.value.number;

/** What is known with what came since; everything anew where the table was told anew, or something was taken back. */
async function asked() {
  const upTo = now.value.number, telling = tellings.value;
  const held = known.telling === telling ? known : NOTHING;
  const since = await framesFrom(held.upTo + 1, upTo);
  const frames = [...held.frames, ...since];
  if (held === NOTHING || since.some(takesBack)) {
    const [{ moments: found }, { lines }] = await Promise.all([look("timeline", { at: upTo }), look("story", { at: upTo })]);
    return { upTo, telling, found, lines, frames };
  }
  const { moments: later } = await look("timeline", { after: held.upTo, at: upTo });
  const lines = told.value.filter((line) => line.number > held.upTo && line.number <= upTo);
  return { upTo, telling, found: [...held.found, ...later], lines: [...held.lines, ...lines], frames };
}

/** Ask for the moments that are not known yet, each act with its own sentence and what was given. */
export const learnMoments = latest(asked, (said) => {
  if (!said || said.telling !== tellings.value) return;
  known = said;
  const byNumber = new Map(said.frames.map((frame) => [frame.number, frame]));
  const texts = new Map();
  for (const line of said.lines) {
    const of = byNumber.get(line.number) && actionOf(byNumber.get(line.number));
    if (!texts.has(of ?? line.number)) texts.set(of ?? line.number, line);
  }
  moments.value = said.found.map((one) => ({ ...one, at: stop(one, byNumber), line: texts.get(one.number), deed: deedOf(byNumber.get(one.number), said.frames) }));
});

/** The sentence of a moment; an act that was judged anew has none of its own and is told by what was given. */
export function saidOf({ line, deed }) {
  if (line) return lineOf(line);
  if (!deed?.given?.kind) return "";
  const { combatant, given } = deed;
  return `${nameOf(combatant)}: ${toldShort([{ type: "act", action: given }])}${given.target ? ` → ${nameOf(given.target)}` : ""}`;
}

/** The command that a frame came of, where this seat is told it: the GM. */
const commandOf = (frame) => frame?.fact.entry && `${frame.fact.entry.seat}/${frame.fact.entry.command}`;

/** The last frame (`by` 1) or the first (`by` -1) of the command that a frame came of: the table never stood in between. */
function edge(number, byNumber, by) {
  const command = commandOf(byNumber.get(number));
  while (command && commandOf(byNumber.get(number + by)) === command) number += by;
  return number;
}

const SOON = 12; // frames within which a turn that began has come to its first phase

/** Where looking stops for a moment: a turn and a fight when they have begun, everything else right before it. */
function stop({ what, number }, byNumber) {
  if (what !== "turn" && what !== "fight") return edge(number, byNumber, -1) - 1;
  for (let later = number; later < number + SOON; later++) {
    const frame = byNumber.get(later);
    if (frame && fact(frame).type === "phase-entered") return edge(later, byNumber, 1);
  }
  return edge(number, byNumber, 1);
}

/** What was given with an act, as far as this seat was told: `{number, action, combatant, given, modifiers}`; a player
 * is told the `action` of what the seat did itself, found among `frames`. */
export function deedOf(frame, frames = []) {
  if (!frame) return null;
  const one = fact(frame);
  const { number } = frame;
  if (one.type === "action-began") {
    const { action, modifiers = [], ...rest } = one.given ?? {};
    return { number, action: frame.fact.entry.action, procedure: one.procedure, combatant: one.combatant, given: action ?? rest, modifiers };
  }
  if (one.type !== "action-seen") return null;
  const { kind, weapon, targets = [], mode, shots } = one;
  const plain = Object.fromEntries(Object.entries({ kind, weapon, target: targets[0], mode, shots }).filter(([, value]) => value));
  const action = frame.seat && frame.seat === seat.value?.seat ? commandBehind(frame, frames) : undefined;
  return { number, action, procedure: "act", combatant: one.combatant, given: { ...plain, ...one.given }, modifiers: [] };
}

/** The act that a roll or a hit belongs to. */
export async function deedBehind(number) {
  const frames = await allFrames();
  const own = frames.find((frame) => frame.number === number);
  const action = own && (actionOf(own) ?? number);
  return deedOf(frames.find((frame) => frame.number === action));
}

/** The places where looking can stop, in order: where a turn or a fight begins, and before everything else. */
export const stops = computed(() => (moments.value ?? []).filter((one) => one.at > 0));

/** Where looking stands: a place among `stops`, or behind the last one for now. Several moments may stop at one number. */
export const place = computed(() => {
  if (!past.value) return stops.value.length;
  const { of, number } = past.value;
  const chosen = stops.value.findIndex((one) => one.number === of && one.at === number);
  return chosen >= 0 ? chosen : Math.max(0, stops.value.findLastIndex((one) => one.at <= number));
});

/** A moment in words: "Turn 3, before Rico acts". */
export function saysOf({ what, turn, title, combatant, deed, line }) {
  if (line && (what === "undone" || what === "struck")) return say("time.at-hazard", { turn, name: lineOf(line) });
  const name = combatant ? nameOf(combatant) : title;
  const kind = word(deed?.given?.kind ?? title ?? "");
  const values = { turn: turn ?? 0, name, kind };
  return say(`time.at-${what}`, values);
}

let wanted = 0;

/** Look at the table as it stood at a number; `of` is the number of the moment that this is for. */
export async function lookAt(number, says, time, of) {
  const mine = ++wanted;
  const [view, story] = await Promise.all([look("", { at: number }), look("story", { at: number })]);
  if (mine !== wanted) return;
  past.value = { number, of, says, time, view: whole(view), lines: story.lines };
}

export const lookAtStop = (one) => lookAt(one.at, saysOf(one), one.time, one.number);

/** Back to the present. */
export function back() {
  wanted += 1;
  past.value = null;
}

/** One stop earlier or later; behind the last one is now. */
export async function step(by) {
  if (!moments.value) await learnMoments();
  if (!moments.value) return; // there is no network
  const to = place.value + by;
  if (to >= stops.value.length) return back();
  if (to >= 0) await lookAtStop(stops.value[to]);
}

