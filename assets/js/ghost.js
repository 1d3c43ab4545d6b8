// @ts-check
// A ghost of what would be put down follows the pointer, where the drawing holds one (`data-probe`): it shows
// whether it may lie there and, if not, why. A finger puts the ghost down first: it can be tapped elsewhere,
// dragged or nudged, and is played when it is confirmed.
//
// A probe knows the places of its lattice (`data-lattice`: the middle of place 0,0 and the steps to the next)
// and the name by which a place is picked. Whether that can be picked now stands in the page; the reason
// comes from the rules, by way of the server, a moment later. To read: `aim` finds the place, `show` draws
// it, `explain` gets the reason, `pin` lets it lie.
import { $, $$, around, place as placeOf, shake, table, target } from "./dom.js";
import { ARROWS, STROKE, nearest } from "./gesture.js";
import { light } from "./light.js";
import { pick } from "./moves.js";
import { onLit, state } from "./state.js";
import { hush, reason, tell } from "./why.js";
import { bring, nearer } from "./zoom.js";

/** How far above a finger the ghost is, in CSS pixels, so that it can be seen. */
const LIFT = 60;
/** How far from the middle of a ghost that lies there a finger takes it up, in CSS pixels. */
const GRIP = 30;
/**
 * How long the pointer rests before the server is asked, and how long a finger's tap may move the board, in
 * milliseconds.
 */
const PAUSE = 60;
const PAUSE_OF_TAP = 220;
/** A tap on the ghost confirms it, but the second of two taps that make one does not, in milliseconds. */
const DOUBLE = 350;
/**
 * How near a place has to be to be meant, in steps of the lattice: for the mouse, for the tap of a finger
 * (less than a step: the middle of a tile is not the place beside it), after a turn.
 */
const REACH = 0.75;
const REACH_OF_TAP = 0.9;
const REACH_OF_TURN = 1.6;

/** @typedef {{ x: number, y: number }} Point */
/** @typedef {Point & { name: string, face: string, can: boolean, far: number }} Place */

/** Where the pointer is, in CSS pixels. @type {Point | null} */
let point = null;
/** Where the ghost is. @type {Place | null} */
let place = null;
/** Whether it lies there until it is confirmed, and since when. */
let pinned = false;
let pinnedAt = 0;
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

/** Returns the ghosts that may be in use: of each, something with its face can be picked now. */
function probes() {
  const faces = new Set($$("#table svg .can[data-face]").map((one) => one.dataset.face));
  return $$("#table svg [data-probe]").filter((one) => faces.has(one.dataset.face));
}

/** Returns the ghost that is in use. */
const probe = () => probes().find((one) => one.dataset.face === state.face) ?? null;

/**
 * Returns the place that a point of the drawing means: one that is allowed if it is nearer than `reach`
 * steps, else the nearest.
 * @param {HTMLElement} ghost
 * @param {Point} at
 * @param {number} reach
 */
function aimAt(ghost, at, reach) {
  const [x0, y0, dx, dy] = (ghost.dataset.lattice ?? "").split(" ").map(Number);
  const [column, row] = [Math.round((at.x - x0) / dx), Math.round((at.y - y0) / dy)];
  const around = Array.from({ length: 2 * Math.ceil(reach) + 1 }, (_, n) => n - Math.ceil(reach));
  /** @type {Place | null} */
  let best = null;
  for (const i of around.map((n) => column + n)) {
    for (const j of around.map((n) => row + n)) {
      const name = (ghost.dataset.probe ?? "").replace("{x}", String(i)).replace("{y}", String(j));
      const [x, y] = [x0 + i * dx, y0 + j * dy];
      const far = Math.hypot(x - at.x, y - at.y) / Math.abs(dx);
      const can = far < reach && Boolean($(`#table svg .can[data-pick="${name}"]`));
      const here = { name, x, y, face: ghost.dataset.face ?? "", can, far: can ? far - reach : far };
      if (!best || here.far < best.far) best = here;
    }
  }
  return best;
}

/** @param {HTMLElement} ghost */
const matrix = (ghost) =>
  /** @type {SVGGraphicsElement} */ (/** @type {unknown} */ (ghost)).ownerSVGElement?.getScreenCTM();

/**
 * Returns the place that a point on the screen means.
 * @param {HTMLElement} ghost
 * @param {Point} point
 * @param {number} reach
 */
const aim = (ghost, { x, y }, reach) =>
  aimAt(ghost, new DOMPoint(x, y).matrixTransform(matrix(ghost)?.inverse()), reach);

/**
 * Tells whether the page itself has something to do with what is pointed at: another thing to begin with.
 * @param {Event} event
 */
const begins = (event) => Boolean(state.picks.length && around(event, "#table svg .begins:not([data-face])"));

