/**
 * Reads an entry of a log and holds it to the shapes of all entries there are: every field known and of its type, the
 * sums of rolls and damage right. `plain` says whether the bytes are the one way to write it.
 */

import { Malformed, digitsOf, read, textOf } from "./json.js";
import { LIFTS, lift } from "./lifts.js";
import { ENTRY, SCHEMA, SHAPES } from "./shapes.js";
import { utf8 } from "./sha256.js";

/** What is an entry of no known kind; the message says why. */
export class Unreadable extends Error {}

/** The entry in these bytes, lifted to the present schema where it is older, as { entry, plain }. Throws Unreadable. */
export function readEntry(bytes) {
  try {
    const value = read(bytes);
    const schema = schemaOf(bytes, value);
    return schema === SCHEMA ? readAs(bytes, value) : readOlder(bytes, value, schema);
  } catch (problem) {
    if (problem instanceof Malformed || problem instanceof RangeError) throw new Unreadable(problem.message);
    throw problem;
  }
}

function readAs(bytes, value) {
  const reading = new Reading(bytes);
  const entry = reading.part(ENTRY, value);
  return { entry, plain: reading.plain };
}

/** An older entry: plain is the same JSON, compactly; its fields are those of the entry it is lifted to. */
function readOlder(bytes, value, schema) {
  if (!(schema in LIFTS)) throw new Unreadable(`nothing is known of schema ${schema}`);
  const lifted = utf8(JSON.stringify(lift(JSON.parse(new TextDecoder().decode(bytes)), schema)));
  const { entry } = readAs(lifted, read(lifted));
  return { entry, plain: value.plain && namedOnce(bytes, value) };
}

function schemaOf(bytes, value) {
  if (value.kind !== "object") throw new Unreadable(`expected object, got ${value.kind}`);
  const found = value.pairs.findLast(([name]) => textOf(bytes, name) === "schema")?.[1];
  if (found?.kind !== "int") throw new Unreadable("an entry says under which schema it was written");
  return whole(digitsOf(bytes, found));
}

/** Whether no object in a value names anything twice. */
function namedOnce(bytes, value) {
  if (value.kind === "array") return value.items.every((item) => namedOnce(bytes, item));
  if (value.kind !== "object") return true;
  const names = value.pairs.map(([name]) => textOf(bytes, name));
  return new Set(names).size === names.length && value.pairs.every(([, one]) => namedOnce(bytes, one));
}

/** What shapes are made of: how a value of each kind is read. `given` is what the shape says beside the kind. */
const KINDS = {
  str: (reading, _, value) => textOf(reading.bytes, reading.must(value, "string")),
  int: (reading, _, value) => whole(digitsOf(reading.bytes, reading.must(value, "int"))),
  float: (reading, _, value) => Number(digitsOf(reading.bytes, value)),
  bool: (reading, _, value) => reading.must(value, "bool").value,
  null: (reading, _, value) => reading.must(value, "null").value,
  raw: (reading, _, value) => ({ start: value.start, end: value.end }),
  list: (reading, of, value) => reading.must(value, "array").items.map((item) => reading.value(of, item)),
  map: (reading, of, value) => reading.map(of, value),
  words: (reading, words, value) => reading.word(words, value),
  part: (reading, name, value) => reading.part(name, value),
  facts: (reading, names, value) => reading.fact(names, value),
  any: (reading, shapes, value) => reading.any(shapes, value),
};

/** The JSON that a value of each simple kind is written as. */
const WRITTEN = { str: "string", words: "string", int: "int", float: "float", bool: "bool", null: "null" };

/** What a fact must be beyond its fields. */
const SUMS = {
  rolled(fact) {
    const worth = sum(fact.counts) + sum(fact.modifiers.map((one) => one.value));
    if (worth !== BigInt(fact.total) || fact.counts.length !== fact.faces.length) {
      throw new Unreadable("a roll's total must be the sum of its parts");
    }
    const firsts = [0, ...fact.added.map((one) => one.first), fact.faces.length];
    if (fact.added.length && firsts.some((one, place) => place && one <= firsts[place - 1])) {
      throw new Unreadable("what was added to a roll has a place among its faces, each behind the one before");
    }
  },
  "damage-applied"(fact) {
    let value = 0n;
    for (const step of fact.steps) {
      value = STEPS[step.op](value, BigInt(step.by));
      if (value !== BigInt(step.result)) throw new Unreadable(`the step ${step.step} does not lead to its result`);
    }
    const change = BigInt(fact.change);
    if (fact.steps.length && change !== value && change !== -value) {
      throw new Unreadable("the steps do not lead to the change");
    }
  },
};
const STEPS = {
  set: (_, by) => by,
  times: (value, by) => value * by,
  minus: (value, by) => value - by,
  plus: (value, by) => value + by,
  least: (value, by) => (value > by ? value : by),
};

