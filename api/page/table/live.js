// The table as it is now: signals fed by the live feed, and the one way to give commands.
import { Table, browserStore } from "../../client/fracas.js";
import { batch, computed, effect, signal } from "../html.js";
import { remember, seat } from "./seat.js";
import { ROOT, TABLE } from "./place.js";
import { markedAnew } from "./lines.js";
import { spoken } from "../words/index.js";

/** The view of this seat (see docs/reference/frames.md), null until the first snapshot: nothing is drawn before it. */
export const now = signal(null);
/** The lines of the story: those that the feed told, and what was before as far back as somebody looked. */
export const told = signal([]);
const heard = signal({ word: "connecting" });
const offline = signal(!navigator.onLine);
/** The connection: `connecting`, `live`, `lost`, `gone` with why; lost at once where the device says that it has no network. */
export const connection = computed(() => (offline.value && heard.value.word !== "gone" ? { word: "lost" } : heard.value));
/** Whether there may be lines before those. */
export const goesBack = signal(true);
const outbox = signal([]);
const late = signal(false);
/** Commands that wait for more than an answer that is on its way: the connection is lost, or the service does not get to them. */
export const unsent = computed(() => (connection.value.word !== "live" || late.value ? outbox.value : []));
/** Whether this browser did not take a command into its keeping: a reload before its answer would lose it. */
export const unkept = signal(false);
/** The newest frames of the feed; what was before is asked for. */
export const frames = signal([]);
/** How often the table was told from the beginning: what was asked for before may be of a log that was put away since. */
export const tellings = signal(0);
/** Looking at an earlier moment: `{number, says, view, lines}`; null: now. Set by time/, read by everybody. */
export const past = signal(null);
/** What is on the screen: now, or an earlier moment. */
export const view = computed(() => past.value?.view ?? now.value);
/** The command that was refused last, until the next is given: `{problem, command, around}`. */
export const refused = signal(null);
/** The command of this page that was accepted last: `{command, reply}`; null: none yet. */
export const given = signal(null);

const FRAMES = 1000, EARLIER = 100, FIRST = 40; // lines that are asked for at once, and that a snapshot brings
const TAKES_BACK = new Set(["undone", "struck", "retracted", "amended", "overridden", "ruled"]);
const LATE = 3000; // milliseconds
let table = null, getsLate;

/** A view with what the service leaves out where it says nothing. */
export const whole = (seen) => ({ phase: "lobby", turn: 0, fight: 0, ...seen });

/** Follow the table of this page until its seat is of no use any more. */
export function follow() {
  const store = browserStore(`fracas-outbox/${TABLE}/${seat.value.seat}/`);
  table = new Table({
    base: ROOT,
    table: TABLE,
    language: () => spoken.value,
    store,
    on: {
      message: (said) => (said.type === "batch" ? hear(said) : said.type === "snapshot" && begin(said)),
      change: (_, seen) => take(seen),
      state: (word, why) => (heard.value = { word, why }),
      outbox: (commands) => wait(commands, store.forgetful),
      answered: (body, reply, no) => no && (refused.value = { problem: no.problem, ...body }),
    },
  });
  wakeUp();
  return table.follow();
}

function wait(commands, forgetful) {
  clearTimeout(getsLate);
  batch(() => ((outbox.value = commands), (late.value = false), (unkept.value ||= forgetful)));
  if (commands.length) getsLate = setTimeout(() => (late.value = true), LATE);
}

/** Whether a frame tells that something was taken back or put right. */
export const takesBack = ({ fact }) => TAKES_BACK.has(fact.entry?.fact.type ?? fact.type);
/** Whether something was taken back or put right after a number, as far as this page heard. */
export const takenBackSince = (number) => frames.value.some((frame) => frame.number > number && takesBack(frame));

const SLEPT = 20_000; // milliseconds out of sight after which a connection is not trusted

/** The network comes and goes, and devices sleep: the page says so at once, and comes back by itself. */
function wakeUp() {
  let hidden = 0;
  addEventListener("offline", () => (offline.value = true));
  addEventListener("online", () => ((offline.value = false), (heard.value = { word: "connecting" }), table.rejoin()));
  for (const event of ["pageshow", "focus"]) addEventListener(event, () => table.wake());
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return void (hidden = Date.now());
    if (Date.now() - hidden > SLEPT) table.rejoin();
    else table.wake();
  });
}

/** What was told before a snapshot may be told otherwise now. */
function begin({ lines }) {
  batch(() => {
    frames.value = [];
    told.value = lines;
    goesBack.value = lines.length >= FIRST;
    tellings.value += 1;
  });
}

function take(said) {
  const { view: seen } = said;
  if (!seen) return;
  const first = now.value?.title !== seen.title;
  now.value = whole(seen);
  if (first && seat.value?.seat) remember({ ...seat.value, title: seen.title });
}

function hear({ frames: fresh, lines = [] }) {
  frames.value = [...frames.value, ...fresh].slice(-FRAMES);
  if (lines.length) told.value = [...told.value, ...lines];
  if (fresh.some(takesBack)) learnWhatStands();
}

/** What was taken back is marked on lines that were told before: they are asked for once more. */
async function learnWhatStands() {
  const first = told.value[0]?.number ?? 1;
  const story = await look("story", { after: first - 1 }).catch(() => null);
  if (story) told.value = markedAnew(story.lines, told.value);
}

/** Ask for the lines before the first one that is known. */
export async function lookFurtherBack() {
  const first = told.value[0]?.number;
  if (!first || !goesBack.value) return;
  const { lines } = await look("story", { before: first, last: EARLIER });
  if (told.value[0]?.number !== first) return; // told anew meanwhile
  batch(() => {
    goesBack.value = lines.length === EARLIER;
    told.value = [...lines, ...told.value];
  });
}

/**
 * Give a command: resolves with the reply; null where it was refused, which then stands in `refused`.
 * `around` as in docs/clients.md: `force`, `faces`, `expect`. While the connection is lost it waits in the outbox.
 */
export async function give(command, around = {}) {
  if (past.value) return null; // nothing acts on the past by accident
  refused.value = null;
  try {
    const reply = await table.give(command, around);
    given.value = { command, reply };
    return reply;
  } catch {
    return null; // `answered` has told
  }
}

/** Kept once the page has heard of everything up to a number. */
export const seen = (number) =>
  new Promise((kept) => {
    const end = effect(() => void (now.value.number >= number && queueMicrotask(() => (end(), kept()))));
  });

/** Try a command without doing it: refusal, questions and modifiers up to the first die. */
export const tried = (command, around = {}) => table.try(command, around);

/** A GET below the table. */
export const look = (path, query) => table.look(path, query);

/** A POST below the table that changes nothing, such as `odds`. */
export const work = (path, body) => table.ask(path, body);
