// The fields of an act. Targets stand there as chips; every other field is a pill with what it says as things stand,
// which opens into its values: one is open at a time.
import { html } from "../html.js";
import { Glyph, badness } from "../fight/wound.js";
import { card, nameOf } from "../table/people.js";
import { capital, choiceOf, say, title } from "../words/index.js";
import { Price } from "./costs.js";
import { choose, standing, targets, values } from "./draft.js";

const FEW = 9; // more than these are a list to choose from

export const titleOf = (one) => title(one.name, one.title);

/** The values of a field with the weapon that is chosen. */
const listOf = (one) => (one.name === "target" ? targets.value : (one.by_weapon?.[values.value.weapon] ?? one.values ?? []));

/** Whether a field goes with the target and the weapon that are chosen. */
export const goes = (one) => (!one.only_for?.length || one.only_for.includes(values.value.target)) && (!one.by_weapon || listOf(one).length > 0);

function Text({ one, value }) {
  if (one.name !== "target") return capital(choiceOf(one.name, value));
  const wound = card(value)?.wound;
  return html`<span class="bad-${badness(wound)}"><${Glyph} wound=${wound} /></span>${nameOf(value)}`;
}

/** What a field says now, as people read it; empty where it says nothing. */
export function saidBy(one) {
  const now = values.value[one.name] ?? standing(one);
  if (one.by_weapon && !listOf(one).includes(now)) return ""; // what is usual does not go with this weapon
  if (now === undefined || now === null || now === false || now === "") return "";
  if (one.form === "yes-no") return titleOf(one);
  if (one.form === "number") return `${titleOf(one)} ${now}`;
  if (one.form === "several") return now.length ? `${titleOf(one)}: ${now.map(nameOf).join(", ")}` : "";
  return one.name === "target" ? nameOf(now) : capital(choiceOf(one.name, now));
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
        ${list.map((value) => html`<option key=${value} value=${value}>${one.name === "target" ? nameOf(value) : capital(choiceOf(one.name, value))}</option>`)}
      </select></label>`;
  }
  return html`<fieldset class="field"><legend>${titleOf(one)}</legend><div class="chips">
    ${unset && html`<label class="chip"><input type="radio" name=${one.name} checked=${now === undefined} onChange=${() => choose(one.name, undefined)} /><span>${say("act.standard")}</span></label>`}
    ${list.map((value) => html`<label key=${value} class="chip"><input type="radio" name=${one.name} checked=${now === value} onChange=${() => choose(one.name, value)} /><span><${Text} one=${one} value=${value} /><${Price} of=${one.prices?.[value]} /></span></label>`)}
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

/** Several of the targets, or of the field's own values: beside the one that is aimed at. */
function Several({ one }) {
  const now = values.value[one.name] ?? [];
  const list = (one.values?.length ? one.values : targets.value).filter((value) => value !== values.value.target);
  const toggle = (value) => {
    const next = now.includes(value) ? now.filter((each) => each !== value) : [...now, value];
    choose(one.name, next.length ? next : undefined);
  };
  return html`<fieldset class="field"><legend>${titleOf(one)}</legend><div class="chips">
    ${list.map((value) => html`<label key=${value} class="chip"><input type="checkbox" checked=${now.includes(value)} onChange=${() => toggle(value)} /><span>${nameOf(value)}</span></label>`)}
  </div></fieldset>`;
}

/** A field with its values. */
export function Field({ one }) {
  if (one.form === "several") return html`<${Several} one=${one} />`;
  if (one.form === "number") return html`<${Number} one=${one} />`;
  const list = listOf(one);
  return one.form === "word" && list.length ? html`<${Words} one=${one} list=${list} />` : html`<${Free} one=${one} />`;
}

/** Whether a field can be filled in here at all. */
export const fillable = (one) => one.name !== "kind" && ["word", "text", "number", "yes-no", "several"].includes(one.form) && goes(one);
