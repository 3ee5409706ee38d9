// A line of the story, which opens into the rolls and the arithmetic behind it.
import { html, useState } from "../html.js";
import { view } from "../table/live.js";
import { isGm } from "../table/seat.js";
import { lineOf, say } from "../words/index.js";
import { secret } from "./filters.js";
import { explains, framesOf } from "./frames.js";
import { useAsked } from "../table/use_asked.js";
import { RollWhy } from "./why.js";

function Behind({ line, before }) {
  const found = useAsked(`${line.number}|${view.value.number}`, async () => (await framesOf(line, before)).filter(explains));
  if (found === null) return html`<p class="soft" aria-busy="true">…</p>`;
  if (!found?.length) return html`<p class="soft">${say("story.quiet")}</p>`;
  return found.map((frame) => html`<${RollWhy} key=${frame.number} number=${frame.number} />`);
}

const isTurn = (line) => line.said?.[0]?.key === "turn";

export function Line({ line, before }) {
  const [open, setOpen] = useState(false);
  if (isTurn(line)) return html`<li class="turn-line">${lineOf(line).replace(/\.$/, "")}</li>`;
  return html`<li class=${line.struck ? "struck" : ""}>
    <button class="plain line" aria-expanded=${open} onClick=${() => setOpen(!open)}>
      <span>${lineOf(line)}</span>${isGm() && secret(line) && html` <span class="tag secret">${say("story.hidden")}</span>`}${line.struck && html` <span class="tag">${say("story.struck")}</span>`}
    </button>
    ${open && html`<div class="behind"><${Behind} line=${line} before=${before} /></div>`}
  </li>`;
}
