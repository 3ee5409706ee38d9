// What happened while nobody looked at this page: the last lines, until they are seen.
import { effect, html, signal } from "../html.js";
import { keep, kept } from "../table/kept.js";
import { past, told } from "../table/live.js";
import { TABLE } from "../table/place.js";
import { lineOf, say } from "../words/index.js";

const LAST = 10, FEW = 3, CATCHING_UP = 4000; // lines that are shown; fewer are no news; milliseconds
const NAME = `seen/${TABLE}`;

/** The number up to which somebody looked, when they went away; null: they did not. */
const left = signal(kept(NAME, null));
const leave = () => told.value.length && keep(NAME, told.value.at(-1).number);

/** Whether the feed had the time to catch up since somebody came back. */
const caughtUp = signal(false);
const settle = () => ((caughtUp.value = false), setTimeout(() => (caughtUp.value = true), CATCHING_UP));
settle();

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return void (leave(), (left.value = null));
  left.value = kept(NAME, null);
  settle();
});
addEventListener("pagehide", leave);

/** The lines since somebody left, if they are worth telling. */
const missed = () => (left.value === null ? [] : told.value.filter((line) => line.number > left.value));
effect(() => {
  if (caughtUp.value && left.value !== null && missed().length < FEW) left.value = null; // nothing to catch up with
});

export function Away() {
  const lines = missed();
  if (past.value || lines.length < FEW) return null;
  return html`<section class="card away"><header><h2>${say("story.away")}</h2><button onClick=${() => (left.value = null)}>${say("story.away-close")}</button></header>
    <ol class="plain-list">${lines.slice(-LAST).map((line) => html`<li key=${line.number + line.text} class=${line.struck ? "struck" : ""}>${lineOf(line)}</li>`)}</ol>
  </section>`;
}
