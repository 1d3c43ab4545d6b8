// @ts-check
// A ghost of what would be put down follows the pointer, where the drawing holds one (`data-probe`): it shows whether it may
// lie there and, if not, why.
//
// A probe knows the places of its lattice (`data-lattice`: the middle of place 0,0 and the steps to the next) and the name by
// which a place is picked. Whether that can be picked now stands in the page; the reason comes from the rules, by way of the
// server, a moment later. To read: `aim` finds the place, `show` draws it, `explain` gets the reason.
import { $, $$, around, shake, table, target } from "./dom.js";
import { STROKE } from "./gesture.js";
import { pick } from "./moves.js";
import { onLit, state } from "./state.js";
import { hush, reason, tell } from "./why.js";

/** How far above a finger the ghost is, in CSS pixels, so that it can be seen. */
const LIFT = 60;
/** How long the pointer rests before the server is asked, in milliseconds. */
const PAUSE = 60;
/** How near a place has to be to be meant, in steps of the lattice, and for the tap of a finger. */
const REACH = 0.75;
const REACH_OF_TAP = 1;

/** @typedef {{ x: number, y: number }} Point */
/** @typedef {Point & { name: string, can: boolean, far: number }} Place */

/** Where the pointer is, in CSS pixels. @type {Point | null} */
let point = null;
/** Where the ghost is. @type {Place | null} */
let place = null;
/** Where the pointer was pressed, and on what. @type {(Point & { element: Element }) | null} */
let press = null;
/** Where it was pressed last. @type {Point | null} */
let pressed = null;
/** Where it was pressed when the last thing was picked. @type {Point | null} */
let chosen = null;
/** Whether it has been moved since, farther than a click is. */
let drawn = false;
/** Whether it is a finger. */
let coarse = false;
/** Runs until the server is asked. */
let asking = 0;
/** The picks of which the ghost knows. */
let known = "";

/** Returns the ghost that is in use: something with its face can be picked now. */
function probe() {
  if (!$("#table svg .can[data-face]")) return null;
  return $$("#table svg [data-probe]").find((one) => one.dataset.face === state.face) ?? null;
}

/**
 * Returns the place that a point on the screen means: one that is allowed if it is nearer than `reach` steps, else the nearest.
 * @param {HTMLElement} ghost
 * @param {Point} point
 * @param {number} reach
 */
function aim(ghost, { x, y }, reach) {
  const drawing = /** @type {SVGGraphicsElement} */ (/** @type {unknown} */ (ghost)).ownerSVGElement;
  const at = new DOMPoint(x, y).matrixTransform(drawing?.getScreenCTM()?.inverse());
  const [x0, y0, dx, dy] = (ghost.dataset.lattice ?? "").split(" ").map(Number);
  const [column, row] = [Math.round((at.x - x0) / dx), Math.round((at.y - y0) / dy)];
  /** @type {Place | null} */
  let best = null;
  for (const i of [column, column - 1, column + 1]) {
    for (const j of [row, row - 1, row + 1]) {
      const name = (ghost.dataset.probe ?? "").replace("{x}", String(i)).replace("{y}", String(j));
      const [px, py] = [x0 + i * dx, y0 + j * dy];
      const far = Math.hypot(px - at.x, py - at.y) / Math.abs(dx);
      const can = far < reach && Boolean($(`#table svg .can[data-pick="${name}"]`));
      const here = { name, x: px, y: py, can, far: can ? far - reach : far };
      if (!best || here.far < best.far) best = here;
    }
  }
  return best;
}

/**
 * Tells whether the page itself has something to do with what is pointed at: another thing to begin with.
 * @param {Event} event
 */
const begins = (event) => Boolean(state.picks.length && around(event, "#table svg .begins:not([data-face])"));

/**
 * Tells whether nothing is put down at what is pointed at: the page has something to do with it, it is picked already, or it
 * lies beside the lattice.
 * @param {Event} event
 */
const isTaken = (event) => begins(event) || Boolean(around(event, "#table svg :is(.picked, .aside)"));

/** @param {Event} event */
const onBoard = (event) => Boolean(around(event, "#table .board > svg"));

/** Draws the ghost where the pointer is. */
function show(reach = REACH) {
  const ghost = point && probe();
  for (const other of $$("#table svg .probe.shown")) if (other !== ghost) other.classList.remove("shown");
  place = ghost && point && aim(ghost, point, reach);
  if (!ghost || !place) return hide();
  ghost.setAttribute("transform", `translate(${place.x} ${place.y})`);
  ghost.classList.add("shown");
  ghost.classList.toggle("no", !place.can);
  explain(ghost, place);
}

