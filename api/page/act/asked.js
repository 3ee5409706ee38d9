// What is asked of this seat: choices, with the default marked, or dice in one tray. The GM may answer for anybody.
import { html, useRef, useState } from "../html.js";
import { random } from "../table/kept.js";
import { give, past } from "../table/live.js";
import { choiceName, mine, nameOf, questions } from "../table/people.js";
import { isGm } from "../table/seat.js";
import { clock, capital, rollWord, say } from "../words/index.js";
import { needed, useExpected } from "./expected.js";
import { Tray } from "./tray.js";

function Question({ one, forOther = false }) {
  const id = useRef(`page-${random(12)}`); // the same as long as this is asked: sent twice, it is done once
  const [sent, setSent] = useState(false);
  const about = { type: "answer", combatant: one.combatant, ...(one.question && { question: one.question, action: one.action }) };
  const answer = async (fields, around = {}) => {
    setSent(true);
    const done = await give({ ...about, ...fields }, { id: id.current, ...around });
    if (!done) id.current = `page-${random(12)}`;
    setSent(false);
    return done;
  };
  const then = useExpected(one, about);
  const count = async (faces, rest) => {
    setSent(true);
    const all = await needed(about, one.combatant, faces, then, rest); // as far as this seat knows: it may go otherwise
    if (!(await answer({}, { faces: all })) && all.length > faces.length) await answer({}, { faces });
  };
  const alone = questions.value.length === 1 && !one.deadline; // then the banner says it already
  const said = forOther ? say("now.for", { name: nameOf(one.combatant) }) : `${nameOf(one.combatant)}: ${capital(rollWord(one.purpose))}`;
  return html`<div class="question" role="group" aria-label=${said}>
    <p class=${alone && !forOther ? "unseen" : "soft"}>${said}${forOther ? ` (${rollWord(one.purpose)})` : ""}${one.deadline ? `, ${say("now.until", { time: clock(one.deadline) })}` : ""}</p>
    ${one.options?.length
      ? html`<div class="buttons">${one.options.map((choice) => html`<button key=${choice} class=${choice === one.default ? "first" : ""} disabled=${sent} onClick=${() => answer({ choice })}>${capital(choiceName(choice))}</button>`)}</div>`
      : then && html`<${Tray} dice=${one.dice} then=${then} disabled=${sent} onCount=${count} onTable=${() => answer({ default: true })} />`}
  </div>`;
}

const keyOf = (one, place) => `${one.combatant}|${one.question ?? ""}|${one.purpose}|${one.dice ?? ""}|${place}`;

export function Asked() {
  if (past.value) return null;
  const answered = questions.value.filter((one) => one.mine);
  const own = answered.filter((one) => mine(one.combatant));
  const others = isGm() ? answered.filter((one) => !mine(one.combatant)) : [];
  if (!own.length && !others.length) return null;
  const choice = own.length === 1 && own[0].options?.length > 0; // has room beside what the banner says
  return html`${own.length > 0 && html`<div class="asked ${choice ? "" : "hang"}">${own.map((one, place) => html`<${Question} key=${keyOf(one, place)} one=${one} />`)}</div>`}
    ${others.length > 0 && html`<details class="for-others"><summary>${say("now.for", { name: others.length === 1 ? nameOf(others[0].combatant) : others.length })}</summary>
      <div class="hang">${others.map((one, place) => html`<${Question} key=${keyOf(one, place)} one=${one} forOther />`)}</div>
    </details>`}`;
}
