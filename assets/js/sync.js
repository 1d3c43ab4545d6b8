// @ts-check
// Brings home what was played on this device, and takes along what can be played without the server. It runs
// on every page of a site that has a server, when the browser has nothing else to do: in one window at a
// time, and never in the way.
//
// A table keeps its id wherever it is played, and its row says how many of its events the server has. What is
// sent again because an answer was lost changes nothing there.
import { announce } from "./dom.js";
import { BUSY, reach } from "./end.js";
import { forget, kept, waiting } from "./kept.js";
import { own, takeSettings } from "./own.js";
import * as store from "./store.js";

/** @typedef {import("./store.js").Row} Row */
/**
 * What became of a game. One that is `early` lies in the future, and is brought `again` until it does not;
 * `until` says when that is.
 * @typedef {{
 *   became: "kept" | "unchanged" | "branched" | "refused",
 *   why?: string,
 *   again?: boolean,
 *   early?: boolean,
 *   until?: number
 * }} Told
 */

/** Where games go and come from. All scripts are in one folder below that of the site. */
const GAMES = new URL("../offline/games", import.meta.url).href;
/** How long what was taken along is fresh, in milliseconds. */
const FRESH = 120_000;
/** How many games are brought in one request, and about how many characters. */
const [BATCH, LARGEST] = [16, 1_000_000];
/** For how many days seeds are kept. */
const DAYS = 14;
/** How long the server may take before a page is made without it, in milliseconds. */
const PATIENCE = 3000;

/** Tells other windows, and workers, which table has changed. */
const channel = new BroadcastChannel(own("bagatelle"));

/** The table that this page shows, if it is played here. */
const open = () => /^\?\/g\/([^/?]+)/.exec(location.search)?.[1];

/**
 * Whether a game is to be brought. One that is on the page is brought when it is over: as long as it goes on,
 * only the device moves.
 * @param {Row} row
 */
function isWaiting({ id, table, summary, sent, refused }) {
  const length = table.events.length;
  const rests = summary.stage === "over" || (!summary.thinking && id !== open());
  return length > sent && length !== refused && rests;
}

/**
 * Asks the server.
 * @param {unknown} [list] Games to be brought; without any, what can be taken along is asked for.
 */
async function ask(list) {
  const body = list
    ? { method: "POST", body: JSON.stringify(list), headers: { "Content-Type": "application/json" } }
    : {};
  const answer = await reach(GAMES, { ...body, cache: "no-store", credentials: "same-origin" });
  return answer.headers.get("Content-Type")?.startsWith("application/json") || answer.status === 401
    ? answer
    : null;
}

/**
 * Games in lists that can be sent.
 * @param {Row[]} rows
 */
function batches(rows) {
  /** @type {Row[][]} */
  const lists = [];
  let size = Infinity;
  for (const row of rows) {
    const length = JSON.stringify(row.table).length;
    if (size + length > LARGEST || (lists.at(-1)?.length ?? BATCH) >= BATCH) {
      lists.push([]);
      size = 0;
    }
    lists.at(-1)?.push(row);
    size += length;
  }
  return lists;
}

/**
 * Brings games home; returns what became of them.
 * @param {Row[]} rows
 */
async function bring(rows) {
  /** @type {Told[]} */
  const all = [];
  for (const list of batches(rows)) {
    const games = list.map(({ table, sent }) => ({ table, from: sent }));
    let answer = await ask(games);
    // A new visitor gets a cookie first, so that games and visitor are not lost with an answer.
    if (answer?.status === 401) answer = await ask(games);
    if (!answer?.ok) break;
    const told = /** @type {Told[]} */ (await answer.json());
    for (const [index, { id, table, summary, early }] of list.entries()) {
      const one = told[index];
      const length = table.events.length;
      const later = one.early ? { early: length } : {};
      const home =
        one.became === "refused" ? (one.again ? later : { refused: length }) : { sent: length, home: true };
      await store.change(id, (row) => row && { ...row, ...home });
      // It is told once.
      if (one.early && early !== length) one.until = summary.changed;
    }
    all.push(...told);
  }
  return all;
}

