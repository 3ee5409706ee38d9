// boardgame.io in process: moves of a small game of two, with its log and its undo, in so many seconds.
import { Client } from "boardgame.io/dist/cjs/client.js";

const seconds = Number(process.argv[2] ?? 3);
const game = {
  setup: () => ({ life: [1e9, 1e9] }),
  moves: { strike: ({ G, ctx, random }) => void (G.life[1 - Number(ctx.currentPlayer)] -= random.D6()) },
  turn: { minMoves: 1, maxMoves: 1 },
};

function play(moves) {
  const client = Client({ game, numPlayers: 2, debug: false });
  client.start();
  for (let i = 0; i < moves; i++) client.moves.strike();
  client.stop();
}

play(100);
const began = performance.now();
let moves = 0;
while (performance.now() - began < 1000 * seconds) {
  play(200);
  moves += 200;
}
console.log(JSON.stringify({ moves, seconds: (performance.now() - began) / 1000 }));
