// Bringing people in: ready NPCs, one or a group of them, hidden or in reserve; prepared encounters; who waits in reserve.
import { html, useEffect, useRef, useState } from "../html.js";
import { close, open } from "../table/opened.js";
import { random } from "../table/kept.js";
import { give, view, work } from "../table/live.js";
import { freeId } from "../table/people.js";
import { ask } from "../table/place.js";
import { Faults, OwnFile, faultsOf } from "../come_in/own_file.js";
import { capital, listed, say, titled, word } from "../words/index.js";
import { beginHere, useOnce } from "./form.js";
import { Sight } from "./people.js";

const FOES = "foes"; // whoever the game master brings, unless they say otherwise
const MOST = 50; // of a group, as the service takes it
function Ready() {
  const found = useOnce(() => ask(`v1/rulesets/${view.value.ruleset}/templates`));
  const [said, setSaid] = useState({ template: "", name: "", count: 1, side: FOES, zone: "", hidden: false, reserve: false });
  const sides = [...new Set([FOES, ...(view.value.combatants ?? []).map((one) => one.side)])].filter(Boolean);
  const zones = Object.keys(view.value.scene.zones ?? {});
  const set = (name, value) => setSaid({ ...said, [name]: value });
  const templates = found?.templates ?? [];
  const chosen = templates.find((one) => one.id === said.template) ?? templates[0];
  if (!chosen) return html`<p class="soft">${found ? say("desk.no-templates") : "…"}</p>`;
  const go = async (event) => {
    event.preventDefault();
    const name = said.name.trim() || titled(chosen.title);
    const both = { name, template: chosen.id, ...(said.side.trim() && { side: said.side.trim() }), ...(said.hidden && { hidden: true }), ...(said.reserve && { status: "reserve" }) };
    const command = said.count > 1 ? { type: "form_group", group: freeId(name), title: name, count: said.count, ...both } : { type: "enter_combatant", combatant: freeId(name), ...both };
    if (!(await give(command))) return;
    const came = command.group ? (view.value.groups?.find((one) => one.id === command.group)?.members ?? []) : [command.combatant];
    if (said.zone) for (const combatant of came) await give({ type: "place", combatant, zone: said.zone });
    close();
  };
  return html`<form class="fields" ref=${beginHere} onSubmit=${go}><h3>${say("desk.templates")}</h3>
    <label class="field"><span class="soft">${say("desk.template")}</span><select value=${chosen.id} onChange=${(event) => set("template", event.target.value)}>${templates.map((one) => html`<option key=${one.id} value=${one.id}>${titled(one.title)} (${"★".repeat(one.threat ?? 1)})</option>`)}</select></label>
    <p class="buttons"><label class="field grows"><span class="soft">${say("desk.name")}</span><input value=${said.name} placeholder=${titled(chosen.title)} onInput=${(event) => set("name", event.target.value)} /></label>
      <label class="field"><span class="soft">${say("desk.count")}</span><input type="number" min="1" max=${MOST} value=${said.count} onInput=${(event) => set("count", Number(event.target.value) || 1)} /></label>
      <label class="field"><span class="soft">${say("desk.side")}</span><input value=${said.side} list="all-sides" onInput=${(event) => set("side", event.target.value)} />
        <datalist id="all-sides">${sides.map((one) => html`<option key=${one} value=${one} />`)}</datalist></label>
      ${zones.length > 0 && html`<label class="field"><span class="soft">${say("desk.zone")}</span><select value=${said.zone} onChange=${(event) => set("zone", event.target.value)}><option value="">–</option>${zones.map((one) => html`<option key=${one} value=${one}>${capital(word(one))}</option>`)}</select></label>`}</p>
    <p class="buttons">${[["hidden", "order.hidden"], ["reserve", "desk.in-reserve"]].map(([name, key]) => html`<label key=${name} class="chip"><input type="checkbox" checked=${said[name]} onChange=${(event) => set(name, event.target.checked)} /><span>${capital(say(key))}</span></label>`)}</p>
    ${said.hidden && !(view.value.combatants ?? []).some((one) => one.hidden) && html`<p class="soft">${say("desk.hidden-why")}</p>`}
    <p class="buttons"><button class="first">${say("desk.bring-in")}</button></p>
  </form>`;
}

