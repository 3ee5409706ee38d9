// The fields of an act: words as chips, numbers with minus and plus; what the scene says stands there already.
import { html } from "../html.js";
import { Glyph, badness } from "../fight/wound.js";
import { card, nameOf } from "../table/people.js";
import { capital, say, word } from "../words/index.js";
import { choose, standing, targets, values } from "./draft.js";

const FEW = 7; // more than these are a list to choose from

export const titleOf = (one) => (word(one.name) !== one.name.replace(/[-_]+/g, " ") ? capital(word(one.name)) : one.title);

function text(one, value) {
  if (one.name !== "target") return capital(word(value));
  const wound = card(value)?.wound;
  return html`<span class="bad-${badness(wound)}"><${Glyph} wound=${wound} /></span>${nameOf(value)}`;
}

function Words({ one, list }) {
  const now = values.value[one.name];
  const otherwise = standing(one);
  const left = html`${otherwise === undefined || otherwise === null ? say("act.standard") : capital(word(otherwise))}`;
  if (list.length > FEW) {
    return html`<label class="field"><span class="soft">${titleOf(one)}</span>
      <select value=${now ?? ""} onChange=${(event) => choose(one.name, event.target.value || undefined)}>
        ${!one.required && html`<option value="">${left}</option>`}
        ${list.map((value) => html`<option key=${value} value=${value}>${one.name === "target" ? nameOf(value) : capital(word(value))}</option>`)}
      </select></label>`;
  }
  return html`<fieldset class="field"><legend class="soft">${titleOf(one)}</legend><div class="chips">
    ${!one.required && html`<label class="chip"><input type="radio" name=${one.name} checked=${now === undefined} onChange=${() => choose(one.name, undefined)} /><span>${left}</span></label>`}
    ${list.map((value) => html`<label key=${value} class="chip"><input type="radio" name=${one.name} checked=${now === value} onChange=${() => choose(one.name, value)} /><span>${text(one, value)}</span></label>`)}
  </div></fieldset>`;
}

function Number({ one }) {
  const now = values.value[one.name] ?? standing(one);
  const start = now ?? one.least ?? 0;
  const step = (by) => choose(one.name, Math.min(one.most ?? Infinity, Math.max(one.least ?? -Infinity, start + by)));
  return html`<div class="field stepper" role="group" aria-label=${titleOf(one)}><span class="soft">${titleOf(one)}</span>
    <div class="chips"><button type="button" aria-label="${titleOf(one)} −1" onClick=${() => step(-1)}>−</button>
    <output>${now ?? say("act.standard")}</output>
    <button type="button" aria-label="${titleOf(one)} +1" onClick=${() => step(1)}>+</button></div></div>`;
}

function Switch({ one }) {
  const now = values.value[one.name] ?? one.default ?? false;
  return html`<div class="field"><label class="chip"><input type="checkbox" checked=${now} onChange=${(event) => choose(one.name, event.target.checked)} /><span>${titleOf(one)}</span></label></div>`;
}

function Free({ one }) {
  return html`<label class="field"><span class="soft">${titleOf(one)}</span>
    <input value=${values.value[one.name] ?? ""} onInput=${(event) => choose(one.name, event.target.value || undefined)} /></label>`;
}

/** Whether a field goes with the target that is chosen. */
export const goes = (one) => !one.only_for?.length || one.only_for.includes(values.value.target);

export function Field({ one }) {
  if (one.form === "number") return html`<${Number} one=${one} />`;
  if (one.form === "yes-no") return html`<${Switch} one=${one} />`;
  const list = one.name === "target" ? targets.value : (one.values ?? []);
  if (one.form === "word" && list.length) return html`<${Words} one=${one} list=${list} />`;
  return one.form === "word" || one.form === "text" ? html`<${Free} one=${one} />` : null;
}
