// The verifier of the page as a process that checks one file after the other: a request in JSON per line, a report per line.
import { createInterface } from "node:readline";

import { entropyDigest, face } from "../../api/client/dice.js";
import { readEntry } from "../../api/client/entry.js";
import { LIFTS } from "../../api/client/lifts.js";
import { hex, hmac, sha256, unhex, utf8 } from "../../api/client/sha256.js";
import { verifySeat } from "../../api/client/seat.js";
import { verify } from "../../api/client/verify.js";

const bytesOf = (text) => Buffer.from(text, "base64");
const answers = {
  verify: ({ file, receipt }) => verify(new Uint8Array(bytesOf(file)), receipt),
  seat: ({ file, log }) => verifySeat(new Uint8Array(bytesOf(file)), log ?? null),
  sha256: ({ message }) => hex(sha256(new Uint8Array(bytesOf(message)))),
  hmac: ({ key, message }) => hex(hmac(new Uint8Array(bytesOf(key)), new Uint8Array(bytesOf(message)))),
  face: ({ key, address, entropy, sides }) => face(unhex(key), address, entropy, sides),
  entropy: ({ contributions }) => entropyDigest(contributions),
  commitment: ({ key }) => hex(sha256(unhex(key))),
  lifted: ({ body }) => {
    LIFTS[0] = (entry) => ({ ...entry, fact: { type: "note-added", text: entry.fact.remark } });
    try {
      return readEntry(utf8(body));
    } catch (problem) {
      return problem.message;
    } finally {
      delete LIFTS[0];
    }
  },
  lifts: () => Object.keys(LIFTS).map(Number),
  plain: ({ body }) => {
    try {
      return readEntry(utf8(body)).plain;
    } catch {
      return null;
    }
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { ask, ...given } = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(answers[ask](given))}\n`);
}
