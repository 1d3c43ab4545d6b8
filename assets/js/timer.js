// @ts-check
// A timer for two: each half of the screen is one player's button. What it shows follows from what is kept in
// the browser and from the time of day, so that a reload changes nothing.
import { $, announce } from "./dom.js";
import { load, own, save } from "./own.js";
import { play } from "./sound.js";
import { left, parsed } from "./text.js";

/**
 * What is kept: the milliseconds of both when the turn began, what a turn adds, whose turn it is, and since
 * when; 0 while it rests.
 * @typedef {{
 *   whole: number,
 *   added: number,
 *   ms: [number, number],
 *   turn: 0 | 1,
 *   since: number,
 *   turns: [number, number]
 * }} Clock
 */

/** From how many milliseconds on a player is warned. */
const SHORT = 10_000;

const main = /** @type {HTMLElement} */ ($("main.timer"));
const form = /** @type {HTMLFormElement} */ (main.querySelector("form"));
const name = own(`timer ${main.dataset.timer}`);

let clock = /** @type {Clock | null} */ (parsed(load(name), null));
if (!Array.isArray(clock?.ms)) clock = null;
/** Whether the player whose turn it is was warned. */
let warned = true;

/** @param {string} label */
function button(label) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = label;
  return made;
}

/** The two halves: the upper one is turned to the player across. */
const halves = /** @type {const} */ ([0, 1]).map((seat) => {
  const half = button("");
  half.className = seat ? "half" : "half across";
  const [time, note] = [document.createElement("strong"), document.createElement("span")];
  half.append(time, note);
  half.addEventListener("click", () => tap(/** @type {0 | 1} */ (seat)));
  return { half, time, note };
});
const [rest, again, sizes] = [button("Pause"), button("Restart"), button("Change times")];
const bar = document.createElement("div");
bar.className = "bar";
bar.append(rest, again, sizes);
const face = document.createElement("div");
face.className = "face-of-timer";
face.append(halves[0].half, bar, halves[1].half);
face.hidden = true;
main.append(face);

/**
 * How many milliseconds a player has now.
 * @param {0 | 1} seat
 */
function time(seat) {
  if (!clock) return 0;
  const gone = clock.since && clock.turn === seat ? Date.now() - clock.since : 0;
  return Math.max(0, clock.ms[seat] - gone);
}

const isOver = () => Boolean(clock) && (time(0) === 0 || time(1) === 0);

function keep() {
  save(name, JSON.stringify(clock));
}

/** Plays a sound, if the visitor wants sounds. @param {import("./sound.js").What} what */
function hear(what) {
  if (parsed(load(own("loud")), true)) play(what);
}

/** Keeps the screen awake while the timer runs, where the browser can. @type {WakeLockSentinel | null} */
let awake = null;
async function stayAwake() {
  const wanted = Boolean(clock?.since) && !isOver() && document.visibilityState === "visible";
  if (!wanted) {
    await awake?.release().catch(() => {});
    awake = null;
  } else if (!awake || awake.released)
    awake = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
}

/** Whether no time has run yet: who taps first begins. */
const isFresh = () =>
  Boolean(clock) && !clock?.since && clock?.ms[0] === clock?.whole && clock?.ms[1] === clock?.whole;

/**
 * What a half says below the time.
 * @param {0 | 1} seat
 * @param {number} ms
 */
function told(seat, ms) {
  const turns = clock?.turns[seat] ?? 0;
  if (ms === 0) return "Out of time";
  if (isFresh()) return "Tap to begin your turn";
  if (isOver()) return "Wins on time";
  if (!clock?.since) return clock?.turn === seat ? "Paused. Tap to resume" : "Paused";
  return clock.turn === seat ? "Tap when you’re done" : `${turns} turn${turns === 1 ? "" : "s"}`;
}

/** Puts the times on the halves. */
function draw() {
  face.hidden = !clock;
  document.documentElement.classList.toggle("timed", Boolean(clock));
  if (!clock) return;
  const over = isOver();
  for (const seat of /** @type {const} */ ([0, 1])) {
    const { half, time: shown, note } = halves[seat];
    const ms = time(seat);
    const acts = clock.turn === seat;
    shown.textContent = left(ms, 0);
    half.classList.toggle("acts", acts && clock.since > 0 && !over);
    half.classList.toggle("short", ms <= SHORT);
    half.classList.toggle("out", ms === 0);
    half.disabled = over || (clock.since > 0 && !acts);
    note.textContent = told(seat, ms);
  }
  rest.textContent = clock.since ? "Pause" : "Resume";
  rest.disabled = over || isFresh();
}

/** Warns once, and ends the time once. */
function watch() {
  if (!clock?.since) return;
  const ms = time(clock.turn);
  if (ms === 0) {
    hear("over");
    clock.ms[clock.turn] = 0;
    clock.since = 0;
    keep();
    stayAwake();
    announce(["Out of time."]);
  } else if (ms <= SHORT && !warned) {
    warned = true;
    hear("turn");
    announce(["Ten seconds left."]);
  }
  draw();
}

/** Begins or stops the time of the player whose turn it is. @param {boolean} runs */
function run(runs) {
  if (!clock || isOver() || runs === clock.since > 0) return;
  if (!runs) clock.ms[clock.turn] = time(clock.turn);
  clock.since = runs ? Date.now() : 0;
  warned = clock.ms[clock.turn] <= SHORT;
  keep();
  draw();
  stayAwake();
}

/** A player's half was tapped. @param {0 | 1} seat */
function tap(seat) {
  if (!clock || isOver()) return;
  if (!clock.since) {
    if (isFresh()) clock.turn = seat;
    return run(true);
  }
  if (clock.turn !== seat) return;
  clock.ms[seat] = time(seat) + clock.added;
  clock.turns[seat] += 1;
  clock.turn = seat ? 0 : 1;
  clock.since = Date.now();
  warned = clock.ms[clock.turn] <= SHORT;
  hear("wood");
  keep();
  draw();
}

/** Begins with these times. @param {number} whole @param {number} added */
function begin(whole, added) {
  clock = { whole, added, ms: [whole, whole], turn: 1, since: 0, turns: [0, 0] };
  keep();
  draw();
  stayAwake();
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const fields = new FormData(form);
  begin(Number(fields.get("minutes")) * 60_000, Number(fields.get("added")) * 1000);
});
rest.addEventListener("click", () => run(!clock?.since));
/** What takes the times away is tapped twice. @param {HTMLButtonElement} one @param {() => void} todo */
function twice(one, todo) {
  const label = one.textContent;
  let sure = 0;
  one.addEventListener("click", () => {
    if (!sure && !isOver() && !isFresh()) {
      run(false);
      one.textContent = "Sure? Tap again";
      sure = setTimeout(() => [(one.textContent = label), (sure = 0)], 3000);
      return;
    }
    clearTimeout(sure);
    sure = 0;
    one.textContent = label;
    todo();
  });
}
twice(again, () => clock && begin(clock.whole, clock.added));
twice(sizes, () => {
  clock = null;
  keep();
  draw();
  stayAwake();
});
document.addEventListener("visibilitychange", () => [watch(), stayAwake()]);
setInterval(watch, 100);
draw();
stayAwake();
