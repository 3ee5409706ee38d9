// Taking back: a short offer after each step of one's own, the last step for the GM, and what players ask to have undone.
import { computed, html, signal, useEffect } from "../html.js";
import { toldShort } from "../act/suggested.js";
import { useKeys } from "../frame/keys.js";
import { fact, framesFrom } from "../story/frames.js";
import { keptSignal } from "../table/kept.js";
import { give, given, now, past, takenBackSince, told } from "../table/live.js";
import { TABLE } from "../table/place.js";
import { possible } from "../table/legal.js";
import { nameOf, seatName } from "../table/people.js";
import { underway } from "../table/underway.js";
import { isGm, seat } from "../table/seat.js";
import { useAsked } from "../table/use_asked.js";
import { capital, say, word } from "../words/index.js";
import { openCorrect } from "./correct.js";
import { deedOf, moments, saidOf } from "./moments.js";

const OFFERED = 20_000; // milliseconds that a step of one's own is offered to be taken back
const RECENT = 300; // frames back to which a request to undo is looked for

/** Whether a step can be taken back, or be asked for; an answer goes back with the act that it was given to. */
const mayGoBack = ({ command, reply }) => Boolean(reply.undoable) && command.type !== "answer";

const BUTTONS = { jump: "act.jump", done: "act.done", delay: "act.delay" };
/** A step in a sentence, else as its button says it. */
function saysOf({ command, reply }) {
  const { type, combatant } = command;
  const said = type === "act" ? toldShort([command]) : BUTTONS[type] && say(BUTTONS[type]);
  return reply.lines?.[0] ?? (said ? `${nameOf(combatant)}: ${said}` : capital(word(type)));
}


/** What this player did last and still stands, as the service tells it. */
const mineLast = computed(() => (isGm() ? undefined : (moments.value ?? []).findLast((one) => one.deed?.action && !one.struck)));
const askBack = async ({ action, says }) => (await give({ type: "request_undo", action })) && (mineAsked.value = { table: TABLE, seat: seat.value.seat, action, says, number: now.value.number });

/** The newest thing of one's own that may be taken back. */
const offered = signal(null);

