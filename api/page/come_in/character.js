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
const whole = (event) => Math.trunc(+event.target.value);

function useTemplates() {
  const [found, setFound] = useState(null);
  useEffect(() => void ask(`v1/rulesets/${view.value.ruleset}/templates`).then(setFound, () => setFound({ templates: [], gear: [], listed: [], skills: [], stated_pools: [], ordinary: {} })), []);
  return found;
}

const Numbers = ({ values, onChange, hint, least = 0, most = 20 }) => html`<div class="values wide">${values.map(([each, value]) => html`<label key=${each}><span>${label(each)}</span>
  <input type="number" min=${least} max=${most} value=${value} placeholder=${hint} onInput=${(event) => onChange(each, event.target.value === "" && hint ? undefined : whole(event))} /></label>`)}</div>`;

/** The attributes or skills of a sheet; skills that the rules know are added by name, and any other that is written down. */
function Values({ name, values, known, onChange }) {
  const [more, setMore] = useState("");
  const left = (known || []).filter((one) => !(one in values));
  const add = () => {
    const said = more.trim().toLowerCase();
    const id = left.find((one) => label(one).toLowerCase() === said) ?? said.normalize("NFKD").replace(/[^a-z0-9]+/g, "_").replace(/^[_0-9]+|_+$/g, "").slice(0, 40);
    if (id && !(id in values)) onChange(id, 1);
    setMore("");
  };
  return html`<fieldset><legend>${say(known ? "card.skills" : "card.attributes")}</legend>
    <${Numbers} values=${Object.entries(values)} onChange=${onChange} />
    ${known && html`<div class="buttons"><input aria-label=${say("come.skill")} placeholder=${say("come.skill")} list="skills" value=${more} onInput=${(event) => setMore(event.target.value)}
        onKeyDown=${(event) => event.key === "Enter" && (event.preventDefault(), add())} /><button type="button" disabled=${!more.trim()} onClick=${add}>${say("desk.add")}</button>
      <datalist id="skills">${left.map((one) => html`<option key=${one} value=${label(one)} />`)}</datalist></div>`}</fieldset>`;
}

const called = (one) => (one.title ? titled(one.title) : label(one.id));

/** Typical gear to tick, and what else the rules' armoury has to choose from. */
function Gear({ found, chosen, onChange }) {
  const toggle = (id) => onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  const [taken, left] = [true, false].map((has) => found.listed.filter((one) => chosen.includes(one.id) === has));
  return html`<fieldset><legend>${say("come.gear")}</legend><div class="chips">${[...found.gear, ...taken].map((one) => html`<label key=${one.id} class="chip"><input type="checkbox" checked=${chosen.includes(one.id)} onChange=${() => toggle(one.id)} /><span>${called(one)}</span></label>`)}</div>
    ${found.listed.length > 0 && html`<label class="field"><span class="soft">${say("come.armoury")}</span><select value="" onChange=${(event) => event.target.value && toggle(event.target.value)}>
      <option value="">…</option>${left.map((one) => html`<option key=${one.id} value=${one.id}>${called(one)}</option>`)}</select></label>`}</fieldset>`;
}

