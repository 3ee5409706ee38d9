// After the fight: who fell is set aside, weapons are filled, wounds are tended.
import { html, useState } from "../html.js";
import { Wound } from "../fight/wound.js";
import { close, open } from "../table/opened.js";
import { give, view } from "../table/live.js";
import { refusal } from "../table/refusal.js";
import { label, say } from "../words/index.js";
import { useTried } from "../time/preview.js";
import { Fairness } from "./fairness.js";

/** A command that is given at once, or why it cannot be now. */
function Do({ command, text }) {
  const no = useTried(command, { when: view.value.number })?.refused;
  return html`<div><button disabled=${Boolean(no)} onClick=${() => give(command)}>${text}</button>${no && html` <span class="soft">${refusal(no)}.</span>`}</div>`;
}

function Hurt({ one }) {
  const [amount, setAmount] = useState("");
  const pools = Object.entries(one.pools ?? {}).filter(([, pool]) => pool.now !== pool.full);
  const [pool, setPool] = useState(pools[0]?.[0] ?? "");
  const restore = async (event) => {
    event.preventDefault();
    if (await give({ type: "restore", target: one.id, amount: Number(amount), pool })) setAmount("");
  };
  return html`<li><form class="buttons" onSubmit=${restore}><b class="grows">${one.name}</b> <${Wound} wound=${one.wound} />
    ${pools.length > 0 && html`<label class="field"><span class="soft">${say("desk.pool")}</span><select value=${pool} onChange=${(event) => setPool(event.target.value)}>${pools.map(([name, { now, full }]) => html`<option key=${name} value=${name}>${label(name)} ${now}/${full}</option>`)}</select></label>
      <label class="field"><span class="soft">${say("desk.points")}</span><input type="number" min="1" required value=${amount} onInput=${(event) => setAmount(event.target.value)} /></label><button>${say("desk.give-back")}</button>`}</form></li>`;
}

function Aftermath() {
  const hurt = (view.value.combatants ?? []).filter((one) => one.wound && one.wound !== "unhurt");
  return html`<div class="fields">
    ${view.value.phase !== "lobby" && html`<${Do} command=${{ type: "end_combat" }} text=${say("act.end")} />`}
    <${Do} command=${{ type: "clear_fallen" }} text=${say("desk.clear-fallen")} />
    <${Do} command=${{ type: "clear_fallen", remove: true }} text=${say("desk.remove-fallen")} />
    <${Do} command=${{ type: "reload_all" }} text=${say("desk.reload-all")} />
    ${hurt.length > 0 && html`<h3>${say("desk.hurt")}</h3><ul class="plain-list">${hurt.map((one) => html`<${Hurt} key=${one.id} one=${one} />`)}</ul>`}
    <${Fairness} />
    <p class="buttons"><button class="quiet" onClick=${close}>${say("card.close")}</button></p>
  </div>`;
}

export const openAftermath = () => open({ title: say("desk.aftermath"), wide: true, body: html`<${Aftermath} />` });
