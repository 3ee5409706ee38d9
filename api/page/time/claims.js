// What is to be otherwise in an act: its fields with what was given, the GM's own modifiers, and stated changes.
import { html, useEffect, useState } from "../html.js";
import { FieldInput, called } from "../frame/field.js";
import { titleOf } from "../act/fields.js";
import { legal } from "../table/legal.js";
import { look, view } from "../table/live.js";
import { ask } from "../table/place.js";
import { card, nameOf } from "../table/people.js";
import { isGm, seat } from "../table/seat.js";
import { label, say } from "../words/index.js";

const SEEN_BY_ALL = new Set(["target", "range", "distance", "mode", "shots", "location", "side", "cover", "light"]);

/** A field as its JSON Schema has it: all words that the rules know, not only those that make sense now. */
function plain([name, schema]) {
  const one = schema.anyOf?.find((each) => each.type !== "null") ?? schema;
  const form = { boolean: "yes-no", integer: "number", array: "json", object: "json" }[one.type] ?? (one.$ref || one.anyOf ? "json" : "word");
  return { name, title: label(name), form, values: one.enum ?? [], least: one.minimum, most: one.maximum, default: schema.default };
}

function propertiesOf(fields) {
  const named = fields?.$ref ? fields.$defs[fields.$ref.split("/").at(-1)] : fields;
  return Object.entries(named?.properties ?? {}).map(plain);
}

/** All words that the rules know, those that the table tells first and in its order, such as near before far. */
const inOrder = (told, known) => (known.length ? [...told.filter((one) => known.includes(one)), ...known.filter((one) => !told.includes(one))] : told);

/** A field with what is usual of the target; where just that was given, it stands for itself. */
function asGiven(one, given) {
  const usual = one.by_target?.[given.target] ?? one.default;
  return { ...one, default: usual, required: one.name in given && (Boolean(one.required) || given[one.name] === usual) };
}

/** The fields of an act of a kind: those that the table tells, in its order, with all words of the rules, then the rest. */
export function useFields(deed) {
  const [found, setFound] = useState(null);
  useEffect(() => {
    if (!deed) return;
    const anybodys = () => legal.value?.combatants.flatMap((one) => one.actions) ?? [];
    const reads = isGm() || card(deed.combatant)?.controller === seat.value?.seat;
    const told = reads ? look("actions", { combatant: deed.combatant }).then(({ combatants }) => combatants[0]?.actions ?? [], anybodys) : Promise.resolve(anybodys());
    const known = ask(`v1/rulesets/${view.value.ruleset}`).then(({ actions }) => actions, () => []);
    Promise.all([told, known]).then(([here, all]) => setFound({
      told: here.find((one) => one.kind === deed.given.kind)?.fields ?? [],
      known: propertiesOf(all.find((one) => one.kind === deed.given.kind)?.fields),
    }));
  }, [deed?.number]);
  if (!deed || !found) return [];
  const own = isGm() || card(deed.combatant)?.card === "own";
  const known = new Map(found.known.map((one) => [one.name, one]));
  const told = found.told.map((one) => ({ ...one, values: inOrder(one.values ?? [], known.get(one.name)?.values ?? []) }));
  const names = new Set(told.map((one) => one.name));
  const people = (view.value.combatants ?? []).map((one) => one.id);
  return [...told, ...found.known.filter((one) => !names.has(one.name))]
    .filter((one) => one.name !== "kind" && one.form !== "json" && one.form !== "faces" && (own || SEEN_BY_ALL.has(one.name)))
    .map((one) => (one.name === "target" ? { ...one, values: people, required: true } : asGiven(one, deed.given)));
}

/** Whether a field is where a word of the arithmetic comes from, such as light where it says "poor". */
const says = (one, deed, word) => Boolean(word) && (deed.given[one.name] ?? one.default ?? one.suggested) === word;

/** The fields, those that were given first; `changes` are those that ought to be otherwise; `point` is a word of the
 * arithmetic that somebody pointed at. */
