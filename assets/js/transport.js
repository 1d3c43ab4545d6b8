// @ts-check
// The way to the server and back: `send` brings an action there and tries again if that is safe, `show` puts
// the answer on the page, `listen` hears of newer versions and `catchUp` fetches them.
import { goAhead, goBack, restore, settled } from "./ahead.js";
import * as clock from "./clock.js";
import * as crowd from "./crowd.js";
import { $, LATE, say, table } from "./dom.js";
import { BUSY, ask, hear, isFar } from "./end.js";
import { forget, keep, keepPage, kept } from "./kept.js";
import { light, read, unhint } from "./light.js";
import { skip, stage, staging } from "./moments.js";
import { complete, morph, parse } from "./morph.js";
import { landing } from "./staging.js";
import { attempt, onFresh, state } from "./state.js";
import { noConnection, reason } from "./text.js";

/**
 * The pauses in milliseconds after which an action is sent again when no answer comes: the first, and the
 * longest.
 */
const [PAUSE, LONGEST] = [1000, 15_000];
/**
 * How often a server that is busy is asked again, unless it is for a move, which waits until it is answered.
 */
const TRIES = 5;
/**
 * The time in milliseconds after which a silent stream is taken for dead. The server sends a beat more often
 * than that.
 */
const SILENCE = 40_000;
/** How long after news the page asks how much waits, in milliseconds: what comes together is one question. */
const SOON = 200;
/** What the status says of a move that is not answered at once. */
const SENDING = "Sending…";
/** How many actions wait for an answer. */
const WAITING = 32;
/** The page of a table at the server as it came, before the scripts change it. */
const came = "events" in table().dataset ? document.documentElement.outerHTML : "";
/**
 * Marks a request of this script: the server answers with the table alone, and with what has happened since
 * what it shows.
 */
const headers = () => ({ "X-Part": "changes", "X-Shown": table().dataset.ply ?? "" });

/**
 * Posts fields to the server.
 * @param {string} where
 * @param {Record<string, string>} fields
 * @param {AbortSignal} [signal]
 */
export const post = (where, fields, signal) =>
  ask(where, { method: "POST", body: new URLSearchParams(fields), headers: headers(), signal });

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
 * Until an answer comes it waits.
 * @param {Record<string, string>} fields
 * @param {string} [where]
 * @param {boolean} [again] Whether it was sent before, by a page that was left before the answer.
 */
export async function send(fields, where = table().dataset.act ?? "", again = false) {
  skip();
  const turn = ++turns;
  setBusy(true);
  state.picks = [];
  // What is planned moves nothing yet.
  attempt(() =>
    goAhead(isMove(fields) ? state.offers.find((offer) => offer.text === fields.text) : undefined)
  );
  state.moving = isMove(fields);
  if (state.moving) unhint(table());
  const asked = state.moving ? $("#status") : null;
  // What is answered isn’t asked any more, where the answer takes a while.
  const late = setTimeout(() => {
    if (asked && Object.values(state.asks).includes(asked.textContent ?? "")) asked.textContent = SENDING;
  }, LATE);
  attempt(light);
  const versioned = { version: table().dataset.version ?? "", ...fields };
  if (isKept(fields)) keep(where, versioned, Date.now());
  try {
    await deliver(where, versioned, again);
  } finally {
    clearTimeout(late);
    goBack();
    state.moving = false;
    // Where nothing new is shown, it is asked again.
    if (turns === turn) attempt(light);
    setBusy(false);
    while (!state.busy && state.later.length) state.later.shift()?.();
    catchUp();
  }
}

/** Since when the server cannot be reached; 0 while it can. */
let lostAt = 0;

/** Ends the pause before an action is sent again. */
let hurry = () => {};

/** @param {Record<string, string>} fields */
const isMove = ({ kind }) => kind === "act" || kind === "amend";

/** Whether an action is kept until there is an answer. @param {Record<string, string>} fields */
const isKept = (fields) => isMove(fields) && isFar() && "events" in table().dataset;

/**
 * Shows that a move waits: in the status, on the board (in the style sheet), and on a page that is kept.
 * @param {string} where
 * @param {Record<string, string>} fields
 */
