// The client against a service, or a proxy before it, that answers what no client expects.
import { getEventListeners } from "node:events";

import { Table, browserStore, memoryStore, sitDown } from "../../api/client/fracas.js";

const json = (status, said) => new Response(JSON.stringify(said), { status });
const html = (status) => new Response("<html>no</html>", { status });
const failing = { answered: () => { throw new Error("a listener that fails"); } };

/** A table whose commands are answered by these, one after the other. */
function answering(...replies) {
  const fetch = async () => replies.shift();
  return new Table({ base: "http://nowhere/", table: "t", token: "k", fetch, random: () => 0, on: failing });
}
const no = (why) => ({ name: why.name, status: why.status, code: why.code });

console.error = () => {};
const refused = answering(html(413), json(200, { id: "two" }));
const [first, second] = await Promise.all([refused.give({ type: "note" }).catch(no), refused.give({ type: "note" })]);
const again = answering(html(503), html(200), html(429), json(200, { id: "late" }));
const late = await again.give({ type: "note" });
const listeners = getEventListeners(again.closing.signal, "abort").length + getEventListeners(again.waking.signal, "abort").length;
const relayed = [];
const relaying = answering(json(200, { id: "a" }), html(503), json(200, { id: "b" }), json(200, { id: "c" }));
relaying.on = { answered: ({ command }) => command.text === "a" && ["b", "c"].forEach(relay) };
const relay = (text) => void relaying.give({ type: "note", text }).then(({ id }) => relayed.push([text, id]));
relay("a");
while (relayed.length < 3) await new Promise((go) => setTimeout(go, 5));
const door = await sitDown({ base: "http://nowhere/", table: "t", link: "l", fetch: async () => html(403) }).catch(no);

/** A service that fails at one command whatever happens, and is busy for a while at another. */
const faulty = new Map([["bad", [0, 500, "internal"]], ["slow", [0, 503, "busy"]]]);
async function failsAt(_, { body }) {
  const { text } = JSON.parse(body).command, [tries, status, code] = faulty.get(text) ?? [0];
  if (!status || (code === "busy" && tries >= 20)) return json(200, { id: text });
  faulty.set(text, [tries + 1, status, code]);
  return json(status, { code });
}
const kept = new Map(), told = [];
const on = { answered: ({ command }, _, why) => told.push([command.text, why?.code ?? "done"]) };
const blocked = new Table({ base: "http://nowhere/", table: "t", token: "k", fetch: failsAt, random: () => 0, on, store: memoryStore(kept) });
const fault = await Promise.all(["bad", "slow", "good"].map((text) => blocked.give({ type: "note", text }).catch(no)));
const outbox = { fault, told, tries: faulty.get("bad")[0], left: kept.size };

/** What a browser keeps where it is full: what stands there can be read, nothing is taken. */
const full = (entries) => ({
  length: entries.length, key: (place) => entries[place][0], getItem: (key) => Object.fromEntries(entries)[key],
  setItem() { throw new Error("full"); }, removeItem() { throw new Error("full"); },
});
async function given(storage) {
  const store = browserStore("mine/", storage), sent = [];
  const fetch = async (_, { body }) => (sent.push([JSON.parse(body).command.text, store.forgetful]), json(200, {}));
  const one = new Table({ base: "http://nowhere/", table: "t", token: "k", fetch, store });
  await one.give({ type: "note", text: "new" });
  return { sent, forgetful: store.forgetful };
}
const keeping = {
  full: await given(full([["mine/0", '{"command":{"text":"old"}}'], ["mine/1", '{"comm'], ["mine/2", "null"]])),
  none: await given(undefined),
};
console.log(JSON.stringify({ first, second, late, listeners, relayed, door, outbox, keeping }));
