// The frames behind the story: those the feed brought, the rest asked for when something is opened.
import { frames, look, view } from "../table/live.js";

let all = [];

/** Every frame from the first to the newest of the view. */
export async function allFrames() {
  while ((all.at(-1)?.number ?? 0) < view.value.number) {
    const { frames: more } = await look("events", { after: all.at(-1)?.number ?? 0, limit: 500 });
    if (!more.length) break;
    all.push(...more);
  }
  return all;
}

/** What a frame tells, also in a GM's frame, which holds the whole entry. */
export const fact = (frame) => frame.fact.entry?.fact ?? frame.fact;
/** The number of the action that a frame belongs to, if it belongs to one. */
export const actionOf = (frame) => frame.action ?? undefined;

const TELLING = new Set(["roll-seen", "rolled", "hit-seen", "damage-applied"]);
/** Whether a frame has an explanation. */
export const explains = (frame) => TELLING.has(fact(frame).type);

/** The frames that a line of the story is about: all of its action, else those right before it without one. */
export async function framesOf(line, before = 0) {
  const known = frames.value[0]?.number <= before + 1 ? frames.value : await allFrames();
  const own = known.find((frame) => frame.number === line.number);
  const action = own && actionOf(own);
  if (action) return known.filter((frame) => actionOf(frame) === action || frame.number === action);
  return known.filter((frame) => frame.number > before && frame.number <= line.number && !actionOf(frame));
}
