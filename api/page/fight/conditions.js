// Conditions of a combatant in words, with the modifier and the end of those the referee made.
import { html } from "../html.js";
import { say, word } from "../words/index.js";
import { badness } from "./wound.js";

const DEAD = 6;

const signed = (number) => (number > 0 ? `+${number}` : `−${Math.abs(number)}`);

function Effect({ one }) {
  const left = [one.turns && `${one.turns} T`, one.minutes && `${one.minutes} min`].filter(Boolean).join(", ");
  const does = one.modifier ? say("card.effect", { modifier: signed(one.modifier), on: one.on ? word(one.on) : say("card.all") }) : "";
  const more = [does, left].filter(Boolean).join(", ");
  return html`<span class="tag">${word(one.condition)}${more && html` <span class="soft">${more}</span>`}</span> `;
}

/** `without`: conditions that the wound's word says already. */
export function Conditions({ one, without = [] }) {
  if (badness(one.wound) === DEAD) return null; // that says it all
  const effects = one.effects ?? [];
  const plain = (one.conditions ?? []).filter((name) => !effects.some((effect) => effect.condition === name) && name !== one.wound && !without.includes(name));
  if (!plain.length && !effects.length) return null;
  return html`${plain.map((name) => html`<span key=${name} class="tag">${word(name)}</span> `)}${effects.map((effect) => html`<${Effect} key=${effect.condition} one=${effect} />`)}`;
}
