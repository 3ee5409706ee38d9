// Time and argument: the past as a place, undo, corrections, disputes, rulings. Its parts stand beside this file.
import { html } from "../html.js";

export const PastBar = () => null;

export function TimePane() {
  return html``;
}