function showWaiting(where, fields) {
  const { classList } = document.documentElement;
  if (classList.contains("unsent")) return;
  classList.add("unsent");
  keep(where, fields, 0);
  keepPage(where, came, restore).catch(() => {});
  const status = $("#status");
  if (status) status.textContent = "Your move will be sent when the server can be reached.";
}

/**
 * Waits before an action is sent again: longer each time, and not after the server is there again.
 * @param {number} tries
 * @param {boolean} isBusy Whether the server has said that it is busy.
 * @param {Record<string, string>} fields
 */
async function pause(tries, isBusy, fields) {
  lostAt ||= Date.now();
  const next = isMove(fields) ? "Your move is waiting." : "Trying again…";
  // It is read out once.
  say(isBusy ? `The server is busy. ${next}` : noConnection(next, Date.now() - lostAt), !tries);
  /** @type {Promise<void>} */
  const ended = new Promise((done) => {
    hurry = done;
    setTimeout(done, Math.min(PAUSE * 2 ** tries, LONGEST));
  });
  await ended;
}

/**
 * Brings fields to the server and shows the answer. A move is sent until it is answered.
 * @param {string} where
 * @param {Record<string, string>} fields
 * @param {boolean} again Whether they were sent before.
 */
async function deliver(where, fields, again) {
  for (let tries = 0; ; tries++) {
    const answer = await post(where, fields).catch(() => null);
    const text = await answer?.text().catch(() => null);
    const isBusy =
      answer !== null &&
      BUSY.includes(answer.status) &&
      (isKept(fields) || (answer.status === 503 && tries < TRIES));
    if (answer) lostAt = 0;
    if (answer && typeof text === "string" && !isBusy) {
      forget(where);
      document.documentElement.classList.remove("unsent");
      return take(answer, text, again || tries > 0, fields);
    }
    // Who asked for something else may not want it any more when the server is back.
    if (!isMove(fields) && !isBusy) {
      state.later.length = 0;
      return say(noConnection());
    }
    if (isKept(fields)) showWaiting(where, fields);
    await pause(tries, isBusy, fields);
  }
}

/**
 * Shows an answer, or says why the server refuses. What waits behind an action that is refused was meant for
 * another position.
 * @param {Response} answer
 * @param {string} text
 * @param {boolean} again Whether the action was sent more than once.
 * @param {Record<string, string>} fields
 */
async function take(answer, text, again, fields) {
  const next = answer.headers.get("X-Go");
  if (next) location.href = next;
  if (answer.ok) {
    // A page that was reloaded after the move had arrived shows it already.
    const isNews = again && (!isMove(fields) || fields.version === table().dataset.version);
    const { act, version } = table().dataset;
    const fresh = show(text)?.dataset;
    // What a lesson finds wrong stays to be corrected.
    const typed = /** @type {HTMLInputElement | null} */ ($(".type-move input[name=text]"));
    const isTaken = fresh && (fresh.act !== act || fresh.version !== version);
    if (typed && isTaken && typed.value === fields.text) typed.value = "";
    if (isNews) say(`Connected again.${isMove(fields) ? " Your move has arrived." : ""}`);
    return;
  }
  state.later.length = 0;
  // The server knows a move that it has got before; what else came twice has been done.
  if (answer.status !== 409 || !again) say(reason(answer, text));
  else if (isMove(fields))
    say("The game moved on without your move. Look at the board before you play again.");
  await refresh().catch(() => {});
}

// ---- down ----

/** How often an answer was shown, or an action sent. */
let turns = 0;

/**
 * Fetches the table afresh. What was answered meanwhile is newer than what was asked for before it, which is
 * not shown then. Nor is it after a move was made meanwhile: it would put the pieces back, and they would
 * move twice.
 * @returns {Promise<"shown" | "overtaken" | "failed">}
 */
async function refresh() {
  const before = turns;
  const answer = await ask(table().dataset.part ?? "", { headers: headers() });
  if (!answer.ok) return "failed";
  const html = await answer.text();
  // One’s own move arrives before the answer to it begins.
  await new Promise((done) => setTimeout(done, landing()));
  if (turns !== before) return "overtaken";
  show(html);
  return "shown";
}

/** How far the table is that the page shows, or is about to show. */
let reached = 0;

/**
 * Brings the page up to date, unless what came is older than what it shows. Pictures of what has happened
 * meanwhile are seen first. Returns the table that is shown then.
 * @param {string} html
 */
