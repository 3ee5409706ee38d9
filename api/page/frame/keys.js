// Keys: whoever has something that a key does says so here, and the help lists it.
import { html, signal, useEffect } from "../html.js";
import { capital, say, spoken } from "../words/index.js";
import { Dialog } from "./dialog.js";

/** `{key, says, do}`; those said last come first. */
const known = signal([]);
export const keysOpen = signal(false);

/** Let keys do something as long as a component is there: `[[key, what it says, what it does], ...]`. */
export function useKeys(keys, when = []) {
  useEffect(() => {
    known.value = [...keys, ...known.value];
    return () => (known.value = known.value.filter((one) => !keys.includes(one)));
  }, [...when, spoken.value]);
}

const writes = (target) => target.closest?.("input, textarea, select, [contenteditable]");

addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (writes(event.target) || document.querySelector("dialog[open]")) return;
  if (event.key === "Enter" && event.target.closest?.("button, a, summary")) return; // it has that key already
  if (event.repeat && !event.key.startsWith("Arrow")) return; // a finger that stays on a key means it once
  if (event.key === "?") return void (keysOpen.value = true);
  const found = known.value.find(([key]) => key === event.key);
  if (!found) return;
  event.preventDefault();
  found[2]();
});

const NAMES = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", Enter: "⏎", Escape: "Esc" };

export function Keys() {
  if (!keysOpen.value) return null;
  const all = [...known.value, ["?", say("set.keys")], ["Esc", say("card.close")]];
  return html`<${Dialog} title=${say("set.keys")} onClose=${() => (keysOpen.value = false)}>
    <dl class="keys">${all.map(([key, says]) => html`<div key=${key + says}><dt><kbd>${NAMES[key] ?? key}</kbd></dt><dd>${capital(says)}</dd></div>`)}</dl>
  <//>`;
}
