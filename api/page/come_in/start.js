// The start page: the tables that this browser knows, and a new one.
import { html, useState } from "../html.js";
import { tablePage } from "../table/place.js";
import { seatCalled } from "../table/people.js";
import { forget, myTables } from "../table/seat.js";
import { say } from "../words/index.js";
import { NewTable } from "./new_table.js";

export function StartPage() {
  const [tables, setTables] = useState(myTables());
  const [making, setMaking] = useState(false);
  const drop = (one) => (forget(one.table), setTables(myTables()));
  return html`<main class="alone start">
    <header><h1>Fracas</h1><p class="soft">${say("app.tagline")}</p></header>
    <section class="card"><h2>${say("start.title")}</h2>
      ${!tables.length && html`<p class="soft">${say("start.none")}</p>`}
      <ul class="plain-list">${tables.map((one) => html`<li key=${one.table} class="row">
        <a class="who" href=${tablePage(one.table)}><span class="name">${one.title ?? one.table}</span> <span class="soft">${seatCalled(one)} · ${say(`seat.${one.kind}`)}</span></a>
        <button class="quiet" aria-label="${say("start.forget")}: ${one.title ?? one.table}" onClick=${() => drop(one)}>${say("start.forget")}</button>
      </li>`)}</ul>
    </section>
    ${making ? html`<${NewTable} onClose=${() => setMaking(false)} />` : html`<p class="buttons"><button class="first" onClick=${() => setMaking(true)}>${say("start.new")}</button></p>`}
  </main>`;
}
