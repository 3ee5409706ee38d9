// Something that lies over the page: from below on a phone, in the middle elsewhere. The browser keeps the focus in it,
// and Escape closes it.
import { html, useEffect, useRef } from "../html.js";
import { say } from "../words/index.js";

export function Dialog({ title, onClose, children, wide = false }) {
  const box = useRef(null);
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
  </dialog>`;
}