/**
 * Tells whether nothing is put down at what is pointed at: the page has something to do with it, it is picked
 * already, or it lies beside the lattice.
 * @param {Event} event
 */
const isTaken = (event) => begins(event) || Boolean(around(event, "#table svg :is(.picked, .aside)"));

/** @param {Event} event */
const onBoard = (event) => Boolean(around(event, "#table .board > svg"));

// ---- what is shown ----

/** Draws the ghost where the pointer is. */
function show(reach = REACH) {
  const ghost = point && probe();
  draw(ghost && point && aim(ghost, point, reach));
}

/**
 * Draws the ghost in a place.
 * @param {Place | null} meant
 */
function draw(meant) {
  const ghost = meant && probe();
  for (const other of $$("#table svg .probe.shown")) if (other !== ghost) other.classList.remove("shown");
  place = meant;
  if (!ghost || !meant) return hide();
  ghost.setAttribute("transform", `translate(${meant.x} ${meant.y})`);
  ghost.classList.add("shown");
  ghost.classList.toggle("no", !meant.can);
  explain(ghost, meant);
  buttons();
}

function hide() {
  [place, pinned] = [null, false];
  clearTimeout(asking);
  hush();
  for (const ghost of $$("#table svg .probe.shown")) ghost.classList.remove("shown");
  buttons();
}

/** Only what can be done now can be pressed. */
function buttons() {
  const put = /** @type {HTMLButtonElement | null} */ ($("#put"));
  if (put) put.disabled = !(pinned && place?.can);
  const idle = !probe();
  for (const button of /** @type {HTMLButtonElement[]} */ ($$("[data-nudge]"))) button.disabled = idle;
}

/**
 * Lets the ghost lie in a place until it is confirmed.
 * @param {Place | null} meant
 */
function pin(meant) {
  point = null;
  pinned = Boolean(meant);
  pinnedAt = performance.now();
  draw(meant);
}

/**
 * Gets the reason why a place is refused, and shows it if it is still meant: beside the ghost, or below the
 * board where a finger would cover it.
 * @param {HTMLElement} ghost
 * @param {Place} refused
 */
function explain(ghost, refused) {
  clearTimeout(asking);
  hush();
  if (refused.can) return;
  asking = setTimeout(
    async () => {
      const text = await reason([...state.picks, refused.name]);
      if (place && !place.can && place.name === refused.name) tell(ghost, text, coarse);
    },
    coarse ? PAUSE_OF_TAP : PAUSE
  );
}

/** Picks the place that is meant; one that is refused says so again. */
function put(/** @type {Place | null} */ meant) {
  const ghost = $("#table svg .probe.shown");
  if (meant?.can) pick(meant.name);
  else if (ghost && meant) shake(ghost, [meant.x, meant.y], [0, -4, 4, -2, 0]);
}

/**
 * Lets the ghost hop to the nearest place that is allowed in a direction. Where there is no ghost yet, it
 * begins in the middle of the board.
 * @param {[number, number]} direction
 */
function nudge(direction) {
  const ghost = probe();
  const board = $("#table .board > svg")?.getBoundingClientRect();
  if (!ghost || !board) return;
  const middle = new DOMPoint(board.left + board.width / 2, board.top + board.height / 2);
  const from = place ?? middle.matrixTransform(matrix(ghost)?.inverse());
  const places = $$("#table svg .can[data-face]")
    .filter((one) => one.dataset.face === state.face)
    .map((one) => placeOf(one) ?? /** @type {[number, number]} */ ([0, 0]));
  const far = (/** @type {[number, number]} */ [x, y]) => Math.hypot(x - from.x, y - from.y);
  const next = place
    ? places[nearest([from.x, from.y], places, direction)]
    : places.sort((a, b) => far(a) - far(b))[0];
  if (!next) return;
  pin(aimAt(ghost, { x: next[0], y: next[1] }, REACH));
  bring([ghost]);
}

// ---- the pointer ----

/**
 * Tells whether a finger takes up what it is pressed on: the ghost that lies there, or what is picked.
 * @param {PointerEvent} event
 */
function grips(event) {
  const ghost = $("#table svg .probe.shown");
  const at = ghost && place && new DOMPoint(place.x, place.y).matrixTransform(matrix(ghost) ?? undefined);
  const near = at && Math.hypot(at.x - event.clientX, at.y - event.clientY) < GRIP;
  return Boolean(near || (probe() && around(event, "#table svg .picked")));
}

/** @param {PointerEvent} event */
function down(event) {
  if (!event.isPrimary) return cancel();
  drawn = false;
  coarse = event.pointerType === "touch";
  pressed = { x: event.clientX, y: event.clientY };
  press = onBoard(event) ? { ...pressed, element: target(event) } : null;
  state.carried = coarse && Boolean(press) && grips(event);
}

