// A field of a command or an act as the service tells it, filled in outside of the act pane: on the desk, in corrections.
import { html, useRef } from "../html.js";
import { titleOf } from "../act/fields.js";
import { card, nameOf, seatName } from "../table/people.js";
import { capital, choiceOf, say, word } from "../words/index.js";

const FEW = 6; // more than these are a list to choose from
const PEOPLE = new Set(["combatant", "combatants", "target", "targets", "about", "members", "leader", "one", "join", "leave"]);
let names = 0;

/** What a value of a field is called. */
export function called(field, value) {
  if (value === undefined || value === null || value === "") return say(PEOPLE.has(field) || field === "seat" || field === "controller" ? "act.nobody-here" : "act.standard");
  if (value === true || value === false) return word(value ? "yes" : "no");
  if (Array.isArray(value)) return value.map((one) => called(field, one)).join(", ");
  if (PEOPLE.has(field) && card(value)) return nameOf(value);
  if (field === "seat" || field === "controller") return seatName(value);
  return typeof value === "number" ? String(value) : capital(choiceOf(field, value));
}

function OneOf({ one, value, onChange, title, name }) {
  const left = one.required ? [] : [[undefined, called(one.name, one.default)]];
  const others = one.values.filter((each) => one.required || each !== one.default || each === value);
  const all = [...left, ...others.map((each) => [each, called(one.name, each)])];
  if (all.length > FEW) {
    return html`<label class="field"><span class="soft">${title}</span>
      <select value=${value ?? ""} onChange=${(event) => onChange(event.target.value || undefined)}>
        ${all.map(([each, text]) => html`<option key=${each} value=${each ?? ""}>${text}</option>`)}
      </select></label>`;
  }
  return html`<fieldset class="field"><legend class="soft">${title}</legend><div class="chips">
    ${all.map(([each, text]) => html`<label key=${each} class="chip"><input type="radio" name=${name} checked=${(value ?? undefined) === each} onChange=${() => onChange(each)} /><span>${text}</span></label>`)}
  </div></fieldset>`;
}

function Several({ one, value = [], onChange, title }) {
  const set = (each, there) => onChange(there ? [...value, each] : value.filter((other) => other !== each));
  return html`<fieldset class="field"><legend class="soft">${title}</legend><div class="chips">
    ${one.values.map((each) => html`<label key=${each} class="chip"><input type="checkbox" checked=${value.includes(each)} onChange=${(event) => set(each, event.target.checked)} /><span>${called(one.name, each)}</span></label>`)}
  </div></fieldset>`;
}

const number = (text) => (text === "" || Number.isNaN(Number(text)) ? undefined : Number(text));

/** `onChange` is told the value, `undefined` where the field is left as it is. */
export function FieldInput({ one, value, onChange, title = titleOf(one) }) {
  const name = useRef(`field-${names++}`).current;
  if (one.form === "yes-no") {
    return html`<div class="field"><label class="chip"><input type="checkbox" checked=${value ?? one.default ?? false} onChange=${(event) => onChange(event.target.checked)} /><span>${title}</span></label></div>`;
  }
  if (one.form === "several" && one.values?.length) return html`<${Several} one=${one} value=${value} onChange=${onChange} title=${title} />`;
  if (one.values?.length) return html`<${OneOf} one=${one} value=${value} onChange=${onChange} title=${title} name=${name} />`;
  if (one.form === "number") {
    return html`<label class="field"><span class="soft">${title}</span>
      <input type="number" inputmode="numeric" min=${one.least} max=${one.most} required=${one.required} value=${value ?? ""} placeholder=${one.default ?? ""} onInput=${(event) => onChange(number(event.target.value))} /></label>`;
  }
  return html`<label class="field"><span class="soft">${title}</span>
    <input required=${one.required} autocomplete="off" value=${value ?? ""} onInput=${(event) => onChange(event.target.value || undefined)} /></label>`;
}