export function show(html) {
  const fresh = parse(html);
  turns++;
  if (!fresh || Number(fresh.dataset.seq) < Math.max(reached, Number(table().dataset.seq))) return;
  reached = Number(fresh.dataset.seq);
  stage(fresh, () => put(fresh));
  return fresh;
}

/**
 * Puts a fresh table in the place of the one that the page shows.
 * @param {HTMLElement} fresh
 */
function put(fresh) {
  const detail = {
    moved: table().dataset.version !== fresh.dataset.version,
    turn: "turn" in fresh.dataset && !("turn" in table().dataset)
  };
  // A board of which the page has nothing is another one.
  if (!complete(fresh)) return location.reload();
  morph(fresh);
  settled();
  read();
  clock.restart();
  onFresh.emit(detail);
  // What was told of meanwhile.
  catchUp();
}

let fetching = false;
/** How often in a row the table could not be fetched. */
let failed = 0;

/**
 * Fetches the table if the server told of a newer one, and again until it came: the page may hold up the
 * turn.
 */
async function catchUp() {
  const [seq, revision] = state.heard.split(".");
  const here = table().dataset;
  // The second part counts what else changes on the page, such as the progress of the solver.
  const newer = Number(seq) > Number(here.seq) || (seq === here.seq && revision !== here.revision);
  if (state.busy || fetching || staging() || !newer) return;
  fetching = true;
  const wanted = state.heard;
  const done = await refresh().catch(() => "failed");
  fetching = false;
  failed = done === "failed" ? failed + 1 : 0;
  if (failed) setTimeout(catchUp, Math.min(500 * 2 ** failed, 30_000));
  else if (state.heard !== wanted || done === "overtaken") catchUp();
}

/** Closes the stream. @type {(() => void) | null} */
let close = null;
let heardAt = 0;

/**
 * The time in milliseconds after which the loss of the server is told: a page that is reloaded has lost it
 * for a moment.
 */
const LOST = 1000;
let telling = 0;
let told = false;

/** @param {boolean} offline */
function mark(offline) {
  const { classList } = document.documentElement;
  if (classList.contains("offline") === offline) return;
  classList.toggle("offline", offline);
  clearTimeout(telling);
  lostAt = offline ? lostAt || Date.now() : 0;
  if (offline) {
    telling = setTimeout(() => {
      told = true;
      // What waits to be sent has told it.
      if (!classList.contains("unsent")) say(noConnection("Trying again…"));
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
    hurry();
  };
  const heard = (/** @type {string} */ version) => {
    alive();
    state.heard = version;
    catchUp();
  };
  const lost = (/** @type {boolean} */ closed) => {
    mark(true);
    // The browser tries again by itself, unless a server between has answered in the place of this one.
    if (closed) setTimeout(() => close && listen(), 3000);
  };
  // Something waits for the visitor, here or at another table.
  const news = async () => (await import("./badge.js").catch(() => null))?.refresh(SOON);
  close = hear(address, { alive, heard, news, lost });
  crowd.tell(true);
}

/**
 * Heeds what the browser knows of the network: a stream may not end with it, nor at once. A new one tells
 * whether the server can be reached, for it may be on this very machine.
 */
function heed() {
  hurry();
  if (!close || !isFar()) return;
  if (!navigator.onLine) mark(true);
  listen();
}

/** Closes the stream, as when the page is left. */
function stop() {
  close?.();
  close = null;
  crowd.tell(false);
}

/** Sends the move again that a page before this one could not bring to the server. */
function resume() {
  const where = table().dataset.act ?? "";
  const move = where && isFar() ? kept(where) : null;
  if (move) send(move.fields, where, true);
}

/** Shows the table that the page came with, and listens for newer ones. */
export function start() {
  read();
  clock.restart();
  listen();
  resume();
  // A stream can end without a word, as when a laptop sleeps.
  setInterval(() => {
    if (!close || Date.now() - heardAt < SILENCE) return;
    mark(true);
    listen();
  }, 5000);
  for (const kind of ["online", "offline"]) addEventListener(kind, heed);
  addEventListener("pagehide", stop);
  addEventListener("pageshow", (event) => event.persisted && listen());
  if (!table().dataset.events) return;
  crowd.start({ listens: () => close !== null, stop, listen, ask: () => refresh().catch(() => {}) });
}
