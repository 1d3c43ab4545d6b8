// @ts-check
// What happened between two positions is seen before the second one: pictures that come with an answer
// (`template.moment`) are put on the board one after another, each for a while, then the position follows.
// Where a game ends, the last picture is the board as it is then, until all of it rests: it is told how the
// game ended when that was seen. What comes meanwhile waits. A touch, a click or a key goes on at once.
import { settled } from "./ahead.js";
import { $, table } from "./dom.js";
import { complete, morph } from "./morph.js";
import { read, unhint } from "./light.js";
import { hearMoment } from "./people.js";
import { end, ending, lasts, rest } from "./staging.js";
import { reading } from "./text.js";

/**
 * A picture, what is seen on it, what comes of that, and the figures then.
 * @typedef {{ picture: Element, seen?: string, told?: string, facts?: Element | null, sound?: string,
 *   ends?: boolean }} Moment
 */

/** The pictures that wait. @type {Moment[]} */
let waiting = [];
/** What shows the position that follows them. @type {(() => void) | null} */
let then = null;
let timer = 0;
/** The picture that is shown now. @type {Moment | undefined} */
let current;

/** Tells whether a picture is shown in the place of the position. */
export const staging = () => then !== null;

/**
 * Takes the pictures out of a fresh table.
 * @param {HTMLElement} fresh
 * @returns {Moment[]}
 */
function taken(fresh) {
  const templates = /** @type {HTMLTemplateElement[]} */ ([...fresh.querySelectorAll("template.moment")]);
  for (const template of templates) template.remove();
  /** @type {Moment[]} */
  const moments = templates.flatMap(({ content, dataset }) => {
    const picture = content.querySelector("svg");
    return picture ? [{ picture, facts: content.querySelector("dl"), ...dataset }] : [];
  });
  const last = fresh.querySelector(".board > svg");
  const isTold = [current, ...waiting].some((one) => one?.ends);
  if (last && !isTold && fresh.matches(".over") && !table().matches(".over")) {
    const picture = /** @type {Element} */ (last.cloneNode(true));
    moments.push({ picture, sound: fresh.dataset.sound, ends: true });
  }
  return moments;
}

/**
 * Shows the pictures that came with a fresh table, then the table; the table at once if there are none, or if
 * the page is not in sight.
 * @param {HTMLElement} fresh
 * @param {() => void} show Shows the fresh table.
 */
export function stage(fresh, show) {
  waiting.push(...taken(fresh));
  if (document.hidden) waiting = [];
  const shown = staging();
  then = show;
  if (!shown) next();
}

/** Shows the next picture, or what follows them. */
function next() {
  clearTimeout(timer);
  const moment = (current = waiting.shift());
  if (moment) {
    put(moment);
    if (moment.ends) return void rest().then(() => current === moment && next());
    // How it ends is told when that is seen, however late a busy machine draws it.
    const late = ending();
    const shown = () => {
      if (current !== moment) return;
      tell(moment.told);
      if (moment.facts) $("#table .figures dl")?.replaceWith(moment.facts);
      // The while begins with the frame in which it is seen. A line that is sewn on it is seen whole.
      requestAnimationFrame(() => {
        if (current === moment) timer = setTimeout(next, reading(moment.told) + (late ? 0 : lasts()));
      });
    };
    if (late) late.then(shown);
    else shown();
  } else {
    const show = then;
    then = null;
    show?.();
  }
}

/** Goes on at once, and ends what is staged on the board. */
export function skip() {
  end();
  waiting = [];
  if (staging()) next();
}

/**
 * Writes a sentence where the player is asked.
 * @param {string} [told]
 */
function tell(told = "", where = table()) {
  const status = where.querySelector("#status");
  if (status) status.textContent = told;
}

/**
 * Puts a picture on the board. There is nothing to pick, no one is to move, and what comes of it is not told
 * yet.
 * @param {Moment} moment
 */
function put({ picture, seen, sound, ends }) {
  const staged = /** @type {HTMLElement} */ (table().cloneNode(true));
  const drawing = staged.querySelector(".board > svg");
  if (ends) {
    // What is seen of the drawing stays. Nothing that was asked or offered before it can be done any more.
    picture.setAttribute("viewBox", drawing?.getAttribute("viewBox") ?? "");
    if ("act" in staged.dataset) staged.querySelector(".side")?.toggleAttribute("inert", true);
  }
  drawing?.replaceWith(picture);
  if (staged.dataset.offers) staged.dataset.offers = "[]";
  delete staged.dataset.asks;
  unhint(staged);
  for (const mark of staged.querySelectorAll(".seats .to-move")) {
    mark.closest("li")?.classList.remove("turn");
    mark.remove();
  }
  // Nor can the solver be asked, or a move be taken back: who is to act is not seen yet.
  for (const button of staged.querySelectorAll(".steps button")) button.setAttribute("aria-disabled", "true");
  // What was said of an earlier try is over.
  staged.querySelector("#verdict")?.replaceChildren();
  tell(seen, staged);
  if (!complete(staged)) return;
  morph(staged);
  settled();
  hearMoment(sound);
  if ($("#table[data-offers]")) read();
}

/**
 * Listens for what goes on at once. A press on the board or on a button for moves does nothing else, nor does
 * a key: what it is about is about to change.
 */
export function start() {
  let pressed = false;
  const swallow = (/** @type {Event} */ event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const within = (/** @type {Event} */ { target }, /** @type {string} */ what) =>
    /** @type {Element} */ (target).closest(what) !== null;
  addEventListener(
    "pointerdown",
    (event) => {
      pressed = staging() && within(event, ".board, .controls, form.steps");
      skip();
      if (pressed) swallow(event);
    },
    true
  );
  for (const kind of ["pointerup", "pointercancel", "click"]) {
    addEventListener(
      kind,
      (event) => {
        if (pressed) swallow(event);
        // A press that is moved away ends without a click.
        if (kind !== "pointerup") pressed = false;
      },
      true
    );
  }
  addEventListener(
    "keydown",
    (event) => {
      pressed = false;
      if (/Shift|Control|Alt|Meta|Tab/.test(event.key)) return;
      // What is typed is typed, and a replay goes on.
      const acts = staging() && "act" in table().dataset && !within(event, "input, textarea");
      skip();
      if (acts) swallow(event);
    },
    true
  );
  document.addEventListener("visibilitychange", () => document.hidden && skip());
}
