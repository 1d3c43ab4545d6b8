// @ts-check
// Access to the document that all modules share.

/**
 * Returns the first element that fits a selector.
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export const $ = (selector) => document.querySelector(selector);

/**
 * Returns all elements that fit a selector. Elements of a drawing are SVG; they have everything that is used here.
 * @param {string} selector
 * @returns {HTMLElement[]}
 */
export const $$ = (selector) => [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(selector))];

/** Returns the part of the page that the server replaces. */
export const table = () => /** @type {HTMLElement} */ ($("#table"));

/**
 * Returns the element at which an event happened.
 * @param {Event} event
 */
export const target = (event) => /** @type {HTMLElement} */ (event.target);

/**
 * Returns the nearest element around an event that fits a selector.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export const around = (event, selector) => target(event).closest?.(selector) ?? null;

/**
 * Returns the things on the board with the name that is picked.
 * @param {string} name
 */
export const thing = (name) => $$("#table svg [data-pick]").find((element) => element.dataset.pick === name);

/** Tells whether the visitor asked for less motion. */
export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Returns where an element lies, if it lies there by a translation.
 * @param {Element} element
 * @returns {[number, number] | null}
 */
export function place(element) {
  const found = /^translate\((-?[\d.]+)[ ,]+(-?[\d.]+)\)$/.exec(element.getAttribute("transform") ?? "");
  return found && [Number(found[1]), Number(found[2])];
}

/**
 * Shakes an element where it lies: what was tried cannot be done.
 * @param {Element} element
 * @param {[number, number]} at
 * @param {number[]} steps
 */
export function shake(element, [x, y], steps) {
  if (calm()) return;
  element.animate(steps.map((step) => ({ transform: `translate(${x + step}px, ${y}px)` })), { duration: 160 });
}

let hiding = 0;

/**
 * Shows a sentence for a few seconds.
 * @param {string} text
 */
export function say(text) {
  const toast = /** @type {HTMLElement} */ ($("#toast"));
  toast.textContent = text;
  toast.classList.add("shown");
  clearTimeout(hiding);
  hiding = setTimeout(() => toast.classList.remove("shown"), 5000);
}
