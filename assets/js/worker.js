// @ts-check
// A worker that runs the module: as the site, which answers requests and keeps what is to be kept before it
// answers, or as what thinks, which is ended to cancel its work. A message is a call, and each is answered by
// one message with the same number.
import { own } from "./own.js";
import * as store from "./store.js";

/**
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(length: number) => number} space
 * @property {() => number} text
 */

/**
 * What the module is loaded from, and what the site is told at its start.
 * @typedef {{
 *   module: string,
 *   site?: { root: string, origin: string, served: boolean, assets: string }
 * }} Load
 */

/** @type {Exports & Record<string, () => number>} */
let exports;
const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
/** Tells other pages which table has changed. */
const channel = new BroadcastChannel(own("bagatelle"));
/** The tables in memory that another page has changed. @type {Set<string>} */
const stale = new Set();

/**
 * Reads a text of the module.
 * @param {number} at
 * @param {number} length
 */
const read = (at, length) => decoder.decode(new Uint8Array(exports.memory.buffer, at >>> 0, length));

/**
 * Calls the module.
 * @param {string} name
 * @param {unknown} value
 */
function call(name, value) {
  const bytes = encoder.encode(JSON.stringify(value));
  const at = exports.space(bytes.length) >>> 0;
  new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
  const length = exports[name]();
  const answer = JSON.parse(read(exports.text(), length));
  if (answer?.error) throw new Error(answer.error);
  return answer;
}

/** A module with an instruction of WebAssembly SIMD, the newest that the module needs. */
const SIMD = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98,
  11
];
/** What is said where that is missing. */
const TOO_OLD =
  "Your browser is too old to play on this device: it lacks WebAssembly SIMD (in Safari since version 16.4).";

/** @param {Load} load */
async function begin({ module, site }) {
  const imports = {
    bagatelle: {
      clock: () => performance.now(),
      /** @type {(share: number, at: number, length: number) => void} */
      tell: (share, at, length) => postMessage({ share, text: read(at, length) })
    }
  };
  if (!WebAssembly.validate(new Uint8Array(SIMD))) throw new Error(TOO_OLD);
  const answer = await fetch(module);
  if (!answer.ok) throw new Error("Can’t fetch the program for this page.");
  const streams = answer.headers.get("Content-Type")?.startsWith("application/wasm");
  const loaded = streams
    ? WebAssembly.instantiateStreaming(answer, imports)
    : WebAssembly.instantiate(await answer.arrayBuffer(), imports);
  exports = /** @type {any} */ ((await loaded).instance.exports);
  if (!site) return;
  channel.onmessage = (/** @type {MessageEvent} */ event) => {
    stale.add(event.data);
    postMessage({ changed: event.data });
  };
  const entries = (await store.rows()).map(({ table, summary }) => ({
    table: { ...table, events: [] },
    summary
  }));
  call("start", { ...site, memory: (await store.remembered("site")) ?? {}, entries });
}

/**
 * What a request is given of a table.
 * @param {string} id
 */
async function stored(id) {
  const row = await store.row(id);
  return row && { stored: row.table, par: row.par, missing: null };
}

/**
 * Answers a request: gives the site the tables that it needs, and keeps what it wants kept.
 * @param {any} request
 */
async function handle(request) {
  const id = /^\/g\/([^/?]+)/.exec(request.path)?.[1] ?? "";
  let asked = request;
  if (stale.delete(id)) asked = { ...request, ...(await stored(id)) };
  let answer = call("handle", asked);
  if (answer.need)
    answer = call("handle", { ...request, missing: answer.need, ...(await stored(answer.need)) });
  if (answer.read)
    answer = call("handle", {
      ...request,
      read: [answer.read, (await store.remembered(answer.read)) ?? null]
    });
  if (answer.write) await store.remember(answer.write[0], answer.write[1]);
  for (const name of answer.forget) await store.forget(name);
  if (answer.keep) {
    const { table, after } = answer.keep;
    if (!(await store.keep(answer.keep, after))) {
      stale.add(table.id);
      const status = 409;
      return {
        ...answer,
        status,
        media: "text/plain",
        body: "The game moved on in another window.",
        keep: null
      };
    }
    channel.postMessage(table.id);
  }
  // The seeds of days come from the server, to any page.
  if (answer.memory)
    await store.recall("site", (known) => ({ ...answer.memory, days: known?.days ?? answer.memory.days }));
  return { ...answer, keep: null, memory: null };
}

/** Calls are answered one after the other. @type {Promise<unknown>} */
let turn = Promise.resolve();
/** Why the module could not be started. @type {unknown} */
let failure;

onmessage = ({ data: { number, name, value } }) => {
  turn = turn.then(async () => {
    try {
      if (failure) throw failure;
      const answer =
        name === "begin" ? await begin(value) : name === "handle" ? await handle(value) : call(name, value);
      postMessage({ number, answer });
    } catch (error) {
      if (name === "begin") failure = error;
      // What has failed within the module leaves it in an unknown state: the page starts another worker.
      postMessage({ number, error: error instanceof Error ? error.message : String(error) });
    }
  });
};
