// The thumb bar: which pane a phone shows. Wide screens show them all, but for those that share the third column.
import { html } from "../html.js";
import { isGm, isPlayer } from "../table/seat.js";
import { keptSignal } from "../table/kept.js";
import { myTurn } from "../table/people.js";
import { waitingArguments } from "../time/rulings.js";
import { say } from "../words/index.js";

/** `fight`, `story`, `sheet`, `desk` (GM) or `time`. */
export const tab = keptSignal("tab", "fight");

const ICONS = {
  fight: "M4 20 14 10M14 4l6-0v6M4 4l16 16",
  story: "M5 6h14M5 12h14M5 18h9",
  sheet: "M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8M4 21c1-5 4-6 8-6s7 1 8 6",
  desk: "M4 7h16M4 12h16M4 17h16M8 5v4M15 10v4M11 15v4",
  time: "M12 4a8 8 0 1 1-8 8M4 5v5h5M12 8v5l3 2",
};

export function ThumbBar() {
  const tabs = isGm() ? ["fight", "desk", "story", "sheet", "time"] : isPlayer() ? ["fight", "story", "sheet", "time"] : ["fight", "story", "time"];
  return html`<nav class="thumb-bar" aria-label=${say("tab.panes")}>
    ${tabs.map((one) => html`<button key=${one} class="plain" aria-current=${tab.value === one ? "page" : "false"} onClick=${() => (tab.value = one)}>
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${ICONS[one]} /></svg>
      <span>${say(`tab.${one}`)}</span>${one === "fight" && myTurn.value && tab.value !== "fight" && html`<i class="dot" />`}${one === "time" && waitingArguments() > 0 && html`<i class="dot" />`}
    </button>`)}
  </nav>`;
}
