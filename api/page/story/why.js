// Why a number is what it is: a roll with what is to be done about it, a place in the order, the losses of a pool.
import { html } from "../html.js";
import { Rule } from "../frame/rule.js";
import { open } from "../table/opened.js";
import { useAsked } from "../table/use_asked.js";
import { view } from "../table/live.js";
import { nameOf } from "../table/people.js";
import { capital, label, say } from "../words/index.js";
import { allFrames, fact } from "./frames.js";
import { Loading, RollBehind, signed } from "./roll.js";
import { Argue, Point } from "../time/contest.js";

export const openRoll = (number) => open({ title: say("why.title"), body: html`<${RollWhy} number=${number} />` });

/** A roll with what is to be done about it. */
export const RollWhy = ({ number }) => html`<${RollBehind} number=${number} Label=${Point} Below=${Argue} />`;

export function PlaceWhy({ place }) {
  const found = useAsked(place.combatant, async () => (await allFrames()).filter((frame) => {
    const one = fact(frame);
    return one.combatant === place.combatant && one.purpose === "initiative" && frame.turn === view.value.turn;
  }).at(-1)?.number ?? undefined);
  return html`<p><b>${place.initiative}</b> ${place.why && capital(place.why)} <${Rule} id=${place.rule} /></p>
    ${found === null ? html`<${Loading} />` : found ? html`<${RollWhy} number=${found} />` : html`<p class="soft">${say("why.none")}</p>`}`;
}

export function PoolWhy({ id, pool }) {
  const found = useAsked(`${id}|${pool}|${view.value.number}`, async () => (await allFrames()).filter((frame) => {
    const one = fact(frame);
    return one.combatant === id && one.pool === pool && one.change;
  }));
  if (found === null) return html`<${Loading} />`;
  if (!found?.length) return html`<p class="soft">${say("why.nothing-yet")}</p>`;
  return html`<ol class="plain-list">${found.map((frame) => html`<li key=${frame.number}>
    <button class="plain row-button" onClick=${() => openRoll(frame.number)}><b>${signed(fact(frame).change)}</b> <span class="soft">${say("top.turn", { turn: frame.turn ?? 0 })}${fact(frame).weapon ? ` · ${label(fact(frame).weapon)}` : ""}</span></button>
  </li>`)}</ol>`;
}

export const openPool = (id, pool) =>
  open({ title: say("why.pool", { name: nameOf(id), pool: label(pool) }), body: html`<${PoolWhy} id=${id} pool=${pool} />` });
