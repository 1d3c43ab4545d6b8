// @ts-check
// Tables in several tabs. A browser opens only six connections to a host over HTTP/1.1, and a table that
// listens holds one. So a hidden table stops listening once enough others have begun to, and asks every
// twenty seconds instead.
import { own } from "./own.js";

/** How many tables that listen after this one make it stop. */
const ENOUGH = 3;
/** The time in milliseconds between two questions of a table that doesn’t listen. */
const BETWEEN = 20_000;

const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(own("bagatelle-tables")) : null;
const me = `${Date.now()}.${Math.random()}`;
/** The tables that began to listen after this one. @type {Set<string>} */
const later = new Set();

/**
 * Tells the other tables whether this one listens.
 * @param {boolean} listens
 */
export function tell(listens) {
  later.clear();
  channel?.postMessage({ table: me, listens });
}

/**
 * Lets this table take turns with others.
 * @param {object} turns
 * @param {() => boolean} turns.listens Whether this table listens.
 * @param {() => void} turns.stop Stops.
 * @param {() => void} turns.listen Listens again.
 * @param {() => void} turns.ask Asks once how the table is.
 */
export function start({ listens, stop, listen, ask }) {
  const look = () => {
    if (!document.hidden) return listens() || listen();
    if (later.size < ENOUGH || !listens()) return;
    stop();
    ask();
  };
  channel?.addEventListener("message", ({ data }) => {
    if (data.listens) later.add(data.table);
    else later.delete(data.table);
    look();
  });
  document.addEventListener("visibilitychange", look);
  setInterval(() => listens() || ask(), BETWEEN);
}
