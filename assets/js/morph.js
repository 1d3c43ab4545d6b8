// @ts-check
// Brings `#table` up to date: it is morphed in place, things on the board that lie elsewhere now move there,
// and things whose other side is up turn over. Every page with a board that changes uses it.
import { Idiomorph } from "../vendor/idiomorph-0.8.0.min.js";
import { $$, calm, place, placeNow, table } from "./dom.js";
import { begin, landing } from "./staging.js";
import { settle } from "./zoom.js";

const MOTION = { duration: 180, easing: "cubic-bezier(.25,.6,.3,1)" };
/** How far on a motion begins, in milliseconds: the first frame after what causes it shows it. */
const FRAME = 16;
/** How much longer a motion takes for each point on its way, in milliseconds. */
const DETOUR = 120;
/** From one card that is drawn to the next, in milliseconds. */
const DRAWN = 70;

const things = () => $$("#table svg > [id]");

/**
 * Returns the part of a thing that is drawn at a scale of its own, and that scale.
 * @param {Element} element
 */
function scaled(element) {
  const part = element.querySelector(":scope > g[transform^='scale(']");
  const size = /^scale\(([\d.]+)\)$/.exec(part?.getAttribute("transform") ?? "")?.[1];
  return { part, size };
}

/**
 * Turns a thing over: what was up gets narrow, then what is up now gets wide.
 * @param {HTMLElement} element
 * @param {number} delay
 */
function turnOver(element, delay) {
  const under = /** @type {HTMLElement | null} */ (element.querySelector(".turns.under"));
  const up = element.querySelector(".turns:not(.under)");
  const [open, shut] = [{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }];
  if (under) {
    under.style.display = "inline";
    const half = under.animate([open, shut], { delay, duration: 110, easing: "ease-in", fill: "forwards" });
    half.oncancel = () => (under.style.display = "");
    // Hidden before it is wide again: what a cancellation causes comes a frame later.
    half.onfinish = () => {
      under.style.display = "";
      half.cancel();
    };
  }
  up?.animate([shut, open], { duration: 110, delay: delay + 110, easing: "ease-out", fill: "backwards" });
}

/**
 * Returns the table that an answer of the server holds.
 * @param {string} html
 * @returns {HTMLElement | null}
 */
export const parse = (html) => new DOMParser().parseFromString(html, "text/html").querySelector("#table");

/**
 * Gives a fresh table the parts of the board that it leaves out since they never change; tells whether the
 * page has them all.
 * @param {HTMLElement} fresh
 */
export function complete(fresh) {
  const gaps = /** @type {HTMLElement[]} */ ([...fresh.querySelectorAll("[data-fixed]:empty")]);
  return gaps.every((gap) => {
    const own = table().querySelector(`[data-fixed="${gap.dataset.fixed}"]`);
    if (own) gap.replaceWith(own.cloneNode(true));
    return own;
  });
}

/**
 * Tells whether an attribute belongs to the page: what is typed stays, what is open stays open, and what
 * plays goes on.
 * @param {string} name
 * @param {Element} element
 */
const isTheirs = (name, element) =>
  name === "data-playing" ||
  (name === "tabindex" && element === document.activeElement) ||
  (name === "value"
    ? element.matches("input:not([type=hidden]), textarea")
    : name === "open" && element.localName === "details");

/**
 * How a thing lies, where it is seen, its size, its side, the moment that it tells of, and by which points it
 * came.
 * @typedef {object} Look
 * @property {[number, number] | null} at
 * @property {[number, number] | null} seen
 * @property {string | undefined} size
 * @property {string | undefined} side
 * @property {string | undefined} moment
 * @property {string | undefined} via
 */

/**
 * @param {HTMLElement} element
 * @returns {Look}
 */
const look = (element) => {
  const { side, moment, via } = element.dataset;
  return { at: place(element), seen: placeNow(element), size: scaled(element).size, side, moment, via };
};

/**
 * Tells whether a table is of an earlier position than the page, as after a move that was taken back.
 * @param {HTMLElement} fresh
 */
const isBack = (fresh) => Number(fresh.dataset.ply) < Number(table().dataset.ply);

/**
 * Morphs the table into a fresh one. What is on its way to where it lies in the fresh one goes on.
 * @param {HTMLElement} fresh
 */
