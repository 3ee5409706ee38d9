// Follow a table and give commands: resumes, retries, keeps what was not answered over a reload. No dependencies.
// How to use it: docs/clients.md. What is said on the wire: docs/protocol.md.

const BASE = new URL("..", import.meta.url).href; // the service that this file came from, under whatever path it stands
const FIRST = 500, LONGEST = 15_000, SILENCE = 3, GREETING = 8_000, POLL = 25, SETTLED = 60_000, MORE = 4; // milliseconds, beats, seconds
const FAULTS = 5; // so often is a command sent that the service fails at, before it counts as refused

/** What the service says no to, for good: `problem` is its problem document. */
export class Refused extends Error {
  constructor(problem, status) {
    super(problem.detail ?? `the service answers ${status}`);
    Object.assign(this, { name: "Refused", problem, status, code: problem.code });
  }
}

/** An outbox that is forgotten with the page. `kept` may be any Map. */
export const memoryStore = (kept = new Map()) => ({
  load: () => [...kept.entries()],
  put: (key, value) => void kept.set(key, value),
  drop: (key) => void kept.delete(key),
});

/**
 * An outbox that outlives a reload, in the browser's localStorage (or anything like it); each entry stands by itself.
 * What the browser does not take is kept as long as the page; `forgetful` says whether that is so of anything just now.
 */
export function browserStore(prefix, storage = attempt(() => globalThis.localStorage)) {
  const memory = new Map();
  const mine = () => Array.from({ length: storage.length }, (_, place) => storage.key(place)).filter((key) => key?.startsWith(prefix));
  const entry = (key) => [key.slice(prefix.length), attempt(() => JSON.parse(storage.getItem(key)))];
  const lasting = () => attempt(() => mine().map(entry), []).filter(([, command]) => command?.command);
  return {
    get forgetful() { return memory.size > 0; },
    load: () => [...lasting(), ...memory].sort(([one], [other]) => (one < other ? -1 : 1)),
    put(key, value) {
      attempt(() => (storage.setItem(prefix + key, JSON.stringify(value)), true)) || memory.set(key, value);
    },
    drop(key) {
      memory.delete(key);
      attempt(() => storage.removeItem(prefix + key));
    },
  };
}

/**
 * Exchange a seat's link for its token: `{table, seat, kind, name, token, device}`. A service that is busy or away is
 * asked again, for `patience` milliseconds; all of it is one who sits down.
 */
export async function sitDown({ base = BASE, table, link, device = newId(), entropy, fetch = globalThis.fetch, patience = 30_000, random = Math.random }) {
  const asking = {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ table, link, device, entropy }),
  };
  for (let failures = 0, until = Date.now() + patience; ; failures += 1) {
    const late = Date.now() > until;
    const reply = await fetch(new URL("seats/token", base), asking).catch((lost) => {
      if (late) throw lost;
    });
    if (reply && (late || !notNow(reply.status))) return told(reply);
    await new Promise((go) => setTimeout(go, backOff(failures, random)));
  }
}

/** How long to wait before the nth try: anything up to twice as long as the last, so that not all come back at once. */
export const backOff = (failures, random = Math.random) => random() * Math.min(LONGEST, FIRST * 2 ** failures);

/**
 * Follow a table. `on` are the listeners, each optional:
 * `message(said)` everything, `change(audience, seen)` after snapshot, batch and waiting, `state(word, why)` for
 * `connecting`, `live`, `lost`, `gone`, `outbox(commands)` with those that have no answer yet, and
 * `answered(command, reply, refused)` for each command, also those of before a reload.
 */
