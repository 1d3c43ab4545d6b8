// @ts-check
// Keeps the focus with what the player uses, and makes the board one stop of the Tab key where the arrow keys
// move the focus over it.
import { $, $$, around, drawn, isSeen, place, thing } from "./dom.js";
import { takesArrows } from "./path.js";
import { onLit, state } from "./state.js";

/**
 * What had the focus last: its id and name, where it lies on the board, and what it says and is a part of
 * elsewhere.
 * @typedef {{
 *   element: HTMLElement,
 *   id: string,
 *   name: string,
 *   at: string,
 *   says: string,
 *   part: Element | null
 * }} Held
 */

/** @type {Held | null} */
let held = null;

/** All that can be picked now and is to be seen. */
export const stops = () => $$("#table svg :is(.can, .picked):not(.away)");

/**
 * Tells whether an element can have the focus: it is to be seen, it is read out, and it can be used.
 * @param {HTMLElement} element
 */
const holds = (element) =>
  element.isConnected &&
  isSeen(element) &&
  !element.matches(":disabled") &&
  !element.closest("[aria-hidden=true]");

/**
 * Returns the thing of the drawing of which an element is a part.
 * @param {Element} element
 */
const whole = (element) => element.closest("#table .board > svg > *");

/**
 * Gives the focus to something that the Tab key passes by.
 * @param {HTMLElement | null | undefined} element
 */
function give(element) {
  if (!element || !holds(element)) return false;
  if (!element.hasAttribute("tabindex") && !element.matches("a, button, input, select, textarea, summary"))
    element.tabIndex = -1;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

/**
 * Returns what lies on the board where something lay: what can be picked first, then what has a name.
 * @param {string} at
 */
function lying(at) {
  const there = $$("#table .board > svg > :is([data-pick], [role=img])").filter(
    (one) => String(place(one)) === at && holds(one)
  );
  return there.find((one) => one.matches(".can")) ?? there[0];
}

/** Lets one thing of the board be the stop of the Tab key: the one used last, else the first. */
function rove() {
  if (takesArrows(state.offers)) return;
  const list = stops();
  const own =
    list.find((one) => one === document.activeElement) ??
    list.find((one) => one.dataset.pick === held?.name) ??
    list[0];
  for (const one of list) one.tabIndex = one === own ? 0 : -1;
}

/**
 * Tells whether an element still is the thing that was given the focus: a fresh table may have made another
 * one of it.
 * @param {Held} held
 * @param {HTMLElement} now
 */
const isSame = ({ element, id, name }, now) =>
  now !== element || (now.id === id && (now.dataset.pick ?? "") === name);

/**
 * Returns the button beside the board that says what another one said.
 * @param {Held} held
 */
const twin = ({ says }) =>
  says ? $$("#table .side button").find((one) => one.textContent === says) : undefined;

/**
 * Brings the focus back if what had it is gone: to the same thing, to what lies in its place, to the result
 * where a button has ended the game, to the board.
 */
export function keep() {
  rove();
  const now = /** @type {HTMLElement | null} */ (document.activeElement);
  if (!held || (now && now !== document.body && holds(now) && isSame(held, now))) return;
  // A part of the drawing that cannot be picked is no stop of the Tab key.
  if (now?.closest(".board > svg > *") && !now.dataset.pick) now.removeAttribute("tabindex");
  const { id, name, at, part } = held;
  if (give(id ? (drawn(id) ?? document.getElementById(id)) : thing(name))) return;
  if (at && give(lying(at))) return;
  const again = twin(held);
  // It can be pressed again as soon as what it asked for is there.
  if (again?.matches(":disabled") || give(again)) return;
  if (!at && $("#table.over") && give($("#result .status"))) return;
  const beside = part?.isConnected ? part.querySelector("button:enabled:not([hidden])") : null;
  give(/** @type {HTMLElement | null} */ (beside)) || give(stops()[0]) || give($("#table .board > svg"));
}

/** @param {FocusEvent} event */
function focused(event) {
  const element = around(event, "#table *");
  if (!element) return (held = null);
  const own = /** @type {HTMLElement | null} */ (element.closest("[data-pick]")) ?? element;
  const piece = whole(element);
  const at = piece && place(piece);
  const says = own.matches(".side button") ? (own.textContent ?? "") : "";
  held = {
    element: own,
    id: own.id,
    name: own.dataset.pick ?? "",
    at: at ? String(at) : "",
    says,
    part: element.closest("form, .controls")
  };
  if (own.closest("#table svg")) rove();
}

/** Follows the focus. */
export function start() {
  document.addEventListener("focusin", focused);
  // Who presses beside everything wants no focus.
  document.addEventListener("pointerdown", (event) => {
    if (!around(event, "#table [data-pick], #table button, #table a, #table input, #table summary"))
      held = null;
  });
  onLit.listen(keep);
}