function Whose({ said, put }) {
  const players = (view.value.seats ?? []).filter((one) => one.kind === "player");
  return html`<label class="field"><span class="soft">${say("come.player")}</span><select value=${said.controller ?? ""} onChange=${(event) => put({ controller: event.target.value || undefined })}>
      <option value="">${say("seat.gm")}</option>${players.map((one) => html`<option key=${one.id} value=${one.id}>${one.name}</option>`)}</select></label>
    <label class="field"><span class="soft">${say("come.side")}</span><input list="sides" value=${said.side ?? ""} onInput=${(event) => put({ side: event.target.value || undefined })} />
      <datalist id="sides">${[...new Set((view.value.combatants ?? []).map((one) => one.side).filter(Boolean))].map((one) => html`<option key=${one} value=${one} />`)}</datalist></label>
    <label class="chip"><input type="checkbox" checked=${said.hidden ?? false} onChange=${(event) => put({ hidden: event.target.checked || undefined })} /><span>${say("order.hidden")}</span></label>${said.hidden && html`<p class="soft">${say("desk.hidden-why")}</p>`}`;
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

/** What is written of somebody: as they begin, with one's own numbers. */
const withOwn = (begins, own) => Object.fromEntries([...VALUES.filter((name) => begins[name]).map((name) => [name, { ...begins[name], ...own[name] }]), ...Object.entries(own).filter(([name]) => !VALUES.includes(name))]);

function Coming() {
  const found = useTemplates();
  const [said, setSaid] = useState({ name: "", dice: "table" });
  const [chosen, setChosen] = useState(null);
  const [gear, setGear] = useState([]);
  const [own, setOwn] = useState({});
  if (!found) return html`<p class="soft" aria-busy="true">…</p>`;
  const everything = [...found.gear, ...found.listed];
  const ordinary = { id: "", title: say("come.ordinary"), sheet: found.ordinary };
  const template = chosen ?? ordinary;
  const put = (more) => setSaid({ ...said, ...more });
  const pick = (one) => (setChosen(one), setGear([...(one.gear ?? [])]), setOwn({}));
  const write = (name) => (each, value) => setOwn({ ...own, [name]: { ...own[name], [each]: value } });
  const come = async (more) => {
    const name = said.name.trim() || (template.id ? titled(template.title) : undefined);
    if (await give({ type: "enter_combatant", combatant: freeId(name ?? more.character?.name ?? ""), ...said, name, ...more })) close();
  };
  const submit = (event) => {
    event.preventDefault();
    const had = template.gear ?? [];
    const more = gear.filter((id) => !had.includes(id));
    come({ template: template.id || undefined, ...(more.length && { gear: more }), sheet: { ...without(had.filter((id) => !gear.includes(id)), gear, everything), ...withOwn(template.sheet, own) } });
  };
  return html`<form class="fields" onSubmit=${submit}>
    <label class="field"><span class="soft">${say("come.name")}</span><input maxlength="80" required=${!template.id} value=${said.name} placeholder=${template.id ? titled(template.title) : ""} onInput=${(event) => put({ name: event.target.value })} /></label>
    <fieldset><legend>${say("come.like")}</legend><div class="chips">${[ordinary, ...found.templates].map((one) => html`<label key=${one.id} class="chip"><input type="radio" name="template" checked=${template.id === one.id} onChange=${() => pick(one)} /><span>${titled(one.title)}</span></label>`)}</div></fieldset>
    ${VALUES.filter((name) => template.sheet[name]).map((name) => html`<${Values} key=${template.id + name} name=${name} values=${{ ...template.sheet[name], ...own[name] }} known=${name === "skills" && found.skills} onChange=${write(name)} />`)}
    ${found.stated_pools.length > 0 && html`<fieldset><legend>${say("come.points")}</legend><${Numbers} least="1" most="1000" hint="…" values=${found.stated_pools.map((name) => [name, own[name] ?? template.sheet[name] ?? ""])} onChange=${(name, value) => setOwn({ ...own, [name]: value })} /><p class="soft">${say("come.follows")}</p></fieldset>`}
    <${Gear} found=${found} chosen=${gear} onChange=${setGear} />
    <label class="chip"><input type="checkbox" checked=${said.dice === "own"} onChange=${(event) => put({ dice: event.target.checked ? "own" : "table" })} /><span>${say("come.own-dice")}</span></label>
    ${isGm() && html`<${Whose} said=${said} put=${put} />`}
    <p class="buttons"><button class="first">${say(isGm() ? "come.enter" : "come.propose")}</button></p>
    <${Brought} onRead=${(character) => come({ character, name: said.name.trim() || undefined })} />
  </form>`;
}

export const openComing = () => open({ title: say("come.title"), body: html`<${Coming} />` });
