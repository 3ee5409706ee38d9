// The start page: the tables that this browser knows, for the host all that the service has, and a new one.
import { html, useEffect, useState } from "../html.js";
import { ask, tablePage } from "../table/place.js";
import { seatCalled } from "../table/people.js";
import { forget, myTables } from "../table/seat.js";
import { say } from "../words/index.js";
import { NewTable } from "./new_table.js";

/** A table that this browser does not lead: the host may sit down there as game master, by a new link. */
function Led({ one, played }) {
  const [sure, setSure] = useState(false);
  const [no, setNo] = useState("");
  const sit = () => ask(`v1/tables/${one.table}/link`, {}).then(({ table, links }) => (location.href = tablePage(table, Object.values(links)[0])), (problem) => setNo(problem.message));
  return html`<li class="buttons"><span class="grows"><b>${one.title || one.table}</b> <span class="soft">${sure ? say("start.old-void") : (played ?? one.ruleset)}</span></span>
    ${no && html`<span role="alert">${no}</span>`}
    <button class=${sure ? "" : "quiet"} aria-label="${say(sure ? "act.sure" : "start.lead")}: ${one.title || one.table}" onClick=${() => (sure ? sit() : setSure(true))}>${say(sure ? "act.sure" : "start.lead")}</button></li>`;
}

/** Whoever sits at the machine of the service is its host, and is told of every table; others are told of none. */
function Served({ known }) {
  const [all, setAll] = useState([]);
  const [titles, setTitles] = useState({});
  useEffect(() => void ask("v1/tables").then(({ tables }) => setAll(tables), () => {}), []);
  useEffect(() => void (all.length && ask("v1/rulesets").then(({ rulesets }) => setTitles(Object.fromEntries(rulesets.map((one) => [one.id, one.title]))), () => {})), [all.length]);
  const others = all.filter((one) => !one.trouble && !known.some((own) => own.table === one.table && own.kind === "gm"));
  if (!others.length) return null;
  return html`<section class="card"><h2>${say("start.served")}</h2><p class="soft">${say("start.served-why")}</p>
    <ul class="plain-list">${others.map((one) => html`<${Led} key=${one.table} one=${one} played=${titles[one.ruleset]} />`)}</ul></section>`;
}

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
    <${Served} known=${tables} />
    ${making ? html`<${NewTable} onClose=${() => setMaking(false)} />` : html`<p class="buttons"><button class="first" onClick=${() => setMaking(true)}>${say("start.new")}</button></p>`}
  </main>`;
}
