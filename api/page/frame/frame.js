// The frame of the table page: one line at the top, the banner, and the panes. A phone shows one pane, chosen in the
// thumb bar; a wide screen shows them beside each other.
import { html } from "../html.js";
import { ActPane } from "../act/pane.js";
import { Asked } from "../act/asked.js";
import { DeskPane, Around } from "../desk/pane.js";
import { Everybody } from "../fight/everybody.js";
import { FightPane } from "../fight/pane.js";
import { SheetPane } from "../fight/sheet.js";
import { StoryPane } from "../story/pane.js";
import { Opened } from "../story/windows.js";
import { isGm, isPlayer } from "../table/seat.js";
import { past, view } from "../table/live.js";
import { PastBar, TimePane } from "../time/pane.js";
import { Banner } from "./banner.js";
import { stack } from "./dialog.js";
import { Keys } from "./keys.js";
import { No } from "./no.js";
import { Settings } from "./settings.js";
import { ThumbBar, tab } from "./tabs.js";
import { Top } from "./top.js";

export function Frame() {
  return html`<div class="frame ${past.value ? "in-the-past" : ""}" data-tab=${tab.value} data-seat=${isGm() ? "gm" : isPlayer() ? "other" : "spectator"} data-number=${view.value.number}>
    <${Top} />
    <${PastBar} />
    <${Banner}><${Asked} /><//>
    <main class="panes">
      <div class="column left"><section class="pane pane-fight"><${FightPane} /></section>
        ${isGm() && html`<section class="pane pane-desk around"><${Around} /></section>`}
        <section class="pane pane-sheet"><${SheetPane} /></section></div>
      <div class="column middle">
        <section class="pane pane-act"><${ActPane} /></section>
        ${isGm() && html`<${Everybody} /><section class="pane pane-desk"><${DeskPane} /></section>`}
      </div>
      <div class="column right">
        <section class="pane pane-story"><${StoryPane} /></section>
        <section class="pane pane-time"><${TimePane} /></section>
      </div>
    </main>
    <${ThumbBar} />
    ${stack.value.length === 0 && html`<${No} />`}<${Opened} /><${Settings} /><${Keys} />
  </div>`;
}
