// The line that says what is suggested to an NPC and why, with the tactic to choose; and the whole group by one key.
import { html } from "../html.js";
import { badness } from "../fight/wound.js";
import { now } from "../table/live.js";
import { card } from "../table/people.js";
import { say } from "../words/index.js";
import { suggestedHere, touched, unchoose } from "./draft.js";
import { openGroup } from "./group.js";
import { because, settled, toldShort } from "./suggested.js";
import { TacticChoice } from "./tactic.js";

/** The group of whoever is up, where more of it have still to act: `{id, title, left}`. */
export function groupUp() {
  const { up, groups = [], order = [] } = now.value;
  const group = groups.find((one) => one.id === card(up)?.group);
  const left = group?.members.filter((id) => order.some((place) => place.combatant === id && !place.done && badness(card(id)?.wound) < 4)).length ?? 0;
  return left > 1 ? { ...group, left } : undefined;
}

/** The tactic, and the way to the whole group. */
export function ByTactic() {
  const group = groupUp();
  return html`<p class="buttons">
    <${TacticChoice} />
    ${group && html`<button aria-keyshortcuts="g" onClick=${() => openGroup(group)}>${say("group.all")} <kbd aria-hidden="true">g</kbd></button>`}
  </p>`;
}

/** What is suggested and why; its line is there before it is known. */
export function Suggests() {
  const one = suggestedHere.value;
  const text = one ? html`<span class="what"><b>${say("suggest.suggested")}</b> ${toldShort(one.commands)} · </span>${because(one)}` : settled.value ? "" : say("suggest.asking");
  return html`<p class="soft suggests">${text}${one && touched.value && html` <button class="link" onClick=${unchoose}>${say("suggest.back")}</button>`}</p>`;
}
