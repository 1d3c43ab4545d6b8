// @ts-check
// What the browser keeps of games that are played in it: tables with all their events, and what is remembered
// beside them.
import { own, ownsPlainNames } from "./own.js";

/**
 * A table as the module writes it (`SavedTable`). Only what scripts look at is named here.
 * @typedef {{ id: string, game: string, events: unknown[] }} Saved
 */

/**
 * A row: a table, where it stands, when it changed, what was found of its deal, how many of its events a
 * server has, and whether it has the table at all (rows of older versions do not say). `refused` is how many
 * events it had when a server refused it for good, `early` how many it had when it was found to lie in the
 * future.
 * @typedef {{
 *   id: string,
 *   table: Saved,
 *   summary: { changed: number, stage: string, thinking: boolean },
 *   sent: number,
 *   home?: boolean,
 *   refused?: number,
 *   early?: number,
 *   par?: object | null
 * }} Row
 */

const [TABLES, MEMORY] = ["tables", "memory"];

/** @type {Promise<IDBDatabase> | undefined} */
let opened;

/**
 * Waits for a request.
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
const result = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** The name that all sites once gave the database. */
const PLAIN = "bagatelle";

/**
 * Opens a database.
 * @param {string} name
 * @param {(database: IDBDatabase, opening: IDBTransaction) => void} begin Makes one that is new.
 * @returns {Promise<IDBDatabase>}
 */
const open = (name, begin) =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () =>
      begin(request.result, /** @type {IDBTransaction} */ (request.transaction));
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/**
 * What the database under the plain name holds, where that is this site's and the site has none of its own
 * yet.
 */
async function held() {
  if (own(PLAIN) === PLAIN || !(await ownsPlainNames())) return null;
  const known = (await indexedDB.databases()).map(({ name }) => name);
  if (known.includes(own(PLAIN)) || !known.includes(PLAIN)) return null;
  const plain = await open(PLAIN, (_, opening) => opening.abort());
  const part = (/** @type {string} */ name) => plain.transaction(name).objectStore(name);
  const [rows, names, values] = await Promise.all([
    result(part(TABLES).getAll()),
    result(part(MEMORY).getAllKeys()),
    result(part(MEMORY).getAll())
  ]);
  plain.close();
  return { rows, remembered: names.map((name, at) => /** @type {const} */ ([name, values[at]])) };
}

/** What is said where the browser keeps nothing, as it may in private windows and where it blocks cookies. */
const NOTHING_KEPT =
  "Your browser stores nothing for this site, so you can’t play on this device: allow " +
  "cookies and other site data.";

/** Opens the database of this site. A new one takes over what is its own in the one that all sites shared. */
async function begun() {
  const taken = await held().catch(() => null);
  return open(own(PLAIN), (database) => {
    const tables = database.createObjectStore(TABLES, { keyPath: "id" });
    const memory = database.createObjectStore(MEMORY);
    for (const row of taken?.rows ?? []) tables.put(row);
    for (const [name, value] of taken?.remembered ?? []) memory.put(value, name);
  }).catch((cause) => {
    throw new Error(NOTHING_KEPT, { cause });
  });
}

/** Opens the database. */
const database = () => (opened ??= begun());

/**
 * Does something in a transaction and waits until that is on disk.
 * @template T
 * @param {string} name
 * @param {(store: IDBObjectStore) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function write(name, work) {
  const transaction = (await database()).transaction(name, "readwrite", { durability: "strict" });
  /** @type {Promise<void>} */
  const finished = new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  });
  const value = await work(transaction.objectStore(name));
  await finished;
  return value;
}

/**
 * Opens a part of the database to read.
 * @param {string} name
 */
const reading = async (name) => (await database()).transaction(name).objectStore(name);

/**
 * All rows, those that changed last first.
 * @returns {Promise<Row[]>}
 */
export async function rows() {
  const all = await result((await reading(TABLES)).getAll());
  return all.sort((a, b) => b.summary.changed - a.summary.changed);
}

/**
 * A row, if there is one.
 * @param {string} id
 * @returns {Promise<Row | undefined>}
 */
export const row = async (id) => result((await reading(TABLES)).get(id));

/**
 * Keeps a table that had `after` events before. Refuses if it has others by now, since another page has
 * written it.
 * @param {Pick<Row, "table" | "summary" | "par">} kept
 * @param {number} after
 * @returns {Promise<boolean>} Whether it is kept.
 */
export const keep = ({ table, summary, par }, after) =>
  write(TABLES, async (store) => {
    const known = await result(store.get(table.id));
    if ((known?.table.events.length ?? 0) !== after) return false;
    await result(
      store.put({ id: table.id, table, summary, par, sent: known?.sent ?? 0, home: known?.home ?? false })
    );
    return true;
  });

/**
 * Changes a row in any way; what the function returns takes its place, nothing removes it.
 * @param {string} id
 * @param {(row: Row | undefined) => Row | undefined} change
 */
export const change = (id, change) =>
  write(TABLES, async (store) => {
    const row = change(await result(store.get(id)));
    await (row ? result(store.put(row)) : result(store.delete(id)));
  });

/**
 * What is remembered under a name.
 * @param {string} name
 */
export const remembered = async (name) => result((await reading(MEMORY)).get(name));

/**
 * Remembers a value under a name.
 * @param {string} name
 * @param {unknown} value
 */
export const remember = (name, value) =>
  write(MEMORY, async (store) => void (await result(store.put(value, name))));

/**
 * Forgets what is remembered under a name.
 * @param {string} name
 */
export const forget = (name) => write(MEMORY, async (store) => void (await result(store.delete(name))));

/**
 * Changes what is remembered under a name.
 * @param {string} name
 * @param {(known: any) => unknown} change
 */
export const recall = (name, change) =>
  write(MEMORY, async (store) => void (await result(store.put(change(await result(store.get(name))), name))));
