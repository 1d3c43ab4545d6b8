// @ts-check
// The settings of this visitor: sound, muted people and the marks on the board. They are kept in the browser; an account finds
// them again on every device.
import { $$, table, target } from "./dom.js";
import { parsed, people, words } from "./text.js";

export const settings = {
  /** Whether moves are heard. */
  loud: false,
  /** Whether the system tells of turns, in this browser. */
  notify: false,
  /** The people whose texts are hidden. @type {import("./text.js").Muted[]} */
  muted: [],
  /** The marks that are switched on. @type {string[]} */
  marks: [],
};

/**
 * Reads a text from the browser's storage; a browser may have none.
 * @param {string} key
 */
function load(key) {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

/** Where the settings of the account are; nothing without an account. */
const address = () => table().dataset.account;

/**
 * Writes a text to the browser's storage. Without one it holds for this page.
 * @param {string} key
 * @param {string} text
 */
function save(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    // Nothing is lost that this page needs.
  }
}

/** Keeps the settings in the browser and in the account. */
export function keep() {
  const { loud, muted } = settings;
  const marks = settings.marks.join(" ");
  save("loud", JSON.stringify(loud));
  save("muted", JSON.stringify(muted));
  save("marks", marks);
  save("notify", JSON.stringify(settings.notify));
  const there = address();
  if (there) fetch(there, { method: "POST", body: JSON.stringify({ loud, muted, marks }) }).catch(() => {});
}

/** Brings the settings of the account here; tells whether there were any. */
export async function recall() {
  const there = address();
  if (!there) return false;
  const answer = await fetch(there).catch(() => null);
  if (!answer?.ok) return false;
  const { loud, muted, marks } = await answer.json();
  settings.loud = loud ?? settings.loud;
  settings.muted = muted ? people(muted) : settings.muted;
  if (marks !== undefined) {
    settings.marks = words(marks);
    save("marks", marks);
  }
  return true;
}

/** Shows the settings on the switches of the page, and the marks on the board. */
export function apply() {
  const boxes = /** @type {HTMLInputElement[]} */ ($$("[data-mark], [data-loud]"));
  for (const box of boxes) box.checked = box.dataset.mark === undefined ? settings.loud : settings.marks.includes(box.dataset.mark);
  document.documentElement.dataset.marks = settings.marks.join(" ");
}

/** @param {Event} event */
function change(event) {
  const box = /** @type {HTMLInputElement} */ (target(event));
  if (box.dataset?.mark === undefined) return;
  const boxes = /** @type {HTMLInputElement[]} */ ($$("[data-mark]"));
  settings.marks = boxes.filter((one) => one.checked).map((one) => one.dataset.mark ?? "");
  apply();
  keep();
}

/** Reads the settings of the browser and listens to the switches of the marks. */
export function start() {
  settings.loud = parsed(load("loud"), false);
  settings.notify = parsed(load("notify"), false);
  settings.muted = people(parsed(load("muted"), []));
  settings.marks = words(load("marks"));
  document.addEventListener("change", change);
}
