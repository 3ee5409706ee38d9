// A refusal, told like a referee tells it: what is not possible, the rule behind it, and for the GM the way past it.
import { html, useEffect, useRef, useState } from "../html.js";
import { give, refused } from "../table/live.js";
import { refusal } from "../table/refusal.js";
import { isGm } from "../table/seat.js";
import { openRule } from "./rule.js";
import { say } from "../words/index.js";

export function No() {
  const no = refused.value;
  const [reason, setReason] = useState("");
  const box = useRef(null);
  useEffect(() => box.current?.scrollIntoView({ block: "nearest" }), [no]);
  if (!no) return null;
  const { rule, forceable } = no.problem;
  const force = () => give(no.command, { ...(no.faces && { faces: no.faces }), force: reason.trim() || say("no.reason-default") });
  return html`<div class="no" role="alert" ref=${box}>
    <p><strong>${say("no.title")}:</strong> ${refusal(no.problem)}. ${rule && html`<button class="link" onClick=${() => openRule(rule)}>${rule}</button>`}</p>
    <p class="buttons">
      ${isGm() && forceable && html`
        <label>${say("no.reason")} <input value=${reason} placeholder=${say("no.reason-default")} onInput=${(event) => setReason(event.target.value)} /></label>
        <button onClick=${force}>${say("no.force")}</button>`}
      <button onClick=${() => (refused.value = null)}>${say("no.close")}</button>
    </p>
  </div>`;
}
