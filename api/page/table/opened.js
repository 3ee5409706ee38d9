// What is open over the page: windows that any part may open, whatever is in them.
import { signal } from "../html.js";

/** A stack: what was opened last lies on top. Others may open things of their own: `{title, body, wide}`. */
export const opened = signal([]);
export const open = (one) => (opened.value = [...opened.value, one]);
export const close = () => (opened.value = opened.value.slice(0, -1));
