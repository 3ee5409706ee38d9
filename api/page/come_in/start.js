// The start page: the tables that this browser knows, and a new one.
import { html, useState } from "../html.js";
import { tablePage } from "../table/place.js";
import { forget, myTables } from "../table/seat.js";
import { say } from "../words/index.js";

export function StartPage() {
  const [tables, setTables] = useState(myTables());
  const drop = (one) => (forget(one.table), setTables(myTables()));
  return html`<main class="alone start">
    <h1>Fracas</h1><p class="soft">${say("app.tagline")}</p>
    <section class="card"><h2>${say("start.title")}</h2>
      ${!tables.length && html`<p class="soft">${say("start.none")}</p>`}
      <ul class="plain-list">${tables.map((one) => html`<li key=${one.table} class="row">
        <a class="who" href=${tablePage(one.table)}><span class="name">${one.title ?? one.table}</span> <span class="soft">${one.name} · ${say(`seat.${one.kind}`)}</span></a>
        <button class="quiet" onClick=${() => drop(one)}>${say("start.forget")}</button>
      </li>`)}</ul>
    </section>
  </main>`;
}
