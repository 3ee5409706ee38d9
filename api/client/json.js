/**
 * Reads JSON from bytes and remembers how it was written, which the browser's own JSON does not: whether there was
 * white space, how a string was escaped, in which order names stood. A value is told as
 *
 *   { kind: "object" | "array" | "string" | "int" | "float" | "bool" | "null", start, end, plain, ... }
 *
 * `start` and `end` are places in the bytes. `plain`: the value, and all in it, stands there in the one way in which a
 * log is written. Objects have `pairs` ([name, value]), arrays `items`; `textOf` and `numberOf` give the rest.
 */

const DEEPEST = 500;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const ESCAPES = { 0x22: '"', 0x5c: "\\", 0x2f: "/", 0x62: "\b", 0x66: "\f", 0x6e: "\n", 0x72: "\r", 0x74: "\t" };
const SHORT = new Set(["\b", "\f", "\n", "\r", "\t"]);
const SPACES = new Set([0x20, 0x09, 0x0a, 0x0d]);
const PLAIN_ESCAPES = new Set([0x22, 0x5c, 0x62, 0x66, 0x6e, 0x72, 0x74]);
const WORDS = { 0x74: ["true", "bool", true], 0x66: ["false", "bool", false], 0x6e: ["null", "null", null] };

/** What is no JSON; the message says where. */
export class Malformed extends Error {}

/** The one value that these bytes hold. Throws Malformed. */
export function read(bytes) {
  const reader = new Reader(bytes);
  const spaced = reader.space();
  const value = reader.value(0);
  if (reader.space() || spaced) value.plain = false;
  if (reader.at !== bytes.length) reader.fail("something stands after the end");
  return value;
}

/** The text of a string. Throws Malformed where it is no UTF-8 or half a character. */
export function textOf(bytes, value) {
  const inside = bytes.subarray(value.start + 1, value.end - 1);
  let raw;
  try {
    raw = decoder.decode(inside);
  } catch {
    throw new Malformed(`no UTF-8 in the string at byte ${value.start}`);
  }
  const text = raw.includes("\\") ? raw.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, unescaped) : raw;
  if (/[\ud800-\udfff]/u.test(text)) throw new Malformed(`half a character in the string at byte ${value.start}`);
  return text;
}

function unescaped(_, unit, letter) {
  return unit ? String.fromCharCode(parseInt(unit, 16)) : ESCAPES[letter.charCodeAt(0)];
}

/** The digits of a number as they stand. */
export function digitsOf(bytes, value) {
  return decoder.decode(bytes.subarray(value.start, value.end));
}

class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  fail(why) {
    throw new Malformed(`${why} (byte ${this.at})`);
  }

  /** Passes over white space; whether there was any. */
  space() {
    const before = this.at;
    while (SPACES.has(this.bytes[this.at])) this.at += 1;
    return this.at > before;
  }

  value(depth) {
    if (depth > DEEPEST) this.fail("nested too deeply");
    const byte = this.bytes[this.at];
    if (byte === 0x7b) return this.object(depth);
    if (byte === 0x5b) return this.array(depth);
    if (byte === QUOTE) return this.string();
    if (byte in WORDS) return this.word(...WORDS[byte]);
    return this.number();
  }

  object(depth) {
    const start = this.at;
    const pairs = [];
    const plain = this.listed(0x7d, () => {
      if (this.bytes[this.at] !== QUOTE) this.fail("a name was expected");
      const name = this.string();
      const spaced = this.space();
      if (this.bytes[this.at] !== 0x3a) this.fail("a colon was expected");
      this.at += 1;
      const spacedToo = this.space();
      const value = this.value(depth + 1);
      pairs.push([name, value]);
      return !spaced && !spacedToo && name.plain && value.plain;
    });
    return { kind: "object", start, end: this.at, plain, pairs };
  }

  array(depth) {
    const start = this.at;
    const items = [];
    const plain = this.listed(0x5d, () => {
      const value = this.value(depth + 1);
      items.push(value);
      return value.plain;
    });
    return { kind: "array", start, end: this.at, plain, items };
  }

  /** Reads what stands between brackets and commas; whether all of it, and all between it, is plain. */
  listed(closing, one) {
    this.at += 1;
    let plain = !this.space();
    if (this.bytes[this.at] === closing) {
      this.at += 1;
      return plain;
    }
    for (;;) {
      plain = one() && plain;
      plain = !this.space() && plain;
      const byte = this.bytes[this.at];
      this.at += 1;
      if (byte === closing) return plain;
      if (byte !== 0x2c) this.fail("a comma or an end was expected");
      plain = !this.space() && plain;
    }
  }

  string() {
    const start = this.at;
    let plain = true;
    for (this.at += 1; ; this.at += 1) {
      const byte = this.bytes[this.at];
      if (byte === undefined) this.fail("the string does not end");
      if (byte < 0x20) this.fail("a control character in a string");
      if (byte === QUOTE) break;
      if (byte === BACKSLASH) plain = this.escape() && plain;
    }
    this.at += 1;
    return { kind: "string", start, end: this.at, plain };
  }

  /** Passes over an escape; whether it is the one way to write its character. */
  escape() {
    this.at += 1;
    const byte = this.bytes[this.at];
    if (byte !== 0x75) {
      if (!(byte in ESCAPES)) this.fail("no such escape");
      return PLAIN_ESCAPES.has(byte);
    }
    const unit = String.fromCharCode(...this.bytes.subarray(this.at + 1, this.at + 5));
    if (!/^[0-9a-fA-F]{4}$/.test(unit)) this.fail("an escape needs four digits");
    this.at += 4;
    return /^00[01][0-9a-f]$/.test(unit) && !SHORT.has(String.fromCharCode(parseInt(unit, 16)));
  }

  word(text, kind, value) {
    const start = this.at;
    for (let i = 0; i < text.length; i += 1) {
      if (this.bytes[this.at + i] !== text.charCodeAt(i)) this.fail("no such word");
    }
    this.at += text.length;
    return { kind, start, end: this.at, plain: true, value };
  }

  number() {
    const start = this.at;
    while ("+-.0123456789Ee".includes(String.fromCharCode(this.bytes[this.at] ?? 0))) this.at += 1;
    const text = String.fromCharCode(...this.bytes.subarray(start, this.at));
    if (!/^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$/.test(text)) this.fail("no value");
    const kind = /^-?[0-9]+$/.test(text) ? "int" : "float";
    const plain = kind === "int" ? text !== "-0" : text === String(Number(text)) || text === `${Number(text)}.0`;
    return { kind, start, end: this.at, plain };
  }
}
