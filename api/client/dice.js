/** Checks the dice of a log: keys against their commitments, and every face against its revealed key. */

import { Broken } from "./faults.js";
import { hex, hmac, sha256, unhex, utf8 } from "./sha256.js";

const WORD = 2 ** 32;

/** The face, 1 to `sides`, that a key gives at an address. `entropy` is the epoch's digest (hex). */
export function face(key, address, entropy, sides) {
  const limit = Math.floor(WORD / sides) * sides;
  for (let k = 0; ; k += 1) {
    const drawn = hmac(key, utf8(`${address}|${k}|${entropy}`));
    const number = new DataView(drawn.buffer).getUint32(0);
    if (number < limit) return (number % sides) + 1;
  }
}

/** The digest of an epoch's entropy: that of the epoch before and what the seats have added since. */
export function entropyDigest(contributions) {
  return hex(sha256(utf8(contributions.join("|"))));
}

/** The number of sides in a dice expression such as 3d10; 0 where there are none. */
export function sidesOf(dice) {
  const found = /^[0-9]{1,9}d([0-9]{1,9})(?![0-9])/.exec(dice);
  return found ? Number(found[1]) : 0;
}

/** The faces of a roll by when they fell: at first, then at each correction that asked for more. */
export function fellTogether(roll) {
  const ends = [...roll.added.map((one) => one.first), roll.faces.length];
  const { address, epoch, key, typed_by, dice } = roll;
  const first = { faces: roll.faces.slice(0, ends[0]), address, epoch, key, typed_by, dice };
  const later = roll.added.map((one, place) => ({
    typed_by: null,
    address: "",
    epoch: 0,
    ...one,
    key: one.closed ? "closed" : "open",
    dice,
    faces: roll.faces.slice(one.first, ends[place + 1]),
  }));
  return [first, ...later];
}

/** Reads a log entry by entry. A roll waits here until the key it was thrown under is revealed. */
export class DiceProof {
  constructor() {
    this.faults = [];
    this.checked = 0;
    this.typed = 0;
    this.moved = [];
    this.epoch = 0;
    this.epochs = new Map();
    this.entropy = [];
    this.seats = new Set();
    this.waiting = new Map();
    this.addresses = new Set();
    this.command = "";
    this.headBeforeCommand = "";
  }

  /** How many faces stand under keys that are not revealed. */
  get sealed() {
    return [...this.waiting.values()].flat().reduce((sum, [, , one]) => sum + one.faces.length, 0);
  }

  /** The next entry; `head` is the chain's hash (hex) before it. */
  take(entry, head) {
    const command = `${entry.seat}\n${entry.command}`;
    if (command !== this.command) {
      this.command = command;
      this.headBeforeCommand = head;
    }
    TAKEN[entry.fact.type]?.call(this, entry, entry.fact);
  }

  fault(version, kind, sentence) {
    this.faults.push({ version, kind, sentence });
  }

  known(version, seat) {
    if (this.seats.has(seat)) return;
    throw new Broken(version, "reference", `it speaks of '${seat}', which this log has not mentioned before`);
  }

  turned(entry, turned) {
    const { version } = entry;
    const last = this.epoch;
    if (turned.epoch !== last + 1) {
      throw new Broken(version, "epoch", `epoch ${turned.epoch} of the dice follows epoch ${last}`);
    }
    const before = last ? this.epochs.get(last).entropy : "";
    if (turned.entropy !== entropyDigest([before, ...this.entropy])) {
      this.fault(version, "entropy", "the entropy of the new epoch is not what the seats' own randomness comes to");
    }
    if (turned.head !== this.headBeforeCommand) {
      const sentence = `the new epoch names the head ${turned.head}, the log stood at ${this.headBeforeCommand}`;
      this.fault(version, "key-head", sentence);
    }
    if (turned.moved && (turned.reveals || !last)) {
      throw new Broken(version, "epoch", "a table that came from another server has no key to reveal");
    }
    if (turned.moved) this.moved.push(version);
    else if (last && turned.reveals?.epoch !== last) {
      throw new Broken(version, "epoch", `a new epoch must reveal the open key of epoch ${last}, which is over`);
    }
    if (turned.reveals) this.revealed(version, turned.reveals.epoch, turned.reveals.key, false);
    this.epochs.set(turned.epoch, { ...turned, keys: [null, null] });
    this.epoch = turned.epoch;
    this.entropy = [];
  }

