// The GM's desk: scene, damage, hazards, conditions, notes, reserve, time. Its parts stand beside this file.
import { html } from "../html.js";
import { past } from "../table/live.js";
import { Waiting } from "./bring.js";
import { Scene } from "./scene.js";
import { Tools } from "./tools.js";

export function DeskPane() {
  return html`<${Tools} /><${Scene} />${!past.value && html`<${Waiting} />`}`;
}
