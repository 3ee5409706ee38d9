// What the page says, in the language of whoever reads it: all strings stand in en.js and de.js, under the same keys.
import { computed, effect } from "../html.js";
import { keptSignal } from "../table/kept.js";
import de from "./de.js";
import en from "./en.js";

const LANGUAGES = { en, de };
const first = navigator.languages?.map((one) => one.slice(0, 2)).find((one) => one in LANGUAGES) ?? "en";

/** The language, `en` or `de`; kept in this browser. */
export const language = keptSignal("language", first);
const words = computed(() => LANGUAGES[language.value] ?? en);
effect(() => (document.documentElement.lang = language.value));

/** A string by its key, with `{values}` put in; what counts chooses between `one` and `many` by `n`. */
export function say(key, values = {}) {
  const found = words.value.says[key] ?? en.says[key] ?? key;
  const form = typeof found === "string" ? found : values.n === 1 ? found.one : found.many;
  return form.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** A code of the service (a condition, a wound, a weapon, a field, a kind of action) as a word for people. */
export function word(code) {
  const name = String(code ?? "");
  const [kind, part] = name.split(":");
  if (part) return `${word(kind)} (${word(part)})`;
  const numbered = name.match(/^(mortal)-(\d+)$/);
  if (numbered) return `${word(numbered[1])} ${numbered[2]}`;
  return words.value.codes[name] ?? en.codes[name] ?? name.replace(/[-_]+/g, " ");
}

/** The title of a field: a word of its own, since a code may mean something else; else the service's. */
export const title = (name, otherwise) => words.value.fields[name] ?? otherwise ?? label(name);

/** The same with a capital, as a label. */
export const label = (code) => capital(word(code));
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Names in a sentence. */
export const listed = (names) => new Intl.ListFormat(language.value, { type: "conjunction" }).format(names);

/** A time of day. */
export const clock = (milliseconds) => new Date(milliseconds).toLocaleTimeString(language.value, { timeStyle: "short" });
