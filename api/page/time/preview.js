// What a correction would do, in sentences, before it is done. The service tries it; no die falls.
import { html, useEffect, useState } from "../html.js";
import { tried } from "../table/live.js";
import { Looks } from "../fight/provisional.js";
import { nameOf } from "../table/people.js";
import { refusal } from "../table/refusal.js";
import { OfferList } from "./offers.js";
import { capital, lineOf, rollWord, say, sayingOf, spoken } from "../words/index.js";

const PAUSE = 350; // milliseconds of quiet before something is tried
/** By their phrases, sentences that say how it comes about; who is hurt how afterwards, and what would go otherwise, comes first. */
const HOW = ["counts-no-longer", "surplus", "thrown-now"];
const INSTEAD = "counts-instead";

/** What trying a command told: `{lines, refused, roll, questions}`; null: on the way, or nothing to try. It is tried
 * again where `when` has changed, such as the number of the view. */
export function useTried(command, { when = 0, faces } = {}) {
  const key = JSON.stringify([command, spoken.value, when, faces]);
  const [found, setFound] = useState({});
  useEffect(() => {
    if (!command) return;
    let wanted = true;
    const timer = setTimeout(() => {
      tried(command, faces?.length ? { faces } : {}).then((said) => said, (no) => ({ refused: no.problem ?? { detail: say("top.lost-why") } }))
        .then((said) => wanted && setFound({ key, said }));
    }, PAUSE);
    return () => ((wanted = false), clearTimeout(timer));
  }, [key]);
  return command && found.key === key ? found.said : null;
}

/** Whether the table refuses what was tried, and the GM cannot do it anyway. */
export const isNo = (said) => Boolean(said?.refused?.code && !said.refused.forceable);

const sentence = (said) => lineOf({ said });
/** What counts no longer, by itself: that it does is the heading. */
const whatFalls = (said) => (said[0].key === HOW[0] ? capital(sayingOf(said[0].values.what)) : sentence(said));

const OTHER_RULES = "rules-changed"; // what is refused so may be judged by the rules at hand

/** `also(offer, what)`: do it, and `strike` or `correct` a later step as well; `onRejudge`: judge older acts anew. */
export function Told({ said, also, onRejudge }) {
  if (!said) return html`<p class="soft" aria-busy="true">…</p>`;
  if (said.refused) {
    return html`<p class="tick-wrong" role="alert">${say("no.title")}: ${refusal(said.refused)}</p>
      ${onRejudge && said.refused.code === OTHER_RULES && html`<p class="buttons"><button onClick=${onRejudge}>${say("time.rejudge")}</button></p>`}`;
  }
  const offers = also ? (said.otherwise ?? []) : [];
  const offered = new Set(offers.map((one) => JSON.stringify(one.said)));
  const told = (said.said ?? []).filter((one) => !offered.has(JSON.stringify(one)));
  const [falls, instead] = [told.filter(([{ key }]) => HOW.includes(key)), told.filter(([{ key }]) => key === INSTEAD)];
  const comes = told.filter((one) => !falls.includes(one) && !instead.includes(one));
  const listed = (those, say) => those.map((one, at) => html`<li key=${at}>${say(one)}</li>`);
  return html`
    ${said.roll && html`<p><b>${say("time.throws", { name: nameOf(said.roll.combatant) || say("why.referee"), what: rollWord(said.roll.purpose), dice: said.roll.dice ?? "" })}</b></p>`}
    <ul class="told">${listed(comes, (one) => html`<b>${sentence(one)}</b>`)}${listed(instead, sentence)}</ul>
    <${Looks} seen=${said.seen} />
    ${offers.length > 0 && html`<${OfferList} offers=${offers} also=${also} words=${{ strike: "time.and-strike", correct: "time.and-correct" }} />`}
    ${!told.length && !offers.length && !said.roll && html`<p class="soft">${say("time.nothing-else")}</p>`}
    ${falls.length > 0 && html`<details open=${falls.length < 4}><summary>${say("time.falls", { n: falls.length })}</summary><ul class="told">${listed(falls, whatFalls)}</ul></details>`}`;
}

export function Preview({ command, said = useTried(command), also, onRejudge }) {
  return html`<div class="preview" role="group" tabIndex="0" aria-live="polite" aria-label=${say("time.preview")}><${Told} said=${said} also=${also} onRejudge=${onRejudge} /></div>`;
}
