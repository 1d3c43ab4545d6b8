// @ts-check
// The settings of this visitor: sound, muted people and the marks on the board. They are kept in the browser;
// an account finds them again on every device.
import { $$, around, table, target } from "./dom.js";
import { reach } from "./end.js";
import { load, own, save } from "./own.js";
import { parsed, people, words } from "./text.js";

export const settings = {
  /** Whether moves are heard. */
  loud: true,
  /** Whether single letters are keys, in this browser. */
  letters: true,
  /** Whether the system tells of turns, in this browser. */
  notify: false,
  /** The people whose texts are hidden. @type {import("./text.js").Muted[]} */
  muted: [],
  /** The marks that are switched on. @type {string[]} */
  marks: []
};

/** Where the settings of the account are; nothing without an account. */
const address = () => table().dataset.account;

/** Keeps the settings in the browser and in the account. */
export function keep() {
  const { loud, muted } = settings;
  const marks = settings.marks.join(" ");
  save(own("loud"), JSON.stringify(loud));
  save(own("muted"), JSON.stringify(muted));
  save(own("marks"), marks);
  save(own("notify"), JSON.stringify(settings.notify));
  save(own("letters"), JSON.stringify(settings.letters));
  const there = address();
  if (there) fetch(there, { method: "POST", body: JSON.stringify({ loud, muted, marks }) }).catch(() => {});
}

/** Brings the settings of the account here; tells whether there were any. */
export async function recall() {
  const there = address();
  if (!there) return false;
  const answer = await reach(there).catch(() => null);
  if (!answer?.ok) return false;
  const { loud, muted, marks } = await answer.json();
  settings.loud = loud ?? settings.loud;
  settings.muted = muted ? people(muted) : settings.muted;
  if (marks !== undefined) {
    settings.marks = words(marks);
    save(own("marks"), marks);
  }
  return true;
}

/** Whether the system can tell of anything. */
const canNotify = "Notification" in window;

/** Whether the system tells of turns: the visitor wants it, and the browser lets it happen. */
export const notifies = () => canNotify && settings.notify && Notification.permission === "granted";

/** Shows the settings on the switches of the page, and the marks on the board. */
export function apply() {
  for (const button of $$(".speaker")) button.setAttribute("aria-pressed", `${settings.loud}`);
  const boxes = /** @type {HTMLInputElement[]} */ ($$("[data-mark], [data-loud], [data-letters]"));
  for (const box of boxes) {
    const { mark, letters } = box.dataset;
    box.checked =
      mark !== undefined
        ? settings.marks.includes(mark)
        : letters === undefined
          ? settings.loud
          : settings.letters;
  }
  const notices = /** @type {HTMLInputElement | undefined} */ ($$("[data-notify]")[0]);
  if (notices) {
    notices.checked = notifies();
    // It is not seen before it is known how it stands; a browser that cannot tell has none.
    const { parentElement } = notices;
    parentElement?.classList.add("known");
    parentElement?.toggleAttribute("hidden", !canNotify);
  }
  document.documentElement.dataset.marks = settings.marks.join(" ");
}

/**
 * Tells whether a key means nothing here: a single letter, digit or sign, which people may say or touch by
 * mistake, is a key only where the board has the focus, the log or a button beside it, or nothing, and the
 * visitor has not switched that off.
 * @param {KeyboardEvent} event
 */
export function isMute(event) {
  if (event.key.length !== 1 || event.key === " ") return false;
  const nothing = [document.body, document.documentElement].includes(target(event));
  const here =
    nothing ||
    around(event, "#table .board, #table .story, #result, #table button, #table input[type=checkbox]");
  return !(settings.letters && here);
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
  settings.loud = parsed(load(own("loud")), true);
  settings.notify = parsed(load(own("notify")), false);
  settings.letters = parsed(load(own("letters")), true);
  settings.muted = people(parsed(load(own("muted")), []));
  settings.marks = words(load(own("marks")));
  document.addEventListener("change", change);
}
