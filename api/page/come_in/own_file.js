// A prepared encounter of one's own: a file of this device, whose text the service reads and checks.
import { html } from "../html.js";
import { say } from "../words/index.js";

/** What a refusal finds wrong with a file, one sentence for each place. */
export const faultsOf = (problem) => problem.problem?.errors?.map((one) => one.says) ?? [problem.message];

export function Faults({ faults }) {
  if (!faults.length) return null;
  return html`<div role="alert" class="faults"><p>${say("file.wrong")}</p><ul>${faults.map((one) => html`<li key=${one}>${one}</li>`)}</ul></div>`;
}

/** `onRead` is told the name and the text; the same file can be chosen again when it was mended. */
export function OwnFile({ onRead }) {
  const read = async ({ target }) => {
    const [file] = target.files;
    if (!file) return;
    const text = await file.text();
    target.value = "";
    onRead({ name: file.name, text });
  };
  return html`<label class="field"><span class="soft">${say("file.own")}</span><input type="file" accept=".yaml,.yml,.json" onChange=${read} /></label>`;
}