/** Who comes with an encounter, in one line. */
const whoComes = ({ combatants }) => listed(Object.entries(combatants).map(([id, { name, count = 1, hidden, reserve }]) => {
  const apart = [hidden && say("order.hidden"), reserve && say("desk.in-reserve")].filter(Boolean).join(", ");
  return `${name || capital(word(id))}${count > 1 ? ` ×${count}` : ""}${apart && ` (${apart})`}`;
}));

function Encounters() {
  const found = useOnce(() => ask(`v1/rulesets/${view.value.ruleset}/encounters`));
  const [faults, setFaults] = useState([]);
  const [seen, setSeen] = useState(null);
  const box = useRef(null);
  useEffect(() => box.current?.scrollIntoView({ block: "nearest" }), [seen]);
  const wrong = (problem) => (setSeen(null), setFaults(faultsOf(problem)));
  const put = (what) => work("encounters", { id: `page-${random(8)}`, ...what }).then(close, wrong);
  const lookAt = ({ text }) => work("encounters", { id: "look", file: text, dry_run: true }).then(({ encounter }) => (setFaults([]), setSeen({ encounter, file: text })), wrong);
  return html`<details><summary>${say("desk.encounters")}</summary>
    <${Faults} faults=${faults} />
    <ul class="plain-list">${(found?.encounters ?? []).map(({ id, encounter }) => html`<li key=${id} class="buttons"><span class="grows"><b>${encounter.title}</b> <span class="soft">${encounter.note}<br />${whoComes(encounter)}</span></span><button onClick=${() => put({ sample: id })}>${say("desk.put")}</button></li>`)}</ul>
    <${OwnFile} onRead=${lookAt} />
    ${seen && html`<section class="card looked-at" role="status" ref=${box}><p><b>${seen.encounter.title}</b> <span class="soft">${seen.encounter.note}</span></p><p>${whoComes(seen.encounter)}</p>
      ${seen.encounter.scene && html`<p class="soft">${say("desk.new-scene", { title: seen.encounter.scene.title || say("desk.scene") })}</p>`}
      <p class="buttons"><button class="first" onClick=${() => put({ file: seen.file })}>${say("desk.put")}</button><button class="quiet" onClick=${() => setSeen(null)}>${say("new.not")}</button></p></section>`}
  </details>`;
}

/** Who waits in reserve or is hidden, each with one tap to come in. */
export function Waiting() {
  const found = (view.value.combatants ?? []).filter((one) => one.status === "reserve" || one.hidden);
  if (!found.length) return null;
  const bring = (one) => give({ type: "set_status", combatant: one.id, status: view.value.fight && view.value.phase !== "lobby" ? "in-fight" : "party" });
  return html`<section class="card out-of-sight"><h2>${say("desk.unseen")}</h2>${found.some((one) => one.hidden) && html`<p class="soft">${say("desk.hidden-why")}</p>`}<ul class="plain-list">${found.map((one) => html`<li key=${one.id} class="buttons">
    <b class="grows">${one.name}</b>${one.hidden && html`<span class="tag secret">${say("order.hidden")}</span>`}
    ${one.status === "reserve" && html`<button aria-label="${say("desk.bring-in")}: ${one.name}" onClick=${() => bring(one)}>${say("desk.bring-in")}</button>`}
    ${one.hidden && one.status !== "reserve" && html`<${Sight} one=${one} />`}</li>`)}</ul></section>`;
}

export const openBring = () => open({ title: say("desk.bring"), body: html`<${Ready} /><${Encounters} /><${Waiting} />` });
