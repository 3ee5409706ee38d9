// What was said beforehand for one's own combatants, until they are up; it can be taken back.
import { html } from "../html.js";
import { give, view } from "../table/live.js";
import { kindOf } from "../table/kinds.js";
import { mine, nameOf } from "../table/people.js";
import { say, word } from "../words/index.js";
import { kindName } from "./suggested.js";

const told = ({ kind, target, weapon }) => [kindName(kindOf(kind)), weapon && word(weapon), target && nameOf(target)].filter(Boolean).join(" · ");

export function Queued() {
  return (view.value.queued ?? []).map((one) => html`<p key=${one.combatant} class="card buttons">
    <span>${say("act.queued", { name: nameOf(one.combatant), what: told(one.action) })}</span>
    ${mine(one.combatant) && html`<button class="quiet" onClick=${() => give({ type: "queue", combatant: one.combatant })}>${say("act.unqueue")}</button>`}
  </p>`);
}
