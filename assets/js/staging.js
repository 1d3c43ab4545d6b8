// @ts-check
// What is decided is staged while one watches: a thread is sewn through a line of four, a ring breathes out.
// The drawing says what (`data-moment` of a thing: a kind, and its words); as it is drawn is how each ends.
// Nothing waits for it, and a touch ends it at once.
import { $, $$, drawn, place } from "./dom.js";

/** When all bets are turned up, in milliseconds. */
const TURNED = 320;
/** How long a thread is sewn, and how long a knot takes. */
const [SEAM, KNOT] = [700, 140];
/**
 * How long a ring breathes out, and how long the gleam takes that runs round it, with its pause at each tile,
 * in milliseconds.
 */
const [BREATH, ROUND, GLEAM] = [1000, 640, 360];
/** From one row that clicks home to the next, and how long each takes. */
const [ROW, CLICK] = [130, 480];
/** How long a sum counts up at most, and for how long each of its numbers is seen. */
const [COUNT, NUMBER] = [380, 130];
/** When it is shown who has won, after the sums. */
const WINNER = TURNED + COUNT;
/** How far above its place a bulb is let go, and how long it is on its way. */
const [ABOVE, DROP] = [44, 440];
/** How far from the middle of its eye a pupil turns, and where it rests, in hundredths of its width. */
const [GLANCE, REST] = [45, [25, 15]];

/** What is staged now. @type {Set<Animation>} */
const staged = new Set();
/** When all pieces that were moved lie where they lie now, in milliseconds. */
let landed = 0;

/** What moves on the board and comes to an end. A ring that beckons is no part of what is seen to happen. */
export const flights = () =>
  ($("#table .board > svg")?.getAnimations({ subtree: true }) ?? []).filter(({ effect }) => {
    const { target } = /** @type {KeyframeEffect} */ (effect);
    return Number.isFinite(effect?.getComputedTiming().endTime) && !target?.closest(".crown, .halo");
  });

/**
 * How long something moves yet, in milliseconds.
 * @param {Animation} one
 */
const left = (one) => Number(one.effect?.getComputedTiming().endTime) - Number(one.currentTime);

/** How long it takes until all that moves lies still, in milliseconds. */
export const landing = () => Math.max(0, ...flights().map(left));

/**
 * Lets an element be seen otherwise for a while.
 * @param {Element} element
 * @param {Keyframe[] | PropertyIndexedKeyframes} frames
 * @param {number} delay
 * @param {number} duration
 * @param {KeyframeAnimationOptions} [more]
 */
function play(element, frames, delay, duration, more) {
  const one = element.animate(frames, { delay, duration, easing: "ease-in-out", fill: "backwards", ...more });
  staged.add(one);
  one.onfinish = () => staged.delete(one);
}

/**
 * Returns the middle of an element on the screen.
 * @param {Element} element
 */