export class Table {
  constructor({ base = BASE, table, token, as = [], on = {}, language, store, ways = ["websocket", "sse", "poll"], fetch, WebSocket, random }) {
    Object.assign(this, { base, table, token, as, on, language, ways });
    this.fetch = fetch ?? globalThis.fetch.bind(globalThis);
    this.WebSocket = WebSocket ?? globalThis.WebSocket;
    this.random = random ?? Math.random;
    this.store = store ?? memoryStore();
    this.seen = {}; // by audience: number, chain, view, lines
    this.way = 0;
    this.failures = 0;
    this.closing = new AbortController();
    this.waiting = new Map();
    this.queue = [];
    this.sending = false;
    this.waking = new AbortController();
    for (const [key, command] of this.store.load()) this.#enqueue(key, command);
  }

  /** Follow until `close()`, or until the service says that it is of no use. */
  async follow() {
    while (!this.closing.signal.aborted) {
      const began = Date.now();
      this.#tell("state", "connecting", this.ways[this.way]);
      const end = await this.#listen(this.ways[this.way]).catch((why) => ({ why }));
      if (this.closing.signal.aborted) break;
      if (end.why instanceof Refused && !notNow(end.why.status)) return this.#gone(end.why);
      if (end.goodbye && end.goodbye.again === undefined) return this.#gone(new Refused({ code: end.goodbye.reason, detail: end.goodbye.detail }, 0));
      if (end.greeted) this.failures = 0;
      else this.way = (this.way + 1) % this.ways.length;
      if (end.greeted && Date.now() - began > SETTLED) this.way = 0; // what was in the way of the better one may be gone
      this.#tell("state", "lost", end.goodbye ?? end.why);
      await this.#pause(backOff(this.failures++, this.random) + 1000 * (end.goodbye?.again ?? 0));
    }
  }

  /** Stop following and sending; what was not answered stays in the outbox. */
  close() {
    this.closing.abort();
  }

  /**
   * Give a command, exactly once: it is kept before it is sent, and sent with the same id until there is an answer.
   * Resolves with the reply, rejects with `Refused`. `around` may hold `id`, `expect`, `force`, `faces`, `as`.
   */
  give(command, around = {}) {
    const body = { id: around.id ?? newId(), ...around, command };
    const key = `${String(Date.now()).padStart(15, "0")}-${String(this.queue.length).padStart(4, "0")}-${body.id}`;
    return new Promise((answer, refuse) => {
      this.store.put(key, body);
      this.waiting.set(key, { answer, refuse });
      this.#enqueue(key, body);
    });
  }

