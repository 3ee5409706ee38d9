// Time and argument: the past as a place, undo, corrections, disputes, rulings. Its parts stand beside this file.
import { html } from "../html.js";
import { Arguments, Settled } from "./rulings.js";
import { SameLog } from "./checked.js";
import { Scrub } from "./scrub.js";
import { MyLast } from "./undo.js";

export { PastBar } from "./past_bar.js";

export function TimePane() {
  return html`<${Arguments} /><${MyLast} /><${Scrub} /><${Settled} /><${SameLog} />`;
}
