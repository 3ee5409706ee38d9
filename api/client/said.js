// Say lines of the story in a language: `said` of a line, with the words of GET /v1/words/{language}. No dependencies.

const JOINTS = { comma: ", ", semicolon: "; " };

/** What says lines in the language that these words are of: `line(line)`, `says(value)`, `word(code)`. */
export function speaker(words) {
  const and = (said) => (said.length > 1 ? `${said.slice(0, -1).join(", ")} ${words.and} ${said.at(-1)}` : (said[0] ?? ""));
  const fill = (form, values) => form.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

  function word(code) {
    const found = [code, code.replaceAll("_", "-")].find((name) => Object.hasOwn(words.codes, name));
    if (found) return words.codes[found];
    const [kind, part] = split(code);
    if (part && words.codes.PART) return fill(words.codes.PART, { kind: word(kind), part: word(part) });
    return code.replace(/[:_-]/g, " ");
  }

  function phrase({ key, values = {} }) {
    const form = words.phrases[key];
    const chosen = typeof form === "string" ? form : values.n === 1 ? form.one : (values.n === 2 && form.two) || form.many;
    return fill(chosen, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, says(value)])));
  }

  function states({ of, over = false, n = 1 }) {
    let last = "";
    return and(of.map((code) => {
      const [kind, part] = split(code);
      const [one, several, rest] = words.states[code] || (part && words.states[`${kind}:`]) || words.states[""];
      const verb = n === 1 ? one : several;
      const opens = verb === last ? [] : [verb, over && words.phrases["no-longer"]];
      last = verb;
      return [...opens, fill(rest, { word: word(code), part: word(part) })].filter(Boolean).join(" ");
    }));
  }

  function says(value) {
    switch (value?.is) {
      case "phrase": return phrase(value);
      case "word": return word(value.code);
      case "states": return states(value);
      case "list": return value.by in JOINTS ? value.of.map(says).join(JOINTS[value.by]) : and(value.of.map(says));
      default: return String(value);
    }
  }

  /** A line's sentence; as the service wrote it where there are no words for it here. */
  function line({ text, said }) {
    if (!said?.length || !said.every(known)) return text;
    const told = said.map(says).join("; ");
    return `${told.charAt(0).toUpperCase()}${told.slice(1)}${/[.!?]$/.test(told) ? "" : "."}`;
  }

  const known = (value) => value?.is !== "phrase" || (value.key in words.phrases && Object.values(value.values ?? {}).every(known));
  return { line, says, word };
}

function split(code) {
  const at = code.indexOf(":");
  return at < 0 ? [code, ""] : [code.slice(0, at), code.slice(at + 1)];
}
