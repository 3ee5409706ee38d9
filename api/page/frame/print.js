// What goes onto paper: the report of the fight, and the emergency sheet, with which a table plays on without power.
import { html } from "../html.js";
import { CardOf } from "../fight/card.js";
import { Order } from "../fight/order.js";
import { WholeSheet } from "../fight/sheet.js";
import { badness } from "../fight/wound.js";
import { look, view } from "../table/live.js";
import { useAsked } from "../table/use_asked.js";
import { capital, clock, lineOf, say, word } from "../words/index.js";

function Head({ title }) {
  return html`<header class="paper-head"><h1>${title}</h1>
    <p class="soft">${title !== view.value.title && `${view.value.title} · `}${view.value.turn ? say("top.turn", { turn: view.value.turn }) : say("top.lobby")} · ${clock(Date.now())}</p>
    <button class="first no-print" onClick=${() => print()}>${say("print.now")}</button></header>`;
}

/** The whole story, and how everybody came out of it. */
export function Report() {
  const story = useAsked(view.value.number, () => look("story"));
  const present = (view.value.combatants ?? []).filter((one) => !one.hidden && one.status !== "reserve");
  const rows = present.map((one) => [one.name, capital(word(one.wound ?? "")), badness(one.wound) < 6 ? (one.conditions ?? []).map(word).join(", ") : ""]);
  return html`<${Head} title=${view.value.fight_title || view.value.title} />
    <table class="report"><tbody>${rows.map(([name, wound, conditions]) => html`<tr key=${name}><th scope="row">${name}</th><td>${wound}</td><td>${conditions}</td></tr>`)}</tbody></table>
    <ol class="report-lines">${(story?.lines ?? []).map((line) => html`<li key=${line.number + line.text} class=${line.struck ? "struck" : ""}>${lineOf(line)}</li>`)}</ol>`;
}

/** The order and every sheet that this seat may read, with the numbers as they are now. */
export function Sheets() {
  const own = (view.value.combatants ?? []).filter((one) => one.card === "own");
  return html`<${Head} title=${say("print.sheets")} /><${Order} />
    ${own.map((one) => html`<section key=${one.id} class="card sheet paper"><${CardOf} one=${one} /><${WholeSheet} one=${one} /></section>`)}`;
}
