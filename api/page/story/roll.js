// A roll and a hit as they came about: dice, every modifier with its rule, what it had to reach; each step of damage.
import { html } from "../html.js";
import { Rule } from "../frame/rule.js";
import { look } from "../table/live.js";
import { nameOf, seatName } from "../table/people.js";
import { useAsked } from "../table/use_asked.js";
import { capital, rollWord, say, word } from "../words/index.js";

export const signed = (number) => (number < 0 ? `−${-number}` : `+${number}`);
const OPS = { times: "×", minus: "−", plus: "+", least: "≥" };
export const Loading = () => html`<p class="soft" aria-busy="true">…</p>`;

const Plain = ({ children }) => children;

/** A roll or a hit by its number. `Label` draws what a modifier is called, `Below` what is to be done about the roll. */
export function RollBehind({ number, Label = Plain, Below }) {
  const found = useAsked(number, () => look(`rolls/${number}`));
  if (found === null) return html`<${Loading} />`;
  if (!found) return html`<p>${say("why.none")}</p>`;
  return found.kind === "damage" ? html`<${Damage} one=${found} />` : html`<${Roll} one=${found} Label=${Label} Below=${Below} />`;
}

const plus = (number, place) => (place ? ` ${number < 0 ? "−" : "+"} ${Math.abs(number)}` : signed(number).replace("+", ""));
/** What the dice of a roll come to, where they do not say so themselves: one that goes on, is dropped or halved. */
function Sum({ faces }) {
  const counts = faces.map((face) => face.counts).filter((number) => Number.isInteger(number));
  if (!faces.length || counts.length < faces.length || (faces.length === 1 && counts[0] === faces[0].face)) return null;
  return html`<tr class="sum"><th scope="row">${say("why.counts")}</th><td>${counts.map(plus).join("")}${counts.length > 1 && ` = ${signed(counts.reduce((sum, one) => sum + one, 0)).replace("+", "")}`}</td><td></td></tr>`;
}

function Dice({ one }) {
  const faces = one.faces ?? [];
  if (!faces.length) return null;
  return html`<tr><th scope="row">${one.dice || say("dice.typed")}</th><td class="faces">${faces.map((face, place) => html`<span key=${place} class="die">${face.face}</span>`)}</td>
    <td class="soft">${one.typed_by ? say("why.typed", { name: seatName(one.typed_by) }) : say("why.thrown")}</td></tr>`;
}

function Roll({ one, Label, Below }) {
  const cut = one.total === undefined || one.total === null;
  return html`<section class="why">
    <h3>${say(one.combatant ? "why.roll" : "why.a-roll", { name: nameOf(one.combatant), purpose: rollWord(one.purpose) })} <span class="outcome ${one.outcome}">${one.outcome !== "none" ? word(one.outcome) : ""}</span></h3>
    <table><tbody>
      <${Dice} one=${one} /><${Sum} faces=${one.faces ?? []} />
      ${(one.modifiers ?? []).map((term, place) => html`<tr key=${place}><th scope="row"><${Label} roll=${one} term=${term}>${(term.note && word(term.note)) || term.title || say("why.referee")}<//></th><td>${signed(term.value)}</td><td><${Rule} id=${term.rule} /></td></tr>`)}
      ${!cut && html`<tr class="total"><th scope="row">${say("why.total")}</th><td><b>${one.total}</b></td><td></td></tr>`}
      ${one.target_number !== undefined && html`<tr><th scope="row">${say("why.target")}</th><td>${one.target_number}</td><td></td></tr>`}
      ${one.success_level !== undefined && html`<tr><th scope="row">${say("why.level")}</th><td>${one.success_level}</td><td></td></tr>`}
    </tbody></table>
    ${cut && html`<p class="soft">${say("why.hidden")}</p>`}
    ${one.rule && html`<p>${one.title} <${Rule} id=${one.rule} /></p>`}
    ${one.fate && html`<p class="soft">${say("why.became", { became: word(one.fate.became) })}</p>`}
    ${Below && html`<${Below} roll=${one} />`}
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
