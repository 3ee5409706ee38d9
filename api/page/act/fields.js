// The fields of an act. Targets stand there as chips; every other field is a pill with what it says as things stand,
// which opens into its values: one is open at a time.
import { html } from "../html.js";
import { Glyph, badness } from "../fight/wound.js";
import { card, nameOf } from "../table/people.js";
import { capital, say, title, word } from "../words/index.js";
import { choose, standing, targets, values } from "./draft.js";

const FEW = 9; // more than these are a list to choose from

export const titleOf = (one) => title(one.name, one.title);

/** Whether a field goes with the target that is chosen. */
export const goes = (one) => !one.only_for?.length || one.only_for.includes(values.value.target);

function Text({ one, value }) {
  if (one.name !== "target") return capital(word(value));
  const wound = card(value)?.wound;
  return html`<span class="bad-${badness(wound)}"><${Glyph} wound=${wound} /></span>${nameOf(value)}`;
}

/** What a field says now, as people read it; empty where it says nothing. */
export function saidBy(one) {
  const now = values.value[one.name] ?? standing(one);
  if (now === undefined || now === null || now === false || now === "") return "";
  if (one.form === "yes-no") return titleOf(one);
  if (one.form === "number") return `${titleOf(one)} ${now}`;
  return one.name === "target" ? nameOf(now) : capital(word(now));
}

/** A field as a pill: it says what stands in it, or its name; `open` says whether its values are shown. */
export function Pill({ one, open, onOpen }) {
  const said = saidBy(one);
  const own = one.name in values.value && !one.required;
  if (one.form === "yes-no") {
    return html`<button class="pill" aria-pressed=${Boolean(values.value[one.name] ?? one.default)} onClick=${() => choose(one.name, !(values.value[one.name] ?? one.default))}>${titleOf(one)}</button>`;
  }
  if (one.required && one.values?.length === 1) return html`<span class="pill moot">${said}</span>`;
  return html`<button class="pill ${own ? "own" : ""} ${said ? "" : "soft"}" aria-expanded=${open} aria-label="${titleOf(one)}: ${said || say("act.standard")}" onClick=${onOpen}>${said || titleOf(one)} <span aria-hidden="true">▾</span></button>`;
}

function Words({ one, list }) {
  const otherwise = standing(one);
  const now = values.value[one.name] ?? (list.includes(otherwise) ? otherwise : undefined);
  const unset = !one.required && !list.includes(otherwise);
  if (list.length > FEW) {
    return html`<label class="field"><span class="soft">${titleOf(one)}</span>
      <select value=${now ?? ""} onChange=${(event) => choose(one.name, event.target.value || undefined)}>
        ${unset && html`<option value="">${say("act.standard")}</option>`}
        ${list.map((value) => html`<option key=${value} value=${value}>${one.name === "target" ? nameOf(value) : capital(word(value))}</option>`)}
      </select></label>`;
  }
  return html`<fieldset class="field"><legend>${titleOf(one)}</legend><div class="chips">
    ${unset && html`<label class="chip"><input type="radio" name=${one.name} checked=${now === undefined} onChange=${() => choose(one.name, undefined)} /><span>${say("act.standard")}</span></label>`}
    ${list.map((value) => html`<label key=${value} class="chip"><input type="radio" name=${one.name} checked=${now === value} onChange=${() => choose(one.name, value)} /><span><${Text} one=${one} value=${value} /></span></label>`)}
  </div></fieldset>`;
}

function Number({ one }) {
  const now = values.value[one.name] ?? standing(one);
  const step = (by) => choose(one.name, Math.min(one.most ?? Infinity, Math.max(one.least ?? -Infinity, (now ?? one.least ?? 0) + by)));
  const write = (event) => choose(one.name, event.target.value === "" ? undefined : Math.trunc(+event.target.value));
  return html`<div class="field stepper" role="group" aria-label=${titleOf(one)}><span class="soft">${titleOf(one)}</span>
    <div class="chips"><button type="button" aria-label="${titleOf(one)} −1" onClick=${() => step(-1)}>−</button>
    <input type="number" aria-label=${titleOf(one)} value=${now ?? ""} min=${one.least} max=${one.most} onChange=${write} />
    <button type="button" aria-label="${titleOf(one)} +1" onClick=${() => step(1)}>+</button></div></div>`;
}

function Free({ one }) {
  return html`<label class="field"><span class="soft">${titleOf(one)}</span>
    <input value=${values.value[one.name] ?? ""} onInput=${(event) => choose(one.name, event.target.value || undefined)} /></label>`;
}

/** A field with its values. */
export function Field({ one }) {
  if (one.form === "number") return html`<${Number} one=${one} />`;
  const list = one.name === "target" ? targets.value : (one.values ?? []);
  return one.form === "word" && list.length ? html`<${Words} one=${one} list=${list} />` : html`<${Free} one=${one} />`;
}

/** Whether a field can be filled in here at all. */
export const fillable = (one) => one.name !== "kind" && ["word", "text", "number", "yes-no"].includes(one.form) && goes(one);
