// Something that lies over the page: from below on a phone, in the middle elsewhere. The browser keeps the focus in it,
// and Escape closes it.
import { html, signal, useEffect, useRef, useState } from "../html.js";
import { refused } from "../table/live.js";
import { say } from "../words/index.js";
import { No } from "./no.js";

/** The dialogs that are open, the topmost last. */
export const stack = signal([]);

export function Dialog({ title, onClose, children, wide = false }) {
  const box = useRef(null);
  const [mine] = useState(() => Symbol(title));
  useEffect(() => {
    stack.value = [...stack.value, mine];
    return () => (stack.value = stack.value.filter((one) => one !== mine));
  }, []);
  useEffect(() => {
    const before = refused.value;
    return () => void (refused.value !== before && (refused.value = null)); // it was about what stood here
  }, []);
  useEffect(() => {
    const before = document.activeElement;
    box.current.showModal();
    return () => before?.isConnected && before.focus({ preventScroll: true });
  }, []);
  const outside = (event) => event.target === box.current && onClose();
  return html`<dialog ref=${box} class=${wide ? "wide" : ""} aria-label=${title} onClose=${onClose} onClick=${outside}>
    <div class="inside">
      <header><h2>${title}</h2><button class="plain close" aria-label=${say("card.close")} onClick=${onClose}>×</button></header>
      ${children}
    </div>
    ${stack.value.at(-1) === mine && html`<${No} />`}
  </dialog>`;
}
