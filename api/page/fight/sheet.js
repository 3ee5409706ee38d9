// The sheets of one's own combatants: what stands on them, with today's numbers beside it.
import { html } from "../html.js";
import { view } from "../table/live.js";
import { myCards } from "../table/people.js";
import { isGm, isPlayer } from "../table/seat.js";
import { label, say, titled } from "../words/index.js";
import { plainly, useModels, weaponLine } from "./armoury.js";
import { Body } from "./body.js";
import { CardOf } from "./card.js";

const MAPS = ["attributes", "stats", "skills"];
const TITLES = { attributes: "card.attributes", stats: "card.attributes", skills: "card.skills" };

function Values({ title, values }) {
  const found = Object.entries(values ?? {});
  if (!found.length) return null;
  return html`<section><h3>${title}</h3><dl class="values">${found.map(([name, value]) => html`<div key=${name}><dt>${label(name)}</dt><dd>${value}</dd></div>`)}</dl></section>`;
}

/** Weapons or armor, each in one line as `line` makes it of its name and its fields. */
function Things({ title, things, line }) {
  const found = Object.entries(things ?? {});
  if (!found.length) return null;
  return html`<section><h3>${title}</h3><ul class="plain-list">${found.map(([name, one]) => html`<li key=${name}><b>${label(name)}</b> <span class="soft">${line(name, one)}</span></li>`)}</ul></section>`;
}

export function WholeSheet({ one }) {
  const sheet = one.sheet ?? {};
  const models = useModels();
  const weapon = (name, own) => weaponLine(own, models.get(own.model), one.ammo?.[name]);
  const worn = (_, own) => (models.has(own) ? `${titled(models.get(own).name)} ${models.get(own).value}` : plainly(own));
  return html`<${Body} one=${one} />
    ${MAPS.map((name) => html`<${Values} key=${name} title=${say(TITLES[name])} values=${sheet[name]} />`)}
    <${Things} title=${say("card.weapons")} things=${sheet.weapons} line=${weapon} />
    ${typeof sheet.armor === "object" && html`<${Things} title=${say("card.armor")} things=${sheet.armor} line=${worn} />`}`;
}

export function SheetPane() {
  if (!isGm() && !isPlayer()) return null;
  const shown = isGm() ? (view.value.combatants ?? []).filter((one) => one.id === view.value.up && one.card === "own") : myCards.value;
  if (!shown.length) return html`<p class="soft card">${say(isGm() ? "act.nobody" : "card.none-mine")}</p>`;
  return shown.map((one) => html`<section key=${one.id} class="card sheet"><${CardOf} one=${one} /><${WholeSheet} one=${one} /></section>`);
}
