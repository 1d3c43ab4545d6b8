// @ts-check
// A drawing that grows (`data-zoom`) can be zoomed and moved about: by fingers, mouse, wheel, buttons and
// keys. Other drawings keep the part of the plane that the server chose. `settle` is called after every
// change of the board, and lets the eye follow.
//
// At rest the whole is seen, unless a finger could not hit what lies there: then it is as large as a finger
// needs. What the visitor chose stays, but what has moved is brought into sight.
import { $, $$, around, calm, place, placeNow, table } from "./dom.js";
import { onFresh, onLit, state } from "./state.js";
import { fit, inside, numbers, over, scaled, seen, showing } from "./view.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("./view.js").Box} Box */

/** How far apart things to be hit are for a finger, and at most, in CSS pixels. */
const FINGER = 48;
const LARGEST = 72;
/** How much a button and a notch of the wheel zoom. */
const STEP = 1.4;
const NOTCH = 0.0018;
const PINCH_NOTCH = 0.01;
/** The distance from which on a movement moves the drawing, in CSS pixels. */
const SLIP = 12;
const MOTION = { duration: 180, easing: "cubic-bezier(.25,.6,.3,1)" };
/** How much longer a motion takes when the scale changes. */
const GROWS = 2.5;

/** What is seen: by itself, all of it, or what the visitor chose. @type {"rest" | "whole" | "own"} */
let mode = "rest";
/** The view in which the drawing rests. @type {View | null} */
let view = null;
/** The part of the plane that the server chose. @type {Box} */
let frame = [0, 0, 1, 1];
/**
 * The fingers on the board, or the mouse that drags it: where each was last.
 * @type {Map<number, { x: number, y: number }>}
 */
const fingers = new Map();
/** Where the first of them was pressed. */
let pressed = { x: 0, y: 0 };
/** Counts the motions, so that only the last one runs. */
let run = 0;
let hint = "";

const board = () => /** @type {SVGSVGElement | null} */ (/** @type {unknown} */ ($("#table .board > svg")));
const zoomable = () => board()?.hasAttribute("data-zoom") ?? false;
/** @param {Event} event */
const onBoard = (event) => zoomable() && Boolean(around(event, "#table .board > svg"));
const size = () => board()?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);

/** How far apart the things lie that are to be hit, in units. */
const target = () => numbers(board()?.dataset.zoom)[4];

/** What there is to see: with the things beside the lattice, if they are shown. */
function content() {
  const hands = $("#table .board > svg .aside")?.getClientRects().length;
  return hands ? frame : /** @type {Box} */ (numbers(board()?.dataset.zoom).slice(0, 4));
}

/** Whether a finger has to hit something here. */
const forFingers = () =>
  document.documentElement.classList.contains("touch") && Boolean($("#table[data-act]:not(.over)"));

const least = () => FINGER / target();

/** Returns the view that the mode asks for, as near to the last one as can be. */
function chosen() {
  const whole = fit(content(), size());
  whole.scale = Math.min(whole.scale, LARGEST / target());
  if (view && mode === "own") return over(view, content());
  // Nothing moves under who has just won, as long as all that lies there has room.
  const near =
    view && table().matches(".over") && together($$("#table .board > svg > [id]:not(.aside)"), target());
  if (near) return near;
  if (mode === "whole" || !forFingers() || whole.scale >= least()) return whole;
  return inside({ ...(view ?? whole), scale: least() }, content(), size());
}

/** @param {number} scale */
const limited = (scale) =>
  Math.min(Math.max(scale, fit(content(), size()).scale * 0.8), Math.max(LARGEST / target(), least()));

/**
 * Shows a part of the plane.
 * @param {number[]} part
 */
const show = (part) => board()?.setAttribute("viewBox", part.map((n) => Math.round(n * 100) / 100).join(" "));

/** Shows the view at once. */
function apply() {
  run++;
  if (view) show(seen(view, size()));
  tell();
}

/** Says on the buttons which of them is in force. */
function tell() {
  $("[data-zoom-by=whole]")?.setAttribute("aria-pressed", String(mode === "whole"));
}

/**
 * Lets the eye go from what is seen to another part of the plane, in step with the things that move: what
 * moves along with the frame is seen to rest.
 * @param {number[]} from
 * @param {number[]} to
 */
function glide(from, to, slow = 1) {
  const svg = board();
  const mine = ++run;
  tell();
  if (!svg || calm() || from.length < 4 || String(from) === String(to)) return show(to);
  const motion = svg.animate([], { ...MOTION, duration: MOTION.duration * slow });
  const step = () => {
    if (mine !== run) return;
    const part = motion.playState === "finished" ? 1 : (motion.effect?.getComputedTiming().progress ?? 0);
    show(from.map((n, i) => n + (to[i] - n) * part));
    if (part < 1) requestAnimationFrame(step);
  };
  step();
}

