// Everybody's card in the order of the turn: what a GM looks at while somebody else acts.
import { html } from "../html.js";
import { atWork } from "../act/pane.js";
import { view } from "../table/live.js";
import { CardOf } from "./card.js";
import { rows } from "./order.js";
import { badness } from "./wound.js";

const DEAD = 6;

export function Everybody() {
  if (atWork()) return null;
  const cards = new Map((view.value.combatants ?? []).map((one) => [one.id, one]));
  const found = rows(view.value).flatMap((row) => row.places.map((place) => cards.get(place.combatant)));
  const shown = found.filter((one) => one?.pools && badness(one.wound) < DEAD);
  if (!shown.length) return null;
  return html`<section class="pane everybody">${shown.map((one) => html`<${CardOf} key=${one.id} one=${one} />`)}</section>`;
}
