// What may be done now: the turn's own commands, and the acts of whoever is up, each with its fields filled in.
import { html, useEffect, useState } from "../html.js";
import { Flow } from "../desk/flow.js";
import { headline } from "../frame/headline.js";
import { useKeys } from "../frame/keys.js";
import { badness } from "../fight/wound.js";
import { past, view } from "../table/live.js";
import { fresh, possible } from "../table/legal.js";
import { card, mine, nameOf, questions, toMe } from "../table/people.js";
import { isGm, isPlayer } from "../table/seat.js";
import { MyRuling } from "../time/rulings.js";
import { JustDone, MyRequest } from "../time/undo.js";
import { listed, say } from "../words/index.js";
import { Act } from "./act.js";
import { actor, beforehand, kinds } from "./draft.js";
import { Before } from "./before.js";
import { openGroup } from "./group.js";
import { held, hold, miss } from "./held.js";
import { NoAct, nothingToDo } from "./no_act.js";
import { Playing, goesOn } from "./playing.js";
import { Queued } from "./queued.js";
import { groupUp } from "./suggests.js";

/** Whether whoever this seat plays is in no state to act. */
function isOut() {
  const { wound, conditions = [] } = card(actor.value) ?? {};
  return !kinds.value.length && (badness(wound) > 3 || conditions.includes("unconscious"));
}

function why() {
  const { phase, up, on_deck: deck, somebody_up: unseen } = view.value;
  if (toMe.value.length) return "";
  if (isOut()) return phase === "lobby" ? "" : say("act.out", { name: nameOf(actor.value) });
  const names = [...new Set(questions.value.map((one) => nameOf(one.combatant)))];
  if (names.length && (isGm() || mine(up) || mine(deck))) return mine(up) || !isGm() ? say("act.wait-for", { n: names.length, names: listed(names) }) : "";
  return phase === "actions" && (up || unseen) ? say("act.not-yet") : "";
}

/** Acts that are not what one is here for just now: drawn, with their keys, only when somebody unfolds them. */
function Folded({ says, more = "" }) {
  const [open, setOpen] = useState(false);
  return html`<details class="card for-others" onToggle=${(event) => setOpen(event.currentTarget.open)}><summary>${says} <span class="soft">${more}</span></summary>${open && (kinds.value.length ? html`<${Act} />` : html`<${NoAct} />`)}</details>`;
}

/** The GM's keys while there is no act to do them: kept for a moment, and told where nothing comes of them. */
function Keys({ acts }) {
  useKeys([["Enter", say("key.act"), () => hold("Enter")], ["g", say("key.group"), () => groupUp() && openGroup(groupUp())]]);
  const nothing = !acts && fresh.value;
  useEffect(() => void (nothing && held.value?.key && miss()), [nothing, held.value]);
  if (!held.value) return null;
  const onward = !view.value.up && !questions.value.length && possible("next_turn");
  return html`<p class="held soft" role="status">${held.value.missed ? say("key.missed", { why: headline().text }) : say("key.kept")}${onward && html` <kbd>n</kbd> ${say("act.next-turn")}`}</p>`;
}

const canAct = () => Boolean(actor.value) && kinds.value.length > 0;
const forSomebody = () => isGm() && Boolean(actor.value) && !mine(actor.value);
const isActing = () => canAct() && !forSomebody() && !beforehand.value && !goesOn();
const isIdle = () => !canAct() && !goesOn() && nothingToDo();

/** Whether this seat has something to do for whoever is up, or has set it going. */
export const atWork = () => !past.value && (isActing() || isIdle() || goesOn());

export function ActPane() {
  if (past.value) return null;
  if (!isGm() && !isPlayer()) return null;
  const acts = canAct(), forOther = forSomebody(), acting = isActing(), idle = isIdle();
  const stuck = Boolean(actor.value) && !kinds.value.length && possible("done", actor.value);
  return html`<div class="notices"><${MyRequest} /><${MyRuling} /><${JustDone} />${isGm() && html`<${Keys} acts=${acting || idle} />`}</div>
    <${Before} /><${Queued} />${isGm() && html`<${Playing} />`}
    ${(acts || stuck) && forOther && html`<${Folded} key=${actor.value} says=${say("act.for", { name: nameOf(actor.value) })} />`}
    ${acting && html`<${Act} />`}${idle && html`<${NoAct} />`}
    ${!idle && !acts && why() && actor.value && html`<p class="soft card">${why()}</p>`}
    ${acts && beforehand.value && html`<${Folded} key=${actor.value} says=${say("act.ahead")} more=${why()} />`}
    ${isGm() && html`<${Flow} />`}`;
}
