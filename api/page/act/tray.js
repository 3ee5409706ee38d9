// The dice tray: real dice, typed by tapping faces or in a field; or the table throws. What may have to be thrown after
// the first roll stands below it, so that it is thrown and typed at once.
import { html, useEffect, useState } from "../html.js";
import { refusal } from "../table/refusal.js";
import { useTried } from "../time/preview.js";
import { capital, rollWord, say } from "../words/index.js";

const MOST_BUTTONS = 20; // of a die with more sides the faces are written

/** `{many, sides, goesOn}` of dice such as `3d6+1` or `1d10!`. */
export function read(dice) {
  const found = String(dice ?? "").match(/(\d*)d(\d+)(!)?/);
  return found ? { many: Number(found[1] || 1), sides: Number(found[2]), goesOn: Boolean(found[3]) } : { many: 1, sides: 0, goesOn: false };
}

/** The faces of a text such as `3 10 7`. */
export const faceList = (text) => (text.match(/\d+/g) ?? []).map(Number);

const another = (dice, faces) => read(dice).goesOn && [1, read(dice).sides].includes(faces.at(-1));
const full = (dice, faces) => faces.length >= read(dice).many && !another(dice, faces);

function Typed({ dice, text, onText, disabled }) {
  const { sides, goesOn } = read(dice);
  const faces = faceList(text);
  return html`${sides > 0 && sides <= MOST_BUTTONS && html`<div class="faces-pad">${Array.from({ length: sides }, (_, at) => at + 1).map((face) => html`<button key=${face} type="button" class="die" disabled=${disabled} onClick=${() => onText([...faces, face].join(" "))}>${face}</button>`)}</div>`}
    <div class="buttons">
      <input class="faces-field" inputmode="numeric" autocomplete="off" aria-label=${say("dice.field")} placeholder=${say("dice.typed")} value=${text} onInput=${(event) => onText(event.target.value)} />
      <button type="button" class="quiet" aria-label=${say("dice.back")} disabled=${!faces.length} onClick=${() => onText(faces.slice(0, -1).join(" "))}>←</button>
    </div>
    ${goesOn && html`<p class="soft">${say("dice.goes-on", { most: sides })}</p>`}`;
}

/** A roll that may follow, or one that is typed already: its faces, and a tap to type them. */
function Folded({ says, text, onOpen }) {
  return html`<button type="button" class="folded-roll" aria-expanded="false" onClick=${onOpen}><span>${says}</span> <b>${faceList(text).join(" ") || "…"}</b></button>`;
}

/** `then`: the rolls that may follow. `onCount` is told the faces of the first roll, and those of the others. */
export function Tray({ dice, then = [], disabled, onCount, onTable }) {
  const rolls = [{ dice }, ...then];
  const [texts, setTexts] = useState([]);
  const [chosen, setChosen] = useState(null);
  const facesOf = (place) => faceList(texts[place] ?? "");
  const next = rolls.findIndex((one, place) => !full(one.dice, facesOf(place)));
  const open = chosen ?? (next < 0 ? rolls.length - 1 : next);
  const write = (text) => (setTexts(rolls.map((_, place) => (place === open ? text : (texts[place] ?? "")))), setChosen(full(rolls[open].dice, faceList(text)) ? null : open));
  const says = ({ dice: those, purpose }) => (purpose ? say("dice.then", { dice: those, purpose: rollWord(purpose) }) : those ? say("dice.want", { dice: those }) : say("dice.title"));
  const submit = (event) => (event.preventDefault(), facesOf(0).length && onCount(facesOf(0), then.map((_, place) => facesOf(place + 1))));
  return html`<form class="tray" aria-label=${say("dice.title")} onSubmit=${submit}>
    ${rolls.map((one, place) => html`<div key=${place} class="roll">${place === open
      ? html`<p><b>${says(one)}</b></p><${Typed} dice=${one.dice} text=${texts[place] ?? ""} onText=${write} disabled=${disabled} />`
      : html`<${Folded} says=${says(one)} text=${texts[place] ?? ""} onOpen=${() => setChosen(place)} />`}</div>`)}
    <div class="buttons">
      <button class="first grows" disabled=${disabled || facesOf(0).length < read(dice).many}>${say("dice.count")}</button>
      ${onTable && html`<button type="button" disabled=${disabled} onClick=${onTable}>${say("dice.table")}</button>`}
    </div>
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
    <ol class="ahead">${steps.filter(([, one]) => one).map(([at, one], place) => html`<li key=${at}><b>${capital(rollWord(one.purpose))}</b> <span class="soft">${one.dice}</span> ${faces.slice(at, steps[place + 1]?.[0]).join(" ")}</li>`)}</ol>
    <p class="soft" role="status">${said?.refused && faces.length ? `${refusal(said.refused)}.` : said && !next ? say("dice.enough") : say("dice.then-asked")}</p>
    <${Typed} dice=${dice} text=${typed} onText=${setTyped} disabled=${disabled} />
    <div class="buttons"><button class="first grows" disabled=${disabled || !faces.length || Boolean(said?.refused)}>${say("dice.count")}</button></div>
  </form>`;
}
