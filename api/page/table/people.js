// Who is who in the view on the screen: names, whose combatant is mine, who is asked.
import { computed } from "../html.js";
import { isGm, seat } from "./seat.js";
import { view } from "./live.js";
import { say, word } from "../words/index.js";

const byId = computed(() => new Map((view.value?.combatants ?? []).map((one) => [one.id, one])));

/** A combatant's card, if it is seen. */
export const card = (id) => byId.value.get(id);
export const nameOf = (id) => byId.value.get(id)?.name ?? id ?? "";
/** The name that is meant by an id or by itself; undefined: nobody's. */
export const called = (text) => byId.value.get(text)?.name ?? [...byId.value.values()].find((one) => one.name === text)?.name;
/** What there is to choose in a question: somebody, by their name, else a word. */
export const choiceName = (choice) => byId.value.get(choice)?.name ?? word(choice);
const NAMELESS = "Game master"; // what the service calls the seat that a table is opened with

/** What people call a seat of the view, or of this browser. */
export const seatCalled = ({ kind, name, id }) => (kind === "gm" && name === NAMELESS ? say("seat.gm") : (name ?? id ?? ""));
/** The name of a seat. */
export const seatName = (id) => seatCalled(view.value?.seats?.find((one) => one.id === id) ?? { id });

/** Whether this seat plays a combatant: a player its own, the GM whoever nobody else plays. */
export function mine(id) {
  const one = byId.value.get(id);
  if (!one || !seat.value?.seat) return false;
  return isGm() ? !one.controller : one.controller === seat.value.seat;
}

/** Who plays a combatant, as people call them. */
export function playerOf(id) {
  const by = byId.value.get(id)?.controller;
  return by ? seatName(by) : seatCalled(view.value?.seats?.find((one) => one.kind === "gm") ?? { kind: "gm", name: NAMELESS });
}

/** The combatants that this seat plays. */
export const myCards = computed(() => (view.value?.combatants ?? []).filter((one) => one.controller && one.controller === seat.value?.seat));

const code = (name) => name.normalize("NFKD").trim().toLowerCase().replace(/[\u0300-\u036f]/g, "").replace(/[^a-z0-9]+/g, "-").slice(0, 30).replace(/^-+|-+$/g, "") || "npc";

/** An id for somebody who comes, made of their name, that nobody at the table is seen to have. */
export function freeId(name) {
  const taken = new Set([...(view.value.combatants ?? []), ...(view.value.groups ?? [])].map((one) => one.id));
  for (let n = 1; ; n++) if (!taken.has(n === 1 ? code(name) : `${code(name)}-${n}`)) return n === 1 ? code(name) : `${code(name)}-${n}`;
}

/** What the table waits for, answers by this seat first. */
export const questions = computed(() => view.value?.waiting ?? []);
/** Questions that this seat is the one to answer. */
export const toMe = computed(() => questions.value.filter((one) => one.mine && mine(one.combatant)));
/** Somebody of this seat is up, or is asked. */
export const myTurn = computed(() => Boolean(toMe.value.length || (view.value?.up && mine(view.value.up) && !questions.value.length)));
