// The sheets of one's own combatants: what stands on them, with today's numbers beside it.
import { html } from "../html.js";
import { view } from "../table/live.js";
import { myCards } from "../table/people.js";
import { isGm } from "../table/seat.js";
import { label, say, word } from "../words/index.js";
import { Body } from "./body.js";
import { CardOf } from "./card.js";

const MAPS = ["attributes", "stats", "skills"];
const TITLES = { attributes: "card.attributes", stats: "card.attributes", skills: "card.skills" };

function Values({ title, values }) {
  const found = Object.entries(values ?? {});
  if (!found.length) return null;
  return html`<section><h3>${title}</h3><dl class="values">${found.map(([name, value]) => html`<div key=${name}><dt>${label(name)}</dt><dd>${value}</dd></div>`)}</dl></section>`;
}

const plainly = (value) => (typeof value === "object" && value !== null ? Object.entries(value).map(([name, one]) => `${word(name)} ${plainly(one)}`).join(", ") : word(value));

function Things({ title, things }) {
  const found = Object.entries(things ?? {});
  if (!found.length) return null;
  return html`<section><h3>${title}</h3><ul class="plain-list">${found.map(([name, one]) => html`<li key=${name}><b>${label(name)}</b> <span class="soft">${plainly(one)}</span></li>`)}</ul></section>`;
}

export function WholeSheet({ one }) {
  const sheet = one.sheet ?? {};
  return html`<${Body} one=${one} />
    ${MAPS.map((name) => html`<${Values} key=${name} title=${say(TITLES[name])} values=${sheet[name]} />`)}
    <${Things} title=${say("card.weapons")} things=${sheet.weapons} />
    ${typeof sheet.armor === "object" && html`<${Things} title=${say("card.armor")} things=${sheet.armor} />`}`;
}

export function SheetPane() {
  const shown = isGm() ? (view.value.combatants ?? []).filter((one) => one.id === view.value.up && one.card === "own") : myCards.value;
  if (!shown.length) return html`<p class="soft card">${say(isGm() ? "act.nobody" : "card.none-mine")}</p>`;
  return shown.map((one) => html`<section key=${one.id} class="card sheet"><${CardOf} one=${one} /><${WholeSheet} one=${one} /></section>`);
}
