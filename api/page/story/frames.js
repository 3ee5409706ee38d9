// The frames behind the story: those the feed brought, and what was before as far back as somebody looks.
import { frames, look, view } from "../table/live.js";

const PAGE = 500; // as many as the service tells at once

/** An unbroken run of frames, the newest last. */
let known = [];
let busy = Promise.resolve();

async function fetched(first, last) {
  const found = [];
  while (first <= last) {
    const { frames: more } = await look("events", { after: first - 1, limit: Math.min(PAGE, last - first + 1) });
    if (!more.length) break;
    found.push(...more);
    first = more.at(-1).number + 1;
  }
  return found;
}

async function reach(first, last) {
  if (!known.length) known = frames.value.filter((frame) => frame.number <= last);
  if (!known.length) known = await fetched(first, last);
  if (known[0]?.number > first) known = [...(await fetched(first, known[0].number - 1)), ...known];
  const next = (known.at(-1)?.number ?? 0) + 1;
  if (next > last) return;
  const live = frames.value.filter((frame) => frame.number >= next && frame.number <= last);
  known.push(...(live[0]?.number === next ? live : await fetched(next, last)));
}

/** Every frame from a number to the newest of the view. */
export async function framesFrom(first) {
  const last = view.value.number;
  busy = busy.catch(() => {}).then(() => reach(Math.max(1, first), last)); // one after the other: the run stays unbroken
  await busy;
  return known.filter((frame) => frame.number >= first && frame.number <= last);
}

/** Every frame from the first to the newest of the view. */
export const allFrames = () => framesFrom(1);

/** What a frame tells, also in a GM's frame, which holds the whole entry. */
export const fact = (frame) => frame.fact.entry?.fact ?? frame.fact;
/** The number of the action that a frame belongs to, if it belongs to one. */
export const actionOf = (frame) => frame.action ?? undefined;

const TELLING = new Set(["roll-seen", "rolled", "hit-seen", "damage-applied"]);
/** Whether a frame has an explanation. */
export const explains = (frame) => TELLING.has(fact(frame).type);

/** The frames that a line of the story is about: all of its action, else those right before it without one. */
export async function framesOf(line, before = 0) {
  const own = (await framesFrom(line.number)).find((frame) => frame.number === line.number);
  const action = own && actionOf(own);
  const near = await framesFrom(action ?? before + 1);
  if (action) return near.filter((frame) => actionOf(frame) === action || frame.number === action);
  return near.filter((frame) => frame.number > before && frame.number <= line.number && !actionOf(frame));
}
