// What is being done while somebody is asked about it: who does what with what to whom.
import { effect, signal, untracked } from "../html.js";
import { actionOf, fact, framesFrom } from "../story/frames.js";
import { kindName } from "../act/suggested.js";
import { deedOf } from "../time/moments.js";
import { say, word } from "../words/index.js";
import { kindOf, learnKinds } from "./kinds.js";
import { now, past } from "./live.js";
import { nameOf, questions } from "./people.js";

const BEFORE = 80; // frames back to which an act that still waits is looked for
const OVER = new Set(["action-ended", "action-over", "action-broken-off"]);
const ANEW = new Set(["turn-began", "phase-entered", "combatant-up"]); // no act goes on across these

/** `{combatant, given}` as `deedOf` tells it; null: nothing, or not known yet. */
export const underway = signal(null);

effect(() => {
  const number = now.value?.number;
  const asked = questions.value.length > 0;
  untracked(() => {
    if (!asked || past.value) return void (underway.value = null);
    Promise.all([framesFrom(number - BEFORE), learnKinds()]).then(([frames]) => number === now.value.number && (underway.value = open(frames)), () => {});
  });
});

/** The act that is asked about where that is told, to the GM; else the one begun last of those that are not over. */
function open(frames) {
  const about = questions.value[0]?.action;
  if (about) return frames.map((frame) => deedOf(frame)).findLast((deed) => deed?.given?.kind && deed.action === about) ?? null;
  const begun = new Map();
  for (const frame of frames) {
    const { type, stands_at: stands = ANEW.has(type) ? 0 : Infinity } = fact(frame);
    for (const number of begun.keys()) if (number > stands) begun.delete(number);
    if (OVER.has(type)) begun.delete(actionOf(frame));
    const deed = deedOf(frame, frames);
    if (deed?.given?.kind) begun.set(frame.number, deed);
  }
  return [...begun.values()].at(-1) ?? null;
}

/** That in words: "Ganger 1: Fire · light pistol → Carla". */
export function aboutWhat() {
  if (!underway.value) return "";
  const { combatant, given } = underway.value;
  const met = given.target ? [given.target] : (given.targets ?? []);
  const what = [kindName(kindOf(given.kind)), given.weapon && word(given.weapon), given.mode && given.mode !== "single" && word(given.mode)].filter(Boolean).join(" · ");
  return say(met.length ? "now.about-whom" : "now.about", { name: nameOf(combatant), what, whom: met.map(nameOf).join(", ") });
}
