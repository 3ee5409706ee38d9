/**
 * Old entries read by a newer verifier: one function per schema step, from plain JSON to plain JSON, as events/upcast.py
 * has them in Python. A test holds the two tables to the same schemas.
 */

/** The schema number an entry was written under -> the function that lifts it one step. */
export const LIFTS = {};

/** The entry as the newest schema has it; its `schema` keeps saying what it was written under. */
export function lift(entry, schema) {
  let document = entry;
  for (let step = schema; LIFTS[step]; step += 1) document = LIFTS[step](document);
  return document;
}
