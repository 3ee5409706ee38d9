// The fight at a glance: my card, the order with everybody's state; the way in for whoever plays nobody yet.
import { html } from "../html.js";
import { openComing } from "../come_in/character.js";
import { openInvite } from "../come_in/invite.js";
import { Proposals } from "../come_in/proposals.js";
import { Away } from "../story/away.js";
import { past, view } from "../table/live.js";
import { possible } from "../table/legal.js";
import { myCards } from "../table/people.js";
import { isPlayer } from "../table/seat.js";
import { say } from "../words/index.js";
import { CardOf } from "./card.js";
import { Order } from "./order.js";

/** Bringing somebody in, and inviting people, where this seat may. */
function ComeIn() {
  if (past.value) return null;
  const bare = isPlayer() && !myCards.value.length && !(view.value.proposals ?? []).length;
  const lobby = view.value.phase === "lobby";
  const enter = possible("enter_combatant") && (bare || lobby);
  const invite = possible("offer_seat") && lobby;
  if (!enter && !invite && !bare) return null;
  return html`<section class="card">
    ${bare && html`<p class="soft">${say("card.none-mine")}</p>`}
    <p class="buttons">
      ${enter && html`<button class=${bare ? "first" : ""} onClick=${openComing}>${say("come.title")}</button>`}
      ${invite && html`<button onClick=${openInvite}>${say("invite.title")}</button>`}
    </p></section>`;
}

export function FightPane() {
  return html`<${Away} /><${Proposals} /><${ComeIn} />
    ${myCards.value.map((one) => html`<div key=${one.id} class="my-card"><${CardOf} one=${one} /></div>`)}
    <section class="card order-card"><h2>${say("order.title")}</h2><${Order} /></section>`;
}
