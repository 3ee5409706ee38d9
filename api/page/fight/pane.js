// The fight at a glance: my card, the order with everybody's state.
import { html } from "../html.js";
import { myCards } from "../table/people.js";
import { say } from "../words/index.js";
import { CardOf } from "./card.js";
import { Order } from "./order.js";

export function FightPane() {
  return html`
    ${myCards.value.map((one) => html`<div key=${one.id} class="my-card"><${CardOf} one=${one} /></div>`)}
    <section class="card order-card"><h2>${say("order.title")}</h2><${Order} /></section>`;
}
