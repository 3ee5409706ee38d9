// Setting the scene: title, light, smoke, cover; zones with their own; how far they lie apart.
import { html, useState } from "../html.js";
import { FieldInput } from "../frame/field.js";
import { close, open } from "../table/opened.js";
import { give, view } from "../table/live.js";
import { capital, say, word } from "../words/index.js";
import { beginHere, toldOf } from "./form.js";

const code = (text) => text.trim().toLowerCase().replace(/\s+/g, "-").slice(0, 80);

function Zones({ zones, lights, onChange }) {
  const [fresh, setFresh] = useState("");
  const add = () => code(fresh) && (onChange({ ...zones, [code(fresh)]: {} }), setFresh(""));
  const without = (name) => Object.fromEntries(Object.entries(zones).filter(([one]) => one !== name));
  const set = (name, field, value) => onChange({ ...zones, [name]: { ...zones[name], [field]: value } });
  const enter = (event) => event.key === "Enter" && (event.preventDefault(), add());
  return html`<fieldset class="field"><legend class="soft">${say("desk.zones")}</legend>
    <ul class="plain-list">${Object.entries(zones).map(([name, zone]) => html`<li key=${name} class="buttons zone"><b class="grows">${capital(word(name))}</b>
      <button type="button" class="quiet" aria-label="${say("desk.drop")}: ${word(name)}" onClick=${() => onChange(without(name))}>×</button>
      ${lights.length > 0 && html`<label class="field"><span class="soft">${say("desk.light")}</span><select value=${zone.light ?? ""} onChange=${(event) => set(name, "light", event.target.value)}><option value="">${say("desk.as-scene")}</option>${lights.map((one) => html`<option key=${one} value=${one}>${capital(word(one))}</option>`)}</select></label>`}
      <label class="field"><span class="soft">${say("desk.cover")}</span><input type="number" min="0" value=${zone.cover ?? 0} onInput=${(event) => set(name, "cover", Number(event.target.value))} /></label>
      <label class="chip"><input type="checkbox" checked=${zone.smoke} onChange=${(event) => set(name, "smoke", event.target.checked)} /><span>${capital(say("scene.smoke"))}</span></label>
    </li>`)}</ul>
    <p class="buttons"><label class="field grows"><span class="soft">${say("desk.new-zone")}</span><input value=${fresh} onInput=${(event) => setFresh(event.target.value)} onKeyDown=${enter} /></label><button type="button" disabled=${!code(fresh)} onClick=${add}>${say("desk.add")}</button></p>
  </fieldset>`;
}

/** Every pair of zones, and how far they lie apart: a number, or a range band. */
function Distances({ names, distances, onChange }) {
  const pairs = names.flatMap((one, at) => names.slice(at + 1).map((other) => [one, other]));
  const between = (one, other) => distances.find((each) => [each.one, each.other].sort().join() === [one, other].sort().join());
  const set = (one, other, text) => {
    const rest = distances.filter((each) => each !== between(one, other));
    const said = text.trim();
    if (!said) return onChange(rest);
    onChange([...rest, { one, other, ...(/^\d+$/.test(said) ? { distance: Number(said) } : { range: said.toLowerCase().replaceAll(" ", "_") }) }]);
  };
  if (!pairs.length) return null;
  return html`<details open=${pairs.length < 7}><summary>${say("desk.distances")}</summary><div class="distances">${pairs.map(([one, other]) => html`<label key=${one + other} class="field"><span class="soft">${capital(word(one))} – ${word(other)}</span>
    <input value=${between(one, other)?.distance ?? between(one, other)?.range ?? ""} onInput=${(event) => set(one, other, event.target.value)} /></label>`)}</div></details>`;
}

function SceneForm() {
  const { title = "", light = "", smoke = false, cover = 0, zones = {}, distances = [] } = view.value.scene;
  const [scene, setScene] = useState({ title, light, smoke, cover, zones, distances });
  const set = (name) => (value) => setScene({ ...scene, [name]: value });
  const lights = toldOf("set_scene")?.fields.find((one) => one.name === "light")?.values ?? [];
  const names = Object.keys(scene.zones);
  const go = async (event) => {
    event.preventDefault();
    const kept = scene.distances.filter((one) => names.includes(one.one) && names.includes(one.other));
    if (await give({ type: "set_scene", ...scene, title: scene.title ?? "", light: scene.light ?? "", distances: kept })) close();
  };
  return html`<form class="fields" ref=${beginHere} onSubmit=${go}>
    <${FieldInput} one=${{ name: "title", form: "text" }} title=${say("desk.scene-title")} value=${scene.title} onChange=${set("title")} />
    ${lights.length > 0 && html`<${FieldInput} one=${{ name: "light", form: "word", values: lights }} title=${say("desk.light")} value=${scene.light || undefined} onChange=${set("light")} />`}
    <p class="buttons"><label class="chip"><input type="checkbox" checked=${scene.smoke} onChange=${(event) => set("smoke")(event.target.checked)} /><span>${capital(say("scene.smoke"))}</span></label></p>
    <${Zones} zones=${scene.zones} lights=${lights} onChange=${set("zones")} />
    <${Distances} names=${names} distances=${scene.distances} onChange=${set("distances")} />
    <p class="buttons"><button class="first">${say("desk.set-scene")}</button></p>
  </form>`;
}

export const openScene = () => open({ title: say("desk.scene"), wide: true, body: html`<${SceneForm} />` });
