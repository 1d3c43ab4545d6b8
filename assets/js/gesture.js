// @ts-check
// What movements and keys mean. Pure functions of numbers and of the fields of an event.

/** The distance from which on a movement is no click, in CSS pixels. */
export const STROKE = 18;

/**
 * The directions of the arrow keys.
 * @type {Record<string, [number, number]>}
 */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The keys that lead to the next thing on the board and to the one before.
 * @type {Record<string, number | undefined>}
 */
export const PAGES = { PageDown: 1, PageUp: -1 };

/**
 * Returns the arrow key that a swipe stands for.
 * @param {number} dx
 * @param {number} dy
 */
export function swipe(dx, dy) {
  if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? "ArrowRight" : "ArrowLeft";
  return dy > 0 ? "ArrowDown" : "ArrowUp";
}

/**
 * Returns the name of a key as offers and buttons give it: letters are small, named keys say `Shift+`.
 * @param {{ key: string, shiftKey: boolean }} event
 */
export function keyName({ key, shiftKey }) {
  if (key.length === 1) return key.toLowerCase();
  return (shiftKey ? "Shift+" : "") + key;
}

/**
 * Tells whether a key can be a move, so that it waits while an answer is on its way.
 * @param {string} key
 */
export const isMoveKey = (key) => /Arrow|^[^ ]$/.test(key);

/**
 * Returns the number of the point that lies nearest in a direction, `-1` if none does. What lies aside counts
 * double.
 * @param {[number, number]} from
 * @param {[number, number][]} points
 * @param {[number, number]} direction
 */
export function nearest([fx, fy], points, [x, y]) {
  let [best, least] = [-1, Infinity];
  points.forEach(([px, py], index) => {
    const [dx, dy] = [px - fx, py - fy];
    const along = dx * x + dy * y;
    const far = along + 2 * (Math.abs(dx * y) + Math.abs(dy * x));
    if (along > 1 && far < least) [best, least] = [index, far];
  });
  return best;
}
