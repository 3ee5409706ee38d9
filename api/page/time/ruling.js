// The GM's ruling on an argument, with what it would do before it is done.
import { html, useState } from "../html.js";
import { RollBehind } from "../story/roll.js";
import { Tray } from "../act/tray.js";
import { look } from "../table/live.js";
import { open } from "../table/opened.js";
import { seatName } from "../table/people.js";
import { useAsked } from "../table/use_asked.js";
import { say } from "../words/index.js";
import { ActFields, Changes, StatedChanges } from "./claims.js";
import { Reason, correct } from "./correct.js";
import { deedBehind } from "./moments.js";
import { Preview, isNo, useTried } from "./preview.js";

export const openRuling = (one) => open({ title: say("rule.title"), wide: true, body: html`<${Ruling} one=${one} />` });

const JUDGES = new Set(["amend", "reroll"]); // remedies that judge acts anew
const VERDICTS = ["uphold", "amend", "reroll", "strike", "override"];

/** The remedy that a verdict asks for; null: there is something to be filled in first. */
function remedyOf(verdict, { one, deed, changes, stated, reason }) {
  if (verdict === "amend") return Object.keys(changes).length && deed?.action ? { type: "amend", action: deed.action, changes } : null;
  if (verdict === "reroll") return { type: "reroll" };
  if (verdict === "strike") return { type: "strike", roll: one.roll };
  return Object.keys(stated).length ? { type: "override", roll: one.roll, changes: stated, reason: reason || say("no.reason-default") } : null;
}

function Ruling({ one }) {
  const deed = useAsked(`deed-${one.roll}`, () => deedBehind(one.roll));
  const [verdict, setVerdict] = useState(Object.keys(one.claim ?? {}).length ? "amend" : "uphold");
  const [changes, setChanges] = useState(one.claim ?? {});
  const [stated, setStated] = useState({});
  const [reason, setReason] = useState("");
  const [kept, setKept] = useState(false);
  const [rejudge, setRejudge] = useState(false);
  const [tray, setTray] = useState(false);
  const roll = useAsked(`roll-${one.roll}`, () => look(`rolls/${one.roll}`));
  const plain = verdict === "uphold" ? undefined : remedyOf(verdict, { one, deed, changes, stated, reason });
  const remedy = plain && rejudge && JUDGES.has(verdict) ? { ...plain, rejudge } : plain;
  const command = remedy === null ? null : {
    type: "rule", dispute: one.number, reason: reason.trim() || say("no.reason-default"), ...(remedy && { remedy }), ...(kept && { kept, rule: roll?.rule ?? "" }),
  };
  const said = useTried(verdict === "uphold" ? null : command);
  const dice = said?.roll?.dice;
  const rule = (more) => correct(command, more);
  return html`<div class="two"><div class="fields">
    <p><b>${say("contest.by", { name: seatName(one.seat) })}</b> ${one.text}</p><${Changes} changes=${one.claim} deed=${deed} />
    <details><summary>${say("rule.the-roll")}</summary><${RollBehind} number=${one.roll} /></details>
    <div class="chips" role="group" aria-label=${say("rule.verdict")}>${VERDICTS.map((each) => html`<button key=${each} class="chip-button" aria-pressed=${verdict === each} onClick=${() => setVerdict(each)}>${say(`rule.${each}`)}</button>`)}</div>
    ${verdict === "amend" && deed && html`<${ActFields} deed=${deed} changes=${changes} onChange=${setChanges} />`}
    ${verdict === "override" && html`<${StatedChanges} changes=${stated} onChange=${setStated} first=${deed?.given?.target ?? roll?.combatant} />`}
    <${Reason} reason=${reason} onChange=${setReason} needed />
    ${roll?.rule && html`<label class="chip"><input type="checkbox" checked=${kept} onChange=${(event) => setKept(event.target.checked)} /><span>${say("rule.keep", { rule: roll.rule })}</span></label>`}
    <p class="buttons"><button class="first" disabled=${!command || !reason.trim() || isNo(said)} onClick=${() => rule()}>${say(`rule.do-${verdict}`)}</button>
      ${dice && html`<button aria-expanded=${tray} onClick=${() => setTray(!tray)}>${say("time.my-dice")}</button>`}</p>
    ${!reason.trim() && html`<p class="soft">${say("rule.say-why")}</p>`}
    ${tray && dice && html`<${Tray} dice=${dice} disabled=${!reason.trim()} onCount=${(faces) => rule({ faces })} />`}
    </div><div class="fields">
    ${verdict !== "uphold" && command && html`<${Preview} command=${command} said=${said} onRejudge=${() => setRejudge(true)} also=${reason.trim() && ((offer, what) => rule({ also: { offer, what } }))} />`}</div></div>`;
}
