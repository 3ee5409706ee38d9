// The members of a group act one after another as they were told to, until all have, somebody stops it, or somebody else
// is up. Where the table asks somebody, it waits.
import { effect, html, signal, untracked } from "../html.js";
import { useKeys } from "../frame/keys.js";
import { give, given, now, seen } from "../table/live.js";
import { nameOf, questions } from "../table/people.js";
import { fresh } from "../table/legal.js";
import { listed, say } from "../words/index.js";
import { actionOf, against, commandsOf, suggest, toldShort } from "./suggested.js";

/** `{group, rows, ended}`: each row with its `state`: waits, now, done, skipped, refused; null: no group plays. */
export const playing = signal(null);
/** Whether it goes on just now. */
export const goesOn = () => Boolean(playing.value && !playing.value.ended);

const mark = (at, more) => playing.value && (playing.value = { ...playing.value, rows: playing.value.rows.map((row, place) => (place === at ? { ...row, ...more } : row)) });
const waiting = () => playing.value.rows.filter((row) => row.state === "waits").map((row) => row.one.combatant);
const whoseTurn = () => `${now.value.turn} ${now.value.up}`;
export const stop = (why = say("group.stopped")) => goesOn() && (playing.value = { ...playing.value, ended: why, then: whoseTurn() });

/** Kept when it is somebody's turn ("now"), when that has passed ("skipped"), or when it is to stop ("stop"). */
const turnOf = (id) =>
  new Promise((kept) => {
    const end = effect(() => {
      const found = stands(id);
      if (found) queueMicrotask(() => (end(), kept(found)));
    });
  });

function stands(id) {
  if (!goesOn()) return "stop";
  if (questions.value.length || !fresh.value) return "";
  if (now.value.up === id) return "now";
  return waiting().includes(now.value.up) ? "skipped" : "stop";
}

/** What a member does, looked at once more when it is up: whoever was to be attacked may have fallen by now. */
async function asItStands(row) {
  const [one] = await suggest(row.one.combatant);
  if (!one || row.idle || against(one, row.target)) return { ...row, one: one ?? row.one };
  return { ...row, one, target: one.target, changed: true };
}

async function member(at) {
  const row = playing.value.rows[at];
  const found = await turnOf(row.one.combatant);
  if (found === "stop") return stop(questionsOrWho());
  if (found === "skipped") return mark(at, { state: "skipped" });
  mark(at, { ...(await asItStands(row)), state: "now" });
  for (const command of commandsOf(playing.value.rows[at])) {
    if (!goesOn()) return mark(at, { state: "waits" });
    const reply = await give(command);
    if (!reply) return (mark(at, { state: "refused" }), stop(say("group.refused")));
    await seen(reply.version);
  }
  mark(at, { state: "done" });
}

/** Kept when nobody is asked any more: what the last of them did is over then. */
const answered = () =>
  new Promise((kept) => {
    const end = effect(() => void ((questions.value.length && goesOn()) || queueMicrotask(() => (end(), kept()))));
  });

const questionsOrWho = () => (now.value.up ? say("group.other", { name: nameOf(now.value.up) }) : say("now.all-done"));

/** Let a group act as planned. */
export async function play(group, rows) {
  playing.value = { group, rows: rows.map((row) => ({ ...row, state: "waits" })), ended: "" };
  for (let at = 0; at < rows.length && goesOn(); at++) await member(at);
  if (goesOn()) await answered();
  if (goesOn()) stop(say("group.played"));
}

/** What was played is told until something else is done or somebody else is up. */
effect(() => void (given.value, untracked(() => playing.value?.ended && (playing.value = null))));
effect(() => void (playing.value?.ended && playing.value.then !== whoseTurn() && !waiting().includes(now.value.up) && (playing.value = null)));

const SIGNS = { waits: "○", now: "▸", done: "✓", skipped: "–", refused: "×" };

export function Playing() {
  const one = playing.value;
  useKeys(goesOn() ? [["Escape", say("group.stop"), () => stop()]] : [], [goesOn()]);
  if (!one) return null;
  const waits = goesOn() && questions.value.length > 0;
  return html`<section class="card playing" aria-label=${one.group.title}>
    <h2>${one.group.title}</h2>
    <ol class="plain-list">${one.rows.map((row) => html`<li key=${row.one.combatant} class=${row.state}>
      <span aria-hidden="true">${SIGNS[row.state]}</span> <b>${row.one.name}</b> <span class="soft">${toldShort(commandsOf(row))}${row.target && !row.idle && actionOf(commandsOf(row)) ? ` → ${nameOf(row.target)}` : ""}</span>
      <span class="unseen">${say(`group.is-${row.state}`)}</span>${row.changed && html` <span class="tag">${say("group.changed")}</span>`}
    </li>`)}</ol>
    <p class="soft" role="status">${one.ended || (waits ? say("now.waiting", { names: listed([...new Set(questions.value.map((each) => nameOf(each.combatant)))]) }) : "")}</p>
    ${!one.ended && html`<p class="buttons"><button onClick=${() => stop()}>${say("group.stop")} <kbd aria-hidden="true">Esc</kbd></button></p>`}
  </section>`;
}
