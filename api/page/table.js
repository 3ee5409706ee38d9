// A seat's view of its table: a link is exchanged for the cookie, then the page follows what happens by long poll.
const [, ROOT, TABLE] = location.pathname.match(/^(.*)\/t\/([^/]*)/); // the service may stand under a path of its own
const HERE = `${ROOT}/v1/tables/${TABLE}`;
const WAIT = 25, LONGEST = 15, TOLD = 40, FRAMES = 400; // seconds, seconds, lines of story, numbers they are sought in
const SEAT = `fracas-seat-${TABLE}`;
const at = (id) => document.getElementById(id);
const pause = (seconds) => new Promise((go) => setTimeout(go, seconds * 1000));
const hex = (byte) => byte.toString(16).padStart(2, "0");
const random = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), hex).join("");
const HERE_ANYWAY = new Set(["in-fight", "party"]); // statuses that need no word
const said = (code) => code.replace(/[-_:]/g, " ");
let seat = null, view = null, asked = "";

function make(tag, fields = {}, ...inside) {
  const one = Object.assign(document.createElement(tag), fields);
  one.append(...inside);
  return one;
}

async function ask(path, body) {
  const sent = body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const reply = await fetch(path, { ...sent, signal: AbortSignal.timeout((WAIT + 15) * 1000) });
  const told = await reply.json();
  if (!reply.ok) throw Object.assign(new Error(told.detail), { status: reply.status });
  return told;
}

function kept(name, value) {
  try { // a browser may keep nothing: then this is another device, or nobody's seat, the next time
    if (value !== undefined) localStorage.setItem(name, value);
    return localStorage.getItem(name);
  } catch { return value ?? null; }
}

async function sitDown() {
  const link = location.hash.slice(1);
  if (link) {
    const device = kept("fracas-device") ?? kept("fracas-device", random());
    seat = await ask(`${ROOT}/seats/token`, { table: TABLE, link, device, entropy: random() });
    delete seat.token; // the cookie speaks, which no script can read
    kept(SEAT, JSON.stringify(seat));
    history.replaceState(null, "", location.pathname);
  } else seat = JSON.parse(kept(SEAT) ?? "{}");
}

const named = (id) => view.combatants?.find((one) => one.id === id)?.name ?? id;
const mine = (id) => {
  const one = view.combatants?.find((other) => other.id === id);
  return Boolean(one && seat.seat && (seat.kind === "gm" ? !one.controller : one.controller === seat.seat));
};
const people = (questions) => [...new Set(questions.map((one) => named(one.combatant)))].join(", ");

function headline(waiting) {
  const { phase = "lobby", up, on_deck } = view;
  const toMe = waiting.filter((one) => mine(one.combatant));
  if (toMe.length) return `You are asked: ${people(toMe)}`;
  if (waiting.length) return `Waiting for ${people(waiting)}`;
  if (view.closed) return "This table is closed";
  if (phase === "lobby") return view.combatants?.length ? "No fight is on" : "Nobody is here yet";
  if (phase === "declaration") return "Everybody says what they mean to do";
  if (phase === "initiative") return "Initiative is rolled";
  if (view.somebody_up) return "Somebody is up whom you do not see";
  if (!up) return "Everybody has acted";
  if (mine(up)) return `You are up: ${named(up)}`;
  return `${named(up)} is up${on_deck ? `, then ${named(on_deck)}` : ""}`;
}

function draw(story) {
  const waiting = view.waiting ?? [];
  document.title = at("title").textContent = view.title;
  at("turn").textContent = view.turn ? `Turn ${view.turn}` : "";
  at("seat").textContent = seat.name ?? "";
  at("now").classList.toggle("loud", waiting.length ? waiting.some((one) => mine(one.combatant)) : mine(view.up));
  say(headline(waiting));
  drawQuestions(waiting.filter((one) => one.mine));
  const shown = (one) => one.card === "own" && (seat.kind === "gm" ? one.id === view.up : mine(one.id));
  const own = (view.combatants ?? []).filter(shown);
  at("mine").replaceChildren(...own.flatMap(card));
  at("mine").hidden = !own.length;
  at("order").replaceChildren(...places());
  at("who").hidden = !view.combatants?.length;
  const line = (one) => make("li", { className: one.struck ? "struck" : "" }, one.text);
  const lines = story.lines.slice(-TOLD).reverse().map(line);
  at("story").replaceChildren(...(lines.length ? lines : [make("li", {}, "Nothing has happened yet.")]));
  at("told").hidden = false;
}

function places() {
  const order = view.order ?? [], there = new Set(order.map((one) => one.combatant));
  const others = (view.combatants ?? []).filter((one) => !there.has(one.id)).map((one) => ({ combatant: one.id }));
  return [...order, ...others].map((place) => {
    const one = view.combatants.find((other) => other.id === place.combatant) ?? {};
    const state = place.combatant === view.up ? "up" : place.done ? "done" : place.delaying ? "waits" : "";
    const away = HERE_ANYWAY.has(one.status) ? "" : one.status;
    const marks = [one.wound, state, one.hidden && "hidden", away].filter(Boolean).map(said).join(", ");
    const parts = [place.initiative ?? "", named(place.combatant), marks];
    return make("li", { className: state }, ...parts.map((part) => make("span", {}, `${part}`)));
  });
}

