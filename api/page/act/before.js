// Before somebody is up: what they mean to do, how they react, their initiative; and coming in early after waiting.
import { html, useState } from "../html.js";
import { give, view } from "../table/live.js";
import { possible } from "../table/legal.js";
import { card, myCards, nameOf } from "../table/people.js";
import { isGm } from "../table/seat.js";
import { capital, say, word } from "../words/index.js";

function Declaring({ id }) {
  const offer = possible("declare", id);
  const [said, setSaid] = useState({});
  const field = (name) => offer.fields.find((one) => one.name === name);
  const reactions = field("reaction")?.values ?? [];
  const reaction = said.reaction ?? field("reaction")?.suggested;
  const declare = (event) => (event.preventDefault(), give({ type: "declare", combatant: id, ...said, ...(reaction && { reaction }) }));
  const declared = card(id)?.declared;
  return html`<form class="fields" onSubmit=${declare}>
    <label class="field"><span class="soft">${say("act.intention")}</span><input value=${said.intention ?? declared?.intention ?? ""} onInput=${(event) => setSaid({ ...said, intention: event.target.value })} /></label>
    ${reactions.length > 1 && html`<fieldset class="field"><legend class="soft">${say("card.reaction")}</legend><div class="chips">
      ${reactions.map((one) => html`<label key=${one} class="chip"><input type="radio" name="reaction-${id}" checked=${reaction === one} onChange=${() => setSaid({ ...said, reaction: one })} /><span>${capital(word(one))}</span></label>`)}
    </div></fieldset>`}
    <p class="buttons"><button class=${declared ? "" : "first"}>${say(declared ? "act.declared" : "act.declare")}</button></p>
  </form>`;
}

function One({ id }) {
  const roll = possible("roll_initiative", id), jump = possible("jump", id), declare = possible("declare", id);
  if (!(roll && view.value.phase !== "lobby") && !jump && !declare) return null;
  return html`<section class="card before"><h2>${nameOf(id)}</h2>
    ${declare && html`<${Declaring} id=${id} />`}
    <p class="buttons">
      ${roll && html`<button class="first" onClick=${() => give({ type: "roll_initiative", combatant: id })}>${say("act.roll-initiative")}</button>`}
      ${jump && html`<button class="first" onClick=${() => give({ type: "jump", combatant: id })}>${say("act.jump")}</button>`}
    </p>
  </section>`;
}

export function Before() {
  if (isGm()) return null;
  return myCards.value.map((one) => html`<${One} key=${one.id} id=${one.id} />`);
}
