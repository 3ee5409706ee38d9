// How badly somebody is hurt: word, shape and colour together, never one alone.
import { html } from "../html.js";
import { capital, word } from "../words/index.js";

/** How bad each word is, from 0 (unhurt) to 6 (dead); mortal wounds of any level are 4. */
const BADNESS = {
  unhurt: 0, light: 1, hurt: 1, serious: 2, "seriously-hurt": 2, critical: 3, down: 4, mortal: 4, dying: 5, dead: 6, destroyed: 6,
};
export const badness = (wound) => BADNESS[String(wound).replace(/-\d+$/, "")] ?? 2;

// A circle that fills; then a square that lies, a triangle that warns, a cross.
const SHAPES = [
  html`<circle cx="8" cy="8" r="6" fill="none" />`,
  html`<circle cx="8" cy="8" r="6" fill="none" /><path d="M8 8V2a6 6 0 0 1 6 6Z" />`,
  html`<circle cx="8" cy="8" r="6" fill="none" /><path d="M8 2a6 6 0 0 1 0 12Z" />`,
  html`<circle cx="8" cy="8" r="6" fill="none" /><path d="M8 2a6 6 0 1 1-6 6h6Z" />`,
  html`<rect x="2.5" y="2.5" width="11" height="11" rx="1.5" />`,
  html`<path d="M8 1.5 15 14H1Z" />`,
  html`<path d="M3 3l10 10M13 3 3 13" class="stroke" />`,
];

export function Glyph({ wound }) {
  return html`<svg class="glyph" viewBox="0 0 16 16" aria-hidden="true">${SHAPES[badness(wound)]}</svg>`;
}

export function Wound({ wound }) {
  if (!wound) return null;
  return html`<span class="wound bad-${badness(wound)}"><${Glyph} wound=${wound} />${capital(word(wound))}</span>`;
}
