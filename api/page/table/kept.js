// What this browser keeps by itself: seats, settings, what was used last. A browser that keeps nothing goes on without.
import { effect, signal } from "../html.js";

/** What is kept under a name, or `otherwise`. */
export function kept(name, otherwise = null) {
  try {
    return JSON.parse(localStorage.getItem(`fracas/${name}`)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Keep something under a name; `undefined` forgets it. */
export function keep(name, value) {
  try {
    if (value === undefined) localStorage.removeItem(`fracas/${name}`);
    else localStorage.setItem(`fracas/${name}`, JSON.stringify(value));
  } catch {
    /* then it lasts as long as the page */
  }
}

/** A signal whose value outlives the page. */
export function keptSignal(name, otherwise) {
  const one = signal(kept(name, otherwise));
  effect(() => keep(name, one.value));
  return one;
}

/** Random hex digits, also where the page is not served over TLS. */
export const random = (bytes = 16) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join("");
