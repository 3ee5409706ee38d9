// Rolls for whatever reason: seen by all, as a result, or by the GM alone; a secret one can be shown later.
import { html, useState } from "../html.js";
import { RollWhy } from "../story/why.js";
import { fact } from "../story/frames.js";
import { open } from "../table/opened.js";
import { give } from "../table/live.js";
import { say } from "../words/index.js";
import { CommandForm } from "./form.js";

function Rolling() {
  const [fell, setFell] = useState(null);
  const [shown, setShown] = useState(false);
  const after = (reply) => {
    setShown(false);
    setFell(reply.events.find((frame) => fact(frame).type === "rolled"));
  };
  const show = async () => setShown(Boolean(await give({ type: "reveal_roll", roll: fell.number })));
  const secret = fell && !["open", undefined].includes(fact(fell).level);
  return html`<${CommandForm} type="roll" title=${say("desk.throw")} first=${["dice", "level", "combatant", "target_number", "purpose"]} given=${{ level: "gm" }} after=${after} />
    ${fell && html`<section class="fell" role="status"><${RollWhy} number=${fell.number} />
      ${secret && html`<p class="buttons"><span class="tag secret">${say("story.hidden")}</span>${!shown && html`<button onClick=${show}>${say("desk.show-roll")}</button>`}</p>`}
    </section>`}`;
}

export const openRoll = () => open({ title: say("desk.roll"), body: html`<${Rolling} />` });
