// @ts-check
// Clocks run here between two versions of the table; the server counts.
import { $, $$, table } from "./dom.js";
import { left, time } from "./text.js";

/** The longest time that a puzzle's clock runs without a word from the server, in milliseconds. */
const LONGEST = 300_000;

/** When the table was drawn. */
let drawn = 0;
/** What the clock of a puzzle counts from, and since when. */
let counted = "";
let since = 0;

/** Writes all times again. */
function tick() {
  const now = performance.now();
  const gone = now - drawn;
  for (const span of $$("[data-down]")) span.textContent = left(Number(span.dataset.ms), gone);
  for (const button of $$("[data-after]")) {
    /** @type {HTMLButtonElement} */ (button).disabled = Number(button.dataset.after) > gone;
  }
  const clock = $("#clock");
  if (!clock) return;
  const reading = `${clock.dataset.ms} ${table().dataset.version}`;
  if (counted !== reading) [counted, since] = [reading, now];
  const run = clock.dataset.running ? Math.min(now - since, LONGEST) : 0;
  clock.textContent = time(Math.floor((Number(clock.dataset.ms) + run) / 1000));
}

/** Counts from the times that a fresh table holds. */
export function restart() {
  drawn = performance.now();
  tick();
}

/** Keeps the clocks running. */
export function start() {
  setInterval(tick, 500);
}
