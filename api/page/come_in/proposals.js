// Characters that wait to be let in: to the game master with the two answers, to their player with the wait.
import { html } from "../html.js";
import { give, past, view } from "../table/live.js";
import { seatName } from "../table/people.js";
import { isGm } from "../table/seat.js";
import { open } from "../table/opened.js";
import { WholeSheet } from "../fight/sheet.js";
import { say } from "../words/index.js";

export function Proposals() {
  if (past.value) return null;
  return (view.value.proposals ?? []).map((one) => {
    const about = { seat: one.seat, combatant: one.combatant };
    const show = () => open({ title: one.name, body: html`<${WholeSheet} one=${one} />` });
    return html`<div key=${one.seat + one.combatant} class="card buttons proposal">
      <span>${isGm() ? say("come.proposed", { player: seatName(one.seat), name: one.name }) : say("come.waits", { name: one.name })}</span>
      <button onClick=${show}>${say("tab.sheet")}</button>
      ${isGm() && html`<button class="first" onClick=${() => give({ type: "accept_combatant", ...about })}>${say("come.accept")}</button>`}
      <button class="quiet" onClick=${() => give({ type: "refuse_combatant", ...about })}>${say(isGm() ? "come.refuse" : "act.unqueue")}</button>
    </div>`;
  });
}
