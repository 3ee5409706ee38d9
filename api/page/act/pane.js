// What may be done now: the turn's own commands, and the acts of whoever is up, each with its fields filled in.
import { html, useState } from "../html.js";
import { Flow } from "../desk/flow.js";
import { past, view } from "../table/live.js";
import { mine, nameOf, questions, toMe } from "../table/people.js";
import { isGm, isPlayer } from "../table/seat.js";
import { JustDone, MyRequest } from "../time/undo.js";
import { listed, say } from "../words/index.js";
import { Act, NoAct, stuck } from "./act.js";
import { actor, beforehand, kinds } from "./draft.js";
import { Before } from "./before.js";
import { Queued } from "./queued.js";

function why() {
  if (toMe.value.length) return "";
  if (questions.value.length) return say("act.wait-for", { names: listed([...new Set(questions.value.map((one) => nameOf(one.combatant)))]) });
  return view.value.phase === "actions" && (view.value.up || view.value.somebody_up) ? say("act.not-yet") : "";
}

/** Acts that are not what one is here for just now: drawn, with their keys, only when somebody unfolds them. */
function Folded({ says }) {
  const [open, setOpen] = useState(false);
  return html`<details class="card for-others" onToggle=${(event) => setOpen(event.currentTarget.open)}><summary>${says}</summary>${open && (stuck() ? html`<${NoAct} />` : html`<${Act} />`)}</details>`;
}

export function ActPane() {
  if (past.value) return null;
  if (!isGm() && !isPlayer()) return null;
  const none = Boolean(actor.value) && stuck();
  const acts = actor.value && (kinds.value.length > 0 || none);
  const forOther = isGm() && actor.value && !mine(actor.value);
  return html`<${MyRequest} /><${JustDone} /><${Before} /><${Queued} />
    ${acts && forOther && html`<${Folded} key=${actor.value} says=${say("act.for", { name: nameOf(actor.value) })} />`}
    ${acts && !forOther && !beforehand.value && (none ? html`<${NoAct} />` : html`<${Act} />`)}
    ${(!acts || beforehand.value) && why() && actor.value && html`<p class="soft card">${why()}</p>`}
    ${acts && beforehand.value && html`<${Folded} key=${actor.value} says=${say("act.ahead")} />`}
    ${isGm() && html`<${Flow} />`}`;
}
