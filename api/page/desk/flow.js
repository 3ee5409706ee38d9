// The turn goes on: begin, initiative for all, next turn, end. One key each.
import { html, useState } from "../html.js";
import { useKeys } from "../frame/keys.js";
import { give, past, view } from "../table/live.js";
import { possible, whenFresh } from "../table/legal.js";
import { card, questions } from "../table/people.js";
import { openComing } from "../come_in/character.js";
import { openInvite } from "../come_in/invite.js";
import { say } from "../words/index.js";
import { openBring } from "./bring.js";

/** The commands that move the table on, those that may be given now. */
function steps() {
  const said = [
    ["begin_combat", "act.begin", { through: "initiative" }],
    ["roll_initiative", "act.roll-all", {}],
    ["next_turn", "act.next-turn", { through: "initiative" }],
  ];
  const fits = (type) => possible(type) && (type !== "roll_initiative" || view.value.phase !== "lobby");
  return said.filter(([type]) => fits(type)).map(([type, key, more]) => ({ type, text: say(key), more }));
}

const FIGHTS = new Set(["party", "in-fight"]);

/** Whether anybody is here who would be in a fight. */
const somebody = () => (view.value.combatants ?? []).some((one) => FIGHTS.has(one.status ?? "party"));

/** A fight without anybody is none: what is missing, and the ways to mend it. */
function Missing() {
  return html`<div class="missing" role="alert"><p>${say("flow.nobody")}</p>
    <p class="buttons"><button class="first" onClick=${openBring}>${say("flow.bring")}</button><button onClick=${openComing}>${say("come.title")}</button><button onClick=${openInvite}>${say("invite.title")}</button></p></div>`;
}

/** Ending the fight, which takes two taps. */
export function End() {
  const [sure, setSure] = useState(false);
  const end = () => (sure ? (setSure(false), give({ type: "end_combat" })) : setSure(true));
  return possible("end_combat") && !past.value && html`<button class="quiet end" onClick=${end} onBlur=${() => setSure(false)}>${say(sure ? "act.sure" : "act.end")}</button>`;
}

export function Flow() {
  const [alone, setAlone] = useState(false);
  const found = steps();
  const go = (step) => {
    const missing = step.type === "begin_combat" && !somebody();
    setAlone(missing);
    return missing ? null : move(step);
  };
  const move = ({ type, more }) => give({ ...(type === "next_turn" ? { turn: view.value.turn } : {}), type, ...more });
  const onward = async () => {
    await whenFresh();
    const [last] = steps().slice(-1);
    if (last) go(last);
  };
  useKeys([["n", say("act.next-turn"), onward]]);
  if (past.value) return null;
  const over = view.value.phase === "actions" && !view.value.up && !questions.value.length;
  const next = card(view.value.on_deck);
  return html`${next?.hidden && html`<p class="soft">${say("desk.hidden-next", { name: next.name })}</p>`}${alone && !somebody() && html`<${Missing} />`}<p class="buttons flow">
    ${found.map((one) => html`<button key=${one.type} class=${one.type === "next_turn" && over ? "first" : ""} onClick=${() => go(one)}>${one.text}</button>`)}
    <${End} />
  </p>`;
}
