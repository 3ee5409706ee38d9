// What the table waits for, in one sentence, and whether that is I.
import { choiceName, mine, nameOf, playerOf, questions, toMe } from "../table/people.js";
import { isGm } from "../table/seat.js";
import { view } from "../table/live.js";
import { aboutWhat } from "../table/underway.js";
import { listed, rollWord, say } from "../words/index.js";

const names = (asked) => listed([...new Set(asked.map((one) => nameOf(one.combatant)))]);

/** Somebody who comes next; of a group that acts as one, the group. */
function comes(id) {
  const group = view.value.groups?.find((one) => one.one_initiative && one.members.includes(id));
  return group && !group.members.includes(view.value.up) ? group.title : nameOf(id);
}

/** `{text, loud, more}`: the sentence, whether it is for this seat, and what comes after. */
export function headline() {
  const { phase = "lobby", up, on_deck: deck, combatants = [], somebody_up: unseen, closed } = view.value;
  const then = deck ? (mine(deck) && !isGm() ? say("now.deck-mine", { name: nameOf(deck) }) : say("now.then", { name: comes(deck) })) : "";
  const calm = (text, more = "") => ({ text, more, loud: false });
  if (closed) return calm(say("top.closed"));
  if (toMe.value.length) {
    return { text: asked(toMe.value), loud: true, more: aboutWhat() };
  }
  if (questions.value.length) return calm(isGm() ? askedOf(questions.value) : say("now.waiting", { names: names(questions.value) }), aboutWhat());
  if (phase === "lobby") return calm(combatants.length ? say("now.no-fight") : say("now.nobody"));
  if (phase === "declaration") return calm(say("now.declare"));
  if (phase === "initiative") return calm(say("now.initiative"));
  if (unseen) return calm(say("now.unseen"));
  if (!up) return calm(say("now.all-done"));
  if (mine(up)) return { text: say(isGm() ? "now.up-gm" : "now.up-mine", { name: nameOf(up) }), loud: true, more: then };
  return calm(say("now.up", { name: nameOf(up) }), then);
}

/** Who is asked for what: everybody who is asked for the same; several things are not told in one sentence. */
function askedOf(all) {
  const players = [...new Set(all.map((one) => playerOf(one.combatant)))];
  return alike(all) ? say("now.asked-of", { n: players.length, player: listed(players), asked: asked(all) }) : say("now.waiting", { names: names(all) });
}

const what = ({ options, purpose, dice }) => JSON.stringify([options, purpose, dice]);
const alike = (all) => all.every((one) => what(one) === what(all[0]));

/** What people are asked, in words: the choices, else the dice and what they are for; of several things the first. */
function asked(all) {
  const { options, purpose, dice } = all[0];
  const name = names(alike(all) ? all : all.slice(0, 1));
  if (options?.length) return say("now.asked", { name, what: options.map(choiceName).join(" / ") });
  return say("now.throw", { name, purpose: rollWord(purpose), dice });
}
