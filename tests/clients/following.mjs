// A page as a process: follows a table with the client, gives what it is told to, and says what it holds. JSON lines both ways.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

import { Table, browserStore, sitDown } from "../../api/client/fracas.js";
import { PlainSocket } from "./socket.mjs";

const say = (said) => process.stdout.write(`${JSON.stringify(said)}\n`);

/** What a browser keeps over a reload: here a file. */
function storage(file) {
  const kept = new Map(existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : []);
  const write = () => writeFileSync(file, JSON.stringify([...kept]));
  return {
    get length() { return kept.size; },
    key: (place) => [...kept.keys()][place],
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => (kept.set(key, value), write()),
    removeItem: (key) => (kept.delete(key), write()),
  };
}

let table, heard = [], wanted = null;

function whenItHasIt() {
  const held = wanted && table?.seen[wanted.audience];
  if (!held || held.number < wanted.number) return;
  say({ audience: wanted.audience, held });
  wanted = null;
}
const doing = {
  open({ base, table: name, token, as = [], ways, file, link }) {
    const on = {
      message: (said) => (heard.push(said), whenItHasIt()),
      state: (word, why) => say({ state: word, why: why?.code ?? why?.reason ?? why?.message ?? why }),
      answered: (body, reply, refused) => say({ answered: body.id, reply, refused: refused?.code }),
    };
    const store = browserStore(`fracas-outbox/${name}/`, storage(file));
    table = new Table({ base, table: name, token, as, ways, store, on, WebSocket: globalThis.WebSocket ?? PlainSocket });
    table.follow();
  },
  give: ({ command, around }) => void table.give(command, around).catch(() => {}),
  seen: () => say({ said: "seen", seen: table.seen, numbers: heard.filter((one) => one.type === "batch").flatMap((one) => one.frames.map((frame) => [one.audience, frame.number])) }),
  up_to: (asked) => ((wanted = asked), whenItHasIt()),
  close: () => (table.close(), process.exit(0)),
  sit: (asked) => sitDown(asked).then((seat) => say({ sat: "done", seat }), (why) => say({ sat: "refused", code: why.code })),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { do: what, ...given } = JSON.parse(line);
  await doing[what](given);
}
