// One line: the fight, the turn, the connection, what was not sent yet.
import { html } from "../html.js";
import { connection, past, unkept, unsent, view } from "../table/live.js";
import { say } from "../words/index.js";
import { settingsOpen } from "./settings.js";

export function Top() {
  const { title, turn, phase, closed } = view.value;
  const { word } = connection.value;
  const waits = unsent.value.length;
  return html`<header class="top">
    <h1>${title}</h1>
    <p class="soft">
      <span>${closed ? say("top.closed") : phase === "lobby" ? say("top.lobby") : say("top.turn", { turn })}</span>
      <span role="status" class="connection ${word}" title=${word === "lost" ? say("top.lost-why") : ""}>${past.value && word === "live" ? say("time.past") : say(`top.${word}`)}</span>
      ${waits > 0 && html`<span class="outbox" role="status">${say("top.outbox", { n: waits })}</span>`}
      ${unkept.value && html`<span class="outbox" role="status">${say("top.unkept")}</span>`}
    </p>
    <button class="plain menu" aria-label=${say("top.menu")} onClick=${() => (settingsOpen.value = true)}>
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 7h16M4 12h16M4 17h16" /></svg>
    </button>
  </header>`;
}
