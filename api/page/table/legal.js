// What may be done now: asked of the service whenever something happened, never worked out here.
import { computed, effect, signal, untracked } from "../html.js";
import { latest } from "./latest.js";
import { connection, look, now } from "./live.js";
import { seat } from "./seat.js";

/** `{number, up, commands, combatants}` as GET actions told it; null before the first answer. */
export const legal = signal(null);
/** Whom the GM looks at beside whoever is up; null: nobody. */
export const looked = signal(null);
const ofLooked = signal(null);

/** Whether what is told fits the view on the screen; without a network what was told last of this activation has to do. */
export const fresh = computed(() => legal.value?.number === now.value?.number || (connection.value.word === "lost" && legal.value?.up === now.value?.up));

/** Kept when what is told fits the view: for keys that are quicker than the answer. */
export const whenFresh = () =>
  new Promise((done) => {
    const stop = effect(() => void (fresh.value && queueMicrotask(() => (stop(), done()))));
  });

/** Keep `legal` in step with the table. */
export function keepLegal() {
  const key = computed(() => JSON.stringify([now.value?.number, now.value?.waiting, now.value?.up, connection.value.word === "live"]));
  effect(() => {
    key.value;
    const kind = seat.value?.kind;
    untracked(() => now.value && (kind === "gm" || kind === "player") && setTimeout(learn, 30));
  });
  effect(() => {
    const [one] = [looked.value, key.value];
    learnOf(one);
  });
}

const asked = latest(() => look("actions", { prices: true }), (found, number, up) => found && (legal.value = { number, up, ...found }));
const learn = () => asked(now.value.number, now.value.up);

const learnOf = latest(
  async (one) => one && look("actions", { combatant: one, prices: true }),
  (found) => (ofLooked.value = found?.combatants[0] ?? null),
);

/** What a combatant may do, if it was told. */
export const legalOf = (id) =>
  legal.value?.combatants.find((one) => one.combatant === id) ?? (ofLooked.value?.combatant === id ? ofLooked.value : undefined);

/** A command about a combatant (or, without one, of the seat) as it may be given now; undefined where it may not. */
export function possible(type, id) {
  const from = id ? legalOf(id)?.commands : legal.value?.commands;
  return from?.find((one) => one.type === type && !one.refusal);
}
