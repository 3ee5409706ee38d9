// How the dice have fallen, seat by seat and die by die, with what chance says to it.
import { html } from "../html.js";
import { look, now } from "../table/live.js";
import { seatName } from "../table/people.js";
import { useAsked } from "../table/use_asked.js";
import { decimal, say, share } from "../words/index.js";

const UNUSUAL = 0.01; // the service calls a row unusual below that

/** How often each face fell, as bars beside what is to be expected. */
function Faces({ faces, thrown }) {
  const most = Math.max(...faces), width = 100 / faces.length;
  return html`<svg class="faces-fallen" viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden="true">
    ${faces.map((often, at) => html`<rect key=${at} x=${at * width} width=${width * 0.8} y=${24 - (24 * often) / most} height=${(24 * often) / most} />`)}
    <line x1="0" x2="100" y1=${24 - (24 * thrown) / faces.length / most} y2=${24 - (24 * thrown) / faces.length / most} />
  </svg>`;
}

const known = ({ p }) => p !== undefined && p !== null;
const unusual = (one) => known(one) && one.p < UNUSUAL;
const judged = (one) => (!known(one) ? say("fair.few") : unusual(one) ? say("fair.unusual", { percent: share(one.p) }) : say("fair.usual"));

function Row({ one }) {
  return html`<li class="fallen">
    <p><b>${seatName(one.seat)}</b> d${one.sides} <span class="soft">${say(one.typed ? "fair.typed" : "fair.table")}</span></p>
    <${Faces} faces=${one.faces} thrown=${one.thrown} />
    <p class=${unusual(one) ? "tick-wrong" : "soft"}>${say("fair.thrown", { n: one.thrown, mean: decimal(one.mean) })} · ${judged(one)}</p>
  </li>`;
}

export function Fairness() {
  const found = useAsked(`fairness-${now.value.number}`, () => look("fairness"));
  if (found === null) return html`<p class="soft" aria-busy="true">…</p>`;
  const rows = found?.rows ?? [];
  return html`<h3>${say("fair.title")}</h3>
    ${rows.length ? html`<ul class="plain-list">${rows.map((one) => html`<${Row} key=${`${one.seat}|${one.sides}|${one.typed}`} one=${one} />`)}</ul>` : html`<p class="soft">${say("fair.none")}</p>`}`;
}
