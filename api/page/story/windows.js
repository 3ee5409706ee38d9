// What is open over the page, drawn, and what opens because somebody asked why: a card, a place in the order, a pool.
import { html } from "../html.js";
import { Dialog } from "../frame/dialog.js";
import { CardOf } from "../fight/card.js";
import { WholeSheet } from "../fight/sheet.js";
import { card, nameOf } from "../table/people.js";
import { close, open, opened } from "../table/opened.js";
import { useAsked } from "../table/use_asked.js";
import { view } from "../table/live.js";
import { say } from "../words/index.js";
import { allFrames, fact } from "./frames.js";
import { PlaceWhy } from "./why.js";

export const openPlace = (place) => open({ title: nameOf(place.combatant), body: html`<${PlaceWhy} place=${place} />` });
export const openCard = (id) => open({ title: nameOf(id), body: html`<${WholeCard} id=${id} />` });

/** A combatant as far as it may be read. */
function WholeCard({ id }) {
  const one = card(id);
  return one ? html`<${CardOf} one=${one} plays /><${NotesAbout} id=${id} />${one.card === "own" && html`<${WholeSheet} one=${one} />`}` : null;
}

/** What was noted about somebody, for as many as may read it. */
function NotesAbout({ id }) {
  const found = useAsked(`${id}|${view.value.number}`, async () => (await allFrames()).map(fact).filter((one) => one.about === id));
  return found?.length > 0 && html`<h3>${say("card.notes")}</h3><ul>${found.map((one, place) => html`<li key=${place}>${one.text}</li>`)}</ul>`;
}

export function Opened() {
  return opened.value.map((one, depth) => html`<${Dialog} key=${depth} title=${one.title} wide=${one.wide} onClose=${close}>${one.body}<//>`);
}
