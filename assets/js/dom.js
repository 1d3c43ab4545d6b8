// @ts-check
// Access to the document that all modules share.

/**
 * Returns the first element that fits a selector.
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export const $ = (selector) => document.querySelector(selector);

/**
 * Returns all elements that fit a selector. Elements of a drawing are SVG; they have everything that is used
 * here.
 * @param {string} selector
 * @returns {HTMLElement[]}
 */
export const $$ = (selector) => [
  .../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(selector))
];

/**
 * Returns the fields of a form, that of the button which sends it among them: older browsers take no button
 * into `FormData`.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} button
 */
export function fields(form, button) {
  const data = new FormData(form);
  const { name, value } = /** @type {HTMLButtonElement} */ (button ?? {});
  if (name) data.append(name, value);
  return data;
}

/**
 * Tells whether an element is to be seen.
 * @param {Element} element
 */
export const isSeen = (element) =>
  element.getClientRects().length > 0 && getComputedStyle(element).visibility === "visible";

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

/**
 * Returns the piece of the drawing with an id.
 * @param {string} id
 */
export const drawn = (id) => $$("#table .board > svg > [id]").find((element) => element.id === id);

/** After how many milliseconds without an answer a page says that it waits. */
export const LATE = 300;

/**
 * Marks a button as busy, if what it asks for takes a while, until that is done.
 * @param {HTMLElement | null} button
 * @param {Promise<unknown>} work
 */
export async function during(button, work) {
  const late = setTimeout(() => button?.setAttribute("aria-busy", "true"), LATE);
  try {
    await work;
  } finally {
    clearTimeout(late);
    // One that the server calls busy cannot be pressed.
    if (!button?.matches(":disabled")) button?.removeAttribute("aria-busy");
  }
}

/** Notes that the pointer is a finger where nothing else is likely: it needs other buttons and words. */
export const guessFinger = () =>
  document.documentElement.classList.toggle("touch", matchMedia("(pointer: coarse)").matches);

/** Tells whether the visitor wants less motion: by a choice in the settings, else by that of the system. */
export function calm() {
  const { motion } = document.documentElement.dataset;
  return motion ? motion === "less" : matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The pixels left free beside what is brought into view. */
const ROOM = 8;

/**
 * Brings words into view, with what they are about; where the screen is too low for both, the words.
 * @param {Element} element
 * @param {DOMRect[]} boxes
 * @param {number} covered How much of the lower edge of the screen lies under something else, in CSS pixels.
 */
export function bringInto(element, boxes, covered = 0) {
  const words = element.getBoundingClientRect();
  const height = innerHeight - covered;
  const [tops, bottoms] = [boxes.map((box) => box.top), boxes.map((box) => box.bottom)];
  const [top, bottom] = [Math.min(words.top, ...tops) - ROOM, Math.max(words.bottom, ...bottoms) + ROOM];
  const isFar = bottom - top > height;
  const [first, last] = isFar ? [words.top - ROOM, words.bottom + ROOM] : [top, bottom];
  const over = last > height ? Math.min(last - height, first) : Math.min(first, 0);
  if (over) scrollBy({ top: over, behavior: calm() ? "auto" : "smooth" });
}

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
  element.animate(
    steps.map((step) => ({ transform: `translate(${x + step}px, ${y}px)` })),
    { duration: 160 }
  );
}

/** How long a sentence waits to be read out, in milliseconds. */
const HEARD = 15_000;

/**
 * Has sentences read out to those who cannot see the page, each once.
 * @param {string[]} sentences
 */
export function announce(sentences) {
  for (const sentence of sentences.filter(Boolean)) {
    const line = document.createElement("p");
    line.textContent = sentence;
    $("#announce")?.append(line);
    setTimeout(() => line.remove(), HEARD);
  }
}

let hiding = 0;

/** What a sentence that is shown for a while covers as little as can be, and how bad it is if it does. */
const COSTS = Object.entries({
  "#status, #next, .version": 4,
  ".side button": 3,
  ".seats .own, .board > svg": 2,
  "main :is(button, .button, summary, .clock)": 1
});
/** Where it may lie: below all, under the header, and where the screen is wide below the board. */
const PLACES = ["low", "high", "aside"];

/**
 * Tells whether two boxes have a point in common.
 * @param {DOMRect} one
 * @param {DOMRect} other
 */
const meet = (one, other) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/**
 * Shows a sentence for a few seconds, and has it read out unless that is done elsewhere.
 * @param {string} text
 */
export function say(text, aloud = true) {
  if (aloud) announce([text]);
  const toast = /** @type {HTMLElement} */ ($("#toast"));
  toast.textContent = text;
  const covers = (/** @type {string} */ what) => {
    const box = toast.getBoundingClientRect();
    return $$(what).some((element) => meet(box, element.getBoundingClientRect()));
  };
  const lie = (/** @type {string} */ there) =>
    PLACES.forEach((one) => toast.classList.toggle(one, one === there));
  // A link of the head is covered for a while rather than what is told or played with.
  const costs = PLACES.map((there) => {
    lie(there);
    return COSTS.reduce((sum, [what, cost]) => sum + (covers(what) ? cost : 0), 0);
  });
  lie(PLACES[costs.indexOf(Math.min(...costs))]);
  toast.classList.add("shown");
  clearTimeout(hiding);
  hiding = setTimeout(() => toast.classList.remove("shown"), 5000);
}

/**
 * Copies a text in the way that is left where browsers keep the clipboard for pages over https; tells whether
 * it was done.
 * @param {string} text
 */
function copyBySelection(text) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const field = document.createElement("textarea");
  field.className = "unseen";
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  focused?.focus({ preventScroll: true });
  return done;
}

/**
 * Copies a text, and shows it instead where that is refused.
 * @param {string} text
 * @param {string} done What is said after it.
 */
export async function copy(text, done) {
  try {
    if (isSecureContext) await navigator.clipboard.writeText(text);
    else if (!copyBySelection(text)) throw new Error("refused");
    say(done);
  } catch {
    say(text);
  }
}

/**
 * Returns where a thing is seen to be: on its way, if it moves.
 * @param {Element} element
 * @returns {[number, number] | null}
 */
export function placeNow(element) {
  const at = place(element);
  if (!at || !element.getAnimations().length) return at;
  const { e, f } = new DOMMatrix(getComputedStyle(element).transform);
  return [e, f];
}