function card(one) {
  const pools = Object.entries(one.pools ?? {}).map(([name, pool]) => `${said(name)} ${pool.now} of ${pool.full}`);
  const rounds = Object.entries(one.ammo ?? {}).map(([name, left]) => `${name}: ${left} rounds`);
  const state = [said(one.wound ?? ""), ...(one.conditions ?? []).map(said)].filter(Boolean).join(", ");
  return [make("h2", {}, one.name), make("p", {}, state), make("p", {}, [...pools, ...rounds].join(" · "))];
}

function drawQuestions(open) {
  const now = JSON.stringify(open);
  if (now === asked) return; // what somebody is typing stays
  asked = now;
  at("refused").textContent = "";
  at("asked").replaceChildren(...open.map(question));
}

function question(one) {
  const form = make("form", { className: "question" });
  // One id for as long as this is asked: sent again after a lost answer, it is done once.
  const body = { id: `page-${random()}`, command: { type: "answer", combatant: one.combatant } };
  if (one.question) Object.assign(body.command, { question: one.question, action: one.action });
  const button = (text, fields, className = "") => {
    const made = make("button", { type: fields ? "button" : "submit", className }, text);
    if (fields) made.onclick = () => answer(form, { ...body, command: { ...body.command, ...fields } });
    return made;
  };
  const until = one.deadline ? `, until ${new Date(one.deadline).toLocaleTimeString()}` : "";
  const what = `${named(one.combatant)}: ${said(one.purpose)}${one.dice ? ` (${one.dice})` : "?"}${until}`;
  if (one.options?.length) {
    form.setAttribute("role", "group");
    form.setAttribute("aria-label", what);
    const offered = (choice) => button(said(choice), { choice }, choice === one.default ? "first" : "");
    form.append(make("span", {}, what), ...one.options.map(offered));
    return form;
  }
  const field = make("input", { id: `faces-${body.id}`, placeholder: "faces", required: true, autocomplete: "off" });
  field.title = "Each die's face, with blanks between them";
  Object.assign(field, { inputMode: "decimal", pattern: "[\\s,.]*\\d+([\\s,.]+\\d+)*[\\s,.]*" });
  form.append(make("label", { htmlFor: field.id }, what), field);
  form.append(button("Count these", null, "first"), button("Let the table throw", { default: true }));
  form.onsubmit = (event) => {
    event.preventDefault();
    answer(form, { ...body, faces: field.value.match(/\d+/g).map(Number) });
  };
  return form;
}

async function answer(form, body) {
  const buttons = form.querySelectorAll("button");
  buttons.forEach((one) => (one.disabled = true));
  at("refused").textContent = "";
  try {
    await ask(`${HERE}/commands`, body);
    await look();
  } catch (wrong) {
    if (wrong.status === 401) return leave();
    const lost = "No answer came. Send it again: it is done once";
    at("refused").textContent = `${wrong.status ? `Not done: ${wrong.message}` : lost}.`;
  }
  buttons.forEach((one) => (one.disabled = false));
}

function say(text) {
  if (at("banner").textContent !== text) at("banner").textContent = text; // read aloud only when it is news
}

async function look() {
  const seen = await ask(HERE);
  const story = await ask(`${HERE}/story?after=${Math.max(0, seen.number - FRAMES)}`);
  view = seen;
  draw(story);
}

async function follow() {
  const { number, chain = "" } = view;
  const news = await ask(`${HERE}/events?after=${number}&chain=${chain}&wait=${WAIT}&limit=1`);
  if (news.forked || news.frames.length) await look();
}

function leave() {
  for (const id of ["mine", "who", "told"]) at(id).hidden = true;
  at("now").classList.remove("loud");
  at("asked").replaceChildren();
  at("connection").textContent = at("turn").textContent = "";
  say("This link opens no seat. Ask the game master for a new one, and open it whole.");
}

async function live() {
  for (let tries = 0, fresh = false; ; tries++) {
    try {
      if (!seat) await sitDown();
      await (fresh ? follow() : look());
      fresh = true;
      at("connection").textContent = "";
      tries = -1;
    } catch (wrong) {
      if (wrong.status === 401 || wrong.status === 422) return leave();
      fresh = false; // who comes back looks first: waiting for news would take too long to say so
      at("connection").textContent = "No connection: what you see may be old";
      if (!view) say("No answer from the table. Trying again ...");
      await pause(Math.min(LONGEST, 2 ** tries));
    }
  }
}

addEventListener("hashchange", () => location.reload()); // another link was opened in this tab
// Another seat was opened in another tab: there is one cookie for both.
addEventListener("storage", (event) => event.key === SEAT && location.reload());
live();
