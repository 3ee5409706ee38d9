// A new table: what is played, in which reading, and every option with what it means and the rule behind it.
import { html, useEffect, useState } from "../html.js";
import { random } from "../table/kept.js";
import { ask, tablePage } from "../table/place.js";
import { Faults, OwnFile, faultsOf } from "./own_file.js";
import { capital, choiceOf, label, say, titled } from "../words/index.js";

/** What is asked of the service for a rule set, once. */
function useRuleSet(id) {
  const [found, setFound] = useState(null);
  useEffect(() => {
    if (!id) return;
    let wanted = true;
    setFound(null);
    Promise.all(["options", "presets", "encounters"].map((what) => ask(`v1/rulesets/${id}/${what}`)))
      .then(([{ options }, { presets }, { encounters }]) => wanted && setFound({ options, presets, encounters }), () => {});
    return () => (wanted = false);
  }, [id]);
  return found;
}

function RuleSets({ all, chosen, onChoose }) {
  return html`<fieldset class="choice"><legend>${say("new.ruleset")}</legend>
    <div class="plain-list">${all.map((one) => html`<label key=${one.id} class="chip tall">
      <input type="radio" name="ruleset" checked=${chosen === one.id} onChange=${() => onChoose(one.id)} />
      <span><b>${one.title}</b></span><span class="soft">${one.summary}</span></label>`)}</div></fieldset>`;
}

function Rules({ ruleset, ids }) {
  const [open, setOpen] = useState(null);
  const show = async (id) => setOpen(open?.id === id ? null : await ask(`v1/rulesets/${ruleset}/rules/${encodeURIComponent(id)}`));
  return html`<p class="soft">${ids.map((id) => html`<button type="button" key=${id} class="link" aria-expanded=${open?.id === id} onClick=${() => show(id)}>${id}</button>`)}</p>
    ${open && html`<blockquote class="soft"><b>${open.title}</b> ${open.text}</blockquote>`}`;
}

function Option({ one, ruleset, value, usual, onChoose }) {
  const now = value ?? usual;
  const at = one.values.indexOf(now);
  return html`<div class="option">
    <label class="field"><b>${label(one.name)}</b>
      <select value=${String(at)} onChange=${(event) => onChoose(one.values[event.target.value])}>
        ${one.values.map((each, place) => html`<option key=${place} value=${place}>${capital(choiceOf(one.name, each))}${each === usual ? ` (${say("new.usual")})` : ""}</option>`)}
      </select></label>
    <p class="soft">${capital(one.meaning?.[at] ?? "")}</p>
    <${Rules} ruleset=${ruleset} ids=${one.rules ?? []} />
  </div>`;
}

/** What an option is about, by the family of the rule behind it, such as `ARM` of `INT-ARM-4`; without a rule: the table. */
const ABOUT = {
  dice: ["DICE", "TASK", "RESIST"], turn: ["INIT", "ACT"], shooting: ["RANGE", "DODGE", "SUPP", "BURST", "AUTO", "AIM", "MULTI", "FUMBLE", "AP", "BLAST"],
  close: ["CLOSE", "HTH", "UNARM"], damage: ["DMG", "ARM", "OBJ", "BTM", "LIMB", "HEAD", "BURN", "LEVEL"],
};
const GROUPS = ["table", ...Object.keys(ABOUT), "wounds"];

function groupOf({ rules = [] }) {
  const family = rules[0]?.split("-")[1];
  return family ? (Object.keys(ABOUT).find((one) => ABOUT[one].includes(family)) ?? "wounds") : "table";
}

function Options({ ruleset, found, preset, options, onChange }) {
  const set = found.presets.find((one) => one.id === preset)?.options ?? {};
  const changed = Object.keys(options).length;
  const choose = (one, usual) => (value) => {
    const { [one.name]: before, ...rest } = options;
    onChange(value === usual ? rest : { ...rest, [one.name]: value });
  };
  return html`<details class="rest"><summary>${say("new.options")} <span class="soft">${changed ? say("new.changed", { n: changed }) : ""}</span></summary>
    ${GROUPS.map((group) => html`<details key=${group} class="group" open=${group === "table"}><summary>${say(`new.about-${group}`)}</summary>
      <div class="options">${found.options.filter((one) => groupOf(one) === group).map((one) => {
        const usual = set[one.name] ?? one.default;
        return html`<${Option} key=${one.name} one=${one} ruleset=${ruleset} value=${options[one.name]} usual=${usual} onChoose=${choose(one, usual)} />`;
      })}</div></details>`)}</details>`;
}

