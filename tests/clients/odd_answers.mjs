// The client against a service, or a proxy before it, that answers what no client expects.
import { getEventListeners } from "node:events";

import { Table, sitDown } from "../../api/client/fracas.js";

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
console.log(JSON.stringify({ first, second, late, listeners, relayed, door }));
