// Plays as many games at once on boardgame.io and on Bagatelle, one after the other, each server alone on core 0, and prints
// what was measured of both: `node compare.js BAGATELLE [--games N] [--seconds S] [--port P]`.
//
// A move counts when the server has answered it. boardgame.io answers before it writes and does not wait for the disk;
// Bagatelle answers when the move is on disk.
const { spawn, execFileSync } = require("node:child_process");
const { readFileSync, mkdtempSync, rmSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { parseArgs } = require("node:util");
const { io } = require("socket.io-client");

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    games: { type: "string", default: "200" },
    seconds: { type: "string", default: "10" },
    port: { type: "string", default: "9180" },
  },
});
const [games, seconds, port] = [values.games, values.seconds, values.port].map(Number);
const [bagatelle] = positionals;
if (!bagatelle || !(games > 0 && games <= 5000) || !(seconds > 0 && seconds <= 600)) {
  console.error("node compare.js BAGATELLE [--games N] [--seconds S] [--port P]");
  process.exit(2);
}
const address = `http://127.0.0.1:${port}`;

/** The milliseconds of processors that a process has used. */
function cpu(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** The megabytes that a process holds. */
function memory(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;
}

/** A match, which the server makes when it is asked for, and a connection that moves in it. */
async function match(matchID) {
  const socket = io(`${address}/cells`, { transports: ["websocket"], forceNew: true });
  await new Promise((done, fail) => {
    socket.once("connect", done);
    socket.once("connect_error", fail);
  });
  const synced = new Promise((done) => socket.once("sync", (_id, info) => done(info.state)));
  socket.emit("sync", matchID, "0", undefined, 2);
  return { matchID, socket, state: await synced };
}

/** Moves again and again until the end; returns how long each answer took, in milliseconds. */
async function play(one, end) {
  const times = [];
  while (Date.now() < end) {
    const begun = performance.now();
    const playerID = "0";
    const answered = new Promise((done, fail) => {
      const late = setTimeout(() => fail(new Error("no answer in 10 s")), 10_000);
      one.socket.once("update", (_id, state) => {
        clearTimeout(late);
        done(state);
      });
    });
    const payload = { type: "play", args: [times.length % 25], playerID };
    one.socket.emit("update", { type: "MAKE_MOVE", payload }, one.state._stateID, one.matchID, playerID);
    one.state = await answered;
    times.push(performance.now() - begun);
  }
  return times;
}

async function boardgame() {
  const folder = mkdtempSync(join(tmpdir(), "bagatelle-compare-"));
  const script = join(__dirname, "server.js");
  const server = spawn("taskset", ["-c", "0", process.execPath, script, String(port), folder], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, NODE_ENV: "production", DEBUG: "" },
  });
  try {
    await new Promise((done, fail) => {
      server.stdout.on("data", (text) => String(text).includes("ready") && done());
      server.once("exit", () => fail(new Error("the server has ended")));
    });
    const all = [];
    for (let n = 0; n < games; n += 1) all.push(await match(`match${n}`));
    const [before, begun] = [cpu(server.pid), Date.now()];
    const played = await Promise.all(all.map((one) => play(one, begun + seconds * 1000)));
    const [took, used] = [(Date.now() - begun) / 1000, cpu(server.pid) - before];
    const times = played.flat().sort((a, b) => a - b);
    const at = (share) => times[Math.max(0, Math.ceil(times.length * share) - 1)];
    for (const one of all) one.socket.disconnect();
    return {
      moves_per_second: times.length / took,
      cpu_ms_per_move: used / times.length,
      p50: at(0.5),
      p99: at(0.99),
      memory_mb: memory(server.pid),
    };
  } finally {
    server.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
}

function ours() {
  const options = ["load", "--serve", "--core", "0", "--route", "api", "--json"];
  const text = execFileSync(bagatelle, [...options, "--games", `${games}`, "--seconds", `${seconds}`]);
  const [run] = JSON.parse(text).runs;
  const { moves_per_second, cpu_ms_per_move, memory_mb } = run;
  return { moves_per_second, cpu_ms_per_move, p50: run.latency_ms.p50, p99: run.latency_ms.p99, memory_mb };
}

(async () => {
  const results = { "boardgame.io": await boardgame(), bagatelle: ours() };
  const [one, two] = Object.values(results);
  const ratio = {
    moves: two.moves_per_second / one.moves_per_second,
    cpu: one.cpu_ms_per_move / two.cpu_ms_per_move,
  };
  console.log(JSON.stringify({ games, seconds, ...results, ratio }, null, 2));
})().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
