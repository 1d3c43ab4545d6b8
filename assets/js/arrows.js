// @ts-check
// Arrows over a board: moves that would be good, for every game alike. A move is told by what it picks and
// what it moves (`data-arrows` of the table); where it goes from one thing to another there is an arrow, else
// a ring around what it is about. Where the drawing holds a ghost of what the best move puts down, the ghost
// lies there.
import { $, place, table } from "./dom.js";
import { rest } from "./staging.js";

/** @typedef {{ x: number, y: number }} Point */
/**
 * @typedef {{
 *   path: (string | string[])[],
 *   motions?: [string, number, number][],
 *   rank: number,
 *   played?: boolean
 * }} Arrow
 */

const SVG = "http://www.w3.org/2000/svg";
/** How wide an arrow is, and how far its ends stay from the middle of things, as a share of the drawing. */
const WIDTH = 0.015;
const GAP = 0.03;

const board = () => /** @type {SVGSVGElement | null} */ (/** @type {unknown} */ ($("#table .board > svg")));

/**
 * The thing of the drawing with a name or an id.
 * @param {SVGSVGElement} svg
 * @param {string} name
 */
const thing = (svg, name) =>
  /** @type {SVGGraphicsElement | null} */ (
    svg.querySelector(`[data-pick="${CSS.escape(name)}"]`) ?? svg.querySelector(`[id="${CSS.escape(name)}"]`)
  );

/**
 * The box of a thing in the coordinates of the drawing.
 * @param {SVGSVGElement} svg
 * @param {SVGGraphicsElement} element
 */
function box(svg, element) {
  const [ground, own] = [svg.getScreenCTM(), element.getBoundingClientRect()];
  if (!ground || !own.width) return null;
  const inverse = ground.inverse();
  const low = new DOMPoint(own.left, own.top).matrixTransform(inverse);
  const high = new DOMPoint(own.right, own.bottom).matrixTransform(inverse);
  return {
    x: (low.x + high.x) / 2,
    y: (low.y + high.y) / 2,
    r: Math.max(high.x - low.x, high.y - low.y) / 2
  };
}

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 */
function shape(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/**
 * An arrow between two points as a closed path.
 * @param {Point} from
 * @param {Point} to
 * @param {number} width
 * @param {number} gap
 */
export function outline(from, to, width, gap) {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const at = (/** @type {number} */ along, /** @type {number} */ aside) =>
    `${(from.x + ux * along - uy * aside).toFixed(1)} ${(from.y + uy * along + ux * aside).toFixed(1)}`;
  const [tail, tip] = [Math.min(gap, length / 4), length - Math.min(gap / 2, length / 8)];
  const neck = Math.max(tip - 4 * width, tail);
  const half = width / 2;
  const [right, left] = [1, -1].map((side) => [
    at(tail, side * half),
    at(neck, side * half),
    at(neck, 2 * side * width)
  ]);
  return `M${[...right, at(tip, 0), ...left.reverse()].join("L")}Z`;
}

/**
 * Where the middle of a thing comes to lie: a motion tells where its own origin does.
 * @param {SVGSVGElement} svg
 * @param {SVGGraphicsElement} element
 * @param {[string, number, number]} motion
 */
function landing(svg, element, [, x, y]) {
  const [middle, origin] = [box(svg, element), place(element)];
  return middle && origin ? { x: middle.x + x - origin[0], y: middle.y + y - origin[1] } : { x, y };
}

/**
 * Draws one move.
 * @param {SVGSVGElement} svg
 * @param {Arrow} arrow
 * @param {number} size
 */
function drawn(svg, arrow, size) {
  const group = shape("g", { class: arrow.played ? "played" : `rank-${Math.min(arrow.rank, 3)}` });
  const steps = arrow.path.map((step) => (Array.isArray(step) ? step : [step]));
  const line = (/** @type {Point | null} */ from, /** @type {Point | null} */ to) => {
    if (!from || !to || Math.hypot(to.x - from.x, to.y - from.y) < size / 100) return false;
    group.append(shape("path", { d: outline(from, to, size * WIDTH, size * GAP) }));
    return true;
  };
  const ring = (/** @type {string} */ name) => {
    const element = thing(svg, name);
    const here = element && box(svg, element);
    if (here)
      group.append(
        shape("circle", {
          cx: here.x,
          cy: here.y,
          r: Math.max(here.r * 1.05, size / 60),
          "stroke-width": size * WIDTH * 0.7
        })
      );
  };
  const first = arrow.motions?.[0];
  const [begin, end] = [steps[0]?.[0], steps.at(-1)?.[0]];
  const places = [begin, end].map((name) => {
    const element = name && thing(svg, name);
    return element ? box(svg, element) : null;
  });
  const ghost = end && (arrow.played || !arrow.rank) ? thing(svg, end) : null;
  const lies = Boolean(ghost?.matches(".ghost"));
  if (lies) ghost?.classList.add(arrow.played ? "played" : "better");
  const goes = (/** @type {[string, number, number]} */ motion) => {
    const moved = thing(svg, motion[0]);
    // What comes from beside the board and is seen where it will lie needs no arrow.
    return moved && !(lies && moved.matches(".aside"))
      ? line(box(svg, moved), landing(svg, moved, motion))
      : false;
  };
  const there = first ? goes(first) : false;
  // Cards that go together, each on its own way.
  const picked = (/** @type {string} */ id) =>
    steps[0]?.includes(thing(svg, id)?.closest("[data-pick]")?.getAttribute("data-pick") ?? id);
  if (there) for (const motion of arrow.motions?.slice(1) ?? []) if (picked(motion[0])) goes(motion);
  const straight =
    there || (steps.length > 1 && steps.every((step) => step.length === 1) && line(places[0], places[1]));
  if (!straight) for (const name of steps.flat()) if (!lies || name !== end) ring(name);
  return group;
}

/** The rank of the one arrow that is wanted, while the reader points at its line. @type {number | null} */
let wanted = null;

/**
 * Draws one of the arrows alone, or all of them again.
 * @param {number | null} rank
 */
export function only(rank) {
  if (rank === wanted) return;
  wanted = rank;
  drawNow();
}

/** Which call of `draw` was the last. */
let calls = 0;

/** Takes the arrows away. */
function clear() {
  const svg = board();
  svg?.querySelector(":scope > .arrows")?.remove();
  for (const ghost of svg?.querySelectorAll(".ghost:is(.better, .played)") ?? [])
    ghost.classList.remove("better", "played");
}

/**
 * Draws the arrows that the table tells of, in the place of those before. Where pieces are on their way, it
 * waits until they rest: an arrow between moving pieces would point anywhere.
 */
export function draw() {
  const call = ++calls;
  clear();
  requestAnimationFrame(async () => {
    await rest();
    if (call === calls) drawNow();
  });
}

function drawNow() {
  clear();
  const svg = board();
  const told = /** @type {Arrow[]} */ (JSON.parse(table().dataset.arrows || "[]"));
  const alone = told.filter((arrow) => arrow.rank === wanted).map((arrow) => ({ ...arrow, rank: 0 }));
  const arrows = alone.length ? alone : told;
  if (!svg || !arrows.length) return;
  const { width, height } = svg.viewBox.baseVal;
  const layer = shape("g", { class: "arrows", "aria-hidden": "true" });
  // The best lies on top.
  for (const arrow of [...arrows].sort((a, b) => b.rank - a.rank))
    layer.append(drawn(svg, arrow, Math.min(width, height) || 1));
  svg.append(layer);
}
