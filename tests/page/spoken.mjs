// What calls of the page's module of words come to: `node spoken.mjs PAGE LANGUAGE '["word", "action 2"]' ...`, as a JSON list.
const [page, language, ...calls] = process.argv.slice(2);
const kept = new Map([["fracas/language", JSON.stringify(language)]]);
globalThis.localStorage = { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value), removeItem: (name) => kept.delete(name) };
globalThis.document = { documentElement: {} };
Object.defineProperty(globalThis, "navigator", { value: { languages: [language] }, configurable: true });
const words = await import(`${page}/words/index.js`);
const told = calls.map((call) => JSON.parse(call)).map(([name, ...given]) => words[name](...given));
console.log(JSON.stringify(told));
