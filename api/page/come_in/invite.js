// Inviting people: a seat is offered, and its link shown as text and as a picture for phones.
import { html, useEffect, useRef, useState } from "../html.js";
import { keep, kept } from "../table/kept.js";
import { give, view } from "../table/live.js";
import { ROOT, TABLE, ask, tablePage } from "../table/place.js";
import { open } from "../table/opened.js";
import { seatCalled } from "../table/people.js";
import { say } from "../words/index.js";
import { Qr } from "./qr.js";

const NAME = `links/${TABLE}`; // the links that this browser made; the service tells each only once
const HERE_ONLY = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

const idOf = (name, taken) => {
  const plain = name.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 30) || "seat";
  for (let n = 1; ; n++) if (!taken.has(n > 1 ? `${plain}-${n}` : plain)) return n > 1 ? `${plain}-${n}` : plain;
};

/** Where phones in this network find the service, which whoever opened it at this very machine does not see above. */
function useReach() {
  const [reach, setReach] = useState(HERE_ONLY ? null : ROOT);
  useEffect(() => void (HERE_ONLY && ask("healthz").then((said) => setReach(said.network_address ? `${said.network_address}/` : ROOT), () => setReach(ROOT))), []);
  return reach;
}

function Link({ link, name }) {
  const reach = useReach();
  return reach && html`<${Shown} address=${tablePage(TABLE, link).replace(ROOT, reach)} name=${name} hereOnly=${HERE_ONLY && reach === ROOT} />`;
}

function Shown({ address, name, hereOnly }) {
  const [copied, setCopied] = useState(false);
  const field = useRef(null);
  const selected = () => (field.current.select(), document.execCommand("copy")); // also where the page is not served over TLS
  const copy = () => (navigator.clipboard ? navigator.clipboard.writeText(address).catch(selected) : Promise.resolve(selected())).then(() => setCopied(true));
  return html`<div class="invitation">
    <${Qr} text=${address} says=${say("invite.qr", { name })} />
    <label class="field"><span class="soft">${say("invite.link", { name })}</span><input ref=${field} readonly value=${address} onFocus=${(event) => event.target.select()} /></label>
    <button onClick=${copy}>${say(copied ? "invite.copied" : "invite.copy")}</button>
    ${hereOnly && html`<p class="soft">${say("invite.here-only")}</p>`}
  </div>`;
}

function SeatRow({ one, link, onShow, onAnew }) {
  return html`<li class="row"><span class="who plain"><span class="name">${seatCalled(one)}</span> <span class="soft">${say(`seat.${one.kind}`)} · ${say(one.taken ? "invite.taken" : "invite.free")}</span></span>
    ${link && html`<button onClick=${onShow}>${say("invite.show")}</button>`}
    <button class="quiet" onClick=${onAnew}>${say("invite.anew")}</button></li>`;
}

function Invite() {
  const [links, setLinks] = useState(kept(NAME, {}));
  const [shown, setShown] = useState(null);
  const [name, setName] = useState("");
  const [kind, setKind] = useState("player");
  const offer = async (seat, what, called) => {
    const done = await give({ type: "offer_seat", seat, kind: what, name: called });
    if (!done?.link) return;
    const next = { ...links, [seat]: done.link };
    keep(NAME, next);
    setLinks(next);
    setShown({ seat, name: called });
    setName("");
  };
  const seats = view.value.seats ?? [];
  const same = seats.find((one) => one.name.toLowerCase() === name.trim().toLowerCase());
  const submit = (event) => {
    event.preventDefault();
    const called = name.trim() || say(`seat.${kind}`);
    offer(idOf(called, new Set(seats.map((one) => one.id))), kind, called);
  };
  return html`
    ${shown && html`<${Link} key=${shown.seat} link=${links[shown.seat]} name=${shown.name} />`}
    <form class="fields" onSubmit=${submit}>
      <label class="field"><span class="soft">${say("invite.name")}</span><input maxlength="80" value=${name} onInput=${(event) => setName(event.target.value)} /></label>
      ${same && html`<p class="soft" role="status">${say("invite.same", { name: same.name })}</p>`}
      <div class="chips">${["player", "spectator", "gm"].map((one) => html`<label key=${one} class="chip"><input type="radio" name="kind" checked=${kind === one} onChange=${() => setKind(one)} /><span>${say(`seat.${one}`)}</span></label>`)}</div>
      <p class="buttons"><button class="first">${say("invite.offer")}</button></p>
    </form>
    <h3>${say("invite.seats")}</h3>
    <ul class="plain-list">${seats.map((one) => html`<${SeatRow} key=${one.id} one=${one} link=${links[one.id]}
      onShow=${() => setShown({ seat: one.id, name: one.name })} onAnew=${() => offer(one.id, one.kind, one.name)} />`)}</ul>`;
}

export const openInvite = () => open({ title: say("invite.title"), body: html`<${Invite} />` });
