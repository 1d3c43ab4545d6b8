// @ts-check
// A step of a lesson: when it is done, Enter leads on; when a try was wrong, the eye is led to the reason.
import { $, bringInto, calm } from "./dom.js";
import { onFresh } from "./state.js";

/** Whether the step was done when the page was shown last. */
let done = false;
/** The reason that was shown last. */
let told = "";

/** Follows a try. */
function refresh() {
  if (!$("#table.lesson")) return;
  const next = $("#next");
  if (next && !done) next.focus({ preventScroll: true });
  done = Boolean(next);
  const verdict = $("#verdict");
  const text = verdict?.textContent ?? "";
  if (!verdict || !text) return;
  const board = $("#table .board > svg");
  // The way on stays at the lower edge of a phone.
  const covered = next && getComputedStyle(next).position === "sticky" ? next.offsetHeight : 0;
  bringInto(verdict, board ? [board.getBoundingClientRect()] : [], covered);
  if (text === told && !calm()) verdict.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: 300 });
  told = text;
}

/** Follows the tries of a learner. */
export function start() {
  done = Boolean($("#table.lesson #next"));
  onFresh.listen(refresh);
}