  revealed(version, number, key, closed) {
    const epoch = this.epochs.get(number);
    if (epoch === undefined) {
      throw new Broken(version, "epoch", `it reveals a key of epoch ${number}, which never was`);
    }
    const raw = unhex(key);
    epoch.keys[Number(closed)] = raw;
    if (raw === null || hex(sha256(raw)) !== (closed ? epoch.closed_commitment : epoch.commitment)) {
      const which = closed ? "closed" : "open";
      const sentence = `the ${which} key of epoch ${number} is not the one that was committed to before it was used`;
      this.fault(version, "reveal", sentence);
      return;
    }
    const sought = `${number}|${closed}`;
    for (const [thrownAt, roll, one] of this.waiting.get(sought) ?? []) this.recompute(thrownAt, roll, one, epoch, raw);
    this.waiting.delete(sought);
  }

  recompute(version, roll, one, epoch, key) {
    const sides = sidesOf(roll.dice);
    this.checked += one.faces.length;
    if (sides < 1 || sides > WORD) {
      this.fault(version, "face", `the roll ${roll.path} is of dice that do not exist (${roll.dice})`);
      return;
    }
    const right = one.faces.map((_, place) => face(key, `${one.address}|${place}`, epoch.entropy, sides));
    if (right.some((number, place) => number !== one.faces[place])) {
      const shown = `[${one.faces.join(", ")}], its key and address give [${right.join(", ")}]`;
      this.fault(version, "face", `the roll ${roll.path} shows ${shown}`);
    }
  }

  rolled(entry, roll) {
    if (!entry.instead_of.length && roll.typed_by === null) this.address(entry, roll);
    fellTogether(roll).forEach((one, place) => {
      if (entry.instead_of.length || place) this.thrownBefore(entry, roll, one);
      this.addresses.add(`${one.epoch}|${one.address}`);
      if (one.typed_by === null) this.thrown(entry, roll, one);
      else this.typedBy(entry, roll, one);
    });
  }

  thrown(entry, roll, one) {
    const epoch = this.epochs.get(one.epoch);
    const closed = one.key === "closed";
    const key = epoch?.keys[Number(closed)];
    if (key) {
      this.recompute(entry.version, roll, one, epoch, key);
      return;
    }
    const sought = `${one.epoch}|${closed}`;
    this.waiting.set(sought, [...(this.waiting.get(sought) ?? []), [entry.version, roll, one]]);
  }

  typedBy(entry, roll, one) {
    this.typed += one.faces.length;
    const sides = sidesOf(roll.dice);
    if (one.faces.some((number) => !(number >= 1 && number <= sides))) {
      this.fault(entry.version, "face", `the roll ${roll.path} has a face that ${roll.dice} does not have`);
    }
  }

  /** Dice in another's place were thrown before, or for the very correction that put them there. */
  thrownBefore(entry, roll, one) {
    const own = `${entry.seat}|${entry.command}|${entry.action}/${roll.path}|`;
    const mine = entry.instead_of.length && one.address.startsWith(own) && one.epoch === this.epoch;
    if (!mine && !this.addresses.has(`${one.epoch}|${one.address}`)) {
      const sentence = `the roll ${roll.path} shows dice of ${one.address}, which nobody threw before`;
      this.fault(entry.version, "address", sentence);
    }
  }

  /** A writer who could choose epoch or address could choose among faces. */
  address(entry, roll) {
    if (roll.epoch !== this.epoch) {
      const sentence = `the roll ${roll.path} is of epoch ${roll.epoch}; at that time epoch ${this.epoch} ran`;
      this.fault(entry.version, "roll-epoch", sentence);
    }
    const right = `${entry.seat}|${entry.command}|${roll.path}|${roll.attempt}`;
    if (roll.address !== right) {
      const sentence = `the roll ${roll.path} was thrown at the address ${roll.address}, its own is ${right}`;
      this.fault(entry.version, "address", sentence);
    }
  }
}

/** What each fact means to keys and dice; the others mean nothing. */
const TAKEN = {
  rolled: DiceProof.prototype.rolled,
  "dice-key-turned": DiceProof.prototype.turned,
  "closed-key-opened"(entry, fact) {
    this.revealed(entry.version, fact.epoch, fact.key, true);
  },
  "entropy-added"(_, fact) {
    this.entropy.push(fact.entropy);
  },
  "seat-offered"(_, fact) {
    this.seats.add(fact.seat);
  },
  "seat-taken"(entry, fact) {
    this.known(entry.version, fact.seat);
  },
  "seat-closed"(entry, fact) {
    this.known(entry.version, fact.seat);
  },
};