export function morph(fresh) {
  for (const copy of fresh.querySelectorAll("svg > .flying")) copy.remove();
  const stages = !isBack(fresh);
  const frame = table().querySelector(".board > svg")?.getAttribute("viewBox");
  /** @type {Map<string, Look>} */
  const before = new Map(things().map((one) => [one.id, look(one)]));
  const beforeAttributeUpdated = (/** @type {string} */ name, /** @type {Element} */ element) =>
    !isTheirs(name, element);
  // What is for browsers without scripts is text to one that runs them, and elements to the parser.
  const beforeNodeMorphed = (/** @type {Node} */ node) => node.nodeName !== "NOSCRIPT";
  // What flies is gone when it has arrived.
  const beforeNodeRemoved = (/** @type {Node} */ node) =>
    !(node instanceof Element && node.matches(".flying"));
  Idiomorph.morph(table(), fresh, {
    callbacks: { beforeAttributeUpdated, beforeNodeMorphed, beforeNodeRemoved }
  });
  /** @type {{ element: HTMLElement, was: Look, is: Look, delay: number }[]} */
  const changed = [];
  let drawn = 0;
  /**
   * The things with a new moment, with where each comes from.
   * @type {Map<HTMLElement, [number, number] | null>}
   */
  const moments = new Map();
  for (const element of things()) {
    // A thing that was not there before comes from one that was and that it names.
    const names = [element.id, ...(element.dataset.was ?? "").split(" ")];
    const name = names.find((name) => before.has(name)) ?? "";
    const was = before.get(name);
    // What comes into a fan of cards comes card after card.
    const delay = was && name !== element.id && element.matches(".rises") ? DRAWN * drawn++ : 0;
    const { moment } = element.dataset;
    if (stages && moment && moment !== before.get(element.id)?.moment)
      moments.set(element, was?.seen ?? null);
    if (was) changed.push({ element, was, is: look(element), delay });
  }
  const moves = (/** @type {{ was: Look, is: Look }} */ { was, is }) =>
    was.at && is.at && String(was.at) !== String(is.at);
  // Before anything moves, so that it is known where it comes to rest.
  const slow = settle(
    frame,
    changed.filter(moves).map(({ element }) => element)
  );
  if (calm()) return;
  for (const one of changed) {
    const { element, was, is, delay } = one;
    if (is.side && was.side && is.side !== was.side) turnOver(element, delay);
    if (is.size && was.size && is.size !== was.size) {
      scaled(element).part?.animate(
        [was.size, is.size].map((size) => ({ transform: `scale(${size})` })),
        MOTION
      );
    }
    const isSame = is.side === was.side && is.size === was.size && !moments.has(element);
    if (!isSame) land(element);
    if (!was.seen || !is.at || !moves(one)) continue;
    // What is taken back goes by the way that it came.
    const via = points(stages ? is.via : was.via);
    glide(element, was.seen, is.at, { via: stages ? via : via.reverse(), above: isSame, delay, slow });
  }
  // What is staged comes after all motions, or in the place of one.
  const landed = landing();
  for (const [element, from] of moments) begin(element, from, landed);
}

/**
 * Takes away the copy of a thing that flies above the others.
 * @param {Element} element
 */
function land({ id }) {
  for (const copy of $$("#table svg > .flying")) if (copy.getAttribute("href") === `#${id}`) copy.remove();
}

/**
 * Reads the points by which a thing came (`data-via`).
 * @param {string} [via]
 */
const points = (via = "") =>
  via
    .split(" ")
    .filter(Boolean)
    .map((point) => point.split(",").map(Number));

/**
 * Lets a thing be seen to move, by some points, above all that lies still. A drawing has no height, only an
 * order, and what is moved within it loses the press of a finger: so a copy that nothing can hit flies above
 * it, if it would look like it all the way.
 * @param {HTMLElement} element
 * @param {[number, number]} from
 * @param {[number, number]} to
 * @param {{ via?: number[][], above?: boolean, delay?: number, slow?: number }} [how]
 */
export function glide(element, from, to, { via = [], above = true, delay = 0, slow = 1 } = {}) {
  const duration = slow * (MOTION.duration + DETOUR * via.length);
  /** @type {KeyframeAnimationOptions} */
  const options = { ...MOTION, duration, delay, fill: "backwards" };
  const fly = (/** @type {Element} */ one, /** @type {number[]} */ [x0, y0]) => {
    const motion = one.animate(
      [from, ...via, to].map(([x, y]) => ({ transform: `translate(${x - x0}px, ${y - y0}px)` })),
      options
    );
    motion.currentTime = FRAME;
    return motion;
  };
  fly(element, [0, 0]);
  land(element);
  // A card in a fan of cards stays between its neighbours.
  if (!above || element.matches(".rises")) return;
  const copy = document.createElementNS("http://www.w3.org/2000/svg", "use");
  for (const [name, value] of Object.entries({
    href: `#${element.id}`,
    class: "flying",
    "aria-hidden": "true"
  }))
    copy.setAttribute(name, value);
  element.parentElement?.append(copy);
  fly(copy, to).onfinish = () => copy.remove();
}

/**
 * Returns the things that are on their way to a point of the screen.
 * @param {[number, number]} point
 */
export function comingTo([x, y]) {
  return things().filter((element) => {
    const [from, to] = [placeNow(element), place(element)];
    const scale = /** @type {SVGGraphicsElement} */ (
      /** @type {unknown} */ (element)
    ).ownerSVGElement?.getScreenCTM();
    if (!from || !to || !scale || String(from) === String(to)) return false;
    const box = element.getBoundingClientRect();
    const [dx, dy] = [x - (to[0] - from[0]) * scale.a, y - (to[1] - from[1]) * scale.d];
    return dx > box.left && dx < box.right && dy > box.top && dy < box.bottom;
  });
}
