// Scrubbing over fights, turns and acts, and the list of them.
import { html, useEffect, useRef, useState } from "../html.js";
import { now, past } from "../table/live.js";
import { isGm } from "../table/seat.js";
import { clock, say, word } from "../words/index.js";
import { openCorrect } from "./correct.js";
import { back, knowsMoments, learnMoments, lookAtStop, moments, place, saidOf, saysOf, step, stops } from "./moments.js";
import { Back } from "./undo.js";

const ROOM = matchMedia("(max-width: 999.9px)"); // where time has a pane of its own the list is open
const FIRST = 600; // milliseconds that the fight itself has for being drawn
const PAUSE = 400; // milliseconds of quiet before the moments are asked for again

/** Keep the moments in step with the table, as long as they are on the screen. */
function useMoments(box) {
  useEffect(() => {
    let timer = 0;
    const learn = () => ((timer = 0), knowsMoments() || learnMoments());
    const seen = new IntersectionObserver(([one]) => one.isIntersecting && (timer ||= setTimeout(learn, moments.value ? 0 : FIRST)));
    seen.observe(box.current);
    return () => (clearTimeout(timer), seen.disconnect());
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => moments.value && box.current?.offsetParent && !knowsMoments() && learnMoments(), PAUSE);
    return () => clearTimeout(timer);
  }, [now.value.number]);
}

function Slider() {
  const most = stops.value.length;
  const go = (event) => {
    const to = Number(event.target.value);
    if (to >= most) back();
    else lookAtStop(stops.value[to]);
  };
  const says = past.value?.says ?? say("time.is-now");
  return html`<div class="scrub">
    <button aria-label=${say("time.earlier")} disabled=${place.value <= 0} onClick=${() => step(-1)}>‹</button>
    <label><span class="soft">${says}</span>
      <input type="range" min="0" max=${most} step="1" value=${place.value} aria-label=${say("time.scrub")} aria-valuetext=${says} onInput=${go} /></label>
    <button aria-label=${say("time.later")} disabled=${place.value >= most} onClick=${() => step(1)}>›</button>
  </div>`;
}

function textOf(one) {
  if (one.what === "turn" || one.what === "fight") return saysOf(one);
  const said = saidOf(one);
  if (said) return said;
  return one.what === "undone" || one.what === "struck" ? say(`time.was-${one.what}`) : [saysOf(one), word(one.title)].filter(Boolean)[0];
}

function Moment({ one }) {
  const correct = isGm() && !one.struck && one.deed?.action && !past.value;
  return html`<li class="moment ${one.struck ? "struck" : ""} ${past.value?.of === one.number ? "here" : ""}">
    <button class="plain" aria-label="${say("time.look")}: ${saysOf(one)}" onClick=${() => lookAtStop(one)}>
      <span class="line-text">${textOf(one)}</span> <span class="soft">${clock(one.time)}</span>${one.struck && html` <span class="tag">${say("story.struck")}</span>`}
    </button>
    ${correct && html`<button class="quiet" aria-label="${say("time.correct")}: ${textOf(one)}" onClick=${() => openCorrect(one.deed, saidOf(one))}>${say("time.correct")}</button>`}
  </li>`;
}

/** Fights and turns, each with what happened in it, the last one first. */
function chapters() {
  const found = [];
  for (const one of stops.value) {
    if (one.what === "fight" || one.what === "turn" || !found.length) found.push({ head: one, inside: [] });
    if (one.what !== "fight" && one.what !== "turn") found.at(-1).inside.push(one);
  }
  return found.reverse();
}

function Chapter({ head, inside, open }) {
  const title = head.what === "fight" ? head.title || say("time.a-fight") : head.what === "turn" ? say("top.turn", { turn: head.turn }) : say("top.lobby");
  const [shown, setShown] = useState(open);
  const acts = inside.filter((one) => one.what === "act" && !one.struck).length;
  return html`<details open=${shown} onToggle=${(event) => setShown(event.target.open)} class=${head.struck ? "struck" : ""}>
    <summary><span class="line-text">${title}</span> <span class="soft">${acts ? say("time.acts", { n: acts }) : clock(head.time)}</span></summary>
    ${shown && html`<ol class="moments">
      ${(head.what === "fight" || head.what === "turn") && html`<${Moment} one=${{ ...head, text: saysOf(head) }} />`}
      ${inside.map((one) => html`<${Moment} key=${one.number} one=${one} />`)}
    </ol>`}
  </details>`;
}

export function Scrub() {
  const box = useRef(null);
  const [listed, setListed] = useState(ROOM.matches);
  useMoments(box);
  const found = moments.value ? chapters() : [];
  return html`<section class="card time" ref=${box}><h2>${say("time.title")}</h2>
    ${moments.value === null ? html`<p class="soft" aria-busy="true">…</p>` : html`<${Slider} /><${Back} />
      <details class="all-moments" open=${listed} onToggle=${(event) => setListed(event.target.open)}><summary>${say("time.all")}</summary>
        ${listed && html`<div class="chapters">${found.map((one, at) => html`<${Chapter} key=${one.head.number + one.head.what} ...${one} open=${at === 0} />`)}</div>`}
      </details>`}
  </section>`;
}
