// Who is where and who is seen: zone, posture, cover, moving or still; hidden and shown, reserve and in the fight.
import { html, useState } from "../html.js";
import { Wound } from "../fight/wound.js";
import { FieldInput } from "../frame/field.js";
import { open } from "../table/opened.js";
import { give, view } from "../table/live.js";
import { capital, choiceOf, say, word } from "../words/index.js";
import { toldOf } from "./form.js";

const FIELDS = ["zone", "cover", "posture", "motion", "size", "facing"];

function Stand({ one }) {
  const [said, setSaid] = useState({});
  const now = one.position ?? {};
  const zones = Object.keys(view.value.scene.zones ?? {});
  const told = toldOf("place")?.fields ?? [];
  const place = (values) => give({ type: "place", combatant: one.id, ...values });
  const changed = Object.keys(said).length > 0;
  return html`<div class="stand">
    ${zones.length > 0 && html`<label class="field"><span class="soft">${say("desk.zone")}</span><select value=${now.zone ?? ""} onChange=${(event) => place({ zone: event.target.value })}>
      ${!now.zone && html`<option value="">–</option>`}${zones.map((zone) => html`<option key=${zone} value=${zone}>${capital(word(zone))}</option>`)}</select></label>`}
    <label class="field"><span class="soft">${say("desk.status")}</span><select value=${one.status} onChange=${(event) => give({ type: "set_status", combatant: one.id, status: event.target.value })}>
      ${(toldOf("set_status")?.fields.find((each) => each.name === "status")?.values ?? [one.status]).map((status) => html`<option key=${status} value=${status}>${capital(choiceOf("status", status))}</option>`)}</select></label>
    ${one.controller && html`<label class="field"><span class="soft">${say("desk.dice")}</span><select value=${one.dice} onChange=${(event) => give({ type: "give_control", combatant: one.id, seat: one.controller, dice: event.target.value })}>
      ${["table", "own"].map((dice) => html`<option key=${dice} value=${dice}>${say(`desk.dice-${dice}`)}</option>`)}</select></label>`}
    <details><summary>${say("act.details")} <span class="soft">${FIELDS.slice(1).map((name) => now[name]).filter(Boolean).map(word).join(", ")}</span></summary>
      <div class="fields">${told.filter((field) => FIELDS.includes(field.name) && field.name !== "zone").map((field) => html`<${FieldInput} key=${field.name} one=${{ ...field, required: false }} value=${field.name in said ? said[field.name] : (now[field.name] ?? undefined)} onChange=${(value) => setSaid({ ...said, [field.name]: value })} />`)}
        <p class="buttons"><button disabled=${!changed} onClick=${async () => (await place(said)) && setSaid({})}>${say("desk.place")}</button></p></div>
    </details>
  </div>`;
}

/** Hidden from the others, or seen: one tap. */
export function Sight({ one }) {
  const turn = () => give({ type: one.hidden ? "show" : "hide", combatant: one.id });
  return html`<button class=${one.hidden ? "" : "quiet"} aria-label="${say(one.hidden ? "desk.show" : "desk.hide")}: ${one.name}" onClick=${turn}>${say(one.hidden ? "desk.show" : "desk.hide")}</button>`;
}

function People() {
  return html`<ul class="plain-list people">${(view.value.combatants ?? []).map((one) => html`<li key=${one.id}>
    <p class="buttons"><b class="grows">${one.name}</b> <${Wound} wound=${one.wound} />${one.hidden && html`<span class="tag secret">${say("order.hidden")}</span>`}<${Sight} one=${one} /></p>
    ${one.hidden && html`<p class="soft">${say("desk.hidden-why")}</p>`}<${Stand} one=${one} />
  </li>`)}</ul>`;
}

export const openPeople = () => open({ title: say("desk.people"), wide: true, body: html`<${People} />` });
