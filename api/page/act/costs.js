// What an act costs whoever does it, as the service works it out: beside each way of doing it, and in whole under the odds.
import { html } from "../html.js";
import { Rule } from "../frame/rule.js";
import { open } from "../table/opened.js";
import { card } from "../table/people.js";
import { capital, rollWord, say, word } from "../words/index.js";
import { actor, values } from "./draft.js";

const LITTLE = 0.015, SURE = 0.999; // chances that are not worth a word, and those that are none
const MAIN = ["strike", "task"]; // the rolls that an act is about, where there are several
const signed = (number) => (number < 0 ? `−${-number}` : `+${number}`);
const between = ([least, most]) => (least === most ? `${most}` : `${least}–${most}`);
const rangeOf = (spread) => between([spread[0].points, spread.at(-1).points]);

const inPercent = (chance) => Math.max(1, Math.round(chance * 100));

/** Points that an act costs, or may cost, whoever does it: `{what, chance}`. */
function pointsOf(spread, pool) {
  const lost = spread.filter((one) => one.points !== 0);
  const chance = lost.reduce((sum, one) => sum + one.chance, 0);
  return { what: lost.length ? `${rangeOf(lost)} ${pool}` : "", chance };
}

/** A condition, without the weapon that it is about where that is the one that acts. */
const becomes = (name) => word(name.endsWith(`:${values.value.weapon}`) ? name.split(":")[0] : name);

/** A price in short, as it stands beside a way of doing it; empty: nothing worth a word. */
export function priced(price) {
  if (!price) return "";
  return [
    ...Object.values(price.ammo ?? {}).map((range) => say("act.price-rounds", { n: range[0] === range[1] ? range[1] : 2, rounds: between(range) })),
    ...Object.entries(price.pools ?? {}).map(([pool, range]) => `${between(range)} ${word(pool)}`),
    ...(price.ended ?? []).map((one) => say("act.price-ends", { what: word(one) })),
  ].join(", ");
}

/** The same as small print inside of a button or a choice. */
export const Price = ({ of }) => (priced(of) ? html` <small class="price">${priced(of)}</small>` : null);

function Added({ modifiers }) {
  return Object.entries(modifiers).map(([purpose, list]) => html`<section key=${purpose} class="why"><h3>${capital(rollWord(purpose))}</h3><table><tbody>
    ${list.map((one, place) => html`<tr key=${place}><th scope="row">${one.note ? word(one.note) : say("why.rule")}</th><td>${signed(one.value)}</td><td><${Rule} id=${one.rule} /></td></tr>`)}
    <tr class="total"><th scope="row">${say("why.total")}</th><td><b>${signed(list.reduce((sum, one) => sum + one.value, 0))}</b></td><td></td></tr>
  </tbody></table></section>`);
}

const openAdded = (modifiers) => open({ title: say("act.added"), body: html`<${Added} modifiers=${modifiers} />` });

/** All that the act that is put together costs, and what is added to its roll, which opens into the rules. */
export function Costs({ cost = {} }) {
  const left = card(actor.value)?.ammo ?? {};
  const points = Object.entries(cost.pools ?? {}).map(([pool, spread]) => pointsOf(spread, word(pool)));
  const becoming = Object.entries(cost.conditions ?? {}).map(([name, { chance }]) => ({ what: becomes(name), chance }));
  const risks = [...points, ...becoming].filter(({ chance }) => chance > LITTLE && chance <= SURE).map(({ what, chance }) => say("act.cost-risk", { what, percent: inPercent(chance) }));
  const paid = [
    ...Object.entries(cost.ammo ?? {}).map(([weapon, spread]) => say("act.cost-rounds", { n: spread.length > 1 ? 2 : spread[0].points, rounds: rangeOf(spread), left: left[weapon] ?? "?" })),
    ...points.filter(({ chance }) => chance > SURE).map(({ what }) => what),
    ...Object.entries(cost.ended ?? {}).filter(([, one]) => one.chance > LITTLE).map(([name]) => say("act.price-ends", { what: word(name) })),
  ];
  const said = [
    ...paid,
    ...becoming.filter(({ chance }) => chance > SURE).map(({ what }) => say("act.cost-then", { what })),
    ...(risks.length ? [say("act.cost-risks", { risks: risks.join(", ") })] : []),
  ];
  const modifiers = cost.modifiers ?? {};
  const main = modifiers[MAIN.find((one) => one in modifiers) ?? Object.keys(modifiers)[0]] ?? [];
  if (!said.length && !main.length) return null;
  return html`<div class="costs">
    ${said.length > 0 && html`<p>${paid.length ? html`<span class="soft">${say("act.costs")}</span> ${said.join(" · ")}` : capital(said.join(" · "))}</p>`}
    ${main.length > 0 && html`<button class="plain added" aria-label=${say("act.added")} onClick=${() => openAdded(modifiers)}>${main.map((one, place) => html`<span key=${place}><b>${signed(one.value)}</b> ${word(one.note) || say("why.rule")}</span>`)}</button>`}
  </div>`;
}
