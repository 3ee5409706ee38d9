// The odds of the act that is put together, as far as this seat may know them: hit, points with a small plot, down.
import { effect, html, signal, untracked } from "../html.js";
import { now, work } from "../table/live.js";
import { nameOf } from "../table/people.js";
import { capital, decimal, say, word } from "../words/index.js";
import { Costs } from "./costs.js";
import { action, actor, beforehand, values } from "./draft.js";

const PAUSE = 120; // milliseconds of quiet before they are asked for
const KEPT = 60;

/** `{key, odds}`: the newest answer and what it was asked for. */
const told = signal({});
const kept = new Map();
let timer = 0;

/** What was refused: nothing of it changes before somebody else is up. */
const refused = new Set();
const inVain = (...about) => JSON.stringify([now.value.fight, now.value.turn, now.value.up, ...about]);

const keyNow = () => actor.value && action.value && now.value && JSON.stringify([now.value.number, actor.value, action.value, beforehand.value]);

effect(() => {
  const key = keyNow();
  clearTimeout(timer);
  if (!key) return;
  untracked(() => (timer = setTimeout(() => learn(key), PAUSE)));
});

async function learn(key) {
  if (!kept.has(key)) {
    const [, combatant, acting, ahead] = JSON.parse(key);
    const vain = inVain(combatant, acting, ahead);
    const no = (problem) => (problem.problem && refused.add(vain), null);
    kept.set(key, refused.has(vain) ? null : await work("odds", { combatant, action: acting, ...(ahead && { ahead }) }).catch(no));
    if (kept.size > KEPT) kept.delete(kept.keys().next().value);
  }
  if (key === keyNow()) told.value = { key, odds: kept.get(key) };
}

const percent = (chance) => Math.round(chance * 100);

/** How likely so many points are, as bars. */
function Plot({ points }) {
  const shown = points.filter((one) => one.points !== 0 && one.chance > 0.001).map((one) => ({ ...one, points: Math.abs(one.points) })).sort((one, other) => one.points - other.points);
  if (shown.length < 2) return null;
  const [least, most] = [shown[0].points, shown.at(-1).points];
  const highest = Math.max(...shown.map((one) => one.chance));
  const width = 100 / (most - least + 1);
  return html`<figure class="plot" aria-hidden="true"><svg viewBox="0 0 100 24" preserveAspectRatio="none">
    ${shown.map((one) => html`<rect key=${one.points} x=${(one.points - least) * width} width=${Math.max(0.6, width * 0.8)} y=${24 - (24 * one.chance) / highest} height=${(24 * one.chance) / highest} />`)}
  </svg><figcaption><span>${least}</span><span>${most}</span></figcaption></figure>`;
}

const FALLS = new Set(["success", "failure", "hit", "missed"]); // outcomes of a roll
const LITTLE = 0.005; // below that a chance is not worth a word

function Target({ one }) {
  const said = [
    one.hit && say("act.odds-hit", { percent: percent(one.hit.chance) }),
    ...Object.entries(one.expected ?? {}).filter(([, points]) => Math.abs(points) >= 0.05).map(([pool, points]) => say(one.bare ? "act.odds-bare" : "act.odds-points", { points: decimal(Math.abs(points)), pool: word(pool) })),
    one.down?.chance > LITTLE && say("act.odds-down", { percent: percent(one.down.chance) }),
    one.dead?.chance > LITTLE && say("act.odds-dead", { percent: percent(one.dead.chance) }),
    one.cover > 0 && say("act.odds-cover", { n: one.cover }),
  ].filter(Boolean);
  const [points] = Object.values(one.damage ?? {});
  return html`<p><b>${said[0]}</b>${said.length > 1 && html` <span class="soft">${said.slice(1).join(" · ")}</span>`}</p>
    ${points && html`<${Plot} points=${points} />`}`;
}

/** Whoever else it may meet, in short. */
function others(targets) {
  const names = targets.filter((one) => one.hit?.chance > LITTLE).map((one) => `${nameOf(one.combatant)} ${percent(one.hit.chance)} %`).join(" · ");
  return names && say("act.odds-others", { names });
}

export function Odds() {
  const { key, odds } = told.value;
  const wanted = keyNow();
  const stale = key !== wanted;
  const targets = [...(odds?.targets ?? [])].sort((one, other) => Number(other.combatant === values.value.target) - Number(one.combatant === values.value.target));
  const outcomes = Object.entries(odds?.outcomes ?? {});
  if (!odds || (!targets.length && !outcomes.length)) return html`<div class="odds" aria-live="off" aria-busy=${Boolean(wanted && stale)}></div><${Costs} cost=${odds?.cost} />`;
  const [first, ...rest] = targets;
  return html`<div class="odds ${stale ? "stale" : ""}" aria-live="off" aria-busy=${stale}>
    ${Object.entries(odds.first ?? {}).map(([what, one]) => html`<p key=${what} class="first-test">${say("act.odds-first", { what: word(what), percent: percent(one.chance) })}</p>`)}
    ${first ? html`<${Target} one=${first} />${others(rest) && html`<p class="soft">${others(rest)}</p>`}`
      : html`<p>${outcomes.length > 1 ? outcomes.map(([name, one]) => `${capital(word(name))} ${percent(one.chance)} %`).join(" · ") : FALLS.has(outcomes[0][0]) ? say("act.odds-sure", { what: word(outcomes[0][0]) }) : say("act.odds-plain")}</p>`}
    ${!odds.exact && html`<p class="soft">${say("act.odds-tried", { n: odds.samples })}</p>`}
  </div><${Costs} cost=${odds.cost} />`;
}
