// Pig for two players in boardgame.io, played at random: prints moves and CPU seconds.
// The folder with node_modules is given as the first argument, the number of moves as the second.
const { createRequire } = require("node:module");
const path = require("node:path");

const load = createRequire(path.join(path.resolve(process.argv[2]), "index.js"));
const { Client } = load("boardgame.io/client");
const { INVALID_MOVE } = load("boardgame.io/core");

const stop = ({ G, ctx, events }) => {
  if (!G.pot) return INVALID_MOVE;
  G.banked[ctx.currentPlayer] += G.pot;
  G.pot = 0;
  events.endTurn();
};
const roll = ({ G, events, random }) => {
  const face = random.D6();
  if (face === 1) {
    G.pot = 0;
    events.endTurn();
  } else {
    G.pot += face;
  }
};
const Pig = {
  setup: () => ({ banked: [0, 0], pot: 0 }),
  moves: { roll, stop },
  endIf: ({ G }) => (Math.max(...G.banked) >= 100 ? { over: true } : undefined),
};

const wanted = Number(process.argv[3]);
const play = (most) => {
  let moves = 0;
  while (moves < most) {
    const client = Client({ game: Pig, numPlayers: 2, debug: false });
    client.start();
    while (moves < most && !client.getState().ctx.gameover) {
      const { pot } = client.getState().G;
      if (pot && Math.random() < 0.5) client.moves.stop();
      else client.moves.roll();
      moves += 1;
    }
    client.stop();
  }
};
play(2000);
const before = process.cpuUsage();
play(wanted);
const { user, system } = process.cpuUsage(before);
console.log(wanted, (user + system) / 1e6);
