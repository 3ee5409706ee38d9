// A rule of the books: its name, which opens it, and its text.
import { html } from "../html.js";
import { view } from "../table/live.js";
import { open } from "../table/opened.js";
import { ask } from "../table/place.js";
import { useAsked } from "../table/use_asked.js";
import { say } from "../words/index.js";

export const Rule = ({ id }) => (id ? html`<button class="link rule" onClick=${() => openRule(id)}>${id}</button>` : null);

export const openRule = (id) => open({ title: id, body: html`<${RuleText} id=${id} />` });

function RuleText({ id }) {
  const { ruleset } = view.value;
  const rule = useAsked(id, () => ask(`v1/rulesets/${ruleset}/rules/${encodeURIComponent(id)}`));
  if (rule === null) return html`<p class="soft" aria-busy="true">…</p>`;
  return rule ? html`<h3>${rule.title}</h3><p>${rule.text}</p>` : html`<p>${say("why.none")}</p>`;
}
