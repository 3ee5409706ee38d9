/**
 * Checks a seat's own capsule: its frames, their chain, and every die that the seat was told with its address. What a
 * player saves from the page can be checked in the page, without seeing anything that was not meant for the player.
 *
 *   import { verifySeat } from "/client/seat.js";
 *   const report = verifySeat(new Uint8Array(await file.arrayBuffer()));
 */

import { entropyDigest, face, fellTogether, sidesOf } from "./dice.js";
import { Broken } from "./faults.js";
import { hex, sha256, unhex } from "./sha256.js";
import { linesOf } from "./verify.js";

const FORMAT = 1;
const WORD = 2 ** 32;
const LONGEST_HEAD = 400;
const HEADER =
  /^\{"fracas":([0-9]+),"table":"([A-Za-z0-9-]{1,40})","ruleset":"([a-z0-9_-]{1,40})","seat":"([A-Za-z0-9_-]{1,40})","begins":"([0-9a-f]{64})"\}$/;
const FRAME = /^\{"number":([1-9][0-9]{0,14}),"chain":"([0-9a-f]{64})","frame":\{/;
const TRAILER = /^\{"count":(0|[1-9][0-9]{0,14}),"chain":"([0-9a-f]{64})","header":"([0-9a-f]{64})"\}$/;
const latin = new TextDecoder("latin1");
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Checks a seat's capsule from its first line to its last. `log` are the hashes (hex) of the table's log, where the GM's
 * export is at hand: then every head that the seat was told has to be one of them. Returns { table, ruleset, seat, count,
 * chain, faults: [{version, kind, sentence}], faces, typed, sealed, heads: [[number, head]] }; numbers are the seat's own.
 */
export function verifySeat(bytes, log = null) {
  const reading = new Reading(log && new Set(log));
  try {
    let number = 0;
    for (const line of linesOf(bytes)) reading.take((number += 1), line);
    reading.close();
  } catch (problem) {
    if (!(problem instanceof Broken)) throw problem;
    reading.faults.push(problem.fault);
  }
  return reading.report();
}

class Reading {
  constructor(log) {
    this.log = log;
    this.header = null;
    this.sealed = "";
    this.ended = false;
    this.number = 0;
    this.chain = new Uint8Array(32);
    this.dice = new SeatDice();
    this.faults = [];
    this.heads = [];
  }

  take(number, line) {
    if (this.ended) {
      throw new Broken(this.number, "after-the-end", `line ${number} stands after the last line of the capsule`);
    }
    const start = latin.decode(line.subarray(0, LONGEST_HEAD));
    if (!this.header) this.begin(start, line);
    else if (start.startsWith('{"count":')) this.end(start, line, number);
    else this.frame(start, line, number);
  }

  begin(start, line) {
    const found = line.length <= LONGEST_HEAD && HEADER.exec(start);
    if (!found || Number(found[1]) !== FORMAT) {
      throw new Broken(0, "header", `the first line is not that of a seat's capsule of format ${FORMAT}`);
    }
    this.header = { table: found[2], ruleset: found[3], seat: found[4] };
    this.sealed = hex(sha256(line));
    this.chain = unhex(found[5]);
  }

  frame(start, line, number) {
    const expected = this.number + 1;
    const found = FRAME.exec(start);
    if (!found || latin.decode(line.subarray(-2)) !== "}}") {
      throw new Broken(expected, "line", `line ${number} is not written as a capsule writes a frame`);
    }
    if (Number(found[1]) !== expected) {
      throw new Broken(expected, "hole", `frame ${found[1]} stands where frame ${expected} belongs`);
    }
    const body = line.subarray(found[0].length - 1, line.length - 1);
    const frame = read(expected, body);
    const chain = sha256(beginsAnew(frame) ?? this.chain, sha256(body));
    if (hex(chain) !== found[2]) {
      throw new Broken(expected, "hash", "the chain does not follow: this frame or one before it was changed");
    }
    if (frame.number !== expected) {
      throw new Broken(expected, "version", `the frame itself says that it is number ${frame.number}`);
    }
    [this.number, this.chain] = [expected, chain];
    this.look(frame.fact);
  }

  look(fact) {
    try {
      this.dice.take(this.number, fact);
    } catch (problem) {
      if (!(problem instanceof TypeError)) throw problem;
      throw new Broken(this.number, "unreadable", `no frame of any known kind: ${problem.message}`);
    }
    if (fact.type === "dice-key-turned") this.heads.push([this.number, fact.head]);
  }

  end(start, line, number) {
    const found = line.length <= LONGEST_HEAD && TRAILER.exec(start);
    if (!found) throw new Broken(this.number + 1, "line", `line ${number} is not how a capsule ends`);
    if (Number(found[1]) !== this.number) {
      const sentence = `the last line promises ${found[1]} frames, the file holds ${this.number}`;
      throw new Broken(this.number, "count", sentence);
    }
    if (found[2] !== hex(this.chain)) {
      throw new Broken(this.number, "head", "the last line gives another chain than the frames lead to");
    }
    if (found[3] !== this.sealed) {
      throw new Broken(0, "header", "the first line was changed: the last one was written for another");
    }
    this.ended = true;
  }

  close() {
    if (!this.header) throw new Broken(0, "header", "the file is empty");
    if (!this.ended) throw new Broken(this.number, "cut", `the capsule stops after frame ${this.number}`);
  }

  report() {
    const sentence = "the head that the seat was told is none of this table's log";
    const strange = this.heads.filter(([, head]) => this.log !== null && !this.log.has(head));
    const foreign = strange.map(([version]) => ({ version, kind: "key-head", sentence }));
    const faults = [...this.faults, ...this.dice.faults, ...foreign];
    return {
      ...(this.header ?? { table: "", ruleset: "", seat: "" }),
      count: this.number,
      chain: hex(this.chain),
      faults: faults.sort((one, other) => one.version - other.version),
      faces: this.dice.checked,
      typed: this.dice.typed,
      sealed: this.dice.sealed,
      heads: this.heads,
    };
  }
}

/** Keys against commitments, and those faces that the seat was told with their address. */
class SeatDice {
  constructor() {
    this.faults = [];
    this.checked = 0;
    this.typed = 0;
    this.epoch = 0;
    this.epochs = new Map();
    this.keys = new Map();
    this.entropy = [];
    this.waiting = new Map();
  }

  get sealed() {
    return [...this.waiting.values()].flat().reduce((sum, [, roll]) => sum + roll.faces.length, 0);
  }

  take(number, fact) {
    if (fact.type === "entropy-added") this.entropy.push(fact.entropy);
    else if (fact.type === "dice-key-turned") this.turned(number, fact);
    else if (fact.type === "closed-key-opened") this.revealed(number, fact.epoch, fact.key, true);
    else if (fact.type === "roll-seen") this.rolled(number, fact);
  }

  fault(version, kind, sentence) {
    this.faults.push({ version, kind, sentence });
  }

  turned(number, turned) {
    const last = this.epoch;
    if (turned.epoch !== last + 1) {
      throw new Broken(number, "epoch", `epoch ${turned.epoch} of the dice follows epoch ${last}`);
    }
    const before = last ? this.epochs.get(last).entropy : "";
    if (turned.entropy !== entropyDigest([before, ...this.entropy])) {
      this.fault(number, "entropy", "the new epoch's entropy is not what the seats' own randomness comes to");
    }
    if (last && !turned.moved && turned.reveals?.epoch !== last) {
      throw new Broken(number, "epoch", `a new epoch must reveal the open key of epoch ${last}, which is over`);
    }
    if (turned.reveals) this.revealed(number, turned.reveals.epoch, turned.reveals.key, false);
    this.epochs.set(turned.epoch, turned);
    this.epoch = turned.epoch;
    this.entropy = [];
  }

  revealed(number, epoch, key, closed) {
    const known = this.epochs.get(epoch);
    if (!known) throw new Broken(number, "epoch", `it reveals a key of epoch ${epoch}, which never was`);
    const raw = unhex(key);
    if (raw === null || hex(sha256(raw)) !== (closed ? known.closed_commitment : known.commitment)) {
      const which = closed ? "closed" : "open";
      this.fault(number, "reveal", `the ${which} key of epoch ${epoch} is not the one that was committed to`);
      return;
    }
    const sought = `${epoch}|${closed}`;
    this.keys.set(sought, raw);
    for (const [toldAt, roll] of this.waiting.get(sought) ?? []) this.recompute(toldAt, roll, raw);
    this.waiting.delete(sought);
  }

  rolled(number, roll) {
    for (const one of fellTogether({ typed_by: null, faces: [], added: [], ...roll, key: roll.closed ? "closed" : "open" })) {
      if (one.typed_by) {
        this.typed += one.faces.length;
      } else if (one.address && one.faces.length) {
        const sought = `${one.epoch}|${one.key === "closed"}`;
        const key = this.keys.get(sought);
        if (key) this.recompute(number, one, key);
        else this.waiting.set(sought, [...(this.waiting.get(sought) ?? []), [number, one]]);
      }
    }
  }

  recompute(number, one, key) {
    const sides = sidesOf(one.dice);
    const { entropy } = this.epochs.get(one.epoch);
    this.checked += one.faces.length;
    const right =
      sides >= 1 && sides <= WORD
        ? one.faces.map((_, place) => face(key, `${one.address}|${place}`, entropy, sides))
        : [];
    if (right.join() !== one.faces.join()) {
      const shown = `[${one.faces.join(", ")}], its key and address give [${right.join(", ")}]`;
      this.fault(number, "face", `the roll shows ${shown}`);
    }
  }
}

function read(number, body) {
  let frame;
  try {
    frame = JSON.parse(strict.decode(body));
  } catch (problem) {
    throw new Broken(number, "unreadable", `the frame is no JSON: ${problem.message}`);
  }
  if (typeof frame.fact?.type !== "string" || !("number" in frame)) {
    throw new Broken(number, "unreadable", "a frame has a number and a fact");
  }
  return frame;
}

/** Where a seat sees with other eyes a new chain begins, with the hash that stands in the view. */
function beginsAnew(frame) {
  if (frame.fact.type !== "seen-anew") return null;
  const begins = frame.fact.view?.chain ?? "";
  return /^[0-9a-f]{64}$/.test(begins) ? unhex(begins) : null;
}
