// @ts-check
// The analysis board, and a review that is made beside the page: the page of a table with steps (steps.js)
// and arrows over the board, keys that step along the moves, and links that are copied instead of followed.
import * as arrows from "./arrows.js";
import { $, around, copy } from "./dom.js";
import { takesArrows } from "./path.js";
import { isMute } from "./settings.js";
import { onFresh, state } from "./state.js";
import "./steps.js";

/** Keys that step wherever the arrows make moves or walk over the board. @type {Record<string, string>} */
const ALSO = { ",": "ArrowLeft", ".": "ArrowRight" };

/** @param {KeyboardEvent} event */
function down(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (around(event, "input, select, textarea") || isMute(event)) return;
  const arrow = event.key.startsWith("Arrow");
  if (arrow && (around(event, ".board") || takesArrows(state.offers))) return;
  const key = ALSO[event.key] ?? event.key;
  const step = /** @type {HTMLButtonElement | null} */ ($(`[data-step="${CSS.escape(key)}"]`));
  if (!step) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  step.click();
}

/** @param {MouseEvent} event */
function click(event) {
  const link = /** @type {HTMLAnchorElement | null} */ (around(event, "a[data-copied]"));
  if (!link) return;
  event.preventDefault();
  copy(link.href, "Link copied.");
}

// Before the page of a table hears of it, whose arrows walk over the board.
document.addEventListener("keydown", down, true);
document.addEventListener("click", click);

/** Keeps the move that led here in sight within the list of moves. */
function follow() {
  const [list, now] = [$(".variations .tree"), $(".variations [aria-current]")];
  if (!list || !now) return;
  const below = now.getBoundingClientRect().top - list.getBoundingClientRect().top;
  list.scrollTop += below - (list.clientHeight - now.offsetHeight) / 2;
}

/**
 * Shows the first move of the line that the reader points at, and that one alone.
 * @param {Event} event
 */
function point(event) {
  const line = around(event, ".lines > li");
  arrows.only(line ? [...(line.parentElement?.children ?? [])].indexOf(line) : null);
}

for (const kind of ["pointerover", "focusin"]) document.addEventListener(kind, point);

/** Brings up to date what the page that the server sent does not hold. */
function settle() {
  arrows.draw();
  follow();
}

onFresh.listen(settle);
settle();
