// A whole group by one key: first who does what at whom, each to be changed; then one after another, with a way to stop.
import { html, useEffect, useRef, useState } from "../html.js";
import { close, open } from "../table/opened.js";
import { Glyph, badness } from "../fight/wound.js";
import { work } from "../table/live.js";
import { card, nameOf } from "../table/people.js";
import { say } from "../words/index.js";
import { play } from "./playing.js";
import { actionOf, because, commandsOf, planned, suggest, tactic, targetsOf, toldShort } from "./suggested.js";
import { TacticChoice } from "./tactic.js";

const IDLE = "-"; // instead of a target: does nothing

const sure = (odds, target) => odds?.targets?.find((one) => one.combatant === target)?.hit?.chance;

/** How likely the act hits, as far as that can be said. */
function Chance({ row }) {
  const action = actionOf(commandsOf(row));
  const key = JSON.stringify(action ?? null);
  const [found, setFound] = useState({});
  useEffect(() => void (action && work("odds", { combatant: row.one.combatant, action }).then((odds) => setFound({ key, odds }), () => {})), [key]);
  const chance = found.key === key ? sure(found.odds, row.target) : undefined;
  return html`<span class="soft chance">${chance === undefined ? "" : say("act.odds-hit", { percent: Math.round(chance * 100) })}</span>`;
}

function Member({ row, onChange }) {
  const { one, target, idle } = row;
  const choose = (value) => onChange(value === IDLE ? { ...row, idle: true } : { ...row, target: value, idle: false });
  return html`<li class="member">
    <b>${one.name}</b>
    <span class="what">${toldShort(commandsOf(row))}</span>
    ${target !== undefined
      ? html`<label class="at"><span class="bad-${badness(card(target)?.wound)}"><${Glyph} wound=${card(target)?.wound} /></span><select aria-label=${say("group.at", { name: one.name })} value=${idle ? IDLE : target} onChange=${(event) => choose(event.target.value)}>
          ${targetsOf(one).map((each) => html`<option key=${each} value=${each}>${nameOf(each)}</option>`)}
          <option value=${IDLE}>${say("suggest.nothing")}</option>
        </select></label><${Chance} row=${row} />`
      : html`<span class="soft">${because(one)}</span>`}
  </li>`;
}

function Plan({ group }) {
  const [rows, setRows] = useState(null);
  useEffect(() => void (setRows(null), suggest(group.id).then((found) => setRows(found.map(planned)))), [tactic.value]);
  const button = useRef(null);
  useEffect(() => void (rows && button.current?.focus()), [Boolean(rows)]); // the same key again lets them act
  const go = (event) => (event.preventDefault(), close(), play(group, rows));
  if (!rows) return html`<p class="soft" role="status">${say("suggest.asking")}</p>`;
  return html`<form class="fields group-plan" onSubmit=${go}>
    <ul class="plain-list">${rows.map((row, at) => html`<${Member} key=${row.one.combatant} row=${row} onChange=${(other) => setRows(rows.with(at, other))} />`)}</ul>
    <p class="soft">${say("group.why")}</p>
    <p class="buttons"><button class="first" ref=${button} disabled=${!rows.length}>${say("group.play", { n: rows.length })}</button><${TacticChoice} /></p>
  </form>`;
}

export const openGroup = (group) => open({ title: group.title, wide: true, body: html`<${Plan} group=${group} />` });
