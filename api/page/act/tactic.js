// By which tactic NPCs are suggested what to do.
import { html } from "../html.js";
import { say } from "../words/index.js";
import { TACTICS, tactic } from "./suggested.js";

export function TacticChoice() {
  return html`<select class="tactic" aria-label=${say("suggest.tactic")} value=${tactic.value} onChange=${(event) => (tactic.value = event.target.value)}>
    ${TACTICS.map((one) => html`<option key=${one} value=${one}>${say(`tactic.${one}`)}</option>`)}
  </select>`;
}
