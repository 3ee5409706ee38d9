// A command as a form: its fields as the service tells them, the likeliest filled in, those that are seldom needed folded.
import { html, useEffect, useState } from "../html.js";
import { FieldInput } from "../frame/field.js";
import { close, open } from "../table/opened.js";
import { give } from "../table/live.js";
import { legal } from "../table/legal.js";
import { refusal } from "../table/refusal.js";
import { say } from "../words/index.js";

/** A command as it is told to the GM, with its fields; undefined while nothing is told. */
export const toldOf = (type) => legal.value?.commands?.find((one) => one.type === type);

/** The fields that are filled in where somebody opens a form. */
function filled(told, given) {
  const found = {};
  for (const one of told?.fields ?? []) if (one.required && one.suggested !== undefined) found[one.name] = one.suggested;
  return { ...found, ...given };
}

/** Values as a command takes them: what was not filled in is left out. */
const sent = (values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ""));

/**
 * A form for a command. `first` are the fields on top, in their order, `hide` those that are not asked here, `given` what
 * stands there already, `each` a field whose several values are one command each, `fields` changes what a field is.
 */
export function CommandForm({ type, first, hide = [], given = {}, each, fields = {}, title, after = close, note, extra = {} }) {
  const told = toldOf(type);
  const [values, setValues] = useState(() => filled(told, given));
  const [busy, setBusy] = useState(false);
  if (!told) return html`<p class="soft">${say("desk.not-now")}</p>`;
  const all = told.fields.filter((one) => !hide.includes(one.name) && one.form !== "json" && one.form !== "faces").map((one) => ({ ...one, ...fields[one.name] }));
  const top = first.map((name) => all.find((one) => one.name === name)).filter(Boolean);
  const rest = all.filter((one) => !top.includes(one));
  const set = (name) => (value) => setValues({ ...values, [name]: value });
  const go = async (event) => {
    event.preventDefault();
    setBusy(true);
    const around = each ? values[each] ?? [] : [null];
    let reply = null;
    for (const one of around) {
      reply = await give({ type, ...extra, ...sent(one === null ? values : { ...values, [each]: one }) });
      if (!reply) break;
    }
    setBusy(false);
    if (reply) after(reply);
  };
  const missing = all.some((one) => one.required && (values[one.name] === undefined || values[one.name].length === 0));
  const draw = (one) => html`<${FieldInput} key=${one.name} one=${one} value=${values[one.name]} onChange=${set(one.name)} title=${fields[one.name]?.title} />`;
  return html`<form class="fields desk-form" ref=${beginHere} onSubmit=${go}>
    ${note && html`<p class="soft">${note}</p>`}
    ${told.refusal && !each && html`<p class="soft">${refusal(told.refusal)}.</p>`}
    ${top.map(draw)}
    ${rest.length > 0 && html`<details><summary>${say("act.details")}</summary><div class="fields">${rest.map(draw)}</div></details>`}
    <p class="buttons"><button class="first" disabled=${busy || missing}>${title}</button></p>
  </form>`;
}

/** For the `ref` of a form: a dialog opens with its first field ready to be typed in, where there is a keyboard. */
export function beginHere(form) {
  if (matchMedia("(hover: hover)").matches) form?.querySelector("input, select")?.setAttribute("autofocus", "");
}

/** Open a form over the page. */
export const openForm = (title, props) => open({ title, body: html`<${CommandForm} title=${say("desk.do")} ...${props} />` });

/** Something of the rule set, asked for once. */
export function useOnce(asking) {
  const [found, setFound] = useState(null);
  useEffect(() => void asking().then(setFound, () => setFound({})), []);
  return found;
}