/**
 * Keeps a table that is taken along, unless more was played here since the server had it.
 * @param {{ table: Row["table"], seq: number, summary: Row["summary"] }} taken
 */
async function take({ table, seq, summary }) {
  let news = false;
  await store.change(table.id, (row) => {
    const ahead = row && row.table.events.length > row.sent;
    if (ahead || JSON.stringify(row?.table) === JSON.stringify(table)) return row;
    news = true;
    return { id: table.id, table, summary, par: row?.par, sent: seq, home: true };
  });
  if (news) channel.postMessage(table.id);
}

/**
 * Takes along the visitor's tables and the deals of the day.
 * @returns {Promise<boolean>} Whether the server answers.
 */
async function takeAlong() {
  const answer = await ask();
  if (!answer?.ok) return false;
  const { visitor, today, games, left, more, deals } = await answer.json();
  for (const taken of games) await take(taken);
  // What is not going on any more was ended elsewhere.
  const going = new Set([
    ...left,
    ...games.map((/** @type {{ table: { id: string } }} */ taken) => taken.table.id)
  ]);
  for (const { id } of more || !visitor ? [] : await store.rows()) {
    if (going.has(id) || id === open()) continue;
    const isOld = (/** @type {Row} */ row) => isCopy(row) && row.summary.stage !== "over";
    await store.change(id, (row) => (row && isOld(row) ? undefined : row));
  }
  await store.recall("site", (known = {}) => {
    const days = Object.entries({ ...known.days, ...(deals[0] && { [today]: deals[0].seed }) });
    return {
      ...known,
      name: visitor?.name || known.name || "",
      days: Object.fromEntries(days.sort().slice(-DAYS))
    };
  });
  await store.remember("taken", Date.now());
  return true;
}

/**
 * Whether the server has all that is kept of a table. One that was taken along before its first move has no
 * event yet.
 * @param {Row} row
 */
const isCopy = ({ home, sent, table }) => home !== false && table.events.length <= sent;

/**
 * Whether the page of a table is the server's matter: it has all that is kept here, or nothing is.
 * @param {string} id
 */
export async function isHome(id) {
  const row = await store.row(id);
  return !row || isCopy(row);
}

/**
 * Renews the copy of a table that was not taken along with the others: it may have gone on at the server, or
 * have ended there.
 * @param {string} id
 */
async function renew(id) {
  const row = await store.row(id);
  if (!row || !isCopy(row)) return;
  const answer = await reach(new URL(`../g/${id}/offline.json`, import.meta.url).href, {
    cache: "no-store",
    credentials: "same-origin"
  });
  if (answer.ok) await take(await answer.json());
  // Others have played there since: what is here is no longer that game.
  else if (answer.status === 403) await store.change(id, (row) => (row && isCopy(row) ? undefined : row));
}

/** Brings all games that wait for it, and notes what came of them, which it returns. */
async function bringAll() {
  // Those that others continue come first.
  const waiting = (await store.rows()).filter(isWaiting).reverse();
  const told = waiting.length ? await bring(waiting) : [];
  await note(sentences(told));
  return told;
}

/**
 * Brings and takes all there is, before a page is made of what is kept here: no copy is shown that is older
 * than what the server has.
 * @param {string} [id] The table that the page is about.
 * @returns {Promise<boolean>} Whether the server answers.
 */
export async function catchUp(id) {
  if (!navigator.onLine) return false;
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, false));
  const all = async () => {
    await bringAll();
    const reached = await takeAlong();
    if (reached && id) await renew(id);
    return reached;
  };
  const done = (navigator.locks ? navigator.locks.request(own("bagatelle sync"), all) : all()).catch(
    () => false
  );
  return Promise.race([done, late]);
}

/** A sentence within another one. */
const lower = (/** @type {string} */ text = "") => text.charAt(0).toLowerCase() + text.slice(1);

/** A time as people write it, with its year: `27 November 2026, 14:03`. */
const moment = (/** @type {Date} */ at) =>
  new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit"
  }).format(at);

/**
 * What became of games, in sentences.
 * @param {Told[]} told
 */
