// What the page says, in the language of whoever reads it: its own strings stand in en.js and de.js under the same keys,
// the story's sentences and the words for codes in projections/words, of which the service makes told.en.js and told.de.js.
// A language is fetched when somebody wants it.
import { speaker } from "../../client/said.js";
import { computed, effect, signal } from "../html.js";
import { keptSignal } from "../table/kept.js";

const FETCHED = {
  en: () => Promise.all([import("./en.js"), import("./told.en.js")]),
  de: () => Promise.all([import("./de.js"), import("./told.de.js")]),
};
const first = navigator.languages?.map((one) => one.slice(0, 2)).find((one) => one in FETCHED) ?? "en";

/** The language, `en` or `de`; kept in this browser. */
export const language = keptSignal("language", first);
/** What is kept may be one that there is no more. */
const wanted = computed(() => (language.value in FETCHED ? language.value : "en"));

async function fetched(name) {
  const [{ default: own }, { default: told }] = await FETCHED[name]();
  return { name, own, told, refusals: Object.entries(own.refusals).map(([text, said]) => [form(text), said]), lines: speaker(told), words: speaker({ ...told, codes: { ...told.codes, ...own.codes } }) };
}

/** A sentence with holes, as what it matches. */
const form = (text) => new RegExp(`^${text.replace(/[.()]/g, "\\$&").replaceAll("{}", "(.+?)").replaceAll("…", ".*")}$`);

/** The words of the language that is spoken: until another has come, the one before. */
const here = signal(await fetched(wanted.value));
effect(() => {
  const name = wanted.value;
  if (name === here.peek().name) return;
  fetched(name).then((come) => name === wanted.value && (here.value = come), () => {}); // the network is lost: as before
});

/** The language that is spoken. */
export const spoken = computed(() => here.value.name);
effect(() => (document.documentElement.lang = spoken.value));

/** A string by its key, with `{values}` put in; what counts chooses between `one` and `many` by `n`. */
export function say(key, values = {}) {
  const found = here.value.own.says[key] ?? key;
  const form = typeof found === "string" ? found : values.n === 1 ? found.one : found.many;
  return form.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** A line of the story as a sentence. */
export const lineOf = (line) => here.value.lines.line(line);

/** The service's refusals that are told otherwise here: `[what it matches, with numbered holes]`. */
export const refusalsIn = () => here.value.refusals;

/** A part of a sentence. */
export const sayingOf = (value) => here.value.lines.says(value);

const SHORT = /\b(gm|npc|btm|hth)\b/g; // what is written in capitals

/** A code of the service (a condition, a wound, a weapon, a field, a kind of action) as a word for people. */
export function word(code) {
  if (typeof code === "number") return code.toLocaleString(spoken.value);
  const name = String(code ?? "");
  return known(name) ?? inPattern(name) ?? here.value.words.word(name).replace(SHORT, (one) => one.toUpperCase());
}

/** What a roll is thrown for: one to hit is an attack, whatever the weapon. */
export const rollWord = (purpose) => word(purpose === "strike" ? "attack-roll" : purpose);

/** The word that the language has for a code, if any. */
const known = (name) => here.value.own.codes[name] ?? here.value.told.codes[name];

/** A note with a number or another word in it, such as "action 2" or "without lockpicking", as the language has it. */
function inPattern(name) {
  const number = name.match(/\d+/)?.[0];
  const counted = number && known(name.replace(number, "#"));
  if (counted) return counted.replace("#", number);
  const [, first, last] = name.match(/^(\S+) (\S+)$/) ?? [];
  const form = first && (known(`${first} *`) ?? known(`* ${last}`));
  return form && form.replace("*", word(known(`${first} *`) ? last : first));
}

/** A value of an option: some mean something else there than elsewhere. */
export const choiceOf = (option, value) => known(`${option}=${value}`) ?? word(value);

/** What ready people, gear and readings of the rules are called, by the service's title. */
export const titled = (title) => known(title) ?? title;

/** The title of a field: a word of its own, since a code may mean something else; else the service's. */
export const title = (name, otherwise) => here.value.own.fields[name] ?? otherwise ?? label(name);

/** The same with a capital, as a label. */
export const label = (code) => capital(word(code));
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Names in a sentence. */
export const listed = (names) => new Intl.ListFormat(spoken.value, { type: "conjunction" }).format(names);

/** A number with one digit behind the point. */
export const decimal = (number) => number.toLocaleString(spoken.value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A part of a whole in percent. */
export const share = (part) => part.toLocaleString(spoken.value, { style: "percent", maximumFractionDigits: 1 });

/** The language as this browser's people write it, such as `en-GB`, where it is theirs. */
const local = computed(() => navigator.languages?.find((one) => one.slice(0, 2) === spoken.value) ?? spoken.value);

/** A time of day. */
export const clock = (milliseconds) => new Date(milliseconds).toLocaleTimeString(local.value, { timeStyle: "short" });
