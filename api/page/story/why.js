// Why a number is what it is: dice, every modifier with its rule, what it had to reach; each step of damage.
import { html } from "../html.js";
import { ask } from "../table/place.js";
import { useAsked } from "../table/use_asked.js";
import { look, view } from "../table/live.js";
import { nameOf, seatName } from "../table/people.js";
import { capital, label, say, word } from "../words/index.js";
import { allFrames, fact } from "./frames.js";
import { Argue, Point } from "../time/contest.js";
import { openRoll, openRule } from "./opened.js";

const signed = (number) => (number < 0 ? `−${-number}` : `+${number}`);
const OPS = { times: "×", minus: "−", plus: "+", least: "≥" };

const Loading = () => html`<p class="soft" aria-busy="true">…</p>`;
export const Rule = ({ id }) => (id ? html`<button class="link rule" onClick=${() => openRule(id)}>${id}</button>` : null);

export function RuleText({ id }) {
  const { ruleset } = view.value;
  const rule = useAsked(id, () => ask(`v1/rulesets/${ruleset}/rules/${encodeURIComponent(id)}`));
  if (rule === null) return html`<${Loading} />`;
  return rule ? html`<h3>${rule.title}</h3><p>${rule.text}</p>` : html`<p>${say("why.none")}</p>`;
}

/** `bare`: nothing is to be done about it here. */
export function RollWhy({ number, bare = false }) {
  const found = useAsked(number, () => look(`rolls/${number}`));
  if (found === null) return html`<${Loading} />`;
  if (!found) return html`<p>${say("why.none")}</p>`;
  return found.kind === "damage" ? html`<${Damage} one=${found} />` : html`<${Roll} one=${found} bare=${bare} />`;
}

function Dice({ one }) {
  const faces = one.faces ?? [];
  if (!faces.length) return null;
  return html`<tr><th scope="row">${one.dice || say("dice.typed")}</th><td class="faces">${faces.map((face, place) => html`<span key=${place} class="die">${face.face}</span>`)}</td>
    <td class="soft">${one.typed_by ? say("why.typed", { name: seatName(one.typed_by) }) : say("why.thrown")}</td></tr>`;
}

export function Roll({ one, bare = false }) {
  const cut = one.total === undefined || one.total === null;
  return html`<section class="why">
    <h3>${say("why.roll", { name: nameOf(one.combatant), purpose: word(one.purpose) })} <span class="outcome ${one.outcome}">${one.outcome !== "none" ? word(one.outcome) : ""}</span></h3>
    <table><tbody>
      <${Dice} one=${one} />
      ${(one.modifiers ?? []).map((term, place) => html`<tr key=${place}><th scope="row"><${Point} roll=${one} term=${term}>${term.title || word(term.note) || say("why.referee")}${term.note && term.title ? html` <span class="soft">${word(term.note)}</span>` : ""}<//></th><td>${signed(term.value)}</td><td><${Rule} id=${term.rule} /></td></tr>`)}
      ${!cut && html`<tr class="total"><th scope="row">${say("why.total")}</th><td><b>${one.total}</b></td><td></td></tr>`}
      ${one.target_number !== undefined && html`<tr><th scope="row">${say("why.target")}</th><td>${one.target_number}</td><td></td></tr>`}
      ${one.success_level !== undefined && html`<tr><th scope="row">${say("why.level")}</th><td>${one.success_level}</td><td></td></tr>`}
    </tbody></table>
    ${cut && html`<p class="soft">${say("why.hidden")}</p>`}
    ${one.rule && html`<p>${one.title} <${Rule} id=${one.rule} /></p>`}
    ${one.fate && html`<p class="soft">${say("why.became", { became: word(one.fate.became) })}</p>`}
    ${!bare && html`<${Argue} roll=${one} />`}
  </section>`;
}

function Damage({ one }) {
  const weapon = one.weapon ? ` (${word(one.weapon)})` : "";
  return html`<section class="why">
    <h3>${say("why.damage", { name: nameOf(one.combatant) })}${weapon}</h3>
    ${(one.steps ?? []).length > 0 && html`<table><tbody>
      ${one.steps.map((step, place) => html`<tr key=${place}><th scope="row">${capital(word(step.step))} <span class="soft">${step.title}</span></th><td>${step.op === "set" ? "" : `${OPS[step.op] ?? ""} ${step.by}`}</td><td>= ${step.result}</td><td><${Rule} id=${step.rule} /></td></tr>`)}
    </tbody></table>`}
    ${one.lost !== undefined ? html`<p><b>${one.lost}</b> ${say("why.lost")} (${word(one.pool)})</p>` : html`<p class="soft">${say("why.hidden")}</p>`}
  </section>`;
}

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
