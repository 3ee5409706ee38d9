// Correct before Undo: an act on the same dice with other fields, each reach with what it would do; striking; a stated change.
import { html, useState } from "../html.js";
import { close, open } from "../table/opened.js";
import { actionOf, allFrames, explains, fact } from "../story/frames.js";
import { Tray } from "../act/tray.js";
import { useAsked } from "../table/use_asked.js";
import { give, now } from "../table/live.js";
import { nameOf } from "../table/people.js";
import { capital, rollWord, say, word } from "../words/index.js";
import { ActFields, Changes, Forgotten, StatedChanges } from "./claims.js";
import { deedOf } from "./moments.js";
import { follow, openOffers } from "./offers.js";
import { Preview, isNo, useTried } from "./preview.js";

const WAYS = ["amend", "strike", "override"];

/** Correct an act: `deed` as `deedOf` tells it, `text` its sentence; `how.point` is a word of the arithmetic that somebody pointed at. */
export function openCorrect(deed, text = "", how = {}) {
  if (deed) open({ title: say("time.correct"), wide: true, body: html`<${Correct} deed=${deed} text=${text} ...${how} />` });
}

/** The same for an act that is named by its action. */
export async function openNamed(action, text) {
  const began = (await allFrames()).findLast((frame) => frame.fact.entry?.action === action && fact(frame).type === "action-began");
  openCorrect(deedOf(began), text);
}

/**
 * Give a correction: the dialog closes where it was accepted. `also` is a later step that is struck or corrected with it;
 * what else is left to be put right is offered afterwards.
 */
export async function correct(command, { faces, also } = {}) {
  const reply = await give(command, { expect: now.value.number, ...(faces && { faces }) });
  if (!reply) return;
  close();
  if (also) await follow(also.offer, also.what, openNamed);
  const left = (reply.otherwise ?? []).filter((one) => one.action !== also?.offer.action);
  if (also?.what !== "correct") openOffers(left, openNamed);
}

/** What a correction would do, the button that does it, and real dice for those that it has thrown. */
export function Doing({ command, text, first = true, disabled = false, onRejudge }) {
  const said = useTried(disabled ? null : command);
  const [tray, setTray] = useState(false);
  const go = (more) => correct(command, more);
  const dice = said?.roll?.dice;
  const no = isNo(said);
  return html`${!disabled && html`<${Preview} command=${command} said=${said} onRejudge=${onRejudge} also=${(offer, what) => go({ also: { offer, what } })} />`}
    ${tray && dice && html`<${Tray} dice=${dice} onCount=${(faces) => go({ faces })} />`}
    <p class="buttons"><button class=${first ? "first" : ""} disabled=${disabled || no} onClick=${() => go()}>${text}</button>
      ${dice && html`<button aria-expanded=${tray} onClick=${() => setTray(!tray)}>${say("time.my-dice")}</button>`}</p>`;
}

export function Reason({ reason, onChange, needed = false }) {
  return html`<label class="field"><span class="soft">${say("time.reason")}</span><input value=${reason} required=${needed} onInput=${(event) => onChange(event.target.value)} /></label>`;
}

function Correct({ deed, text, way: begins = "amend", point }) {
  const [way, setWay] = useState(begins);
  return html`${text && html`<p><b>${text}</b></p>`}
    <div class="chips" role="group" aria-label=${say("time.how")}>${WAYS.map((one) => html`<button key=${one} class="chip-button" aria-pressed=${way === one} onClick=${() => setWay(one)}>${say(`time.way-${one}`)}</button>`)}</div>
    ${way === "amend" && html`<${AmendForm} deed=${deed} point=${point} />`}
    ${way === "strike" && html`<${StrikeForm} deed=${deed} />`}
    ${way === "override" && html`<${OverrideForm} deed=${deed} />`}`;
}

/** The changes of an amend, as the command takes them. */
export const amended = (deed, changes, forgotten) => ({ ...changes, ...(forgotten && { modifiers: [...deed.modifiers, forgotten] }) });

