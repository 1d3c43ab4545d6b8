// @ts-check
// Mouse, finger and wheel on the board: clicks and taps pick, strokes are swipes or drag a thing to another.
import { around, guessFinger, table, target } from "./dom.js";
import * as drag from "./drag.js";
import { STROKE, swipe } from "./gesture.js";
import { light, route, turn, unpick } from "./light.js";
import { named, pick, pickAt, press } from "./moves.js";
import { drags, takesSwipes } from "./path.js";
import { state } from "./state.js";
import { explain } from "./why.js";

/** A page that has scrolled so short ago rolls on, and a tap stops it, in milliseconds. */
const ROLLS = 100;

/** When the page scrolled last. */
let rolled = -ROLLS;
/**
 * Where the pointer was pressed, on what, whether it has gone far since, and whether the page lay still.
 * @type {{ x: number, y: number, on: HTMLElement, far: boolean, still: boolean } | null}
 */
let pressed = null;
/** Whether the pointer's way is done with: the click that the browser makes of it is no other one. */
let spent = false;

/** @param {MouseEvent} event */
function swallow(event) {
  if (!spent || !event.isTrusted || !event.detail) return;
  spent = false;
  event.stopImmediatePropagation();
  event.preventDefault();
}

/** @param {PointerEvent} event */
function down(event) {
  spent = false;
  if (event.isPrimary) state.taken = false;
  touch(event.pointerType === "touch");
  // A second finger makes it a pinch, not a swipe.
  const begins = event.isPrimary && around(event, "#table .board");
  const still = event.timeStamp - rolled > ROLLS;
  pressed = begins ? { x: event.clientX, y: event.clientY, on: target(event), far: false, still } : null;
  if (begins) drag.grasp(event);
  else drag.letGo();
}

/**
 * Notes whether the pointer is a finger, which needs other buttons and words.
 * @param {boolean} finger
 */
function touch(finger) {
  const { classList } = document.documentElement;
  if (classList.contains("touch") === finger) return;
  classList.toggle("touch", finger);
  if (table().dataset.offers) light();
}

/** @param {PointerEvent} event */
function move(event) {
  if (!pressed || !event.isPrimary) return;
  const carried = drag.carry(event);
  if (carried || Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > STROKE)
    pressed.far = true;
}

/**
 * Returns what a finger has tapped: what it was pressed on, whatever lies there by the time it is lifted.
 * Where all is small, as on a board that can be zoomed, it is what was below its middle: browsers aim for a
 * finger, and take another thing.
 * @param {Element} on
 * @param {Element} end
 */
const tapped = (on, end) => (on.closest("#table .board > svg:not([data-zoom])") ? on : end);

/** @param {PointerEvent} event */
function up(event) {
  if (!pressed || !event.isPrimary) return;
  const { clientX, clientY } = event;
  const [from, dx, dy] = [pressed, clientX - pressed.x, clientY - pressed.y];
  pressed = null;
  const end = document.elementFromPoint(clientX, clientY);
  const [name, to] = [named(from.on), named(end)];
  const stroke = Math.hypot(dx, dy) > STROKE;
  if (from.far || stroke || state.taken) spent = true;
  if (drag.drop(event) || state.taken) return;
  if (stroke) {
    if (name && to && drags(state.offers, state.picks, name, to)) [name, to].forEach(pick);
    else if (takesSwipes(state.offers)) press(swipe(dx, dy));
    else if (name && name !== to)
      explain([...state.picks, name, ...(to ? [to] : [])], end?.closest("[data-pick]"));
  } else if (!spent && event.pointerType === "touch" && from.still && end?.closest("#table .board svg")) {
    // The click of a finger counts when it is lifted: browsers take their time, and right after a swipe, or
    // where something has moved below it, they make none at all.
    spent = true;
    tapped(from.on, end).dispatchEvent(
      new MouseEvent("click", { bubbles: true, detail: 1, clientX, clientY })
    );
  }
}

/** @param {MouseEvent} event */
function click(event) {
  if (around(event, "#turn")) return turn();
  const name = named(target(event));
  if (event.detail && around(event, "#table .board > svg"))
    pickAt(target(event), [event.clientX, event.clientY]);
  else if (name) pick(name);
  else if (state.picks.length && around(event, ".board") && !around(event, "button")) unpick();
}

/** @param {WheelEvent} event */
function wheel(event) {
  if (state.faces.length < 2 || event.ctrlKey || !around(event, "#table .board svg")) return;
  event.preventDefault();
  turn();
}

/** Follows the pointer. */
export function start() {
  drag.start();
  document.documentElement.classList.add("scripted");
  guessFinger();
  addEventListener("scroll", () => (rolled = performance.now()), { capture: true, passive: true });
  addEventListener("click", swallow, { capture: true });
  document.addEventListener("pointerdown", down);
  document.addEventListener("pointermove", move);
  document.addEventListener("pointercancel", () => {
    pressed = null;
    drag.letGo();
  });
  document.addEventListener("pointerup", up);
  document.addEventListener("click", click);
  document.addEventListener("wheel", wheel, { passive: false });
  for (const kind of ["pointerover", "focusin"]) {
    document.addEventListener(kind, (event) => route(named(target(event))));
  }
}
