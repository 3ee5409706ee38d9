// What the rule set of this table calls each kind of action, asked once.
import { signal } from "../html.js";
import { view } from "./live.js";
import { ask } from "./place.js";

const titles = signal({});
let asked = null;

/** Kept when the titles are known; without an answer the kinds go by their own words. */
export function learnKinds() {
  return (asked ??= ask(`v1/rulesets/${view.value.ruleset}`).then(
    ({ actions }) => void (titles.value = Object.fromEntries(actions.map(({ kind, title }) => [kind, title]))),
    () => void (asked = null),
  ));
}

/** `{kind, title}` as far as that is known. */
export function kindOf(kind) {
  if (!(kind in titles.value)) learnKinds();
  return { kind, title: titles.value[kind] };
}
