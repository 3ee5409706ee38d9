// A key that is pressed in the moment between two activations: it is kept until the next one is there, and said not to
// have been taken where that is for somebody else.
import { signal } from "../html.js";

const PATIENCE = 3000, SHOWN = 5000; // milliseconds

/** `{key}` while it waits, `{missed: true}` for a while when nothing came of it; null: nothing. */
export const held = signal(null);
let timer = 0;

export function hold(key) {
  clearTimeout(timer);
  held.value = { key };
  timer = setTimeout(miss, PATIENCE);
}

export function miss() {
  clearTimeout(timer);
  held.value = { missed: true };
  timer = setTimeout(letGo, SHOWN);
}

export function letGo() {
  clearTimeout(timer);
  held.value = null;
}
