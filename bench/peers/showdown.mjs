// Pokemon Showdown's random battles, played by two random players over its streams: how many turns in so many seconds.
import { BattleStreams, RandomPlayerAI, Teams } from "@pkmn/sim";
import { TeamGenerators } from "@pkmn/randoms";

Teams.setGeneratorFactory(TeamGenerators);

const seconds = Number(process.argv[2] ?? 5);

async function battle(seed) {
  const streams = BattleStreams.getPlayerStreams(new BattleStreams.BattleStream());
  const players = ["p1", "p2"].map((side, i) => new RandomPlayerAI(streams[side], { seed: [seed, i, 1, 2] }));
  players.forEach((one) => void one.start());
  const format = { formatid: "gen9randombattle", seed: [seed, 3, 4, 5] };
  void streams.omniscient.write(`>start ${JSON.stringify(format)}
>player p1 ${JSON.stringify({ name: "one", team: Teams.pack(Teams.generate("gen9randombattle", { seed: [seed, 6, 7, 8] })) })}
>player p2 ${JSON.stringify({ name: "two", team: Teams.pack(Teams.generate("gen9randombattle", { seed: [seed, 9, 10, 11] })) })}`);
  let turns = 0;
  for await (const chunk of streams.omniscient) turns += (chunk.match(/^\|turn\|/gm) ?? []).length;
  return turns;
}

await battle(1);
const began = performance.now();
let battles = 0, turns = 0;
while (performance.now() - began < 1000 * seconds) {
  turns += await battle(100 + battles);
  battles += 1;
}
const took = (performance.now() - began) / 1000;
console.log(JSON.stringify({ battles, turns, seconds: took }));
