// @ts-check
// The way to the server and back: `send` brings an action there and tries again if that is safe, `show` puts the answer on the
// page, `listen` hears of newer versions and `catchUp` fetches them.
import { goAhead, goBack, settled } from "./ahead.js";
import * as clock from "./clock.js";
import { say, table } from "./dom.js";
import { ask, hear } from "./end.js";
import { light, read } from "./light.js";
import { complete, morph, parse } from "./morph.js";
import { onFresh, state } from "./state.js";
import { reason } from "./text.js";

/** How often an action is sent again when no answer comes, with a pause in milliseconds between. */
const TRIES = 5;
const PAUSE = 1000;
/** The time in milliseconds after which a silent stream is taken for dead. The server sends a beat more often than that. */
const SILENCE = 40_000;
/** How many actions wait for an answer. */
const WAITING = 32;
/** Marks a request of this script: the server answers with the table alone. */
const headers = { "X-Part": "changes" };

/**
 * Posts fields to the server.
 * @param {string} where
 * @param {Record<string, string>} fields
 * @param {AbortSignal} [signal]
 */
export const post = (where, fields, signal) => ask(where, { method: "POST", body: new URLSearchParams(fields), headers, signal });

// ---- up ----

/**
 * Does something now, or after the answer to the last action.
 * @param {() => unknown} todo
 */
export function inTurn(todo) {
  if (!state.busy) return todo();
  if (state.later.length < WAITING) state.later.push(todo);
  return true;
}

/**
 * Notes whether an answer is on its way.
 * @param {boolean} busy
 */
function setBusy(busy) {
  state.busy = busy;
  document.documentElement.classList.toggle("busy", busy);
}

/**
 * Sends an action. The version makes it safe to send it again: an action that has arrived is not taken twice.
 * @param {Record<string, string>} fields
 * @param {string} [where]
 */
export async function send(fields, where = table().dataset.act ?? "") {
  setBusy(true);
  state.picks = [];
  goAhead(state.offers.find((offer) => offer.text === fields.text));
  light();
  const versioned = { version: table().dataset.version ?? "", ...fields };
  try {
    await deliver(where, versioned);
  } finally {
    goBack();
    setBusy(false);
    while (!state.busy && state.later.length) state.later.shift()?.();
    catchUp();
  }
}

/**
 * Brings fields to the server, in several tries if need be, and shows the answer.
 * @param {string} where
 * @param {Record<string, string>} fields
 */
async function deliver(where, fields) {
  for (let tries = 0; ; tries++) {
    try {
      const answer = await post(where, fields);
      const text = await answer.text();
      const next = answer.headers.get("X-Go");
      if (next) location.href = next;
      if (answer.ok) show(text);
      // After a lost answer, a conflict says that the action had arrived.
      else if (answer.status === 409 && tries) await refresh();
      else {
        say(reason(answer, text));
        state.later.length = 0;
        await refresh();
      }
      return;
    } catch {
      if (tries >= TRIES) {
        state.later.length = 0;
        return say(`The server does not answer. ${fields.kind ? "Your last move has not been kept." : "Please try again."}`);
      }
      say("No connection. Trying again …");
      await new Promise((done) => setTimeout(done, PAUSE));
    }
  }
}

// ---- down ----

/** Fetches the table afresh; tells whether it came. */
async function refresh() {
  const answer = await ask(table().dataset.part ?? "", { headers });
  if (answer.ok) show(await answer.text());
  return answer.ok;
}

/**
 * Brings the page up to date, unless what came is older than what it shows.
 * @param {string} html
 */
export function show(html) {
  const fresh = parse(html);
  if (!fresh || Number(fresh.dataset.seq) < Number(table().dataset.seq)) return;
  const detail = {
    moved: table().dataset.version !== fresh.dataset.version,
    turn: "turn" in fresh.dataset && !("turn" in table().dataset),
  };
  // A board of which the page has nothing is another one.
  if (!complete(fresh)) return location.reload();
  morph(fresh);
  settled();
  read();
  clock.restart();
  onFresh.emit(detail);
}

let fetching = false;
/** How often in a row the table could not be fetched. */
let failed = 0;

/** Fetches the table if the server told of a newer one, and again until it came: the page may hold up the turn. */
async function catchUp() {
  const [seq, revision] = state.heard.split(".");
  const here = table().dataset;
  // The second part counts what else changes on the page, such as the progress of the solver.
  const newer = Number(seq) > Number(here.seq) || (seq === here.seq && revision !== here.revision);
  if (state.busy || fetching || !newer) return;
  fetching = true;
  const wanted = state.heard;
  const came = await refresh().catch(() => false);
  fetching = false;
  failed = came ? 0 : failed + 1;
  if (!came) setTimeout(catchUp, Math.min(500 * 2 ** failed, 30_000));
  else if (state.heard !== wanted) catchUp();
}

/** Closes the stream. @type {(() => void) | null} */
let close = null;
let heardAt = 0;

/** The time in milliseconds after which the loss of the server is told: a page that is reloaded has lost it for a moment. */
const LOST = 1000;
let telling = 0;
let told = false;

/** @param {boolean} offline */
function mark(offline) {
  const { classList } = document.documentElement;
  if (classList.contains("offline") === offline) return;
  classList.toggle("offline", offline);
  clearTimeout(telling);
  if (offline) {
    telling = setTimeout(() => {
      told = true;
      say("No connection to the server. The page goes on trying.");
    }, LOST);
  } else if (told) {
    told = false;
    say("Connected again.");
  }
}

/** Opens the stream that tells the number of the newest version, at once and after each change. */
function listen() {
  const address = table().dataset.events;
  // What a lesson shows changes by its learner alone.
  if (!address) return;
  close?.();
  heardAt = Date.now();
  const alive = () => {
    heardAt = Date.now();
    mark(false);
  };
  const heard = (/** @type {string} */ version) => {
    alive();
    state.heard = version;
    catchUp();
  };
  const lost = (/** @type {boolean} */ closed) => {
    mark(true);
    // The browser tries again by itself, unless a server between has answered in the place of this one.
    if (closed) setTimeout(listen, 3000);
  };
  close = hear(address, { alive, heard, lost });
}

/** Shows the table that the page came with, and listens for newer ones. */
export function start() {
  read();
  clock.restart();
  listen();
  // A stream can end without a word, as when a laptop sleeps.
  setInterval(() => {
    if (!close || Date.now() - heardAt < SILENCE) return;
    mark(true);
    listen();
  }, 5000);
  addEventListener("pagehide", () => close?.());
  addEventListener("pageshow", (event) => event.persisted && listen());
}