function useOffer() {
  const last = given.value;
  useEffect(() => {
    if (!last || !mayGoBack(last)) return void (offered.value = null);
    offered.value = last;
    if (!isGm()) return undefined;
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
  if (past.value) return null;
  if (!one) return html`<${AskBack} act=${{ deed: underway.value }} />`; // the page was opened since
  const { command, reply } = one;
  const mayUndo = isGm() || possible("undo");
  const later = told.value.filter((line) => line.number > reply.version).length;
  const action = `${seat.value.seat}/${reply.id}`;
  const clear = () => (offered.value = null);
  const says = saysOf(one);
  const takeBack = () => (clear(), mayUndo ? undo(action) : askBack({ action, says }));
  const correct = async () => openCorrect(await deedGiven(reply), reply.lines?.[0]);
  return html`<aside class="just-done" aria-label=${say("time.just-done")}>
    <p class="soft">${says}${later > 0 ? ` ${say("time.and-later", { n: later })}` : ""}</p>
    <p class="buttons">
      ${isGm() && command.type === "act" && html`<button onClick=${correct}>${say("time.correct")}</button>`}
      <button onClick=${takeBack}>${say(mayUndo ? "time.undo" : "time.ask-undo")}</button>
      <button class="quiet" aria-label=${say("card.close")} onClick=${clear}>×</button>
    </p>
  </aside>`;
}

/** What this seat asked to have taken back, until something was, or somebody has seen enough of it. */
const mineAsked = keptSignal("asked-undo", null);

export function MyRequest() {
  const one = mineAsked.value;
  if (!one || past.value || one.table !== TABLE || one.seat !== seat.value?.seat) return null;
  return takenBackSince(one.number) ? null : html`<${Wish} key=${one.action} one=${one} />`;
}

/** A wish, and whether the GM let stay what it is about. */
function Wish({ one }) {
  const answers = told.value.filter((line) => line.number > one.number && [line.said?.[0]?.key, line.said?.[0]?.values?.what?.key].includes("undo-declined"));
  const answered = (frame) => fact(frame).type === "undo-declined" && fact(frame).action === one.action;
  const stays = useAsked(`${one.action}|${answers.length}`, async () => answers.length > 0 && (await framesFrom(one.number)).some(answered));
  return html`<aside class="just-done" role="status"><p class=${stays ? "" : "soft"}>${say(stays ? "time.stays" : "time.asked-undo", { what: one.says })}</p>
    <button class="quiet" onClick=${() => (mineAsked.value = null)}>${say("no.close")}</button></aside>`;
}

/** The same offer for an act as it is told, until it was asked for. */
function AskBack({ act }) {
  const { action } = act?.deed ?? {};
  const says = saidOf(act ?? {});
  if (past.value || isGm() || !action || possible("undo") || mineAsked.value?.action === action) return null;
  return html`<aside class="just-done"><p class="soft">${says}</p><p class="buttons"><button onClick=${() => askBack({ action, says })}>${say("time.ask-undo")}</button></p></aside>`;
}

/** It stays in the player's time. */
export const MyLast = () => html`<${AskBack} act=${mineLast.value} />`;

/** What players ask to have taken back and what still stands of it: `{number, seat, action}`. */
const asked = signal([]);

async function learnAsked() {
  const frames = await framesFrom(now.value.number - RECENT);
  const open = new Map();
  for (const frame of frames) {
    const one = fact(frame);
    if (one.type === "undo-requested") open.set(one.action, { number: frame.number, ...one });
    if (one.type === "undo-declined") open.delete(one.action);
  }
  asked.value = [...open.values()];
}

const standing = (one) => {
  const act = moments.value?.find((moment) => moment.deed?.action === one.action);
  return { ...one, act };
};

/** Requests that nothing was done about yet. */
export function openRequests() {
  return asked.value.map(standing).filter((one) => one.act && !one.act.struck);
}

export function Requests() {
  useEffect(() => void (isGm() && learnAsked().catch(() => {})), [now.value.number]);
  if (past.value) return null;
  return openRequests().map((one) => html`<section key=${one.number} class="card argument">
    <p><b>${say("time.asks-undo", { name: seatName(one.seat) })}</b> ${saidOf(one.act)}</p>
    <p class="buttons">
      <button class="first" onClick=${() => undo(one.action)}>${say("time.undo")}</button>
      <button onClick=${() => openCorrect(one.act.deed, saidOf(one.act))}>${say("time.correct")}</button>
      <button class="quiet" onClick=${() => give({ type: "decline_undo", action: one.action })}>${say("time.leave")}</button>
    </p>
  </section>`);
}

/** The act that was begun last. One that was judged again keeps its place, though it is told later. */
function lastAct() {
  const begun = new Map();
  for (const { deed, number } of moments.value ?? []) if (deed?.action && !begun.has(deed.action)) begun.set(deed.action, number);
  const standing = (moments.value ?? []).filter((one) => one.deed?.action && !one.struck);
  return standing.sort((one, other) => begun.get(one.deed.action) - begun.get(other.deed.action)).at(-1);
}

/** The table stands again as it stood right before something was taken back. */
const bringBack = (one) => give({ type: "switch", version: one.number - 1 }, { expect: now.value.number });

/** The last step and the way forth again, for the GM. */
export function Back() {
  const may = isGm() && !past.value;
  const last = lastAct();
  const [back, forth] = [may && possible("undo"), may && possible("redo")];
  useKeys(may ? [["u", say("time.undo-last"), () => undo()], ["U", say("time.redo"), () => possible("redo") && give({ type: "redo" }, { expect: now.value.number })]] : [], [may]);
  const left = may && moments.value?.at(-1)?.title === "switch" && moments.value.at(-1);
  if (!may || (!back && !forth && !left)) return null;
  return html`<p class="buttons back">
    ${last && html`<button class="says-more" onClick=${() => openCorrect(last.deed, saidOf(last))}>${say("time.correct-last")} <span class="soft">${saidOf(last)}</span></button>`}
    ${back && html`<button onClick=${() => undo()}>${say("time.undo-last")}</button>`}
    ${forth && html`<button onClick=${() => give({ type: "redo" }, { expect: now.value.number })}>${say("time.redo")}</button>`}
    ${left && html`<button onClick=${() => bringBack(left)}>${say("time.bring-back")}</button>`}
  </p>`;
}
