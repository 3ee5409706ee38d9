// The page's own check of the dice and of the log: what the service sends as a file is checked here, with the verifier
// that anybody may read, against what this browser remembers.
import { effect, html, signal, untracked } from "../html.js";
import { keep, kept } from "../table/kept.js";
import { now } from "../table/live.js";
import { ROOT, TABLE } from "../table/place.js";
import { isGm, seat } from "../table/seat.js";
import { clock, language, say } from "../words/index.js";

/** `{faults, count, faces, epoch, opened, since, same}` of the last check; null: none yet. */
export const report = signal(null);
const checking = signal(false);

const BY_ITSELF = 2000; // frames up to which the check runs at each turn without being asked
const CALM = 1500; // milliseconds after which it does

const receiptName = () => `receipt/${TABLE}/${seat.value.seat}`;

/** Fetch the seat's own file and check it. The first head that was found right is kept, and must be found again. */
export async function check() {
  if (checking.value) return;
  checking.value = true;
  try {
    const reply = await fetch(new URL(`v1/tables/${TABLE}/export`, ROOT));
    if (reply.ok) report.value = await checked(new Uint8Array(await reply.arrayBuffer()));
  } catch {
    /* no network: the last report stands */
  } finally {
    checking.value = false;
  }
}

async function checked(bytes) {
  const lines = new TextDecoder().decode(bytes).split("\n").filter(Boolean).map((line) => JSON.parse(line));
  const said = isGm()
    ? (await import("../../client/verify.js")).verify(bytes)
    : (await import("../../client/seat.js")).verifySeat(bytes);
  const receipt = kept(receiptName());
  const heads = new Map(lines.map((line) => [line.version ?? line.number, line.hash ?? line.chain]));
  const same = !receipt || heads.get(receipt.count) === receipt.head;
  if (!receipt && !said.faults.length) keep(receiptName(), { count: said.count, head: heads.get(said.count), time: Date.now() });
  const facts = lines.map((line) => line.entry?.fact ?? line.frame?.fact).filter(Boolean);
  const epoch = Math.max(0, ...facts.map((fact) => (fact.type === "dice-key-turned" ? fact.epoch : 0)));
  const opened = new Set(facts.filter((fact) => fact.type === "closed-key-opened").map((fact) => fact.epoch));
  return { ...said, epoch, opened, same, since: receipt?.time ?? Date.now() };
}

/** From now on: checked when the page has opened, and when a turn is over, as long as the file is small. */
let last = "";
effect(() => {
  const [turn, fight, number] = [now.value?.turn, now.value?.fight, now.value?.number];
  untracked(() => {
    const key = `${fight}/${turn}`;
    if (!seat.value?.seat || key === last || number === undefined || number > BY_ITSELF) return;
    last = key;
    setTimeout(check, CALM);
  });
});

/** How far the dice of a roll are checked: `right`, `wrong`, `sealed` (its key is not revealed yet), or nothing to say. */
export function checkOf(roll) {
  const known = report.value;
  if (!known || roll.typed_by || !roll.faces?.some((one) => one.address)) return "";
  if (known.faults.some((one) => one.version === roll.number)) return "wrong";
  const revealed = roll.closed ? known.opened.has(roll.epoch) : roll.epoch < known.epoch;
  if (!revealed || roll.number > known.count) return "sealed";
  return known.faults.length ? "" : "right";
}

const MARKS = { right: "✓", wrong: "✕", sealed: "…" };

/** The mark beside a roll. */
export function Tick({ roll }) {
  const found = checkOf(roll);
  return found ? html`<p class="tick tick-${found}"><span aria-hidden="true">${MARKS[found]}</span> ${say(`check.${found}`)}</p>` : null;
}

const sinceOf = (time) => (new Date(time).toDateString() === new Date().toDateString() ? clock(time) : `${new Date(time).toLocaleDateString(language.value)} ${clock(time)}`);

/** Since when the log is the same one, and what was checked of it. */
export function SameLog() {
  if (!seat.value?.seat) return null;
  const found = report.value;
  const right = found && found.same && !found.faults.length;
  return html`<section class="card same-log" aria-label=${say("check.title")}>
    ${found && html`<p class=${right ? "tick tick-right" : "tick tick-wrong"} role="status">
      <span aria-hidden="true">${right ? MARKS.right : MARKS.wrong}</span> ${right ? say("check.same", { time: sinceOf(found.since) }) : say("check.other")}</p>
      <p class="soft">${["faces", "sealed", "typed"].filter((one) => found[one]).map((one) => say(`check.${one}-n`, { n: found[one] })).join(" · ")}</p>
      ${found.faults.map((one) => html`<p key=${one.version + one.kind} class="tick-wrong">${one.version}: ${one.sentence}</p>`)}`}
    <button class="quiet" disabled=${checking.value} onClick=${check}>${say("check.now")}</button>
  </section>`;
}
