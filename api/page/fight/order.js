// The order of the turn: who is up, next, delaying, done, and why they stand there; a group as one row.
import { html, useLayoutEffect, useRef, useState } from "../html.js";
import { view } from "../table/live.js";
import { card, mine } from "../table/people.js";
import { isGm } from "../table/seat.js";
import { openCard, openPlace } from "../story/windows.js";
import { label, say, word } from "../words/index.js";
import { Conditions } from "./conditions.js";
import { Provisional } from "./provisional.js";
import { Glyph, Wound, badness } from "./wound.js";

const DOWN = 4; // badness from which somebody does not stand
const SAYS_NOTHING = new Set(["in-fight", "party", undefined, ""]);

/** The rows: places side by side of one group become one row; then whoever has no place. */
export function rows({ order = [], combatants = [], groups = [] }) {
  const found = [];
  for (const place of order) {
    const last = found.at(-1);
    if (place.group && last?.group?.id === place.group) last.places.push(place);
    else found.push({ places: [place], group: groups.find((one) => one.id === place.group) });
  }
  const placed = new Set(order.map((place) => place.combatant));
  const others = combatants.filter((one) => !placed.has(one.id));
  for (const group of groups) {
    const members = others.filter((one) => one.group === group.id);
    if (members.length) found.push({ places: members.map((one) => ({ combatant: one.id })), group, apart: true });
  }
  for (const one of others) if (!groups.some((group) => group.id === one.group)) found.push({ places: [{ combatant: one.id }], apart: true });
  return found.map((row) => (row.places.length > 1 ? row : { ...row, group: undefined }));
}

function state(place) {
  const { up, on_deck: deck } = view.value;
  if (place.combatant === up) return "up";
  if (place.done) return "done";
  if (place.delaying) return "delaying";
  return place.combatant === deck ? "deck" : "";
}

function State({ place }) {
  const now = state(place);
  return now ? html`<span class="state state-${now}">${say(`order.${now}`)}</span>` : null;
}

function Row({ place }) {
  const one = card(place.combatant);
  if (!one) return null;
  const away = !SAYS_NOTHING.has(one.status) && word(one.status);
  return html`<div class="row ${state(place)} ${mine(one.id) && !isGm() ? "mine" : ""} ${badness(one.wound) > 4 ? "gone" : ""}">
    <button class="plain number" aria-label="${say("order.why")}: ${place.initiative ?? "–"}" disabled=${place.initiative === undefined} onClick=${() => openPlace(place)}>${place.initiative ?? "–"}</button>
    <button class="plain who" onClick=${() => openCard(one.id)}>
      <span class="name">${one.name}</span> <${Wound} wound=${one.wound} />
      ${one.hidden && html`<span class="tag secret">${say("order.hidden")}</span>`}
      ${away && html`<span class="tag">${away}</span>`}<${Provisional} id=${one.id} /><${Conditions} one=${one} />
    </button>
    <${State} place=${place} />
  </div>`;
}

function GroupRow({ row }) {
  const { group, places } = row;
  const inside = places.find((place) => place.combatant === view.value.up);
  const [open, setOpen] = useState(false);
  const first = places.find((place) => !place.done) ?? places[0];
  const done = places.every((place) => place.done);
  const down = places.filter((place) => badness(card(place.combatant)?.wound) >= DOWN).length;
  const worst = Object.entries(Object.groupBy ? Object.groupBy(places, (place) => card(place.combatant)?.wound) : {});
  return html`<div class="group">
    <div class="row ${inside ? "up" : done ? "done" : ""}">
      <button class="plain number" aria-label="${say("order.why")}: ${first.initiative ?? "–"}" disabled=${first.initiative === undefined} onClick=${() => openPlace(first)}>${first.initiative ?? "–"}</button>
      <button class="plain who" aria-expanded=${open} onClick=${() => setOpen(!open)}>
        <span class="name">${group.title}</span>
        <span class="soft">${say("order.group", { n: places.length - down })}${down > 0 ? `, ${say("order.down", { n: down })}` : ""}</span>
        <span class="glyphs">${worst.map(([wound, those]) => html`<span class="wound bad-${badness(wound)}" title=${label(wound)}><${Glyph} wound=${wound} />${those.length}</span>`)}</span>
      </button>
      ${inside ? html`<${State} place=${inside} />` : done && html`<span class="state state-done">${say("order.done")}</span>`}
    </div>
    ${open && html`<ol class="members" aria-label=${say("order.members")}>${places.map((place) => html`<li key=${place.combatant}><${Row} place=${place} /></li>`)}</ol>`}
  </div>`;
}

/** Rows that change places slide there, where motion is welcome. */
function useSlide(list, keys) {
  const before = useRef(new Map());
  useLayoutEffect(() => {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    for (const item of list.current?.children ?? []) {
      const top = item.offsetTop, was = before.current.get(item.dataset.key);
      if (!calm && was !== undefined && was !== top) {
        item.animate([{ transform: `translateY(${was - top}px)` }, { transform: "none" }], { duration: 220, easing: "ease-out" });
      }
      before.current.set(item.dataset.key, top);
    }
  }, [keys]);
}

export function Order() {
  const list = useRef(null);
  const found = rows(view.value);
  const keyOf = (row) => row.group?.id ?? row.places[0].combatant;
  useSlide(list, found.map(keyOf).join());
  const { up } = view.value;
  useLayoutEffect(() => void (up && mine(up) && list.current?.querySelector(".row.up")?.scrollIntoView({ block: "nearest" })), [up]);
  if (!found.length) return html`<p class="soft">${say("order.empty")}</p>`;
  return html`<ol class="order" ref=${list}>${found.map((row) => html`<li key=${keyOf(row)} data-key=${keyOf(row)} class=${row.apart ? "apart" : ""}>
    ${row.group ? html`<${GroupRow} row=${row} />` : html`<${Row} place=${row.places[0]} />`}
  </li>`)}</ol>`;
}
