// Whether somebody is wanted now while they look at what has been.
import { now } from "../table/live.js";
import { isGm, seat } from "../table/seat.js";

/** Somebody of this seat is asked, or is up, while it looks at something else. */
export function missed() {
  const asked = (now.value.waiting ?? []).some((one) => one.mine);
  const card = (now.value.combatants ?? []).find((one) => one.id === now.value.up);
  return asked || Boolean(card && !isGm() && card.controller === seat.value.seat);
}
