// A combatant's card: wound, numbers where they may be read, conditions, ammunition, where it stands. Numbers open.
import { html } from "../html.js";
import { playerOf } from "../table/people.js";
import { openPool } from "../story/why.js";
import { label, say, word } from "../words/index.js";
import { Conditions } from "./conditions.js";
import { Provisional, isProvisional } from "./provisional.js";
import { Wound } from "./wound.js";

const BOXES = 4; // to a wound level

/** Points that are taken rather than lost, as the track that is crossed off: a level for each four boxes. */
function Track({ pool }) {
  return html`<span class="track" aria-hidden="true">${Array.from({ length: pool.full / BOXES }, (_, level) => html`<i key=${level} class="level">
    ${Array.from({ length: BOXES }, (_, box) => html`<b key=${box} class=${level * BOXES + box < pool.now ? "taken" : ""} />`)}</i>`)}</span>`;
}

function Pool({ one, name, pool }) {
  const part = pool.full ? Math.max(0, Math.min(1, pool.now / pool.full)) : 0;
  return html`<li><button class="pool" onClick=${() => openPool(one.id, name)}>
    <span>${label(name)}</span> <b>${pool.now}</b><span class="soft">/${pool.full}</span>
    ${name === "wounds" ? html`<${Track} pool=${pool} />` : html`<progress aria-hidden="true" max="1" value=${part}></progress>`}
  </button></li>`;
}

/** The weapons whose rounds are counted: name, rounds left, how many it holds. */
const rounds = (one) => Object.entries(one.ammo ?? {}).map(([id, left]) => [id, left, one.full_ammo?.[id]]);

function Ammo({ one }) {
  const found = rounds(one);
  if (!found.length) return null;
  return html`<ul class="tags">${found.map(([id, left, full]) => html`<li key=${id} class="tag ${left ? "" : "warn"}">
    ${word(id)} <b>${left ? say("card.rounds-of", { now: left, full: full ?? left }) : say("card.empty")}</b>
  </li>`)}</ul>`;
}

function Stands({ one }) {
  const { zone, cover, posture, motion } = one.position ?? {};
  const said = [zone, posture, motion === "moving" && motion].filter(Boolean).map(word);
  if (cover) said.push(say("card.cover", { n: cover }));
  return said.length ? html`<p class="soft">${said.join(" · ")}</p>` : null;
}

export function CardOf({ one, plays = false }) {
  const pools = Object.entries(one.pools ?? {});
  return html`<article class="card ${isProvisional(one.id) ? "provisional" : ""}" aria-label=${one.name}>
    <header><h2>${one.name}</h2><${Wound} wound=${one.wound} /></header>
    ${isProvisional(one.id) && html`<p class="tags"><${Provisional} id=${one.id} /></p>`}
    ${plays && html`<p class="soft">${say("card.plays", { name: playerOf(one.id) })}</p>`}
    ${pools.length > 0 && html`<ul class="pools">${pools.map(([name, pool]) => html`<${Pool} key=${name} one=${one} name=${name} pool=${pool} />`)}</ul>`}
    <div class="carries"><${Ammo} one=${one} /><${Conditions} one=${one} /><${Stands} one=${one} /></div>
  </article>`;
}