function sentences(told) {
  const count = (/** @type {string} */ became) => told.filter((one) => one.became === became).length;
  const [kept, branched] = [count("kept"), count("branched")];
  const lines = [];
  if (kept)
    lines.push(
      `${kept === 1 ? "A game you played" : `${kept} games you played`} on this device ` +
        `${kept === 1 ? "has" : "have"} been uploaded.`
    );
  if (branched)
    lines.push(
      `${branched === 1 ? "A game" : `${branched} games`} continued here and elsewhere. Both ` +
        `versions are kept as separate games.`
    );
  for (const why of new Set(
    told.filter((one) => one.became === "refused" && !one.again).map((one) => one.why)
  )) {
    lines.push(`A game stays only on this device: ${lower(why)}`);
  }
  const early = told.filter((one) => one.until);
  if (early.length) {
    const until = new Date(Math.max(...early.map((one) => one.until ?? 0)));
    const what = early.length === 1 ? "A game stays" : `${early.length} games stay`;
    const come = early.length === 1 ? "It goes" : "They go";
    lines.push(
      `${what} on this device for now: ${lower(early[0].why)} Set the clock correctly. ` +
        `${come} to the server after ${moment(until)}.`
    );
  }
  return lines;
}

/** Keeps sentences until a page has a place for them. @param {string[]} lines */
async function note(lines) {
  if (lines.length) await store.recall("news", (known = []) => [...new Set([...known, ...lines])]);
}

/** Says what was brought home, on the pages that have a place for it. */
async function tell() {
  const place = document.querySelector("#brought");
  const lines = (await store.remembered("news")) ?? [];
  if (!place || !lines.length) return;
  place.textContent = lines.join(" ");
  place.toggleAttribute("hidden", false);
  announce(lines);
  await store.remember("news", []);
}

/** What became of a move that waited. */
const MOVE_SENT = "A move that was waiting for the server has been sent.";
const MOVED_ON = "A game moved on before your waiting move reached the server.";
const NOT_PLAYED = "A move that was waiting for the server can’t be played any more.";

/** Sends the moves again that pages of tables could not bring to the server before they were left. */
async function sendMoves() {
  const here = /** @type {HTMLElement | null} */ (document.querySelector("#table[data-act]"))?.dataset.act;
  for (const where of waiting().filter((one) => one !== here)) {
    const move = kept(where);
    // Its own page has had an answer meanwhile.
    if (!move) continue;
    const { status } = await reach(where, {
      method: "POST",
      body: new URLSearchParams(move.fields),
      headers: { "X-Part": "changes" }
    });
    if (BUSY.includes(status)) continue;
    forget(where);
    await note([status < 400 ? MOVE_SENT : status === 409 ? MOVED_ON : NOT_PLAYED]);
  }
}

/** Brings and takes what there is. */
async function work() {
  if (!navigator.onLine) return;
  await sendMoves();
  const told = await bringAll();
  // A page on which a game is played at the server may change it until it is left.
  const plays = document.querySelector("#table[data-act]") && !open();
  // A clock that was set back makes nothing fresh.
  const isFresh = Math.abs(Date.now() - ((await store.remembered("taken")) ?? 0)) < FRESH;
  if (told.length || plays || !isFresh) await takeAlong();
  if (plays) await store.remember("taken", 0);
}

/** Whether this window does the work. */
let working = false;

/**
 * Does the work, unless another window does it. Over plain http browsers have no locks: then two windows may
 * do it at once, which brings nothing twice.
 */
async function workAlone() {
  if (!navigator.locks) return work();
  await navigator.locks.request(
    own("bagatelle sync"),
    { ifAvailable: true },
    async (lock) => lock && (await work())
  );
}

/** Does the work. Without the network, or without a database, nothing is lost: it is done later. */
async function sync() {
  if (working) return;
  working = true;
  try {
    await workAlone();
    await tell();
  } catch (error) {
    console.debug("Couldn’t sync your games.", error);
  } finally {
    working = false;
  }
}

/** Begins: now, when the network is back, and when a game on this device is over. */
export function start() {
  takeSettings().catch(() => {});
  sync();
  addEventListener("online", sync);
  channel.addEventListener("message", async ({ data }) => {
    const row = await store.row(data);
    if (row?.summary.stage === "over" && isWaiting(row)) sync();
  });
}
