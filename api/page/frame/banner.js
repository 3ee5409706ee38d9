// The one thing that is loud: what the table waits for, with the buttons for it.
import { html } from "../html.js";
import { headline } from "./headline.js";

const SHORT = 24; // letters that stand large in one line of a phone

export function Banner({ children }) {
  const { text, loud, more } = headline();
  return html`<section class="banner ${loud ? "loud" : ""}" aria-label=${text}>
    <p class="headline ${text.length > SHORT ? "long" : ""}" role="status" aria-live="polite"><strong class="large">${text}</strong> ${more && html`<span class="soft">${more}</span>`}</p>
    ${children}
  </section>`;
}
