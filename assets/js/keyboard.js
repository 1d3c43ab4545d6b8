// @ts-check
// Keys: those of the offers, and arrows that move the focus over the board where they make no move.
import { $$, around, target } from "./dom.js";
import { ARROWS, keyName, nearest } from "./gesture.js";
import { unpick } from "./light.js";
import { pick, press } from "./moves.js";
import { takesArrows } from "./path.js";
import { named } from "./pointer.js";
import { state } from "./state.js";

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
 * Moves the focus to the nearest thing in a direction that can be picked.
 * @param {[number, number]} direction
 */
function roam(direction) {
  const things = $$("#table svg .can, #table svg .picked");
  const here = document.activeElement?.closest("#table svg [data-pick]");
  const next = here ? nearest(middle(here), things.map(middle), direction) : 0;
  things[next]?.focus();
}

/** @param {KeyboardEvent} event */
function down(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (around(event, "input:not([type=checkbox]), select, textarea")) return;
  const element = target(event);
  const name = named(element);
  if ((event.key === "Enter" || event.key === " ") && name && element.localName !== "button") {
    event.preventDefault();
    return pick(name);
  }
  if (event.key === "Escape") return unpick();
  // A key that is held does not run ahead of what its player sees.
  const done = (event.repeat && state.busy) || press(keyName(event));
  const arrow = ARROWS[event.key];
  if (done || arrow) event.preventDefault();
  if (!done && arrow && !takesArrows(state.offers)) roam(arrow);
}

/** Listens to the keys. */
export function start() {
  document.addEventListener("keydown", down);
}