/** @param {View} next */
function goTo(next) {
  view = next;
  glide(numbers(board()?.getAttribute("viewBox")), seen(next, size()));
}

/**
 * Returns where a thing is drawn on the screen when it has come to rest.
 * @param {Element} thing
 */
function atRest(thing) {
  const box = thing.getBoundingClientRect();
  const [to, now, scale] = [place(thing), placeNow(thing), board()?.getScreenCTM()];
  if (to && now && scale)
    [box.x, box.y] = [box.x + (to[0] - now[0]) * scale.a, box.y + (to[1] - now[1]) * scale.d];
  return box;
}

/**
 * Returns where things are drawn, in units, with some room about them.
 * @param {Element[]} things
 * @param {number} [room]
 * @returns {Box | null}
 */
function extent(things, room = target()) {
  const inverse = board()?.getScreenCTM()?.inverse();
  const boxes = things.map(atRest).filter((box) => box.width);
  if (!inverse || !boxes.length) return null;
  const at = (/** @type {number} */ x, /** @type {number} */ y) =>
    new DOMPoint(x, y).matrixTransform(inverse);
  const low = at(Math.min(...boxes.map((b) => b.left)), Math.min(...boxes.map((b) => b.top)));
  const high = at(Math.max(...boxes.map((b) => b.right)), Math.max(...boxes.map((b) => b.bottom)));
  return [low.x - room, low.y - room, high.x - low.x + 2 * room, high.y - low.y + 2 * room];
}

/**
 * Returns the nearest view of the same scale in which things are seen; null where they have no room.
 * @param {Element[]} things
 * @param {number} room What is seen about the middle of each, in units.
 */
function together(things, room) {
  const [left, top, right, bottom] = [0, 1, 2, 3].map((n) =>
    things.reduce(
      (most, thing) => {
        const at = place(thing)?.[n % 2] ?? most;
        return n < 2 ? Math.min(most, at - room) : Math.max(most, at + room);
      },
      n < 2 ? Infinity : -Infinity
    )
  );
  if (right < left) return view;
  const box = /** @type {Box} */ ([left, top, right - left, bottom - top]);
  return view && fit(box, size()).scale >= view.scale ? showing(view, box, size()) : null;
}

/**
 * Brings things into sight that are out of it.
 * @param {Element[]} things
 */
export function bring(things) {
  const box = view && zoomable() && extent(things, target() / 4);
  if (!view || !box) return;
  const next = showing(view, box, size());
  if (next.x === view.x && next.y === view.y) return;
  goTo(next);
}

/**
 * The board has changed: shows the part of it that is to be seen now, coming from what was seen before.
 * Returns how much longer that takes than other motions.
 * @param {string | null | undefined} before A `viewBox`.
 * @param {Element[]} moved What has moved.
 */
export function settle(before, moved) {
  const svg = board();
  if (!svg) return 1;
  frame = /** @type {Box} */ (numbers(svg.getAttribute("viewBox")));
  const from = numbers(before);
  if (!zoomable()) {
    glide(from, frame);
    return 1;
  }
  // After a wrong try the position is as it was, and so is what is seen of it.
  if ($(".wrong-try")) [mode, view] = ["rest", null];
  view = chosen();
  show(seen(view, size()));
  // How a game was decided is seen, too.
  const told = [...moved, ...$$("#table .board > svg > [data-moment]")];
  const box = mode === "whole" ? null : extent(told.filter((thing) => !thing.matches(".aside")));
  if (box) view = showing(view, box, size());
  const to = seen(view, size());
  const slow = Math.abs(to[2] / (from[2] ?? to[2]) - 1) > 0.01 ? GROWS : 1;
  glide(from, to, slow);
  return slow;
}

/**
 * Zooms in at a point of the screen if a finger could not tell the things there from each other; tells
 * whether it did.
 * @param {{ x: number, y: number }} point
 */
export function nearer(point) {
  if (!view || !zoomable() || !forFingers() || view.scale >= least() * 0.95) return false;
  mode = "own";
  goTo(over(scaled(view, least(), fromMiddle(point)), content()));
  return true;
}

/**
 * Brings the things that can be picked into sight: all of them, where they have room at this scale and the
 * visitor has chosen no other part; the nearest, if all are out of sight.
 */
