// @ts-check
// Keys: those of the offers, and arrows that move the focus over the board where they make no move.
import { $, $$, around, target } from "./dom.js";
import { stops } from "./focus.js";
import { ARROWS, PAGES, keyName, nearest } from "./gesture.js";
import { unpick } from "./light.js";
import { walk } from "./log.js";
import { named, pick, press } from "./moves.js";
import { openKeys } from "./panel.js";
import { takesArrows } from "./path.js";
import { isMute } from "./settings.js";
import { onLit, state } from "./state.js";

/** Whether keys moved the focus over the board last, and no pointer was pressed since. */
let roams = false;

/**
 * Returns the middle of an element on the screen.
 * @param {Element} element
 * @returns {[number, number]}
 */
function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

/**
 * Shows what on the board has the focus if keys brought it there, whatever the browser makes of a focus after
 * a click.
 */
function show() {
  const now = document.activeElement;
  for (const one of $$("#table svg .roamed")) if (one !== now) one.classList.remove("roamed");
  if (roams && now?.matches("#table .board > svg *")) now.classList.add("roamed");
}

/**
 * Gives the focus to a thing on the board.
 * @param {HTMLElement | undefined} thing
 */
function go(thing) {
  roams = true;
  thing?.focus();
  show();
}

/**
 * Moves the focus to the nearest thing in a direction that can be picked.
 * @param {[number, number]} direction
 */
function roam(direction) {
  const things = stops();
  const here = document.activeElement?.closest("#table .board > svg *");
  go(
    here
      ? things[nearest(middle(here), things.map(middle), direction)]
      : things.find((one) => one.tabIndex === 0)
  );
}

/**
 * Moves the focus to the next thing that can be picked, or the one before, in the order in which they are
 * read out: it comes to all of them, wherever they lie.
 * @param {number} step
 */
function turnOver(step) {
  const things = stops();
  const at = things.findIndex((one) => one === document.activeElement);
  go(things.at((at + step) % things.length));
}

/** @param {KeyboardEvent} event */
function down(event) {
  if (event.altKey || around(event, "input:not([type=checkbox]), select, textarea")) return;
  if (event.ctrlKey || event.metaKey) {
    // As every program has it.
    const key = keyName(event);
    if ("zy".includes(key) && press(event.shiftKey ? "y" : key)) event.preventDefault();
    return;
  }
  if (isMute(event)) return;
  if (walk(event)) return;
  const element = target(event);
  const name = named(element);
  if ((event.key === "Enter" || event.key === " ") && name && element.localName !== "button") {
    event.preventDefault();
    return pick(name);
  }
  if (event.key === "Escape") {
    // It closes what lies over the page.
    if ($("dialog[open]")) return;
    // What is picked is put back first, then what is planned is dropped.
    if (!state.picks.length) $("#table [data-drop]")?.click();
    return unpick();
  }
  if (event.key === "?" && openKeys()) return event.preventDefault();
  // A key that is held does not run ahead of what its player sees.
  const done = (event.repeat && state.busy) || press(keyName(event));
  const arrow = ARROWS[event.key];
  const page = around(event, "#table .board") ? PAGES[event.key] : undefined;
  if (done || arrow || page) event.preventDefault();
  if (!done && page) turnOver(page);
  if (!done && arrow && !takesArrows(state.offers)) roam(arrow);
}

/** Listens to the keys. */
export function start() {
  document.addEventListener("keydown", down);
  document.addEventListener("pointerdown", () => (roams = false));
  for (const kind of ["focusin", "focusout"]) document.addEventListener(kind, show);
  // A fresh table has other classes.
  onLit.listen(show);
}
