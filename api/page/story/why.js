// Why a number is what it is: a roll with what is to be done about it, a place in the order, the losses of a pool.
import { html } from "../html.js";
import { Rule } from "../frame/rule.js";
import { open } from "../table/opened.js";
import { useAsked } from "../table/use_asked.js";
import { view } from "../table/live.js";
import { card, nameOf } from "../table/people.js";
import { capital, label, say } from "../words/index.js";
import { allFrames, counting, explains, fact } from "./frames.js";
import { Loading, RollBehind, signed } from "./roll.js";
import { Argue, Point } from "../time/contest.js";

export const openRoll = (number) => open({ title: say("why.title"), body: html`<${RollWhy} number=${number} />` });

/** A roll with what is to be done about it. */
export const RollWhy = ({ number }) => html`<${RollBehind} number=${number} Label=${Point} Below=${Argue} />`;

export function PlaceWhy({ place }) {
  const found = useAsked(`${place.combatant}|${view.value.number}`, async () => counting(await allFrames()).filter((frame) => {
    const one = fact(frame);
    return one.combatant === place.combatant && one.purpose === "initiative" && frame.turn === view.value.turn;
  }).at(-1)?.number ?? undefined);
  return html`<p><b>${place.initiative}</b> ${place.why && capital(place.why)} <${Rule} id=${place.rule} /></p>
    ${found === null ? html`<${Loading} />` : found ? html`<${RollWhy} number=${found} />` : html`<p class="soft">${say("why.none")}</p>`}`;
}

/** By how much a fact changes a pool of somebody, and by what; a correction may do so by several. */
function changes(one, id, pool) {
  if (one.instead) return one.instead.flatMap((other) => changes(other, id, pool));
  const change = one.combatant === id && one.pool === pool ? one.change : one.combatant === id ? one.gained?.[pool] : one.changes?.[id]?.pools?.[pool];
  return change ? [{ change, weapon: one.weapon }] : [];
}

/** The numbers of somebody with which a frame begins to tell of them. */
const poolsIn = (one, id) => (one.combatant === id ? one : [one.seen ?? [], one.view?.combatants ?? []].flat().find((other) => other.id === id))?.pools;

export function PoolWhy({ id, pool }) {
  const { now, full } = card(id)?.pools?.[pool] ?? {};
  const found = useAsked(`${id}|${pool}|${view.value.number}`, async () => {
    const all = counting(await allFrames());
    const began = all.find((frame) => poolsIn(fact(frame), id)?.[pool]);
    const rows = all.flatMap((frame) => (frame.number > (began?.number ?? 0) ? changes(fact(frame), id, pool).map((one) => ({ ...one, frame })) : []));
    const rest = began ? now - rows.reduce((sum, one) => sum + one.change, poolsIn(fact(began), id)[pool].now) : 0;
    return { first: began && poolsIn(fact(began), id)[pool].now, rows: rest ? [...rows, { change: rest, frame: {} }] : rows };
  });
  if (found === null) return html`<${Loading} />`;
  if (!found?.rows.length) return html`<p class="soft">${say("why.nothing-yet")}</p>`;
  return html`<p><b>${found.first}</b></p><ol class="plain-list losses">${found.rows.map(({ change, weapon, frame }, place) => html`<li key=${place}>
    <button class="plain row-button" disabled=${!frame.fact || !explains(frame)} onClick=${() => openRoll(frame.number)}><b>${signed(change)}</b> <span class="soft">${frame.fact ? say("top.turn", { turn: frame.turn ?? 0 }) : ""}${weapon ? ` · ${label(weapon)}` : frame.fact && explains(frame) ? "" : ` · ${say("why.otherwise")}`}</span></button>
  </li>`)}</ol><p>= <b>${now}</b><span class="soft">/${full}</span></p>`;
}

export const openPool = (id, pool) =>
  open({ title: say("why.pool", { name: nameOf(id), pool: label(pool) }), body: html`<${PoolWhy} id=${id} pool=${pool} />` });
