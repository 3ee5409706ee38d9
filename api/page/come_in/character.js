// Somebody new: picked from the ready ones of the rule set and made one's own, or brought along from another table.
// A player proposes them; a game master lets them in, or brings them at once.
import { html, useEffect, useState } from "../html.js";
import { give, view } from "../table/live.js";
import { ask } from "../table/place.js";
import { freeId } from "../table/people.js";
import { isGm } from "../table/seat.js";
import { opened, open } from "../table/opened.js";
import { label, say, titled } from "../words/index.js";

const VALUES = ["attributes", "stats", "skills"];
const close = () => (opened.value = opened.value.slice(0, -1));

function useTemplates() {
  const [found, setFound] = useState(null);
  useEffect(() => void ask(`v1/rulesets/${view.value.ruleset}/templates`).then(setFound, () => setFound({ templates: [], gear: [] })), []);
  return found;
}

function Values({ name, values, changed, onChange }) {
  const found = Object.entries(values ?? {});
  if (!found.length) return null;
  return html`<fieldset><legend>${say(name === "skills" ? "card.skills" : "card.attributes")}</legend><div class="values wide">${found.map(([each, value]) => {
    const now = changed?.[each] ?? value;
    return html`<label key=${each}><span>${label(each)}</span><input type="number" min="0" max="20" value=${now} onInput=${(event) => onChange({ ...changed, [each]: Math.max(0, Math.trunc(+event.target.value)) })} /></label>`;
  })}</div></fieldset>`;
}

function Gear({ all, chosen, onChange }) {
  const toggle = (id) => onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return html`<fieldset><legend>${say("come.gear")}</legend><div class="chips">${all.map((one) => html`<label key=${one.id} class="chip"><input type="checkbox" checked=${chosen.includes(one.id)} onChange=${() => toggle(one.id)} /><span>${one.title ? titled(one.title) : label(one.id)}</span></label>`)}</div></fieldset>`;
}

function Whose({ said, put }) {
  const players = (view.value.seats ?? []).filter((one) => one.kind === "player");
  return html`<label class="field"><span class="soft">${say("come.player")}</span><select value=${said.controller ?? ""} onChange=${(event) => put({ controller: event.target.value || undefined })}>
      <option value="">${say("seat.gm")}</option>${players.map((one) => html`<option key=${one.id} value=${one.id}>${one.name}</option>`)}</select></label>
    <label class="field"><span class="soft">${say("come.side")}</span><input list="sides" value=${said.side ?? ""} onInput=${(event) => put({ side: event.target.value || undefined })} />
      <datalist id="sides">${[...new Set((view.value.combatants ?? []).map((one) => one.side).filter(Boolean))].map((one) => html`<option key=${one} value=${one} />`)}</datalist></label>
    <label class="chip"><input type="checkbox" checked=${said.hidden ?? false} onChange=${(event) => put({ hidden: event.target.checked || undefined })} /><span>${say("order.hidden")}</span></label>`;
}

function Brought({ onRead }) {
  const [wrong, setWrong] = useState("");
  const read = async (event) => {
    try {
      onRead(JSON.parse(await event.target.files[0].text()));
    } catch {
      setWrong(say("come.no-character"));
    }
  };
  return html`<label class="field"><span class="soft">${say("come.bring")}</span><input type="file" accept=".json,application/json" onChange=${read} /></label>${wrong && html`<p role="alert">${wrong}</p>`}`;
}

/** What of a sheet goes with gear that was laid aside: each weapon, and armor that nothing else brings. */
function without(dropped, kept, all) {
  const parts = (ids) => ids.map((id) => all.find((one) => one.id === id)?.sheet ?? {});
  const weapons = parts(dropped).flatMap((one) => Object.keys(one.weapons ?? {}));
  const bare = ["armor", "shield"].filter((name) => parts(dropped).some((one) => one[name]) && !parts(kept).some((one) => one[name]));
  return { ...(weapons.length && { weapons: Object.fromEntries(weapons.map((id) => [id, null])) }), ...Object.fromEntries(bare.map((name) => [name, null])) };
}

function Coming() {
  const found = useTemplates();
  const [said, setSaid] = useState({ name: "", dice: "table" });
  const [template, setTemplate] = useState(null);
  const [gear, setGear] = useState([]);
  const [sheet, setSheet] = useState({});
  const put = (more) => setSaid({ ...said, ...more });
  const pick = (one) => (setTemplate(one), setGear([...(one.gear ?? [])]), setSheet({}));
  const come = async (more) => {
    const name = said.name.trim() || (template && titled(template.title));
    if (await give({ type: "enter_combatant", combatant: freeId(name ?? more.character?.name ?? ""), ...said, name, ...more })) close();
  };
  const submit = (event) => {
    event.preventDefault();
    const had = template.gear ?? [];
    const more = gear.filter((id) => !had.includes(id));
    come({ template: template.id, ...(more.length && { gear: more }), sheet: { ...without(had.filter((id) => !gear.includes(id)), gear, found.gear), ...sheet } });
  };
  if (!found) return html`<p class="soft" aria-busy="true">…</p>`;
  return html`<form class="fields" onSubmit=${submit}>
    <label class="field"><span class="soft">${say("come.name")}</span><input maxlength="80" value=${said.name} placeholder=${template ? titled(template.title) : ""} onInput=${(event) => put({ name: event.target.value })} /></label>
    <fieldset><legend>${say("come.like")}</legend><div class="chips">${found.templates.map((one) => html`<label key=${one.id} class="chip"><input type="radio" name="template" checked=${template === one} onChange=${() => pick(one)} /><span>${titled(one.title)}</span></label>`)}</div></fieldset>
    ${template && html`${VALUES.map((name) => html`<${Values} key=${template.id + name} name=${name} values=${template.sheet[name]} changed=${sheet[name]} onChange=${(values) => setSheet({ ...sheet, [name]: values })} />`)}
      <${Gear} all=${found.gear} chosen=${gear} onChange=${setGear} />`}
    <label class="chip"><input type="checkbox" checked=${said.dice === "own"} onChange=${(event) => put({ dice: event.target.checked ? "own" : "table" })} /><span>${say("come.own-dice")}</span></label>
    ${isGm() && html`<${Whose} said=${said} put=${put} />`}
    <p class="buttons"><button class="first" disabled=${!template}>${say(isGm() ? "come.enter" : "come.propose")}</button></p>
    <${Brought} onRead=${(character) => come({ character, name: said.name.trim() || undefined })} />
  </form>`;
}

export const openComing = () => open({ title: say("come.title"), body: html`<${Coming} />` });
