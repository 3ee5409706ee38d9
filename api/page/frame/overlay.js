// A view for a screen that everybody looks at, or for a stream: `?view=initiative|story|card`, `&transparent=1`; and
// for paper: `?view=report|sheets`.
import { html } from "../html.js";
import { CardOf } from "../fight/card.js";
import { Order } from "../fight/order.js";
import { told, view } from "../table/live.js";
import { asked } from "../table/place.js";
import { card } from "../table/people.js";
import { headline } from "./headline.js";
import { Report, Sheets } from "./print.js";
import { lineOf } from "../words/index.js";

const LINES = 3;

function Lines() {
  return html`<ol class="lines large">${told.value.slice(-LINES).map((line) => html`<li key=${line.number}>${lineOf(line)}</li>`)}</ol>`;
}

function Someone() {
  const one = card(asked.get("combatant") ?? view.value.up);
  return one ? html`<${CardOf} one=${one} />` : html`<p class="headline large"><strong>${headline().text}</strong></p>`;
}

const VIEWS = {
  initiative: () => html`<p class="headline large"><strong>${headline().text}</strong></p><${Order} /><${Lines} />`,
  story: Lines,
  card: Someone,
  report: Report,
  sheets: Sheets,
};

const PAPER = new Set(["report", "sheets"]); // these have a heading of their own

export function Overlay() {
  document.documentElement.classList.toggle("transparent", asked.get("transparent") === "1");
  return html`<main class="overlay">${!PAPER.has(asked.get("view")) && html`<h1 class="unseen">${view.value.title}</h1>`}<${VIEWS[asked.get("view")] ?? VIEWS.initiative} /></main>`;
}
