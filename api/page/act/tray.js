// The dice tray: real dice, typed by tapping faces or in a field; or the table throws.
import { html, useEffect, useState } from "../html.js";
import { useTried } from "../time/preview.js";
import { capital, say, word } from "../words/index.js";

const MOST_BUTTONS = 20; // of a die with more sides the faces are written

/** `{many, sides, open}` of dice such as `3d6+1` or `1d10!`; `open`: they are thrown on after some faces. */
export function read(dice) {
  const found = String(dice ?? "").match(/(\d*)d(\d+)(!?)/);
  return found ? { many: Number(found[1] || 1), sides: Number(found[2]), open: Boolean(found[3]) } : { many: 1, sides: 0, open: false };
}

export const faceList = (text) => (text.match(/\d+/g) ?? []).map(Number);

/** Keys for the faces of dice, and the field in which they stand. */
function Faces({ dice, typed, setTyped, disabled, ready, onTable }) {
  const { sides, open } = read(dice);
  const faces = faceList(typed);
  return html`${open && html`<p class="soft">${say("dice.goes-on", { most: sides })}</p>`}
    ${sides > 0 && sides <= MOST_BUTTONS && html`<div class="faces-pad">${Array.from({ length: sides }, (_, at) => at + 1).map((face) => html`<button key=${face} type="button" class="die" disabled=${disabled} onClick=${() => setTyped([...faces, face].join(" "))}>${face}</button>`)}</div>`}
    <div class="buttons">
      <input class="faces-field" inputmode="numeric" autocomplete="off" aria-label=${say("dice.field")} placeholder=${say("dice.typed")} value=${typed} onInput=${(event) => setTyped(event.target.value)} />
      <button type="button" class="quiet" aria-label=${say("dice.back")} disabled=${!faces.length} onClick=${() => setTyped(faces.slice(0, -1).join(" "))}>⌫</button>
      <button class="first" disabled=${disabled || !ready}>${say("dice.count")}</button>
      ${onTable && html`<button type="button" disabled=${disabled} onClick=${onTable}>${say("dice.table")}</button>`}
    </div>`;
}

/** Dice that are asked for. */
export function Tray({ dice, disabled, onCount, onTable }) {
  const [typed, setTyped] = useState("");
  const faces = faceList(typed);
  const submit = (event) => (event.preventDefault(), faces.length && onCount(faces));
  return html`<form class="tray" aria-label=${say("dice.title")} onSubmit=${submit}>
    <p><b>${dice ? say("dice.want", { dice }) : say("dice.title")}</b></p>
    <${Faces} dice=${dice} typed=${typed} setTyped=${setTyped} disabled=${disabled} ready=${faces.length >= read(dice).many} onTable=${onTable} />
  </form>`;
}

/** Dice that are thrown ahead of being asked for, in the order in which the rules ask: what comes next follows from what
 * was typed before. `command` is the act that they belong to. */
export function Ahead({ command, disabled, onCount }) {
  const [typed, setTyped] = useState("");
  const [asked, setAsked] = useState({}); // what is asked for, by the number of faces before it
  const faces = faceList(typed);
  const said = useTried(command, { faces });
  const next = said?.questions?.find((one) => one.mine && one.dice);
  useEffect(() => void (said && !said.refused && setAsked({ ...asked, [faces.length]: next ?? null })), [said]);
  const steps = Object.entries(asked).map(([at, one]) => [Number(at), one]).filter(([at]) => at <= faces.length);
  const dice = steps.findLast(([, one]) => one)?.[1].dice;
  const submit = (event) => (event.preventDefault(), faces.length && onCount(faces));
  return html`<form class="tray" aria-label=${say("dice.title")} onSubmit=${submit}>
    <ol class="ahead">${steps.filter(([, one]) => one).map(([at, one], place) => html`<li key=${at}><b>${capital(word(one.purpose))}</b> <span class="soft">${one.dice}</span> ${faces.slice(at, steps[place + 1]?.[0]).join(" ")}</li>`)}</ol>
    <p class="soft" role="status">${said?.refused && faces.length ? `${capital(said.refused.detail)}.` : said && !next ? say("dice.enough") : say("dice.then-asked")}</p>
    <${Faces} dice=${dice} typed=${typed} setTyped=${setTyped} disabled=${disabled} ready=${faces.length > 0 && !said?.refused} />
  </form>`;
}
