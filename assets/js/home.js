// @ts-check
// The first page. Its board shows by itself how it got where it is, and then waits: the visitor's first move
// begins the game.
import { $, around, calm, place } from "./dom.js";
import "./today.js";

/**
 * How long a move takes, the time from one to the next, and when the last one lies if the page comes soon, in
 * milliseconds.
 */
const [MOVE, EVERY, DONE] = [400, 600, 2600];

/** A piece by its id in the drawing, and a place. @typedef {[string, number, number]} Placed */
/**
 * Something that can be done: its text, and what is picked for it.
 * @typedef {{ text: string, path: (string | string[])[] }} Offer
 */

/** @param {string | undefined} json */
const read = (json) => JSON.parse(json ?? "[]");

/**
 * Lets the pieces come from where they were.
 * @param {HTMLFormElement} form
 */
function show(form) {
  /** @type {Placed[][]} */
  const back = read(form.dataset.back);
  const every = Math.max(MOVE, Math.min(EVERY, (DONE - performance.now()) / back.length));
  /** @type {Map<string, number[]>} */
  const places = new Map();
  for (const [n, moved] of back.entries()) {
    for (const [id, x, y] of moved) {
      const piece = form.querySelector(`#${CSS.escape(id)}`);
      const to = places.get(id) ?? (piece && place(piece));
      if (!piece || !to) continue;
      places.set(id, [x, y]);
      const frames = [[x, y], to].map(([left, top]) => ({ transform: `translate(${left}px, ${top}px)` }));
      // The last one that begins is seen, so those of later moves, which come first here, wait behind it.
      const delay = (back.length - n) * every - MOVE;
      piece.animate(frames, { duration: MOVE, delay, easing: "ease-in-out", fill: "backwards" });
    }
  }
  form.classList.add("shows");
  setTimeout(() => form.classList.remove("shows"), back.length * every);
}

/**
 * Begins the game with the move of the thing that was pressed, if it has one of its own.
 * @param {HTMLFormElement} form
 * @param {Event} event
 */
function begin(form, event) {
  const name = around(event, "[data-pick]")?.dataset.pick ?? "";
  /** @type {Offer[]} */
  const offers = read(form.dataset.offers);
  const first = /** @type {HTMLInputElement} */ (form.elements.namedItem("first"));
  first.value = offers.find(({ path }) => path.length === 1 && path[0] === name)?.text ?? "";
  form.querySelector("button")?.click();
}

const form = /** @type {HTMLFormElement | null} */ ($("form.demo"));
if (form) {
  if (!calm()) show(form);
  form.querySelector(".live")?.addEventListener("click", (event) => begin(form, event));
}
