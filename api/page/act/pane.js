// What may be done now: the turn's own commands, and the acts of whoever is up, each with its fields filled in.
import { html } from "../html.js";
import { Flow } from "../desk/flow.js";
import { past, view } from "../table/live.js";
import { mine, nameOf, questions, toMe } from "../table/people.js";
import { isGm, isPlayer } from "../table/seat.js";
import { JustDone } from "../time/undo.js";
import { listed, say } from "../words/index.js";
import { Act } from "./act.js";
import { actor, kinds } from "./draft.js";
import { Before } from "./before.js";
import { Queued } from "./queued.js";

function why() {
  if (toMe.value.length) return "";
  if (questions.value.length) return say("act.wait-for", { names: listed([...new Set(questions.value.map((one) => nameOf(one.combatant)))]) });
  return view.value.phase === "actions" && (view.value.up || view.value.somebody_up) ? say("act.not-yet") : "";
}

export function ActPane() {
  if (past.value) return null;
  if (!isGm() && !isPlayer()) return null;
  const acts = actor.value && kinds.value.length > 0;
  const forOther = isGm() && actor.value && !mine(actor.value);
  return html`<${JustDone} /><${Before} /><${Queued} />
    ${acts && forOther && html`<details class="card for-others"><summary>${say("act.for", { name: nameOf(actor.value) })}</summary><${Act} /></details>`}
    ${acts && !forOther && html`<${Act} />`}
    ${!acts && why() && actor.value && html`<p class="soft card">${why()}</p>`}
    ${isGm() && html`<${Flow} />`}`;
}
