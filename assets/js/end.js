// @ts-check
// The other end of the way that this page's requests go: a server, or, where pages are made in the browser, a
// worker. All other modules ask here and do not know which it is.

/**
 * What hears of a table.
 * @typedef {{
 *   alive: () => void,
 *   heard: (version: string) => void,
 *   news: () => void,
 *   lost: (closed: boolean) => void
 * }} Ear
 */

/**
 * @typedef {object} End
 * @property {(address: string, init?: RequestInit) => Promise<Response>} ask Sends a request; fails where
 *   no answer comes.
 * @property {(address: string, ear: Ear) => () => void} hear Opens a stream; returns what closes it.
 * @property {(address: string) => string} shown The address in the browser of a page with this address.
 * @property {(address: string, label: string) => HTMLElement} picture A picture.
 */

/** What a server answers that is busy, or of which a visitor asks too much at once. */
export const BUSY = [503, 429];

/**
 * Whether an answer is that of our server, and not of a proxy that cannot reach it, nor of a network that
 * wants a password first: our server marks all of its answers.
 * @param {Response} answer
 */
const isOurs = ({ status, headers }) => headers.has("X-Request-Id") && status !== 502 && status !== 504;

/**
 * Asks the server.
 * @param {string} address
 * @param {RequestInit} [init]
 * @throws If no answer comes from it: the network is gone, or another one answers in its place.
 */
export async function reach(address, init) {
  const answer = await fetch(address, init);
  if (!isOurs(answer)) throw new Error(`The server isn’t answering: ${answer.status}.`);
  return answer;
}

/** @type {End} */
const network = {
  ask: reach,
  hear(address, { alive, heard, news, lost }) {
    const stream = new EventSource(address);
    stream.onopen = alive;
    stream.addEventListener("beat", alive);
    stream.addEventListener("news", news);
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
  }
};

let end = network;

/** Tells whether requests go over the network, and so can be lost on it. */
export const isFar = () => end === network;

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
