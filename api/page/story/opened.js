// What is open over the page because somebody asked why: a roll, a rule, a card, a place in the order, a pool.
import { html, signal } from "../html.js";
import { Dialog } from "../frame/dialog.js";
import { CardOf } from "../fight/card.js";
import { WholeSheet } from "../fight/sheet.js";
import { card, nameOf } from "../table/people.js";
import { label, say } from "../words/index.js";
import { PlaceWhy, PoolWhy, RollWhy, RuleText } from "./why.js";

/** A stack: what was opened last lies on top. Others may open things of their own: `{title, body, wide}`. */
export const opened = signal([]);
export const open = (one) => (opened.value = [...opened.value, one]);
export const close = () => (opened.value = opened.value.slice(0, -1));

export const openRoll = (number) => open({ title: say("why.title"), body: html`<${RollWhy} number=${number} />` });
export const openRule = (id) => open({ title: id, body: html`<${RuleText} id=${id} />` });
export const openPlace = (place) => open({ title: nameOf(place.combatant), body: html`<${PlaceWhy} place=${place} />` });
export const openCard = (id) => open({ title: nameOf(id), body: html`<${WholeCard} id=${id} />` });
export const openPool = (id, pool) =>
  open({ title: say("why.pool", { name: nameOf(id), pool: label(pool) }), body: html`<${PoolWhy} id=${id} pool=${pool} />` });

/** A combatant as far as it may be read. */
function WholeCard({ id }) {
  const one = card(id);
  return one ? html`<${CardOf} one=${one} plays />${one.card === "own" && html`<${WholeSheet} one=${one} />`}` : null;
}

export function Opened() {
  return opened.value.map((one, depth) => html`<${Dialog} key=${depth} title=${one.title} wide=${one.wide} onClose=${close}>${one.body}<//>`);
}
