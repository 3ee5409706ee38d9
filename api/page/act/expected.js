// The rolls that may follow one that is asked for, such as damage if it hits: found by trying the answer with dice as they
// might fall, which does nothing. So real dice are thrown and typed at once.
import { useEffect, useState } from "../html.js";
import { tried } from "../table/live.js";
import { read } from "./tray.js";

const MOST = 4; // rolls behind one another
const PATIENCE = 2000; // milliseconds after which the first roll is asked for alone

const asked = (found, combatant) => {
  const [one] = found?.questions ?? [];
  return one?.combatant === combatant && one.dice ? one : undefined;
};
const good = (dice) => Array.from({ length: read(dice).many }, () => Math.max(1, read(dice).sides - 1)); // nothing that goes on

/** `[{dice, purpose}]` of what may follow a question, as far as it is for the same person; null while it is looked for. */
export function useExpected(one, command) {
  const [found, setFound] = useState(one.dice ? null : []);
  useEffect(() => {
    let wanted = Boolean(one.dice);
    const look = async () => {
      const then = [];
      let faces = good(one.dice);
      while (wanted && then.length < MOST) {
        const next = asked(await tried(command, { faces }).catch(() => null), one.combatant);
        if (!next) break;
        then.push({ dice: next.dice, purpose: next.purpose });
        faces = [...faces, ...good(next.dice)];
      }
      if (wanted) setFound(then);
    };
    if (!one.dice) return undefined;
    const timer = setTimeout(() => (wanted = false, setFound([])), PATIENCE);
    look().finally(() => clearTimeout(timer));
    return () => (clearTimeout(timer), (wanted = false));
  }, []);
  return found;
}

/** The faces that are needed: of what was typed for later only what is asked for, as the dice have fallen. */
export async function needed(command, combatant, faces, then, rest) {
  let all = faces;
  for (let place = 0; place < then.length && rest[place]?.length; place++) {
    const next = asked(await tried(command, { faces: all }).catch(() => null), combatant);
    const at = then.findIndex((one, where) => where >= place && one.dice === next?.dice && one.purpose === next?.purpose);
    if (at < 0 || !rest[at]?.length) break;
    all = [...all, ...rest[at]];
    place = at;
  }
  return all;
}
