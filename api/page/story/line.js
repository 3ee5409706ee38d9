// A line of the story, which opens into the rolls and the arithmetic behind it.
import { html, useEffect, useRef, useState } from "../html.js";
import { view } from "../table/live.js";
import { tab } from "../frame/tabs.js";
import { isGm } from "../table/seat.js";
import { lineOf, say } from "../words/index.js";
import { secret } from "./filters.js";
import { explains, framesOf } from "./frames.js";
import { useAsked } from "../table/use_asked.js";
import { RollWhy } from "./why.js";

const GROWS = 1500; // milliseconds in which what opened is still being told

/** Bring what was opened into sight, with its sentence on top, while it grows. */
function watchGrowth(box) {
  const grown = new ResizeObserver(() => {
    const line = box.closest("li"), scroll = box.closest(".scroll");
    if (!scroll || !line) return;
    const [inside, around] = [line.getBoundingClientRect(), scroll.getBoundingClientRect()];
    const below = inside.bottom - around.bottom, above = inside.top - around.top;
    if (below > 0) scroll.scrollTop += Math.min(below, above);
  });
  grown.observe(box);
  const stop = setTimeout(() => grown.disconnect(), GROWS);
  return () => (clearTimeout(stop), grown.disconnect());
}

function Behind({ line, before }) {
  const box = useRef(null);
  const found = useAsked(`${line.number}|${view.value.number}`, async () => (await framesOf(line, before)).filter(explains));
  useEffect(() => box.current && watchGrowth(box.current), [Boolean(found?.length)]);
  if (found === null) return html`<p class="soft" aria-busy="true">…</p>`;
  if (!found?.length) return html`<p class="soft">${say("story.quiet")}</p>`;
  return html`<div class="rolls" ref=${box}>${found.map((frame) => html`<${RollWhy} key=${frame.number} number=${frame.number} />`)}</div>`;
}

const isTurn = (line) => line.said?.[0]?.key === "turn";

export function Line({ line, before }) {
  const [open, setOpen] = useState(false);
  const turn = () => {
    if (!open && matchMedia("(max-width: 999.9px)").matches) tab.value = "story"; // there is room for it
    setOpen(!open);
  };
  if (isTurn(line)) return html`<li class="turn-line">${lineOf(line).replace(/\.$/, "")}</li>`;
  return html`<li class=${line.struck ? "struck" : ""}>
    <button class="plain line" aria-expanded=${open} onClick=${turn}>
      <span>${lineOf(line)}</span>${isGm() && secret(line) && html` <span class="tag secret">${say("story.hidden")}</span>`}${line.struck && html` <span class="tag">${say("story.struck")}</span>`}
    </button>
    ${open && html`<div class="behind"><${Behind} line=${line} before=${before} /></div>`}
  </li>`;
}
