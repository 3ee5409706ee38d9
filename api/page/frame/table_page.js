// The page of a table: takes the seat, follows, and chooses between the frame, an overlay and the words for trouble.
import { html, signal } from "../html.js";
import { follow, view } from "../table/live.js";
import { keepLegal } from "../table/legal.js";
import { TABLE, asked } from "../table/place.js";
import { seat, takeSeat } from "../table/seat.js";
import { keepCalling } from "./calling.js";
import { Frame } from "./frame.js";
import { Overlay } from "./overlay.js";
import { Trouble } from "./trouble.js";

/** What is in the way of showing the table at all: a problem, or null. */
const trouble = signal(null);

async function begin() {
  try {
    await takeSeat();
  } catch (problem) {
    if (problem.status) return void (trouble.value = problem);
    return void setTimeout(begin, 2000); // no network yet
  }
  keepLegal();
  keepCalling();
  await follow();
  trouble.value = seat.value.seat ? { gone: true } : { bare: true };
}
if (TABLE) begin();

export function TablePage() {
  if (trouble.value) return html`<${Trouble} problem=${trouble.value} />`;
  if (!seat.value || !view.value) return html`<${Trouble} />`;
  return asked.get("view") ? html`<${Overlay} />` : html`<${Frame} />`;
}
