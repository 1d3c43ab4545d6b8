// @ts-check
// Which part of a drawing is seen. Pure functions: a view is a point of the drawing, which is in the middle
// of the window, and a scale in CSS pixels per unit; a box is left, top, width and height in units.

/** @typedef {{ x: number, y: number, scale: number }} View */
/** @typedef {[number, number, number, number]} Box */
/** @typedef {{ width: number, height: number }} Size In CSS pixels. */

/**
 * Reads the numbers of an attribute.
 * @param {string | null | undefined} text
 */
export const numbers = (text) => (text ?? "").split(/[ ,]+/).filter(Boolean).map(Number);

/**
 * Returns the part of the drawing that a window shows.
 * @param {View} view
 * @param {Size} size
 * @returns {Box}
 */
export function seen({ x, y, scale }, { width, height }) {
  const [w, h] = [width / scale, height / scale];
  return [x - w / 2, y - h / 2, w, h];
}

/**
 * Returns the view in which a box is as large as it can be.
 * @param {Box} box
 * @param {Size} size
 * @returns {View}
 */
export const fit = ([left, top, w, h], { width, height }) => ({
  x: left + w / 2,
  y: top + h / 2,
  scale: Math.min(width / w, height / h)
});

/**
 * Returns the middle nearest to `at` from which no more than `space` of an extent is seen beyond it; its own
 * middle if it is smaller than what is seen.
 * @param {number} at
 * @param {number} low
 * @param {number} extent
 * @param {number} space
 */
const held = (at, low, extent, space) =>
  extent <= space ? low + extent / 2 : Math.min(Math.max(at, low + space / 2), low + extent - space / 2);

/**
 * Returns the view nearest to another in which nothing is seen beyond a box, or the whole box in the middle
 * where it is smaller.
 * @param {View} view
 * @param {Box} box
 * @param {Size} size
 * @returns {View}
 */
export const inside = (view, [left, top, w, h], { width, height }) => ({
  x: held(view.x, left, w, width / view.scale),
  y: held(view.y, top, h, height / view.scale),
  scale: view.scale
});

/**
 * Returns the view nearest to another whose middle lies in a box.
 * @param {View} view
 * @param {Box} box
 * @returns {View}
 */
export const over = ({ x, y, scale }, [left, top, w, h]) => ({
  x: Math.min(Math.max(x, left), left + w),
  y: Math.min(Math.max(y, top), top + h),
  scale
});

/**
 * Returns the view nearest to another in which a box is seen; its middle, where it is larger than the window.
 * @param {View} view
 * @param {Box} box
 * @param {Size} size
 * @returns {View}
 */
export function showing(view, [left, top, w, h], { width, height }) {
  const along = (
    /** @type {number} */ at,
    /** @type {number} */ low,
    /** @type {number} */ extent,
    /** @type {number} */ space
  ) =>
    extent > space ? low + extent / 2 : Math.min(Math.max(at, low + extent - space / 2), low + space / 2);
  return {
    x: along(view.x, left, w, width / view.scale),
    y: along(view.y, top, h, height / view.scale),
    scale: view.scale
  };
}

/**
 * Returns a view at another scale, in which the same thing is at a point of the window.
 * @param {View} view
 * @param {number} scale
 * @param {{ x: number, y: number }} point In CSS pixels from the window's middle.
 * @returns {View}
 */
export const scaled = (view, scale, { x, y }) => ({
  x: view.x + x / view.scale - x / scale,
  y: view.y + y / view.scale - y / scale,
  scale
});