class Reading {
  constructor(bytes) {
    this.bytes = bytes;
    this.plain = true;
  }

  must(value, kind) {
    if (value.kind !== kind) throw new Unreadable(`expected ${kind}, got ${value.kind} (byte ${value.start})`);
    return value;
  }

  value(shape, value) {
    const [kind, given] = typeof shape === "string" ? [shape, null] : Object.entries(shape)[0];
    if (kind !== "raw" && value.kind !== "object" && value.kind !== "array" && !value.plain) this.plain = false;
    return KINDS[kind](this, given, value);
  }

  any(shapes, value) {
    const fits = (shape) => {
      if (typeof shape === "string") return WRITTEN[shape] === value.kind;
      const [kind] = Object.keys(shape);
      return (WRITTEN[kind] ?? { list: "array", map: "object", part: "object", facts: "object" }[kind]) === value.kind;
    };
    const shape = shapes.find(fits);
    if (shape === undefined) throw new Unreadable(`a ${value.kind} does not belong there (byte ${value.start})`);
    return this.value(shape, value);
  }

  word(words, value) {
    const text = textOf(this.bytes, this.must(value, "string"));
    if (!words.includes(text)) throw new Unreadable(`${text} is none of ${words.join(", ")}`);
    return text;
  }

  map(shape, value) {
    const found = new Map();
    for (const [name, one] of this.pairs(value)) {
      if (found.has(name)) this.plain = false;
      found.set(name, this.value(shape, one));
    }
    return found;
  }

  pairs(value) {
    this.close(this.must(value, "object"), value.pairs.flat());
    return value.pairs.map(([name, one]) => {
      if (!name.plain) this.plain = false;
      return [textOf(this.bytes, name), one];
    });
  }

  /** Whether nothing but brackets, commas and colons stands between the values of an object or an array. */
  close(value, inside) {
    const lengths = inside.reduce((total, one) => total + one.end - one.start, 0);
    const marks = inside.length ? inside.length + 1 : 2;
    if (value.end - value.start !== lengths + marks) this.plain = false;
  }

  fact(names, value) {
    const type = this.pairs(value).findLast(([name]) => name === "type");
    if (type === undefined) throw new Unreadable("a fact says what it is");
    const tag = textOf(this.bytes, this.must(type[1], "string"));
    const name = names.find((one) => SHAPES[one].tag === tag);
    if (name === undefined) throw new Unreadable(`there is no fact ${tag}`);
    if (value.pairs[0][1] !== type[1] || !type[1].plain) this.plain = false;
    const fact = this.part(name, value);
    fact.type = tag;
    SUMS[tag]?.(fact);
    return fact;
  }

  /** Fields in the order of the shape, those at their default left out; else it is not plain. */
  part(name, value) {
    const shape = SHAPES[name];
    if (shape.array) return this.row(shape, value);
    const places = new Map(shape.fields.map(([field], place) => [field, place]));
    const found = {};
    let last = -1;
    for (const [field, one] of this.pairs(value)) {
      if (field === "type" && shape.tag) continue;
      const place = places.get(field);
      if (place === undefined) throw new Unreadable(`there is no field ${field}`);
      if (place <= last) this.plain = false;
      last = Math.max(last, place);
      const [, of, empty] = shape.fields[place];
      found[field] = this.value(of, one);
      if (empty !== undefined && same(found[field], empty)) this.plain = false;
    }
    for (const [field, , empty] of shape.fields) {
      if (field in found) continue;
      if (empty === undefined) throw new Unreadable(`the field ${field} is missing`);
      found[field] = empty;
    }
    return found;
  }

  row(shape, value) {
    this.close(this.must(value, "array"), value.items);
    if (value.items.length !== shape.fields.length) throw new Unreadable("a row of another length");
    return Object.fromEntries(shape.fields.map(([field, of], place) => [field, this.value(of, value.items[place])]));
  }
}

function same(value, empty) {
  if (value instanceof Map) return value.size === 0;
  if (Array.isArray(value)) return value.length === 0;
  return value === empty;
}

/** A whole number; big ones, which a plain number would round, as BigInt. */
function whole(digits) {
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : BigInt(digits);
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + BigInt(number), 0n);
}
