// Who sits here: a link is exchanged for the cookie once, and the seat is remembered for the next time.
import { sitDown } from "../../client/fracas.js";
import { signal } from "../html.js";
import { keep, kept, random } from "./kept.js";
import { ROOT, TABLE } from "./place.js";

/** `{table, seat, kind, name}`; null: nobody sits here yet. */
export const seat = signal(null);

export const isGm = () => seat.value?.kind === "gm";
export const isPlayer = () => seat.value?.kind === "player";

/** The tables that this browser has sat at, the last one first: `{table, seat, kind, name, title}`. */
export const myTables = () => kept("tables", []);

/** Remember a table, with its title once that is known. */
export function remember(one) {
  keep("tables", [one, ...myTables().filter((other) => other.table !== one.table)].slice(0, 30));
}

/** Forget a table: its link opens it again. */
export const forget = (table) => keep("tables", myTables().filter((one) => one.table !== table));

/** Take the seat of the link behind the #, else the one that was taken before. */
export async function takeSeat() {
  const link = location.hash.slice(1);
  const before = myTables().find((one) => one.table === TABLE);
  if (!link) return void (seat.value = before ?? { table: TABLE, seat: "", kind: "", name: "" });
  const device = kept("device") ?? random();
  keep("device", device);
  const { token, ...taken } = await sitDown({ base: ROOT, table: TABLE, link, device, entropy: random() }); // the cookie speaks
  history.replaceState(null, "", location.pathname + location.search); // nobody reads it from the screen
  remember({ ...before, ...taken });
  seat.value = taken;
}

addEventListener("hashchange", () => location.reload()); // another link was opened in this tab
addEventListener("storage", (event) => {
  if (event.key !== "fracas/tables" || !seat.value) return; // there is one cookie for all tabs
  const now = myTables().find((one) => one.table === TABLE);
  if (now && now.seat !== seat.value.seat) location.replace(`${ROOT}t/${TABLE}`);
});