  /** A GET below the table, as `actions` or `rolls/7`. */
  async look(path = "", query = {}) {
    return told(await this.#ask(`v1/tables/${this.table}${path && "/"}${path}?${new URLSearchParams(query)}`));
  }

  /** A POST below the table that changes nothing there, as `odds`. */
  async ask(path, body) {
    return told(await this.#ask(`v1/tables/${this.table}/${path}`, {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
    }));
  }

  /** Try a command without giving it: what it asks, or `Refused`. Nothing is kept and no die falls. */
  try(command, around = {}) {
    return this.ask("commands", { id: newId(), ...around, command, dry_run: true });
  }

  /** Come back anew: what is open may be dead without a word, after sleep or in another network. */
  rejoin() {
    this.joined?.abort();
    this.wake();
  }

  /** Wait no longer before the next try: the network may be back. */
  wake() {
    this.waking.abort();
    this.waking = new AbortController();
  }

  // commands

  #enqueue(key, body) {
    this.queue.push([key, body]);
    this.#tell("outbox", this.queue.map(([, one]) => one));
    if (!this.sending) this.#send(); // one at a time, also where a listener gives the next
  }

  async #send() {
    this.sending = true;
    for (let failures = 0, faults = 0; this.queue.length && !this.closing.signal.aborted; ) {
      const [key, body] = this.queue[0];
      const answer = await this.#post(body).catch(() => null); // nobody knows whether it arrived: the same again
      if (answer?.refused && isFault(answer.refused)) faults += 1; // what it always fails at keeps nothing else waiting
      if (answer === null || (answer.refused && isFault(answer.refused) && faults < FAULTS)) {
        await this.#pause(backOff(failures++, this.random));
        continue;
      }
      failures = faults = 0;
      this.store.drop(key);
      this.queue.shift();
      this.#tell("outbox", this.queue.map(([, one]) => one));
      const { said, refused } = answer;
      this.#tell("answered", body, said, refused);
      const waiting = this.waiting.get(key);
      this.waiting.delete(key);
      if (refused) waiting?.refuse(refused);
      else waiting?.answer(said);
    }
    this.sending = false;
  }

  async #post(body) {
    const reply = await this.#ask(`v1/tables/${this.table}/commands`, {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
    });
    if (reply.ok) return { said: await reply.json() }; // what is no answer of the service is asked for again
    const refused = await refusal(reply);
    return notNow(reply.status) && !isFault(refused) ? null : { refused };
  }

  #ask(path, { headers = {}, ...more } = {}) {
    const bearer = this.token ? { authorization: `Bearer ${this.token}` } : {};
    const language = typeof this.language === "function" ? this.language() : this.language;
    const tongue = language ? { "accept-language": language } : {};
    return this.fetch(new URL(path, this.base), { signal: this.closing.signal, ...more, headers: { ...headers, ...tongue, ...bearer } });
  }

  // following

  #query(wait) {
    const held = Object.entries(this.seen).map(([name, { number, chain }]) => ["from", `${name}:${number}:${chain}`]);
    const asked = new URLSearchParams([...this.as.map((one) => ["as", one]), ...held]);
    if (wait) asked.set("wait", wait);
    return `v1/tables/${this.table}/live?${asked}`;
  }

  /** One connection from beginning to end: whether it was greeted, and the goodbye, if one was said. */
  async #listen(way) {
    const ending = new AbortController();
    const end = { greeted: false };
    // Longer each time: a service that many come back to at once takes its time, and who gives up begins anew.
    const greeting = GREETING * Math.min(1 + this.failures, MORE) + (way === "poll" ? POLL * 1000 : 0);
    let silence = setTimeout(() => ending.abort(), greeting), heartbeat = POLL;
    const hear = (said) => {
      if (said.type === "hello") {
        if (!end.greeted) this.#tell("state", "live", way);
        end.greeted = true;
        heartbeat = Math.max(said.heartbeat, way === "poll" ? POLL : 0);
      }
      if (said.type === "goodbye") end.goodbye = said;
      clearTimeout(silence);
      silence = setTimeout(() => ending.abort(), SILENCE * heartbeat * 1000);
      if (!this.#take(said)) ending.abort(); // something is missing: come back with what we hold
    };
    const close = () => ending.abort();
    this.joined = ending;
    this.closing.signal.addEventListener("abort", close);
    try {
      await this[`_${way}`](hear, ending.signal);
    } catch (why) {
      end.why = why;
    } finally {
      clearTimeout(silence);
      ending.abort();
      this.closing.signal.removeEventListener("abort", close);
    }
    return end;
  }

  _websocket(hear, signal) {
    if (!this.WebSocket) throw new Error("there are no WebSockets here");
    const address = new URL(this.#query(), this.base);
    address.protocol = address.protocol.replace("http", "ws");
    const join = { type: "join", token: this.token, as: address.searchParams.getAll("as"), from: address.searchParams.getAll("from") };
    if (this.token) address.search = "";
    const socket = new this.WebSocket(address.href, this.token ? "fracas.v1.join" : "fracas.v1");
    return new Promise((done) => {
      signal.addEventListener("abort", () => (socket.close(), done()));
      if (this.token) socket.onopen = () => socket.send(JSON.stringify(join));
      socket.onmessage = ({ data }) => signal.aborted || hear(JSON.parse(data));
      socket.onclose = socket.onerror = () => done();
    });
  }

  async _sse(hear, signal) {
    const reply = await this.#ask(this.#query(), { headers: { accept: "text/event-stream" }, signal });
    if (!reply.ok) throw await refusal(reply);
    const decoder = new TextDecoder();
    let left = "";
    for await (const bytes of chunks(reply.body)) {
      const lines = (left + decoder.decode(bytes, { stream: true })).split("\n");
      left = lines.pop();
      for (const line of lines) if (line.startsWith("data: ") && !signal.aborted) hear(JSON.parse(line.slice(6)));
    }
  }

  async _poll(hear, signal) {
    for (const until = Date.now() + SETTLED; Date.now() < until && !signal.aborted; ) { // then one of the others is tried
      const reply = await this.#ask(this.#query(Object.keys(this.seen).length ? POLL : 0), { signal });
      if (!reply.ok) throw await refusal(reply);
      const { messages } = await reply.json();
      for (const said of messages) if (!signal.aborted) hear(said);
      if (messages.at(-1)?.type === "goodbye") return;
    }
  }

  /** Take a message over; false where it does not follow from what is held. */
  #take(said) {
    const seen = this.seen[said.audience];
    if (said.type === "snapshot") {
      const { number, chain, view, lines } = said;
      this.seen[said.audience] = { number, chain, view, lines };
    } else if (said.type === "batch") {
      if (!seen || said.after > seen.number) return false;
      if (said.number <= seen.number) return true; // told twice: we have it
      if (said.after < seen.number) return false;
      Object.assign(seen, { number: said.number, chain: said.chain, lines: [...seen.lines, ...(said.lines ?? [])].slice(-200) });
      if (said.view) seen.view = said.view;
      else if (said.change) seen.view = changed(seen.view, said.change);
    } else if (said.type === "waiting" && seen) {
      const { up, somebody_up, on_deck, ...rest } = seen.view;
      seen.view = { ...rest, waiting: said.waiting, ...only({ up: said.up, somebody_up: said.somebody_up, on_deck: said.on_deck }) };
    } else if (said.type === "heartbeat") {
      return Object.entries(said.numbers).every(([name, number]) => this.seen[name]?.number === number);
    }
    this.#tell("message", said);
    if (said.audience) this.#tell("change", said.audience, this.seen[said.audience]);
    return true;
  }

  #gone(why) {
    this.#tell("state", "gone", why);
  }

  #tell(what, ...said) {
    try {
      this.on[what]?.(...said);
    } catch (wrong) {
      console.error(wrong); // a listener that fails keeps no command from being sent
    }
  }

  #pause(milliseconds) {
    const over = new AbortController(); // so that no pause leaves a listener behind
    return new Promise((go) => {
      const timer = setTimeout(go, milliseconds);
      const atOnce = () => (clearTimeout(timer), go());
      for (const { signal } of [this.closing, this.waking]) signal.addEventListener("abort", atOnce, { signal: over.signal });
    }).finally(() => over.abort());
  }
}

/** A view after a change: fields set or taken away, cards in the place of those with their id. */
export function changed(view, { fields = {}, cards = [] }) {
  const next = only({ ...view, ...fields });
  const fresh = new Map(cards.map((card) => [card.id, card]));
  if (fresh.size) next.combatants = next.combatants.map((one) => fresh.get(one.id) ?? one);
  return next;
}

async function told(reply) {
  if (!reply.ok) throw await refusal(reply);
  return reply.json();
}

/** A refusal as it was told; a proxy in between says no without a problem document. */
async function refusal(reply) {
  return new Refused(await reply.json().catch(() => ({ code: "unknown" })), reply.status);
}

const notNow = (status) => status >= 500 || [408, 425, 429].includes(status);
/** Whether the service itself has failed at it and says so; a proxy before it says no such thing. */
const isFault = ({ code }) => code === "internal";
const only = (fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
const newId = () => `js-${Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;

async function* chunks(body) {
  const reader = body.getReader(); // not every browser lets a stream be walked through by itself
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** What something gives, or `otherwise` where it fails. */
function attempt(something, otherwise) {
  try {
    return something();
  } catch {
    return otherwise;
  }
}
