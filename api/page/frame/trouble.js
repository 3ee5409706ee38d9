// The page when there is no table to show: still loading, no connection yet, or a link that opens nothing.
import { html } from "../html.js";
import { connection } from "../table/live.js";
import { ROOT } from "../table/place.js";
import { say } from "../words/index.js";

export function Trouble({ problem }) {
  if (!problem) {
    return html`<main class="alone" aria-busy="true">
      <div role="status"><h1>${connection.value.word === "lost" ? say("top.lost-why") : say("app.loading")}</h1></div>
    </main>`;
  }
  return html`<main class="alone">
    <h1>${say(problem.bare ? "app.bare" : problem.gone ? "app.gone" : "app.no-seat")}</h1>
    <p role="alert">${say(problem.bare ? "app.bare-why" : "app.no-seat-why")}</p>
    <p><a class="button" href=${ROOT}>${say("app.to-start")}</a></p>
  </main>`;
}
