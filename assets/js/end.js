// @ts-check
// The other end of the way that this page's requests go: a server, or, where pages are made in the browser, a worker. All other
// modules ask here and do not know which it is.

/**
 * What hears of a table.
 * @typedef {{ alive: () => void, heard: (version: string) => void, lost: (closed: boolean) => void }} Ear
 */

/**
 * @typedef {object} End
 * @property {(address: string, init?: RequestInit) => Promise<Response>} ask Sends a request.
 * @property {(address: string, ear: Ear) => () => void} hear Opens a stream; returns what closes it.
 * @property {(address: string) => string} shown The address in the browser of a page with this address.
 * @property {(address: string, label: string) => HTMLElement} picture A picture.
 */

/** @type {End} */
const network = {
  ask: (address, init) => fetch(address, init),
  hear(address, { alive, heard, lost }) {
    const stream = new EventSource(address);
    stream.onopen = alive;
    stream.addEventListener("beat", alive);
    stream.onmessage = (event) => heard(event.data);
    stream.onerror = () => lost(stream.readyState === EventSource.CLOSED);
    return () => stream.close();
  },
  shown: (address) => address,
  picture(address, label) {
    const picture = document.createElement("img");
    picture.src = address;
    picture.alt = label;
    return picture;
  },
};

let end = network;

/**
 * Puts another end in the place of the network.
 * @param {End} other
 */
export function use(other) {
  end = other;
}

/** @type {End["ask"]} */
export const ask = (address, init) => end.ask(address, init);
/** @type {End["hear"]} */
export const hear = (address, ear) => end.hear(address, ear);
/** @type {End["shown"]} */
export const shown = (address) => end.shown(address);
/** @type {End["picture"]} */
export const picture = (address, label) => end.picture(address, label);
