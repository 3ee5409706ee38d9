// The story: one sentence for each act, newest at the bottom; it moves by itself only for whoever reads the end.
import { html, useEffect, useLayoutEffect, useRef, useState } from "../html.js";
import { goesBack, lookFurtherBack, past, tellings, told } from "../table/live.js";
import { isGm, seat } from "../table/seat.js";
import { say } from "../words/index.js";
import { Line } from "./line.js";
import { FILTERS, fits, learnActors } from "./filters.js";

const NEAR = 48; // pixels from the end, or from the beginning, that count as being there
const OPENS = 1500; // milliseconds in which a line that is opened grows

/** Where somebody reads, from the end: what comes before it must not move it. */
let fromEnd = 0;
const keepPlace = (box) => (box.scrollTop = box.scrollHeight - fromEnd);

export function StoryPane() {
  const list = useRef(null);
  const [filter, setFilter] = useState("all");
  const [reading, setReading] = useState(false);
  const was = useRef({ top: 0, opened: 0 }).current;
  const lines = past.value?.lines ?? told.value;
  const wanted = isGm() || filter !== "all"; // a GM is shown what nobody else sees
  useEffect(() => void (wanted && learnActors(lines).catch(() => {})), [lines[0]?.number, lines.at(-1)?.number, wanted, tellings.value]);
  const shown = lines.filter((line) => fits(line, filter));
  const opens = () => Date.now() - was.opened < OPENS;
  const toEnd = () => list.current && (list.current.scrollTop = list.current.scrollHeight);
  useLayoutEffect(() => void (reading || toEnd()), [shown.length, filter, reading]);
  useLayoutEffect(() => { // at once: the way back to the end takes its room while somebody begins to read
    if (reading) return;
    const sized = new ResizeObserver(() => opens() || toEnd()); // the parts around it may come later, and marks on lines
    for (const one of [list.current, list.current.querySelector(".lines")]) sized.observe(one);
    return () => sized.disconnect();
  }, [reading]);
  useLayoutEffect(() => void (reading && keepPlace(list.current)), [lines[0]?.number]);
  const back = () => !past.value && goesBack.value && lookFurtherBack().catch(() => {});
  const watch = ({ currentTarget: box }) => {
    const away = box.scrollHeight - box.scrollTop - box.clientHeight > NEAR;
    setReading(away && (reading || box.scrollTop < was.top || opens())); // what grows by itself leaves nobody behind
    was.top = box.scrollTop;
    fromEnd = box.scrollHeight - box.scrollTop;
    if (box.scrollTop < NEAR) back();
  };
  return html`<section class="card story">
    <header><h2>${say("story.title")}</h2>
      <div class="chips small" role="group" aria-label=${say("story.title")}>${FILTERS.filter((one) => one === "all" || one === "rolls" || seat.value?.kind !== "spectator").map((one) => html`<button key=${one} class="chip-button" aria-pressed=${filter === one} onClick=${() => setFilter(one)}>${say(`story.${one}`)}</button>`)}</div>
    </header>
    <div class="scroll" ref=${list} onScroll=${watch} onClick=${() => (was.opened = Date.now())} tabIndex="0" role="log" aria-live="polite" aria-label=${say("story.title")}>
      ${!past.value && goesBack.value && html`<button class="quiet earlier" onClick=${back}>${say("story.earlier")}</button>`}<ol class="lines">
      ${shown.map((line) => html`<${Line} key=${line.number + line.text} line=${line} before=${lines[lines.indexOf(line) - 1]?.number ?? 0} />`)}
      ${!shown.length && html`<li class="soft">${say(lines.length ? "story.none" : "story.empty")}</li>`}
    </ol></div>
    ${reading && html`<button class="to-new" onClick=${() => setReading(false)}>↓ ${say("story.to-new")}</button>`}
  </section>`;
}
