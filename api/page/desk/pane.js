// The GM's desk: scene, damage, hazards, conditions, notes, reserve, time. Its parts stand beside this file.
import { html } from "../html.js";
import { past } from "../table/live.js";
import { Waiting } from "./bring.js";
import { End } from "./flow.js";
import { Scene } from "./scene.js";
import { Tools } from "./tools.js";

/** The tools; on a phone also the end of the fight, which has no room beside an act there. */
export const DeskPane = () => html`<${Tools} /><${End} />`;

/** What is around the fight: the scene, who is not seen or not in it yet; and its end while an act has the middle. */
export function Around() {
  return html`<${Scene} />${!past.value && html`<${Waiting} />`}<${End} />`;
}
