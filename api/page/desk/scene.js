// The scene as it stands: light, smoke, zones.
import { html } from "../html.js";
import { view } from "../table/live.js";
import { say, word } from "../words/index.js";

export function Scene() {
  const { title, light, smoke, zones = {} } = view.value.scene;
  const parts = [light && say("scene.light", { light: word(light) }), smoke && say("scene.smoke"), ...Object.keys(zones).map(word)];
  if (!title && !parts.some(Boolean)) return null;
  return html`<section class="card"><h2>${say("scene.title")}</h2><p>${title}</p><p class="soft">${parts.filter(Boolean).join(" · ")}</p></section>`;
}
