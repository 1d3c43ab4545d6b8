// @ts-check
// Clocks run here between two versions of the table; the server counts.
import { $, $$, table } from "./dom.js";

/** The longest time that a puzzle's clock runs without a word from the server, in milliseconds. */
const LONGEST = 300_000;

/** When the table was drawn. */
let drawn = 0;
/** What the clock of a puzzle counts from, and since when. */
let counted = "";
let since = 0;

/**
 * Returns a time as people write it: `2 d 3 h`, `1:06:12`, `6:12`.
 * @param {number} seconds
 */
export function time(seconds) {
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const [d, h, m, s] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60];
  if (d) return `${d} d ${h} h`;
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/**
 * Returns what is left of some milliseconds after others have gone. A second that has begun counts.
 * @param {number} ms
 * @param {number} gone
 */
export const left = (ms, gone) => time(Math.max(0, Math.ceil((ms - gone) / 1000)));

/** Writes all times anew. */
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
