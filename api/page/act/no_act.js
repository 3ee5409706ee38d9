// Somebody is up who can do nothing just now: why, and the way on.
import { html } from "../html.js";
import { useKeys } from "../frame/keys.js";
import { Rule } from "../frame/rule.js";
import { fresh, legalOf, possible } from "../table/legal.js";
import { give, now } from "../table/live.js";
import { mine, nameOf, questions } from "../table/people.js";
import { refusal } from "../table/refusal.js";
import { say } from "../words/index.js";
import { actor } from "./draft.js";

/** Whether whoever is up may only end its activation. */
export const nothingToDo = () => {
  const id = actor.value;
  return Boolean(id && now.value.up === id && mine(id) && !questions.value.length && possible("done", id) && legalOf(id).actions.every((one) => one.refusal));
};

/** What most of the acts are refused for. */
function why(actions) {
  const found = new Map();
  for (const { refusal } of actions) found.set(refusal.sentence, (found.get(refusal.sentence) ?? 0) + 1);
  const [most] = [...found].sort(([, one], [, other]) => other - one)[0] ?? [];
  return actions.find(({ refusal }) => refusal.sentence === most)?.refusal;
}

export function NoAct() {
  const done = () => fresh.value && give({ type: "done", combatant: actor.value });
  useKeys([["Enter", say("act.done"), done], ["d", say("act.done"), done]], [actor.value]);
  const no = why(legalOf(actor.value).actions);
  return html`<section class="card act" aria-label=${say("act.title")}>
    <p><b>${nameOf(actor.value)}</b>${no && html`: ${refusal(no)}. <${Rule} id=${no.rule} />`}</p>
    <p class="buttons commit"><button class="first big" disabled=${!fresh.value} onClick=${done}>${say("act.done")}</button>
      ${possible("delay", actor.value) && html`<button disabled=${!fresh.value} onClick=${() => give({ type: "delay", combatant: actor.value })}>${say("act.delay")}</button>`}</p>
  </section>`;
}