export function ActFields({ deed, changes, onChange, point }) {
  const fields = useFields(deed);
  const stands = (one) => (one.name in changes ? changes[one.name] : deed.given[one.name]);
  const set = (one) => (value) => {
    const { [one.name]: _, ...rest } = changes;
    const given = deed.given[one.name];
    onChange(value === given || (value === undefined && given === undefined) ? rest : { ...rest, [one.name]: value ?? null });
  };
  const wrong = fields.filter((one) => says(one, deed, point) && one.name !== "target");
  const given = [...wrong, ...fields.filter((one) => !wrong.includes(one) && (one.name in deed.given || one.name in changes))];
  const more = fields.filter((one) => !given.includes(one));
  const draw = (one) => html`<${FieldInput} key=${one.name} one=${one} value=${stands(one) ?? undefined} onChange=${set(one)} />`;
  return html`<div class="fields">${given.map(draw)}</div>
    ${more.length > 0 && html`<details><summary>${say("act.details")}</summary><div class="fields">${more.map(draw)}</div></details>`}`;
}

/** What changes in words: "Distance: 12 → 60". */
export function Changes({ changes, deed }) {
  const told = Object.entries(changes ?? {});
  if (!told.length) return null;
  return html`<ul class="changes">${told.map(([name, value]) => html`<li key=${name}><span class="soft">${titleOf({ name, title: label(name) })}:</span>
    ${deed && name in deed.given && html` <s>${called(name, deed.given[name])}</s> →`} <b>${Array.isArray(value) ? value.map((one) => `${one.label} ${one.value}`).join(", ") : called(name, value)}</b></li>`)}</ul>`;
}

/** A modifier of the GM's own that was forgotten: `{value, label}`. */
export function Forgotten({ onChange }) {
  const [said, setSaid] = useState({ value: "", label: "" });
  const set = (name) => (event) => {
    const next = { ...said, [name]: event.target.value };
    setSaid(next);
    onChange(Number(next.value) && next.label.trim() ? { value: Number(next.value), label: next.label.trim() } : null);
  };
  return html`<div class="buttons forgotten">
    <label class="field"><span class="soft">${say("time.forgotten")}</span><input type="number" value=${said.value} onInput=${set("value")} /></label>
    <label class="field grows"><span class="soft">${say("time.label")}</span><input value=${said.label} onInput=${set("label")} /></label>
  </div>`;
}

const words = (text) => text.split(",").map((one) => one.trim().toLowerCase().replaceAll(" ", "-")).filter(Boolean);

/** Stated changes of one combatant after the other: points by signed amounts, conditions that begin and end. */
export function StatedChanges({ changes, onChange, first }) {
  const people = view.value.combatants ?? [];
  const [who, setWho] = useState(first ?? people[0]?.id);
  const one = card(who);
  const own = changes[who] ?? {};
  const set = (name, value) => {
    const { [name]: _, ...rest } = own;
    const next = value && (Array.isArray(value) ? value.length : Object.keys(value).length) ? { ...rest, [name]: value } : rest;
    const { [who]: __, ...others } = changes;
    onChange(Object.keys(next).length ? { ...others, [who]: next } : others);
  };
  const pool = (name) => (event) => {
    const { [name]: _, ...rest } = own.pools ?? {};
    set("pools", Number(event.target.value) ? { ...rest, [name]: Number(event.target.value) } : rest);
  };
  const lost = (condition) => (event) => set("lost", event.target.checked ? [...(own.lost ?? []), condition] : (own.lost ?? []).filter((each) => each !== condition));
  return html`<div class="fields">
    <label class="field"><span class="soft">${say("time.of-whom")}</span>
      <select value=${who} onChange=${(event) => setWho(event.target.value)}>${people.map((each) => html`<option key=${each.id} value=${each.id}>${nameOf(each.id)}</option>`)}</select></label>
    <div class="buttons">${Object.entries(one?.pools ?? {}).map(([name, { now, full }]) => html`<label key=${who + name} class="field"><span class="soft">${label(name)} (${now}/${full}) ±</span>
      <input type="number" value=${own.pools?.[name] ?? ""} onInput=${pool(name)} /></label>`)}</div>
    <label class="field"><span class="soft">${say("time.gained")}</span><input key=${who} onInput=${(event) => set("gained", words(event.target.value))} /></label>
    ${one?.conditions?.length > 0 && html`<fieldset class="field"><legend class="soft">${say("time.lost")}</legend><div class="chips">${one.conditions.map((each) => html`<label key=${who + each} class="chip"><input type="checkbox" checked=${(own.lost ?? []).includes(each)} onChange=${lost(each)} /><span>${label(each)}</span></label>`)}</div></fieldset>`}
  </div>`;
}