function seek() {
  const all = view && zoomable() && mode !== "whole" ? $$("#table .board > svg .can:not(.away)") : [];
  if (!view || !all.length) return;
  const near = mode === "rest" ? together(all, target() / 2) : null;
  if (near && (near.x !== view.x || near.y !== view.y)) goTo(near);
  if (near) return;
  const [left, top, w, h] = seen(view, size());
  const far = all.map((thing) => {
    const [x, y] = place(thing) ?? [left, top];
    return { thing, far: Math.max(left - x, x - left - w, top - y, y - top - h) };
  });
  const nearest = far.reduce((a, b) => (b.far < a.far ? b : a));
  if (nearest.far > 0) bring([nearest.thing]);
}

/** Where a point of the screen lies, from the middle of the board. */
function fromMiddle(/** @type {{ x: number, y: number }} */ { x, y }) {
  const box = size();
  return { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 };
}

/** Where the fingers are, and how far from each other. */
function hold() {
  const all = [...fingers.values()];
  const mean = (/** @type {"x" | "y"} */ axis) => all.reduce((sum, one) => sum + one[axis], 0) / all.length;
  const [x, y] = [mean("x"), mean("y")];
  return { x, y, spread: all.length > 1 ? Math.hypot(all[0].x - x, all[0].y - y) : 0 };
}

/**
 * Tells whether a press of the mouse is on bare ground: nothing there is taken up.
 * @param {Event} event
 */
const isGround = (event) => !around(event, "#table svg :is(.aside, .picked, .begins:not(.ghost))");

/** @param {PointerEvent} event */
function down(event) {
  if (event.isPrimary) fingers.clear();
  if (!onBoard(event) || fingers.size > 1) return;
  if (event.pointerType !== "touch" && (event.button || !isGround(event))) return;
  const at = { x: event.clientX, y: event.clientY };
  if (!fingers.size) pressed = at;
  // Two fingers are a pinch, whatever the first one was about.
  else [state.taken, state.carried] = [true, false];
  fingers.set(event.pointerId, at);
}

/** @param {PointerEvent} event */
function move(event) {
  if (!view || !fingers.has(event.pointerId) || state.carried) return;
  const at = { x: event.clientX, y: event.clientY };
  if (!state.taken) {
    if (Math.hypot(at.x - pressed.x, at.y - pressed.y) < SLIP) return;
    state.taken = true;
    fingers.set(event.pointerId, at);
  }
  const before = hold();
  fingers.set(event.pointerId, at);
  const now = hold();
  let next = {
    ...view,
    x: view.x - (now.x - before.x) / view.scale,
    y: view.y - (now.y - before.y) / view.scale
  };
  if (before.spread && now.spread)
    next = scaled(next, limited((next.scale * now.spread) / before.spread), fromMiddle(now));
  [mode, view] = ["own", over(next, content())];
  apply();
}

/** @param {PointerEvent} event */
function up(event) {
  fingers.delete(event.pointerId);
}

/** @param {WheelEvent} event */
function wheel(event) {
  // Without Ctrl (which a pinch on a trackpad has, too) the wheel turns what can be turned.
  if (!view || !onBoard(event) || (state.faces.length > 1 && !event.ctrlKey)) return;
  event.preventDefault();
  const by = Math.exp(-event.deltaY * (event.ctrlKey ? PINCH_NOTCH : NOTCH));
  [mode, view] = [
    "own",
    over(
      scaled(view, limited(view.scale * by), fromMiddle({ x: event.clientX, y: event.clientY })),
      content()
    )
  ];
  apply();
}

/** @param {MouseEvent} event */
function click(event) {
  const by = around(event, "[data-zoom-by]")?.dataset.zoomBy;
  if (!by || !view) return;
  if (by === "whole") {
    mode = mode === "whole" ? "rest" : "whole";
    return goTo(chosen());
  }
  mode = "own";
  goTo(
    over(
      scaled(view, limited(by === "in" ? view.scale * STEP : view.scale / STEP), { x: 0, y: 0 }),
      content()
    )
  );
}

/** Shows the drawing in a window of another size. */
function resize() {
  if (!zoomable()) return;
  view = chosen();
  apply();
}

/** Lets the visitor zoom. A position is thought about as a whole. */
export function start() {
  if ($("#table.position")) mode = "whole";
  settle(null, $$("#table svg .last"));
  document.addEventListener("pointerdown", down);
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", up);
  document.addEventListener("pointercancel", up);
  document.addEventListener("wheel", wheel, { passive: false });
  document.addEventListener("click", click);
  document.addEventListener("focusin", (event) => {
    const thing = around(event, "#table svg [data-pick]");
    if (thing?.matches(":focus-visible")) bring([thing]);
  });
  addEventListener("resize", resize);
  onLit.listen(seek);
  // What a hint is about is seen.
  onFresh.listen(() => {
    if (state.hint && state.hint !== hint) bring($$("#table svg .hinted"));
    hint = state.hint;
  });
}
