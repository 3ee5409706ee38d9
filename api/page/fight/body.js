// A body with its locations, for rules that have them: armor on each, and what is crippled or lost.
import { html } from "../html.js";
import { allFrames, fact } from "../story/frames.js";
import { useAsked } from "../table/use_asked.js";
import { view } from "../table/live.js";
import { label, say, word } from "../words/index.js";

// Seen from the front, so its right is on our left.
const PARTS = {
  head: [50, 6, 26, 24], torso: [37, 34, 52, 56], right_arm: [12, 36, 20, 54], left_arm: [94, 36, 20, 54],
  right_leg: [37, 94, 24, 60], left_leg: [65, 94, 24, 60],
};

/** Stopping power by location, where the sheet's armor is worn by location. */
function worn(one) {
  const armor = one.sheet?.armor;
  if (typeof armor !== "object" || armor === null) return null;
  const found = Object.entries(armor).filter(([name]) => name in PARTS);
  return found.length ? Object.fromEntries(found.map(([name, value]) => [name, typeof value === "number" ? value : value.sp])) : null;
}

const MOST = 3; // marks on one part

/** How often each part was hit, as far as this seat was told. */
async function hitsOn(id) {
  const found = {};
  for (const frame of await allFrames()) {
    const { type, combatant, location } = fact(frame);
    if ((type === "hit-seen" || type === "damage-applied") && combatant === id && location in PARTS) found[location] = (found[location] ?? 0) + 1;
  }
  return found;
}

export function Body({ one }) {
  const armor = worn(one);
  const hits = useAsked(`${one.id}|${view.value.number}`, () => hitsOn(one.id)) ?? {};
  const harm = Object.fromEntries((one.conditions ?? []).map((name) => name.split(":")).filter(([, part]) => part in PARTS).map(([kind, part]) => [part, kind]));
  if (!armor && !Object.keys(harm).length && !Object.keys(hits).length) return null;
  const said = Object.keys(PARTS).map((part) => [label(part), armor?.[part] !== undefined && say("card.sp", { n: armor[part] }), harm[part] && word(harm[part]), hits[part] && say("card.hits", { n: hits[part] })].filter(Boolean).join(", "));
  return html`<figure class="body"><figcaption>${say("card.body")}</figcaption>
    <svg viewBox="0 0 126 160" role="img" aria-label=${said.join("; ")}>
      ${Object.entries(PARTS).map(([part, [x, y, width, height]]) => html`<g key=${part} class="part ${harm[part] ?? ""}">
        <rect x=${x} y=${y} width=${width} height=${height} rx="6" />
        <text x=${x + width / 2} y=${y + height / 2 + 5}>${harm[part] === "lost" ? "×" : (armor?.[part] ?? "")}</text>
        ${Array.from({ length: Math.min(hits[part] ?? 0, MOST) }, (_, at) => html`<circle key=${at} cx=${x + 5 + at * 6} cy=${y + height - 5} r="2.5" />`)}
      </g>`)}
    </svg>
  </figure>`;
}
