// @ts-check
// Plays for the player: where others play, one move that the solver found; where one plays alone, one after
// the other, and asks for more until the game is over, the player stops it, or something else happens at the
// table.
import { $, around, calm, table } from "./dom.js";
import { isAtWork } from "./hint.js";
import { rest } from "./staging.js";
import { onFresh, state } from "./state.js";
import { inTurn, send } from "./transport.js";

/** The shortest pause between two moves, in milliseconds. */
const STEP = 260;

/** Whether the page plays for the player. */
let playing = false;
/** Whether moves are on their way. */
let moving = false;

/** @param {boolean} on */
function set(on) {
  playing = on;
  table().toggleAttribute("data-playing", on);
}

/** Leaves the moves to the player. */
export const stop = () => set(false);

const version = () => Number(table().dataset.version);

/**
 * Plays actions; tells whether all were played and nothing else happened.
 * @param {string[]} actions
 */
async function play(actions) {
  for (const text of actions) {
    const next = version() + 1;
    await send({ kind: "act", text });
    if (version() !== next) return false;
    // The next piece starts once those before it lie, and what they have decided was seen.
    await Promise.all([rest(), new Promise((done) => setTimeout(done, calm() ? 0 : STEP))]);
    if (!playing || state.busy || version() !== next) return false;
  }
  return true;
}

/** Plays what was found; asks for more where one plays alone. */
async function go() {
  // What is on the page was found before the player asked for more.
  if (isAtWork()) return;
  const found = /** @type {HTMLElement | null} */ ($("#table .solver [data-play]"));
  if (!playing || moving) return;
  // The solver is at work, or has nothing to play.
  if (!found) return $("#table .solver progress") ? undefined : stop();
  moving = true;
  const toTheEnd = "toTheEnd" in found.dataset;
  const done = await play((found.dataset.play ?? "").split(" ")).finally(() => (moving = false));
  if (!done || !toTheEnd || !playing) return stop();
  const form = $("#table .solver form.steps");
  const over = $("#table .now.over");
  if (!form || over) return stop();
  send({ strength: "3" }, form.getAttribute("action") ?? "");
}

/** @param {SubmitEvent} event */
function submit(event) {
  if (!around(event, ".solver form")) return;
  const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
  set(button?.name === "strength" && button.value === "3" && button.getAttribute("aria-disabled") !== "true");
}

/** Listens to the buttons, and plays when the solver has found something. */
export function start() {
  document.addEventListener("submit", submit);
  document.addEventListener("click", (event) => {
    if (around(event, "[data-stop], .work button")) stop();
    if (!around(event, "[data-play]")) return;
    set(true);
    inTurn(go);
  });
  onFresh.listen(() => {
    if (playing) inTurn(go);
  });
}