/** Who is there from the first moment: nobody, a prepared encounter, or one from a file of this device. */
function Begins({ all, said, onChoose }) {
  const chosen = said.sample ?? (said.file ? "file" : "");
  const chip = (id, text, what) => html`<label key=${id} class="chip"><input type="radio" name="begins" checked=${chosen === id} onChange=${() => onChoose(what)} /><span>${text}</span></label>`;
  return html`<details class="rest"><summary>${say("desk.encounters")} <span class="soft">${said.file?.name ?? all.find((one) => one.id === said.sample)?.encounter.title ?? ""}</span></summary>
    <fieldset class="choice"><legend>${say("new.begins")}</legend><div class="chips">
      ${chip("", say("new.begins-empty"), {})}${all.map(({ id, encounter }) => chip(id, encounter.title, { sample: id }))}${said.file && chip("file", said.file.name, { file: said.file })}
    </div></fieldset>
    <${OwnFile} onRead=${(file) => onChoose({ file })} /></details>`;
}

export function NewTable({ onClose }) {
  const [all, setAll] = useState([]);
  const [said, setSaid] = useState({ title: "", ruleset: "unisystem", preset: "", options: {} });
  const [key, setKey] = useState("");
  const [wrong, setWrong] = useState(null);
  const [id] = useState(() => random(16)); // sent twice, it opens one table
  const found = useRuleSet(said.ruleset);
  useEffect(() => void ask("v1/rulesets").then(({ rulesets }) => setAll(rulesets), () => {}), []);
  const [begins, setBegins] = useState({}); // `{sample}` or `{file: {name, text}}`
  const put = (more) => setSaid({ ...said, ...more });
  const choose = (what) => (setBegins(what), setWrong(null));
  const open = async (event) => {
    event.preventDefault();
    try {
      const { table, links } = await ask("v1/tables", { ...said, ...begins, ...(begins.file && { file: begins.file.text }), title: said.title.trim() || say("new.untitled"), id }, key.trim());
      location.href = tablePage(table, Object.values(links)[0]);
    } catch (problem) {
      setWrong(problem);
    }
  };
  return html`<form class="card new-table" onSubmit=${open}>
    <header><h2>${say("start.new")}</h2></header>
    <label class="field"><span class="soft">${say("new.title")}</span><input maxlength="80" value=${said.title} placeholder=${say("new.untitled")} onInput=${(event) => put({ title: event.target.value })} /></label>
    <${RuleSets} all=${all} chosen=${said.ruleset} onChoose=${(ruleset) => (put({ ruleset, preset: "", options: {} }), begins.sample && choose({}))} />
    ${found && html`<fieldset class="choice"><legend>${say("new.preset")}</legend><div class="chips">
      ${found.presets.map((one, place) => html`<label key=${one.id} class="chip"><input type="radio" name="preset" checked=${said.preset ? said.preset === one.id : place === 0} onChange=${() => put({ preset: one.id, options: {} })} /><span>${titled(one.title)}</span></label>`)}
    </div></fieldset>
    <${Options} ruleset=${said.ruleset} found=${found} preset=${said.preset} options=${said.options} onChange=${(options) => put({ options })} />
    <${Begins} all=${found.encounters} said=${begins} onChoose=${choose} />`}
    ${wrong && begins.file && wrong.status === 422 ? html`<${Faults} faults=${faultsOf(wrong)} />` : wrong && html`<div role="alert"><p>${wrong.status !== 401 ? wrong.message : `${key.trim() ? `${say("new.wrong-key")} ` : ""}${say("new.needs-key")}`}</p>
      ${wrong.status === 401 && html`<label class="field"><span class="soft">${say("new.key")}</span><input type="password" autocomplete="off" value=${key} onInput=${(event) => setKey(event.target.value)} /></label>`}</div>`}
    <p class="buttons"><button class="first">${say("new.open")}</button><button type="button" class="quiet" onClick=${onClose}>${say("new.not")}</button></p>
  </form>`;
}
