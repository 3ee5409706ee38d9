/**
 * Checks an export of a table without trusting anybody: bytes, chain, count, head, and every die whose key is known.
 * It is written apart from `fracas verify` and has to agree with it; docs/proof.md describes both. Runs in any browser
 * and in Node, needs nothing else:
 *
 *   import { verify } from "/client/verify.js";
 *   const report = verify(new Uint8Array(await file.arrayBuffer()), receipt);
 */

import { DiceProof } from "./dice.js";
import { Unreadable, readEntry } from "./entry.js";
import { Broken } from "./faults.js";
import { hex, sha256, unhex } from "./sha256.js";

const FORMAT = 1;
const NEWLINE = 0x0a;
const HEADER = /^\{"fracas":([0-9]+),"table":"([A-Za-z0-9-]{1,40})","ruleset":"([a-z0-9_-]{1,40})"\}$/;
const ENTRY = /^\{"version":([1-9][0-9]{0,14}),"salt":"([0-9a-f]{32})","hash":"([0-9a-f]{64})","entry":\{/;
const TRAILER = /^\{"count":(0|[1-9][0-9]{0,14}),"head":"([0-9a-f]{64})"\}$/;
const LONGEST_HEAD = 200;
const latin = new TextDecoder("latin1");

/**
 * Checks an export from its first line to its last; reads on until something breaks the chain.
 *
 * `receipt` is a head that somebody kept: 64 digits, or version:digits. Returns { table, ruleset, count, head, faults:
 * [{version, kind, sentence}] in the order of their versions, faces, typed, sealed, receiptAt, moved: versions at which
 * the table came from another server }; no faults: all that can be checked is right.
 */
export function verify(bytes, receipt = null) {
  const reading = new Reading(receipt);
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

/** The lines of a file without their ends. */
export function* linesOf(bytes) {
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(NEWLINE, start);
    const end = found < 0 ? bytes.length : found;
    yield bytes.subarray(start, end);
    start = end + 1;
  }
}

class Reading {
  constructor(receipt) {
    const [, version, digits] = /^(?:([0-9]+):)?(.*)$/.exec((receipt ?? "").trim().toLowerCase());
    this.receipt = digits || null;
    this.promisedAt = version === undefined ? null : Number(version);
    this.receiptAt = null;
    this.header = null;
    this.trailer = null;
    this.version = 0;
    this.hash = new Uint8Array(32);
    this.time = 0;
    this.command = "";
    this.used = new Set();
    this.dice = new DiceProof();
    this.faults = [];
  }

  take(number, line) {
    if (this.trailer) throw new Broken(this.version, "after-the-end", `line ${number} stands after the last line of the export`);
    const start = latin.decode(line.subarray(0, LONGEST_HEAD));
    if (!this.header) this.header = header(start, line);
    else if (start.startsWith('{"count":')) this.trailer = this.ending(start, line, number);
    else this.entry(start, line, number);
  }

  ending(start, line, number) {
    const found = line.length <= LONGEST_HEAD && TRAILER.exec(start);
    if (found) return { count: Number(found[1]), head: found[2] };
    throw new Broken(this.version + 1, "line", `line ${number} is not how an export ends`);
  }

  entry(start, line, number) {
    const expected = this.version + 1;
    const found = ENTRY.exec(start);
    if (!found || latin.decode(line.subarray(-2)) !== "}}") {
      const sentence = `line ${number} is not written as an export writes an entry: something else has been at it`;
      throw new Broken(expected, "line", sentence);
    }
    const [head, version, salt, promised] = found;
    if (Number(version) !== expected) {
      throw new Broken(expected, "hole", `version ${version} stands where version ${expected} belongs`);
    }
    const body = line.subarray(head.length - 1, line.length - 1);
    const hash = sha256(this.hash, sha256(unhex(salt), body));
    if (hex(hash) !== promised) {
      const sentence = "the hash does not follow: this entry, its salt, its hash or one before it was changed";
      throw new Broken(expected, "hash", sentence);
    }
    const entry = decoded(expected, body);
    this.envelope(entry, expected);
    this.follow(entry);
    this.dice.take(entry, hex(this.hash));
    [this.version, this.hash, this.time] = [expected, hash, entry.time];
    this.compare(promised);
  }

  /** Holds the receipt against the hash of the newest version. */
  compare(hash) {
    if (this.receipt === null || (this.promisedAt !== null && this.promisedAt !== this.version)) return;
    if (hash === this.receipt) this.receiptAt = this.version;
    else if (this.promisedAt !== null) {
      const sentence = `the receipt says ${this.receipt} for this version, the log has ${hash}: it was written anew`;
      throw new Broken(this.version, "receipt", sentence);
    }
  }

  envelope(entry, expected) {
    if (entry.version !== expected) {
      throw new Broken(expected, "version", `the entry itself says that it is version ${entry.version}`);
    }
    if (entry.table !== this.header.table) {
      const sentence = `the entry is of table ${entry.table}, the file of table ${this.header.table}`;
      throw new Broken(expected, "table", sentence);
    }
    const { fact } = entry;
    if (expected === 1 && !(fact.type === "table-opened" && fact.ruleset === this.header.ruleset)) {
      const sentence = `the log must begin with the opening of a table for ${this.header.ruleset}`;
      throw new Broken(expected, "opening", sentence);
    }
  }

  /** What an honest writer never does, though the chain would allow it. */
  follow(entry) {
    if (entry.time < this.time) throw new Broken(entry.version, "clock", "the entry is older than the one before it");
    const command = `${entry.seat}\n${entry.command}`;
    if (command !== this.command && this.used.has(command)) {
      const sentence = `the command ${entry.seat}/${entry.command} was used up before`;
      throw new Broken(entry.version, "command", sentence);
    }
    this.used.add(command);
    this.command = command;
  }

  close() {
    const { version, trailer } = this;
    if (!this.header) throw new Broken(0, "header", "the file is empty");
    if (!trailer) {
      const sentence = `the export stops after version ${version}, before the line that says how far it goes`;
      throw new Broken(version, "cut", sentence);
    }
    if (trailer.count !== version) {
      const sentence = `the last line promises ${trailer.count} entries, the file holds ${version}`;
      throw new Broken(version, "count", sentence);
    }
    if (trailer.head !== hex(this.hash)) {
      const sentence = `the last line gives the head ${trailer.head}, the entries lead to ${hex(this.hash)}`;
      throw new Broken(version, "head", sentence);
    }
    if (this.receipt !== null && this.receiptAt === null) {
      const sentence = `no version of this log has the hash ${this.receipt}: it is not the log the receipt is of`;
      throw new Broken(version, "receipt", sentence);
    }
  }

  report() {
    const faults = [...this.faults, ...this.dice.faults].sort((one, other) => one.version - other.version);
    return {
      table: this.header?.table ?? "",
      ruleset: this.header?.ruleset ?? "",
      count: this.version,
      head: hex(this.hash),
      faults,
      faces: this.dice.checked,
      typed: this.dice.typed,
      sealed: this.dice.sealed,
      receiptAt: this.receiptAt,
      moved: this.dice.moved,
    };
  }
}

function header(start, line) {
  const found = line.length <= LONGEST_HEAD && HEADER.exec(start);
  if (!found) throw new Broken(0, "header", "the first line is not that of an export");
  if (Number(found[1]) !== FORMAT) {
    const sentence = `the export has format ${found[1]}; this program reads format ${FORMAT}`;
    throw new Broken(0, "header", sentence);
  }
  return { table: found[2], ruleset: found[3] };
}

function decoded(version, body) {
  let found;
  try {
    found = readEntry(body);
  } catch (problem) {
    if (!(problem instanceof Unreadable)) throw problem;
    throw new Broken(version, "unreadable", `no entry of any known kind: ${problem.message}`);
  }
  if (!found.plain) {
    const sentence = "the entry's bytes are not how such an entry is written: it was set down again by something else";
    throw new Broken(version, "bytes", sentence);
  }
  return found.entry;
}
