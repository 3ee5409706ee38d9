// The GM's desk: scene, damage, hazards, conditions, notes, reserve, time. Its parts stand beside this file.
import { html } from "../html.js";
import { Scene } from "./scene.js";

export function DeskPane() {
  return html`<${Scene} />`;
}