function AmendForm({ deed, point }) {
  const [changes, setChanges] = useState({});
  const [forgotten, setForgotten] = useState(null);
  const [reason, setReason] = useState("");
  const all = amended(deed, changes, forgotten);
  const [rejudge, setRejudge] = useState(false);
  const command = (reach) => ({ type: "amend", action: deed.action, changes: all, reach, ...(reason && { reason }), ...(rejudge && { rejudge }) });
  return html`<p class="soft">${say("time.amend-why")}</p>
    <div class="two"><div class="fields">
      <${ActFields} deed=${deed} changes=${changes} onChange=${setChanges} point=${point} />
      ${deed.procedure === "act" && html`<${Forgotten} onChange=${setForgotten} />`}
      <${Reason} reason=${reason} onChange=${setReason} />
    </div>
    <div class="fields">${Object.keys(all).length === 0 ? html`<p class="soft">${say("time.change-something")}</p>` : html`
      <${Changes} changes=${all} deed=${deed} />
      ${["replayed", "only_now"].map((reach) => html`<section key=${reach} class="card reach">
        <h3>${say(`time.reach-${reach}`)}</h3><p class="soft">${say(`time.reach-${reach}-why`)}</p>
        <${Doing} command=${command(reach)} text=${say(`time.amend-${reach}`)} first=${reach === "replayed"} onRejudge=${() => setRejudge(true)} />
      </section>`)}`}</div></div>`;
}

/** What of an act can be struck: all of it, or one roll or loss with what followed from it. */
function StrikeForm({ deed }) {
  const [what, setWhat] = useState("action");
  const [reason, setReason] = useState("");
  const parts = useAsked(`parts-${deed.number}`, async () => (await allFrames()).filter((frame) => actionOf(frame) === deed.number && explains(frame))) ?? [];
  const command = { type: "strike", ...(what === "action" ? { action: deed.action } : { version: Number(what) }), ...(reason && { reason }) };
  const said = (frame) => {
    const { combatant, purpose, total, change, pool, outcome } = fact(frame);
    return purpose ? `${nameOf(combatant)}: ${rollWord(purpose)} ${total ?? ""} ${outcome && outcome !== "none" ? word(outcome) : ""}` : `${nameOf(combatant)}: ${change} ${word(pool)}`;
  };
  return html`<p class="soft">${say("time.strike-why")}</p>
    <div class="two"><div class="fields"><fieldset class="field"><legend class="soft">${say("time.what")}</legend><div class="chips">
      <label class="chip"><input type="radio" name="struck" checked=${what === "action"} onChange=${() => setWhat("action")} /><span>${say("time.all-of-it")}</span></label>
      ${parts.map((frame) => html`<label key=${frame.number} class="chip"><input type="radio" name="struck" checked=${what === String(frame.number)} onChange=${() => setWhat(String(frame.number))} /><span>${capital(said(frame))}</span></label>`)}
    </div></fieldset>
    <${Reason} reason=${reason} onChange=${setReason} /></div>
    <div class="fields"><${Doing} command=${command} text=${say("time.strike")} /></div></div>`;
}

function OverrideForm({ deed }) {
  const [changes, setChanges] = useState({});
  const [reason, setReason] = useState("");
  const ready = Object.keys(changes).length > 0 && reason.trim();
  const command = { type: "override", changes, reason };
  return html`<p class="soft">${say("time.override-why")}</p>
    <div class="two"><div class="fields"><${StatedChanges} changes=${changes} onChange=${setChanges} first=${deed.given.target ?? deed.combatant} />
      <${Reason} reason=${reason} onChange=${setReason} needed /></div>
    <div class="fields">${!ready && html`<p class="soft">${say("time.change-and-why")}</p>`}<${Doing} command=${command} text=${say("time.override")} disabled=${!ready} /></div></div>`;
}
