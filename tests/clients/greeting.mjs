// The client at a service that takes its time, on a clock that runs only where nothing else is to be done.
import { Table } from "../../api/client/fracas.js";

let now = 0;
const timers = new Set();
globalThis.setTimeout = (go, milliseconds = 0) => {
  const timer = { at: now + milliseconds, go };
  timers.add(timer);
  return timer;
};
globalThis.clearTimeout = (timer) => timers.delete(timer);

/** Let everything happen that needs no time, then go on to the next moment at which something is due. */
async function goOn() {
  for (let turn = 0; turn < 20; turn++) await new Promise((go) => setImmediate(go));
  const next = [...timers].sort((one, other) => one.at - other.at)[0];
  if (!next) return false;
  timers.delete(next);
  now = Math.max(now, next.at);
  next.go();
  return true;
}

const hello = { type: "hello", protocol: 1, table: "t", seat: "gm", heartbeat: 15, following: [] };
const greeting = {
  sse: () => new Response(`data: ${JSON.stringify(hello)}\n\n`, { status: 200 }),
  poll: () => new Response(JSON.stringify({ messages: [hello] }), { status: 200 }),
};

/** What becomes of a client whom the service answers after so many seconds: when each try began, when it was greeted. */
async function greeted(way, seconds, tries) {
  now = 0;
  timers.clear();
  const began = [];
  let live = null;
  const fetch = (address, { signal }) => new Promise((answer, refuse) => {
    began.push(now / 1000);
    signal.addEventListener("abort", () => refuse(new Error("given up")));
    setTimeout(() => answer(greeting[way]()), seconds * 1000);
  });
  const state = (word) => { if (word === "live") live ??= now / 1000; };
  const table = new Table({ base: "http://nowhere/", table: "t", token: "k", ways: [way], fetch, random: () => 0, on: { state } });
  table.follow();
  while (live === null && began.length <= tries && (await goOn()));
  table.close();
  return { began, live };
}

console.log(JSON.stringify({
  quick: await greeted("sse", 7, 1),
  slow: await greeted("sse", 20, 9),
  slowest: await greeted("sse", 31, 9),
  never: await greeted("sse", 33, 6),
  poll: await greeted("poll", 40, 9),
}));
process.exit(0);
