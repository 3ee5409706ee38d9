// The dice tray: real dice, typed by tapping faces or in a field; or the table throws.
import { html, useState } from "../html.js";
import { say } from "../words/index.js";

const MOST_BUTTONS = 20; // of a die with more sides the faces are written

/** `{many, sides}` of dice such as `3d6+1` or `1d10!`. */
export function read(dice) {
  const found = String(dice ?? "").match(/(\d*)d(\d+)/);
  return found ? { many: Number(found[1] || 1), sides: Number(found[2]) } : { many: 1, sides: 0 };
}

export const faceList = (text) => (text.match(/\d+/g) ?? []).map(Number);

export function Tray({ dice, disabled, onCount, onTable }) {
  const [typed, setTyped] = useState("");
  const { many, sides } = read(dice);
  const faces = faceList(typed);
  const add = (face) => setTyped([...faces, face].join(" "));
  const submit = (event) => (event.preventDefault(), faces.length && onCount(faces));
  return html`<form class="tray" aria-label=${say("dice.title")} onSubmit=${submit}>
    <p><b>${dice ? say("dice.want", { dice }) : say("dice.title")}</b></p>
    ${String(dice).includes("!") && faces.some((face) => face === sides || face === 1) && html`<p class="soft">${say("dice.goes-on")}</p>`}
    ${sides > 0 && sides <= MOST_BUTTONS && html`<div class="faces-pad">${Array.from({ length: sides }, (_, at) => at + 1).map((face) => html`<button key=${face} type="button" class="die" disabled=${disabled} onClick=${() => add(face)}>${face}</button>`)}</div>`}
    <div class="buttons">
      <input class="faces-field" inputmode="numeric" autocomplete="off" aria-label=${say("dice.field")} placeholder=${say("dice.typed")} value=${typed} onInput=${(event) => setTyped(event.target.value)} />
      <button type="button" class="quiet" aria-label=${say("dice.back")} disabled=${!faces.length} onClick=${() => setTyped(faces.slice(0, -1).join(" "))}>⌫</button>
      <button class="first" disabled=${disabled || faces.length < many}>${say("dice.count")}</button>
      ${onTable && html`<button type="button" disabled=${disabled} onClick=${onTable}>${say("dice.table")}</button>`}
    </div>
  </form>`;
}