function hide() {
  place = null;
  clearTimeout(asking);
  hush();
  for (const ghost of $$("#table svg .probe.shown")) ghost.classList.remove("shown");
}

/**
 * Gets the reason why a place is refused, and shows it if it is still meant: beside the ghost, or below the board where a finger
 * would cover it.
 * @param {HTMLElement} ghost
 * @param {Place} refused
 */
function explain(ghost, refused) {
  clearTimeout(asking);
  hush();
  if (refused.can) return;
  asking = setTimeout(async () => {
    const text = await reason([...state.picks, refused.name]);
    if (place && !place.can && place.name === refused.name) tell((coarse && $("#table .board > svg")) || ghost, text);
  }, PAUSE);
}

/** Picks the place that is meant; one that is refused says so again. */
function put(/** @type {Place | null} */ meant) {
  const ghost = $("#table svg .probe.shown");
  if (meant?.can) pick(meant.name);
  else if (ghost && meant) shake(ghost, [meant.x, meant.y], [0, -4, 4, -2, 0]);
}

// ---- the pointer ----

/** @param {PointerEvent} event */
function down(event) {
  drawn = false;
  coarse = event.pointerType === "touch";
  pressed = { x: event.clientX, y: event.clientY };
  press = event.isPrimary && onBoard(event) ? { ...pressed, element: target(event) } : null;
  if (coarse) hide();
}

/** Points where the pointer is, above a finger. */
function follow(/** @type {PointerEvent} */ event) {
  point = { x: event.clientX, y: event.clientY - (coarse ? LIFT : 0) };
}

/** @param {PointerEvent} event */
function move(event) {
  if (!event.isPrimary || (event.pointerType === "touch" && !press)) return;
  coarse = event.pointerType === "touch";
  if (press && !drawn && Math.hypot(event.clientX - press.x, event.clientY - press.y) > STROKE) {
    drawn = true;
    // What is drawn along is what is put down.
    const first = /** @type {HTMLElement | null} */ (press.element.closest("[data-pick]"));
    const movable = first?.matches(".begins:not(.picked):not([data-face])") && $("#table svg [data-probe]");
    if (movable) pick(first?.dataset.pick ?? "");
  }
  if (coarse && !drawn) return;
  follow(event);
  if (drawn || (onBoard(event) && !isTaken(event))) return show();
  point = null;
  hide();
}

/** @param {PointerEvent} event */
function up(event) {
  const stroke = press && drawn;
  press = null;
  if (!stroke) return;
  // The last movement may not have been told of.
  follow(event);
  show();
  const meant = place;
  if (!meant) return;
  if (coarse) point = null;
  put(meant);
}

/**
 * A click anywhere near a place means the place.
 * @param {MouseEvent} event
 */
function click(event) {
  if (!event.detail || !onBoard(event) || !probe() || begins(event)) return;
  event.stopPropagation();
  // The same spot again means the thing that was picked there: it is put back.
  const last = state.picks.at(-1);
  if (last && chosen && Math.hypot(event.clientX - chosen.x, event.clientY - chosen.y) < (coarse ? 12 : 4)) return pick(last);
  point = { x: event.clientX, y: event.clientY };
  show(coarse ? REACH_OF_TAP : REACH);
  if (coarse) point = null;
  put(place);
}

function leave() {
  point = null;
  hide();
}

/** What can be picked has changed. After a move or a pick nothing is meant until the pointer moves again. */
function lit() {
  const now = `${table().dataset.version} ${state.picks.join(" ")}`;
  if (now !== known) {
    if (!drawn) point = null;
    chosen = state.picks.length ? pressed : null;
  }
  known = now;
  if (point) show();
  else hide();
}

/** Follows the pointer with the ghost. */
export function start() {
  document.addEventListener("pointerdown", down);
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", up);
  document.addEventListener("pointercancel", () => {
    press = null;
    leave();
  });
  // A finger that is lifted has left, too, but what it asked is answered yet.
  document.documentElement.addEventListener("pointerleave", (event) => event.pointerType !== "touch" && leave());
  document.addEventListener("click", click, { capture: true });
  onLit.listen(lit);
}
