// @ts-check
// Texts that the scripts read and write. Pure functions.

/** The longest answer that is a sentence for the player. */
const SENTENCE = 300;

/** After how many milliseconds a connection is still missing. */
const LONG = 10_000;

/**
 * Returns what the player is told where the server can’t be reached.
 * @param {string} [next] A sentence: what happens now, or what to do.
 * @param {number} [ms] For how long it couldn’t be reached.
 */
export const noConnection = (next = "Try again once it’s back.", ms = 0) =>
  `${ms < LONG ? "No" : "Still no"} connection to the server. ${next}`;

/**
 * Returns how long a picture stays under which a sentence stands, in milliseconds: as long as it takes to
 * see the one and to read the other.
 * @param {string} [sentence]
 */
export const reading = (sentence = "") => Math.max(1500, 40 * sentence.length);

/**
 * Returns a time as people write it: `2 d 3 h`, `1:06:12`, `6:12`.
 * @param {number} seconds
 */
export function time(seconds) {
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const [d, h, m, s] = [
    Math.floor(seconds / 86400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
    seconds % 60
  ];
  if (d) return `${d} d ${h} h`;
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/**
 * Returns what is left of some milliseconds after others have gone. A second that has begun counts.
 * @param {number} ms
 * @param {number} gone
 */
export const left = (ms, gone) => time(Math.max(0, Math.ceil((ms - gone) / 1000)));

/**
 * Returns what stays in a field after a text from it was sent: what was typed behind it meanwhile.
 * @param {string} value
 * @param {string} sent
 */
export const rest = (value, sent) => (value.startsWith(sent) ? value.slice(sent.length) : value);

/**
 * Returns what the player is told of a text that was not sent.
 * @param {string} why A sentence.
 */
export const notSent = (why) => `Your message wasn’t sent: ${why.charAt(0).toLowerCase()}${why.slice(1)}`;

/**
 * Returns what the player is told of a refusal.
 * @param {{ status: number }} answer
 * @param {string} text
 */
export const reason = (answer, text) =>
  (answer.status < 500 || answer.status === 503) && text.length < SENTENCE
    ? text
    : "The server couldn’t do that.";

/**
 * Returns what is told of actions that were taken back.
 * @param {string[]} sentences What was told of them.
 */
export const takenBack = (sentences) =>
  sentences.length > 1 ? `${sentences.length} moves taken back.` : `Taken back: ${sentences[0]}`;

/**
 * Returns the words of a text.
 * @param {string} text
 */
export const words = (text) => text.split(" ").filter(Boolean);

/**
 * Returns the value of a JSON text, or another value if the text is damaged or missing.
 * @template T
 * @param {string} text
 * @param {T} otherwise
 * @returns {T}
 */
export function parsed(text, otherwise) {
  try {
    return JSON.parse(text) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * A person whose texts are hidden: by what stands for the person on this visitor's pages, with the name at
 * that time.
 * @typedef {{ person: string, name: string }} Muted
 */

/**
 * Reads a stored list of muted people. Entries of other forms are left out: once they were names, which more
 * than one person may have.
 * @param {unknown} list
 * @returns {Muted[]}
 */
export const people = (list) =>
  (Array.isArray(list) ? list : []).filter(
    (one) => typeof one?.person === "string" && typeof one?.name === "string"
  );