function middle(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

/**
 * Lets the numbers of a thing follow one another, once all bets are turned up; the last one stays.
 * @param {Element} element
 * @param {number} most How long each is seen at most.
 */
function count(element, most) {
  const numbers = [...element.querySelectorAll(".counted")];
  const each = Math.min(most, COUNT / (numbers.length - 1));
  for (const [n, number] of numbers.entries()) {
    const begins = TURNED + each * n;
    if (n === numbers.length - 1) play(number, { visibility: ["hidden", "hidden"] }, 0, begins);
    else
      play(number, { visibility: ["visible", "visible"] }, n && begins, n ? each : begins + each, {
        fill: "none"
      });
  }
}

/**
 * The kinds of moments: each gets the thing, the word after the kind, and where the thing comes from.
 * @type {Record<string, (element: HTMLElement, word: string, from: [number, number] | null) => void>}
 */
const KINDS = {
  /** Lines of a measured length are drawn one after another; then what holds them together is there. */
  sewn(element) {
    for (const line of element.querySelectorAll("[pathLength]")) {
      const all = [...(line.parentElement?.children ?? [])].filter((one) => one.hasAttribute("pathLength"));
      const each = SEAM / all.length;
      const frames = { strokeDasharray: ["1 2", "1 2"], strokeDashoffset: [1.05, 0] };
      const easing = all.length > 1 ? "linear" : "ease-in-out";
      play(line, frames, landed + each * all.indexOf(line), each, { easing });
    }
    for (const band of $$(`#table [data-under="${element.id}"]`))
      play(band, { opacity: [0, 1] }, landed, KNOT);
    for (const knot of element.querySelectorAll(".knot"))
      play(knot, { opacity: [0, 1] }, landed + SEAM, KNOT);
  },
  /** All that breathe do it together, round their common middle. */
  breathes(element) {
    const all = $$("#table [data-moment=breathes]").map((one) => place(one) ?? [0, 0]);
    const [x, y] = [0, 1].map((n) => all.reduce((sum, at) => sum + at[n], 0) / all.length);
    const origin = `${x}px ${y}px`;
    const scale = [1, 1.13, 0.985, 1];
    play(
      element,
      { scale, transformOrigin: scale.map(() => origin), offset: [0, 0.45, 0.8, 1] },
      landed,
      BREATH
    );
    const [left, top] = place(element) ?? [x, y];
    const turn = (Math.atan2(top - y, left - x) / (2 * Math.PI) + 1) % 1;
    play(
      element,
      { filter: ["brightness(1)", "brightness(1.45)", "brightness(1)"] },
      landed + ROUND * turn,
      GLEAM,
      { fill: "none" }
    );
  },
  /** A row after another is lifted off the table, and clicks home with a gleam. */
  home(element, row) {
    const lies = "brightness(1) drop-shadow(0 0 0 rgb(0 0 0 / 0))";
    const frames = [
      { translate: "0 0", filter: lies },
      {
        translate: "0 -12px",
        filter: "brightness(1.06) drop-shadow(0 7px 5px rgb(0 0 0 / .4))",
        offset: 0.5
      },
      { translate: "0 2px", filter: "brightness(1.2) drop-shadow(0 0 0 rgb(0 0 0 / 0))", offset: 0.75 },
      { translate: "0 0", filter: lies }
    ];
    play(element, frames, landed + ROW * Number(row), CLICK, { fill: "none" });
  },
  /** The sum of a bet, card after card. */
  counts(element) {
    play(element, { opacity: [0, 0] }, 0, TURNED);
    count(element, NUMBER);
  },
  /** Points stay as they were until it is seen who has won. */
  tells: (element) => count(element, COUNT),
  appears: (element) => play(element, { opacity: [0, 1] }, WINNER, KNOT),
  /** A bulb comes from its owner and is let go above its place. */
  drops(element, _, from) {
    const [x, y] = place(element) ?? [0, 0];
    const at = (/** @type {number} */ x, /** @type {number} */ y) => ({
      transform: `translate(${x}px, ${y}px)`
    });
    const frames = [
      { ...at(...(from ?? [x, y - 2 * ABOVE])), opacity: 0, easing: "ease-in-out" },
      { opacity: 1, offset: 0.15 },
      { ...at(x, y - ABOVE), offset: 0.6, easing: "ease-in" },
      { ...at(x, y), offset: 0.85, easing: "ease-out" },
      { ...at(x, y - 5), offset: 0.92, easing: "ease-in" },
      at(x, y)
    ];
    play(element, frames, WINNER, DROP, { easing: "linear" });
  },
  /** The eyes of a plant turn to a thing, and back. */
  looks(element, name) {
    const other = drawn(name);
    if (!other) return;
    const [here, there] = [middle(element), middle(other)];
    const way = [there[0] - here[0], there[1] - here[1]];
    const length = Math.hypot(...way) || 1;
    const look = way.map((part, n) => `${(part / length) * GLANCE - REST[n]}%`).join(" ");
    play(element, { "--look": [look, look] }, WINNER, DROP, { fill: "none" });
  }
};

/**
 * Stages what a thing has come to say.
 * @param {HTMLElement} element
 * @param {[number, number] | null} from Where it comes from.
 * @param {number} after When all pieces lie that move now, in milliseconds.
 */
export function begin(element, from, after) {
  landed = after;
  const [kind, word] = (element.dataset.moment ?? "").split(" ");
  KINDS[kind]?.(element, word, from);
}

/**
 * Returns what is resolved when all sums have counted up and it is seen who has won; nothing where that is
 * not staged.
 */
export function ending() {
  const isResult = (/** @type {Animation} */ one) => {
    const { target } = /** @type {KeyframeEffect} */ (one.effect);
    return target?.closest("[data-moment^=counts], [data-moment^=appears]");
  };
  const results = [...staged].filter(isResult).map((one) => one.finished);
  return results.length ? Promise.allSettled(results) : null;
}

/** Returns what is resolved when nothing moves on the board and nothing is staged. */
export const rest = () => Promise.allSettled([...staged, ...flights()].map((one) => one.finished));

/** How long what is staged goes on yet, in milliseconds. */
export const lasts = () => Math.max(0, ...[...staged].map(left));

/** Ends all that is staged: what is seen is how it ends. */
export function end() {
  for (const one of staged) one.finish();
}
