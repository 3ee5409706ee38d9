// Dark and light: as the device has it, unless somebody chose.
import { effect, signal } from "../html.js";
import { keptSignal } from "../table/kept.js";

/** `auto`, `dark` or `light`. */
export const theme = keptSignal("theme", "auto");

const device = matchMedia("(prefers-color-scheme: dark)");
const dark = signal(device.matches);
device.addEventListener("change", () => (dark.value = device.matches));

const paper = matchMedia("print");
const printed = signal(paper.matches); // paper is white
paper.addEventListener("change", () => (printed.value = paper.matches));
effect(() => (document.documentElement.dataset.theme = printed.value ? "light" : theme.value === "auto" ? (dark.value ? "dark" : "light") : theme.value));
