// @ts-check
// What the page of a table knows beyond the document, and the two signals on which modules wait.

/** @typedef {import("./path.js").Offer} Offer */

export const state = {
  /** What the server offers. @type {Offer[]} */
  offers: [],
  /** The text from which the offers were read. */
  offered: "",
  /** What is asked after picks: their names, sorted, with spaces between. @type {Record<string, string>} */
  asks: {},
  /** The names with which a path begins. @type {Set<string>} */
  first: new Set(),
  /** What is picked, in order. @type {string[]} */
  picks: [],
  /** The face that is up, of things that lie over each other. */
  face: "",
  /** Whether there were several faces on this page. */
  turns: false,
  /** All faces that can be turned up. @type {string[]} */
  faces: [],
  /** The names that the last hint was about. */
  hint: "",
  /** Whether an answer to an action is on its way. */
  busy: false,
  /** Whether the action on its way is a move. */
  moving: false,
  /** Whether the pointer moves the drawing about: its way is no click, no swipe and no drag of a thing. */
  taken: false,
  /** Whether the pointer carries the ghost. */
  carried: false,
  /** What the player did while an answer was on its way. @type {(() => unknown)[]} */
  later: [],
  /** The newest version that the server told of. */
  heard: ""
};

/**
 * Does something beside the point: a fault in it is reported, and stops nothing else.
 * @param {() => unknown} todo
 */
export function attempt(todo) {
  try {
    todo();
  } catch (error) {
    reportError(error);
  }
}

/**
 * A list of functions that are called in the order in which they were added. None stops those after it.
 * @template T
 */
class Signal {
  /** @type {((detail: T) => void)[]} */
  #listeners = [];

  /** @param {(detail: T) => void} listener */
  listen(listener) {
    this.#listeners.push(listener);
  }

  /** @param {T} detail */
  emit(detail) {
    for (const listener of this.#listeners) attempt(() => listener(detail));
  }
}

/** What can be picked has changed. @type {Signal<void>} */
export const onLit = new Signal();

/**
 * The table came afresh: whether it has moved on, and whether the turn has come to this player.
 * @type {Signal<{ moved: boolean, turn: boolean }>}
 */
export const onFresh = new Signal();
