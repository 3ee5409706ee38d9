// Answers that come in another order than they were asked for.
import { latest } from "../../api/page/table/latest.js";

const answers = new Map(), told = [];
const asking = (about) => new Promise((answer, fail) => answers.set(about, { answer, fail }));
const ask = latest(asking, (said, about) => told.push([about, said ?? "nothing"]));

const first = ask("a"), second = ask("b");
answers.get("b").answer("of b");
await second;
answers.get("a").answer("of a"); // late: something newer was told
await first;
const third = ask("c");
answers.get("c").fail(new Error("no network"));
await third;
console.log(JSON.stringify(told));
