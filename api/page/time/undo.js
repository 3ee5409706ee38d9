// Taking back: a short offer after each step of one's own, the last step for the GM, and what players ask to have undone.
import { html, signal, useEffect } from "../html.js";
import { useKeys } from "../frame/keys.js";
import { fact, framesFrom } from "../story/frames.js";
import { give, given, now, past, told } from "../table/live.js";
import { possible } from "../table/legal.js";
import { seatName } from "../table/people.js";
import { isGm, seat } from "../table/seat.js";
import { capital, say, word } from "../words/index.js";
import { openCorrect } from "./correct.js";
import { deedOf, moments, saidOf } from "./moments.js";

const OFFERED = 20_000; // milliseconds that a step of one's own is offered to be taken back
const RECENT = 300; // frames back to which a request to undo is looked for
const NOTHING_TO_TAKE_BACK = new Set([
  "undo", "redo", "switch", "strike", "amend", "override", "rule", "dispute", "request_undo", "note", "add_entropy",
  "offer_seat", "take_seat", "close_seat", "answer", "close_table", "open_closed_key", "reveal_roll",
]);

/** The newest thing of one's own that may be taken back. */
const offered = signal(null);

function useOffer() {
  const last = given.value;
  useEffect(() => {
    if (!last || NOTHING_TO_TAKE_BACK.has(last.command.type)) return void (offered.value = null);
    offered.value = last;
    const timer = setTimeout(() => (offered.value = null), OFFERED);
    return () => clearTimeout(timer);
  }, [last]);
}

export const undo = (action) => give({ type: "undo", ...(action && { action }) }, { expect: now.value.number });

/** The frame that an act of this seat began with. */
async function deedGiven(reply) {
  const began = reply.events.find((frame) => ["action-began", "action-seen"].includes(fact(frame).type));
  return began ? deedOf(began) : null;
}

/** The offer: Correct before Undo for the GM; for a player a request, or the undo itself where the table lets them. */
export function JustDone() {
  useOffer();
  const one = offered.value;
  if (!one || past.value) return null;
  const { command, reply } = one;
  const mayUndo = isGm() || possible("undo");
  const later = told.value.filter((line) => line.number > reply.version).length;
  const action = `${seat.value.seat}/${reply.id}`;
  const clear = () => (offered.value = null);
  const takeBack = () => (clear(), mayUndo ? undo(action) : give({ type: "request_undo", action: reply.id }));
  const correct = async () => openCorrect(await deedGiven(reply), reply.lines?.[0]);
  return html`<aside class="just-done" aria-label=${say("time.just-done")}>
    <p class="soft">${reply.lines?.[0] ?? capital(word(command.type))}${later > 0 ? ` ${say("time.and-later", { n: later })}` : ""}</p>
    <p class="buttons">
      ${isGm() && command.type === "act" && html`<button onClick=${correct}>${say("time.correct")}</button>`}
      <button onClick=${takeBack}>${say(mayUndo ? "time.undo" : "time.ask-undo")}</button>
    </p>
  </aside>`;
}

/** What players ask to have taken back and what still stands of it: `{number, seat, action}`. */
const asked = signal([]);
const declined = signal(new Set());

async function learnAsked() {
  const frames = await framesFrom(now.value.number - RECENT);
  asked.value = frames.filter((frame) => fact(frame).type === "undo-requested").map((frame) => ({ number: frame.number, ...fact(frame) }));
}

const standing = (one) => {
  const act = moments.value?.find((moment) => moment.deed?.action === one.action);
  return { ...one, act };
};

/** Requests that nothing was done about yet. */
export function openRequests() {
  return asked.value.map(standing).filter((one) => !declined.value.has(one.number) && one.act && !one.act.struck);
}

export function Requests() {
  useEffect(() => void (isGm() && learnAsked().catch(() => {})), [now.value.number]);
  if (past.value) return null;
  return openRequests().map((one) => html`<section key=${one.number} class="card argument">
    <p><b>${say("time.asks-undo", { name: seatName(one.seat) })}</b> ${saidOf(one.act)}</p>
    <p class="buttons">
      <button class="first" onClick=${() => openCorrect(one.act.deed, saidOf(one.act))}>${say("time.correct")}</button>
      <button onClick=${() => undo(one.action)}>${say("time.undo")}</button>
      <button class="quiet" onClick=${() => (declined.value = new Set([...declined.value, one.number]))}>${say("time.leave")}</button>
    </p>
  </section>`);
}

/** The last step and the way forth again, for the GM. */
export function Back() {
  const may = isGm() && !past.value;
  const last = (moments.value ?? []).findLast((one) => one.deed && !one.struck);
  const [back, forth] = [may && possible("undo"), may && possible("redo")];
  useKeys(may ? [["u", say("time.undo-last"), () => undo()], ["U", say("time.redo"), () => possible("redo") && give({ type: "redo" }, { expect: now.value.number })]] : [], [may]);
  if (!may || (!back && !forth)) return null;
  return html`<p class="buttons back">
    ${last?.deed.action && html`<button onClick=${() => openCorrect(last.deed, saidOf(last))}>${say("time.correct-last")}</button>`}
    ${back && html`<button onClick=${() => undo()}>${say("time.undo-last")}</button>`}
    ${forth && html`<button onClick=${() => give({ type: "redo" }, { expect: now.value.number })}>${say("time.redo")}</button>`}
  </p>`;
}
