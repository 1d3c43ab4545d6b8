// @ts-check
// A move that is on its way is kept in the browser until the server has answered: a page that is reloaded
// sends it again, and so does any other page of the site. The version of the table makes that safe, since a
// move that has arrived is not taken twice.
//
// While the server is away, the page itself is kept beside its move, as the server sent it, with the board as
// it is now: then the service worker can show it again (`KEPT` in sw.js).
import { table } from "./dom.js";
import { root } from "./own.js";

/** @typedef {Record<string, string>} Fields */
/**
 * A move, with the address of the page that sends it, and since when it is on its way.
 * @typedef {{ fields: Fields, page: string, at: number }} Kept
 */

/**
 * What the names of moves begin with in the browser’s storage; the address follows to which the move goes.
 */
const MOVE = `move ${root} `;
const PAGES = `bagatelle-kept ${root}`;
/** For how long other pages leave a move to its own page, in milliseconds. */
const ON_ITS_WAY = 10_000;

const here = location.href.split("#")[0];

/**
 * The browser’s storage, or nothing where it keeps none.
 * @template T
 * @param {(storage: Storage) => T} use
 */
function stored(use) {
  try {
    return use(localStorage);
  } catch {
    return null;
  }
}

/**
 * Keeps a move.
 * @param {string} where
 * @param {Fields} fields
 * @param {number} at Since when it is on its way; 0 once no answer has come.
 */
export const keep = (where, fields, at) =>
  stored((storage) => storage.setItem(MOVE + where, JSON.stringify({ fields, page: here, at })));

/**
 * Returns the move that waits for an address.
 * @param {string} where
 * @returns {Kept | null}
 */
export const kept = (where) => stored((storage) => JSON.parse(storage.getItem(MOVE + where) ?? "null"));

/** The addresses for which moves wait. One that has just been made is on its way from its own page. */
export function waiting() {
  const names = (stored((storage) => Object.keys(storage)) ?? []).filter((name) => name.startsWith(MOVE));
  const isLate = (/** @type {string} */ where) => !(Date.now() - (kept(where)?.at ?? 0) < ON_ITS_WAY);
  return names.map((name) => name.slice(MOVE.length)).filter(isLate);
}

/**
 * Forgets the move, with its page: the server has answered.
 * @param {string} where
 */
export function forget(where) {
  const move = kept(where);
  if (!move) return;
  stored((storage) => storage.removeItem(MOVE + where));
  if ("caches" in globalThis)
    caches
      .open(PAGES)
      .then((pages) => pages.delete(move.page))
      .catch(() => {});
}

/**
 * Keeps this page beside its move, for when it is reloaded while the server is away.
 * @param {string} where
 * @param {string} came The document as it came, before its scripts changed it.
 * @param {(board: Element) => void} restore Puts back what the move has moved, on a copy of the table.
 */
export async function keepPage(where, came, restore) {
  if (!("caches" in globalThis)) return;
  const board = /** @type {Element} */ (table().cloneNode(true));
  restore(board);
  // No page brings a style with it.
  for (const element of [board, ...board.querySelectorAll("[style]")]) element.removeAttribute("style");
  const page = new DOMParser().parseFromString(came, "text/html");
  page.querySelector("#table")?.replaceWith(board);
  const html = `<!doctype html>${page.documentElement.outerHTML}`;
  const pages = await caches.open(PAGES);
  await pages.put(here, new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8" } }));
  // The answer may have come meanwhile.
  if (!kept(where)) await pages.delete(here);
}
