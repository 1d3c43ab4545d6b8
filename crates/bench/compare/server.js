// A boardgame.io server with a small game, which keeps its matches in files: `node server.js PORT FOLDER`.
const { Server, FlatFile } = require("boardgame.io/server");

const [port, dir] = process.argv.slice(2);

/** A game about as small as the smallest of Bagatelle: a board of 25 cells, one of which a move changes. */
const game = {
  name: "cells",
  setup: () => ({ cells: Array(25).fill(0), moves: 0 }),
  moves: {
    play({ G }, cell) {
      G.cells[cell] += 1;
      G.moves += 1;
    },
  },
};

const server = Server({ games: [game], db: new FlatFile({ dir }), origins: ["http://127.0.0.1"] });
server.run({ port: Number(port), callback: () => console.log("ready") });
