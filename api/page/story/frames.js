// The frames behind the story: those the feed brought, and what was before as far back as somebody looks.
import { frames, look, tellings, view } from "../table/live.js";

const PAGE = 500; // as many as the service tells at once

/** An unbroken run of frames, the newest last. */
let known = [];
let telling = 0; // the one that they are of
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

/** A run of frames from one to another, with what is held of them. */
async function reached(held, first, last) {
  let run = held.length ? held : frames.value.filter((frame) => frame.number <= last);
  if (!run.length) run = await fetched(first, last);
  if (run[0]?.number > first) run = [...(await fetched(first, run[0].number - 1)), ...run];
  const next = (run.at(-1)?.number ?? 0) + 1;
  if (next > last) return run;
  const live = frames.value.filter((frame) => frame.number >= next && frame.number <= last);
  return [...run, ...(live[0]?.number === next ? live : await fetched(next, last))];
}

/** Know the frames from one to another; begun anew where the table is told anew meanwhile. */
async function reach(first, last) {
  for (let of = null; of !== tellings.value; ) {
    of = tellings.value;
    const run = await reached(of === telling ? known : [], first, last);
    if (of === tellings.value) [known, telling] = [run, of];
  }
}

/** Every frame from a number to another, or to the newest of the view. */
export async function framesFrom(first, last = view.value.number) {
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

/** The command of one's own, as `SEAT/ID`, that a frame came of: it stands with the first frame that did. */
export function commandBehind(frame, frames) {
  const first = frames.findLast((one) => one.number <= frame.number && one.command);
  return first && `${frame.seat}/${first.command}`;
}

const TELLING = new Set(["roll-seen", "rolled", "hit-seen", "damage-applied"]);
/** Whether a frame has an explanation. */
export const explains = (frame) => TELLING.has(fact(frame).type);

const IN_PLACE = ["strike", "amend", "override"];
/** Of all frames those that count at their end: not what was undone or struck, but what a correction put in its place. */
export function counting(all) {
  const stands = [0], placed = [], judged = new Set(), gone = [], kept = [];
  let coming = [];
  for (const frame of all) {
    const one = fact(frame), instead = frame.fact.entry?.instead_of?.length, middle = IN_PLACE.includes(one.how);
    stands.push(instead ? stands.at(-1) : (one.type === "undone" || one.type === "retracted") && !middle ? stands[one.stands_at ?? 0] : frame.number);
    if (instead) coming.push(frame);
    if (one.type === "retracted" && middle) placed[frame.number] = coming;
    if (!instead && one.type !== "amended") coming = [];
  }
  const counts = ({ number }) => !gone.some(([first, last]) => first <= number && number <= last);
  for (let at = stands.at(-1); at; at = stands[at - 1]) {
    const frame = all[at - 1], one = fact(frame), again = (one.again ?? []).map((act) => act.action);
    kept.push(...[...(placed[at] ?? []), frame].filter(counts).reverse());
    if (again.length && again.every((act) => judged.has(act))) kept.pop(); // judged anew once more since
    again.forEach((act) => judged.add(act));
    if (IN_PLACE.includes(one.how)) gone.push(...(one.versions ?? one.frames.map((number) => [number, number])));
  }
  return kept.reverse();
}

/** The frames that a line of the story is about: all of its action, else those right before it without one. */
export async function framesOf(line, before = 0) {
  const own = (await framesFrom(line.number)).find((frame) => frame.number === line.number);
  const action = own && actionOf(own);
  const near = await framesFrom(action ?? before + 1);
  if (action) return near.filter((frame) => actionOf(frame) === action || frame.number === action);
  return near.filter((frame) => frame.number > before && frame.number <= line.number && !actionOf(frame));
}
