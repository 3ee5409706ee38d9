// What somebody may set for this device: language, colours, how they are called when they are asked.
import { html, signal } from "../html.js";
import { openComing } from "../come_in/character.js";
import { openInvite } from "../come_in/invite.js";
import { possible } from "../table/legal.js";
import { ROOT } from "../table/place.js";
import { seatCalled } from "../table/people.js";
import { seat } from "../table/seat.js";
import { language, say } from "../words/index.js";
import { calls } from "./calling.js";
import { Dialog } from "./dialog.js";
import { keysOpen } from "./keys.js";
import { theme } from "./theme.js";

export const settingsOpen = signal(false);

export function Choice({ legend, chosen, options, onChoose }) {
  return html`<fieldset class="choice">
    <legend>${legend}</legend>
    <div class="chips">${options.map(([value, text]) => html`<label key=${value} class="chip">
      <input type="radio" name=${legend} checked=${chosen === value} onChange=${() => onChoose(value)} /><span>${text}</span>
    </label>`)}</div>
  </fieldset>`;
}

function Calls() {
  const set = (name) => (event) => (calls.value = { ...calls.value, [name]: event.target.checked });
  return html`<fieldset class="choice">
    <legend>${say("set.call")}</legend>
    <div class="chips">${["sound", "vibrate"].map((name) => html`<label key=${name} class="chip">
      <input type="checkbox" checked=${calls.value[name]} onChange=${set(name)} /><span>${say(`set.${name}`)}</span>
    </label>`)}</div>
  </fieldset>`;
}

export function Settings() {
  if (!settingsOpen.value) return null;
  const close = () => (settingsOpen.value = false);
  const themes = ["auto", "dark", "light"].map((one) => [one, say(`set.theme-${one}`)]);
  return html`<${Dialog} title=${say("set.title")} onClose=${close}>
    ${seat.value?.name && html`<p>${say("set.seat", { name: seatCalled(seat.value) })}</p>`}
    <${Choice} legend=${say("set.language")} chosen=${language.value} options=${[["en", "English"], ["de", "Deutsch"]]}
      onChoose=${(one) => (language.value = one)} />
    <${Choice} legend=${say("set.theme")} chosen=${theme.value} options=${themes} onChoose=${(one) => (theme.value = one)} />
    <${Calls} />
    <p class="buttons">
      <button class="by-keys" onClick=${() => (close(), (keysOpen.value = true))}>${say("set.keys")}</button>
      ${possible("offer_seat") && html`<button onClick=${() => (close(), openInvite())}>${say("invite.title")}</button>`}
      ${possible("enter_combatant") && html`<button onClick=${() => (close(), openComing())}>${say("come.title")}</button>`}
      ${["report", "sheets"].map((one) => html`<a key=${one} class="button" target="_blank" href="?view=${one}">${say(`print.${one}`)}</a>`)}
      <a class="button" href=${ROOT}>${say("set.tables")}</a>
    </p>
  <//>`;
}
