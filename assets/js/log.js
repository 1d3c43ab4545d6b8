// @ts-check
// What happened, line by line: the list is one stop of the Tab key, in which arrow keys move the focus. A
// line that is pointed at or has the focus lights on the board what it is about. The page of a table and the
// replay have such a list.
import { $$, around } from "./dom.js";
import { onFresh } from "./state.js";
import { words } from "./text.js";

/** The lines: in the replay each is a link to its position. */
const lines = () => $$("#table .story li").map((item) => item.querySelector("a") ?? item);

/** The number of the line that had the focus last, 0 if none had it. */
let held = 0;

/**
 * Returns the number of a line.
 * @param {Element | null | undefined} line
 */
const ply = (line) => /** @type {HTMLLIElement | null | undefined} */ (line?.closest("li"))?.value ?? 0;

/**
 * Lets one line be the stop of the Tab key: the one used last, else the one of the position shown, else the
 * last.
 */
export function rove() {
  const all = lines();
  const own =
    all.find((one) => held && ply(one) === held) ?? all.find((one) => one.ariaCurrent) ?? all.at(-1);
  for (const one of all) one.tabIndex = one === own ? 0 : -1;
  // A fresh list may have put other words where the focus was.
  const now = all.find((one) => one === document.activeElement);
  if (now && now !== own && ply(own) === held) own?.focus({ preventScroll: true });
}

/**
 * Moves the focus along the lines if it is on one; tells whether the key does that.
 * @param {KeyboardEvent} event
 */
export function walk(event) {
  const all = lines();
  const at = all.findIndex((one) => one === document.activeElement);
  if (at < 0) return false;
  /** @type {Record<string, number>} */
  const steps = { ArrowUp: at - 1, ArrowDown: at + 1 };
  // In the replay these keys go to its first and last position.
  if (all[at].localName !== "a") Object.assign(steps, { Home: 0, End: all.length - 1 });
  if (!(event.key in steps)) return false;
  all[Math.max(0, Math.min(steps[event.key], all.length - 1))].focus();
  event.preventDefault();
  return true;
}

/**
 * Lights the pieces and places that a line is about.
 * @param {string[]} names
 */
function point(names) {
  for (const element of $$("#table .board svg .told")) element.classList.remove("told");
  for (const element of $$("#table .board svg :is([id], [data-pick])")) {
    if (names.includes(element.id) || names.includes(element.dataset.pick ?? ""))
      element.classList.add("told");
  }
}

/** Follows pointer and focus. */
export function start() {
  for (const kind of ["pointerover", "focusin"]) {
    document.addEventListener(kind, (event) =>
      point(words(around(event, "[data-lights]")?.dataset.lights ?? ""))
    );
  }
  document.addEventListener("focusin", (event) => {
    const line = lines().find((one) => one === event.target);
    held = ply(line);
    if (line) rove();
  });
  onFresh.listen(rove);
  rove();
}
