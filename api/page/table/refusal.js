// A refusal in the language that is spoken, as far as it has words for it: the service gives its sentence in English.
import { capital, refusalsIn, word } from "../words/index.js";
import { called } from "./people.js";

const one = (text) => called(text) ?? word(text);
/** What stands in a hole: a sentence of its own, or names and codes. */
const part = (text) => told(text) ?? text.split(", ").map(one).join(", ");

function told(text) {
  for (const [form, own] of refusalsIn()) {
    const found = form.exec(text);
    if (found) return own.replace(/\{(\d)\}/g, (_, place) => part(found[place]));
  }
  return null;
}

/** Why something is not possible, without a full stop: of a problem that the service told, or of its sentence. */
export const refusal = (of) => {
  const text = (of?.detail ?? of?.sentence ?? "").replace(/\.$/, "");
  return capital(told(text) ?? text);
};