/** Points where the pointer is, above a finger. */
function follow(/** @type {PointerEvent} */ event) {
  point = { x: event.clientX, y: event.clientY - (coarse ? LIFT : 0) };
}

/** @param {PointerEvent} event */
function move(event) {
  if (!event.isPrimary || (event.pointerType === "touch" && !press)) return;
  coarse = event.pointerType === "touch";
  if (state.taken) {
    // The ghost that lies there moves with the ground, its reason does not.
    hush();
    if (!coarse) hide();
    return;
  }
  if (press && !drawn && Math.hypot(event.clientX - press.x, event.clientY - press.y) > STROKE) {
    drawn = true;
    // What is drawn along is what is put down.
    const first = /** @type {HTMLElement | null} */ (press.element.closest("[data-pick]"));
    const movable = first?.matches(".begins:not(.picked):not([data-face])") && $("#table svg [data-probe]");
    if (!coarse && movable) pick(first?.dataset.pick ?? "");
  }
  if (coarse && !(drawn && state.carried)) return;
  // What lies there stays while the mouse is on its way to a button.
  if (pinned && !drawn && !onBoard(event)) return;
  pinned = false;
  follow(event);
  if (drawn || (onBoard(event) && !isTaken(event))) return show();
  point = null;
  hide();
}

/** @param {PointerEvent} event */
function up(event) {
  const stroke = press && drawn && !state.taken && (state.carried || !coarse);
  press = null;
  state.carried = false;
  if (!stroke) return;
  // The last movement may not have been told of.
  follow(event);
  show();
  const meant = place;
  if (coarse) pin(meant);
  else if (meant) put(meant);
}

function cancel() {
  press = null;
  state.carried = false;
  if (!pinned) leave();
}

/**
 * A click anywhere near a place means the place.
 * @param {MouseEvent} event
 */
function click(event) {
  const way = around(event, "[data-nudge]")?.dataset.nudge;
  if (way) return nudge(ARROWS[way]);
  if (around(event, "#put")) return put(place);
  if (!event.detail || !onBoard(event)) return;
  const at = { x: event.clientX, y: event.clientY };
  if (coarse) return tap(event, at);
  if (!probe() || begins(event)) return;
  event.stopPropagation();
  if (putsBack(at, 4)) return;
  point = at;
  show();
  put(place);
}

/**
 * The same spot again means the thing that was picked there: it is put back. Tells whether it was.
 * @param {Point} at
 * @param {number} near
 */
function putsBack(at, near) {
  const last = state.picks.at(-1);
  const same = chosen && Math.hypot(at.x - chosen.x, at.y - chosen.y) < near;
  if (last && same) pick(last);
  return Boolean(last && same);
}

/**
 * A finger says where the ghost lies; on the ghost it says yes.
 * @param {MouseEvent} event
 * @param {Point} at
 */
function tap(event, at) {
  const all = probes();
  const meant = (begins(event) ? [] : all.filter((ghost) => ghost === probe()).concat(all)).map((ghost) =>
    aim(ghost, at, REACH_OF_TAP)
  );
  const zoomed = nearer(at);
  if (!zoomed && !meant.length) return;
  event.stopPropagation();
  if (!zoomed && putsBack(at, 12)) return;
  const best = meant.find((one) => one?.can) ?? meant[0];
  if (!best) return;
  const again = pinned && place?.can && place.name === best.name && performance.now() - pinnedAt > DOUBLE;
  if (again) return put(place);
  pin(null);
  if (best.face !== state.face) {
    state.face = best.face;
    light();
  }
  pin(best);
  bring($$("#table svg .probe.shown"));
}

function leave() {
  point = null;
  hide();
}

/**
 * What can be picked has changed. After a move or a pick nothing is meant until the pointer moves again; what
 * lies somewhere stays there, turned if it was turned.
 */
function lit() {
  const now = `${table().dataset.version} ${state.picks.join(" ")}`;
  const fresh = now !== known;
  if (fresh) {
    if (!drawn) point = null;
    chosen = state.picks.length ? pressed : null;
  }
  known = now;
  const ghost = probe();
  if (point) show();
  else if (fresh || !pinned || !place || !ghost) hide();
  else pin(aimAt(ghost, place, place.face === state.face ? 0.1 : REACH_OF_TURN));
}

/** Follows the pointer with the ghost. */
export function start() {
  document.addEventListener("pointerdown", down);
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", up);
  document.addEventListener("pointercancel", cancel);
  // A finger that is lifted has left, too, but what it asked is answered yet.
  document.documentElement.addEventListener(
    "pointerleave",
    (event) => event.pointerType !== "touch" && leave()
  );
  document.addEventListener("click", click, { capture: true });
  onLit.listen(lit);
}
