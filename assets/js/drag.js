// @ts-check
// A thing on the board that can be picked first is dragged to where it goes, with mouse, pen or finger: it is
// picked when it is taken up, follows the pointer as a copy, and is put down on a target, or goes back with
// the reason why.
//
// pointer.js tells of the pointer: `grasp` when it is pressed, `carry` when it moves, `drop` when it is
// lifted.
import { $, calm, place, target } from "./dom.js";
import { route, unpick } from "./light.js";
import { glide } from "./morph.js";
import { pick } from "./moves.js";
import { state } from "./state.js";
import { explain } from "./why.js";

/** How far the pointer moves before it takes a thing up, in CSS pixels; a finger is less steady. */
const STEADY = 5;
const UNSTEADY = 10;

/**
 * What the pointer holds: a thing, its name, where it was pressed, how far from the thing's origin that is in
 * the drawing, and the copy that follows the pointer once it has moved.
 * @typedef {{
 *   thing: HTMLElement,
 *   name: string,
 *   x: number,
 *   y: number,
 *   dx: number,
 *   dy: number,
 *   copy: HTMLElement | null
 * }} Held
 */

/** @type {Held | null} */
let held = null;

/**
 * Returns the point of the drawing at a point of the screen.
 * @param {HTMLElement} thing
 * @param {PointerEvent} event
 */
function inDrawing(thing, { clientX, clientY }) {
  const drawing = /** @type {SVGGraphicsElement} */ (/** @type {unknown} */ (thing)).ownerSVGElement;
  return new DOMPoint(clientX, clientY).matrixTransform(drawing?.getScreenCTM()?.inverse());
}

/**
 * Takes hold of the thing under the pointer, if it can be dragged.
 * @param {PointerEvent} event
 */
export function grasp(event) {
  letGo();
  const thing = /** @type {HTMLElement | null} */ (
    target(event).closest("#table .board > svg > .loose[id][data-pick]")
  );
  const at = thing && place(thing);
  if (!thing || !at || event.button > 0) return;
  const point = inDrawing(thing, event);
  const name = thing.dataset.pick ?? "";
  held = {
    thing,
    name,
    x: event.clientX,
    y: event.clientY,
    dx: at[0] - point.x,
    dy: at[1] - point.y,
    copy: null
  };
}

/**
 * Picks the thing and makes the copy that follows the pointer. Tells whether it can be taken up.
 * @param {Held} held
 */
function lift(held) {
  const { thing, name } = held;
  if (state.busy || !thing.isConnected) return false;
  if (!state.picks.includes(name)) pick(name);
  if (state.picks.length !== 1 || state.picks[0] !== name) return false;
  const copy = /** @type {HTMLElement} */ (thing.cloneNode(true));
  for (const element of [copy, ...copy.querySelectorAll("[id]")]) element.removeAttribute("id");
  for (const attribute of ["data-pick", "tabindex", "role", "aria-label", "aria-pressed"])
    copy.removeAttribute(attribute);
  copy.setAttribute("aria-hidden", "true");
  copy.classList.add("carried");
  thing.classList.add("lifted");
  held.copy = copy;
  return true;
}

/**
 * Moves what is held along with the pointer; tells whether anything is.
 * @param {PointerEvent} event
 */
export function carry(event) {
  if (!held) return false;
  const far =
    Math.hypot(event.clientX - held.x, event.clientY - held.y) >
    (event.pointerType === "touch" ? UNSTEADY : STEADY);
  if (!held.copy && !far) return false;
  if (!(held.copy ?? lift(held)) || state.picks[0] !== held.name) {
    letGo();
    return false;
  }
  const { copy, dx, dy } = held;
  const { x, y } = inDrawing(held.thing, event);
  copy?.setAttribute("transform", `translate(${x + dx} ${y + dy})`);
  // A fresh table, such as one with a new text in the chat, does not hold the copy.
  if (copy && !copy.isConnected) $("#table .board > svg")?.append(copy);
  const aim = aimedAt(event);
  if (!aim?.classList.contains("aimed")) {
    $("#table .aimed")?.classList.remove("aimed");
    aim?.classList.add("aimed");
    route(aim?.dataset.pick);
  }
  return true;
}

/**
 * Returns the target under the pointer.
 * @param {PointerEvent} event
 * @returns {HTMLElement | null}
 */
function aimedAt({ clientX, clientY }) {
  const thing = /** @type {HTMLElement | null | undefined} */ (
    document.elementFromPoint(clientX, clientY)?.closest("#table .can")
  );
  return thing && thing !== held?.thing ? thing : null;
}

/**
 * Puts down what is held: on a target it makes the move, elsewhere it goes back. Tells whether anything was
 * held.
 * @param {PointerEvent} event
 */
export function drop(event) {
  if (!held?.copy) {
    letGo();
    return false;
  }
  // The last movement may not have been told of.
  carry(event);
  if (!held) return true;
  const { thing, name, copy } = held;
  const aim = aimedAt(event);
  const end = document.elementFromPoint(event.clientX, event.clientY)?.closest("#table .board > svg > [id]");
  const from = copy && place(copy);
  letGo();
  const path = [name, aim?.dataset.pick];
  const moves = state.offers.some((offer) => String(offer.path) === String(path));
  const there = aim && moves && place(aim);
  // It lies there from now on; if the server refuses, the fresh table takes it back.
  if (there) thing.setAttribute("transform", `translate(${there.join(" ")})`);
  const to = place(thing);
  if (from && to && !calm()) glide(thing, from, to);
  if (aim) pick(aim.dataset.pick ?? "");
  else if (end !== thing) {
    if (end) explain([name, /** @type {HTMLElement} */ (end).dataset.pick ?? end.id], end);
    unpick();
  }
  return true;
}

/**
 * Keeps the page still while a finger drags, in browsers that do not know `touch-action` of parts of a
 * drawing.
 */
export function start() {
  const still = (/** @type {Event} */ event) => held && event.cancelable && event.preventDefault();
  $("#table .board")?.addEventListener("touchmove", still, { passive: false });
}

/** Lets go of what is held; what is picked stays picked. */
export function letGo() {
  held?.copy?.remove();
  held?.thing.classList.remove("lifted");
  $("#table .aimed")?.classList.remove("aimed");
  held = null;
}
