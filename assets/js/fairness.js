// @ts-check
// What this browser adds to deals: 32 random bytes with each form that begins a game or takes a seat
// (`data-randomness`). It remembers them, and where a page shows what seats have added (`data-added`) it says
// which of it was its own.
import { own } from "./own.js";
import { digits } from "./random.js";

/** Under which key the storage has what was added. */
const KEY = own("added");
/** How many are remembered. */
const REMEMBERED = 200;

/** What this browser has added, the latest last. */
function added() {
  try {
    const list = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(list) ? list.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

/** @param {string} value */
function remember(value) {
  try {
    localStorage.setItem(KEY, JSON.stringify([...added(), value].slice(-REMEMBERED)));
  } catch {
    // The deal is as fair without; only the page that verifies it cannot say what was added here.
  }
}

/** @param {SubmitEvent} event */
function add(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (
    form.querySelectorAll("input[data-randomness]")
  )) {
    field.value = digits(32);
    remember(field.value);
  }
}

/** Adds to the deals of this page's forms, and shows what was added earlier. */
export function start() {
  // Before others read the fields of the form.
  document.addEventListener("submit", add, true);
  const own = new Set(added());
  for (const note of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-added]"))) {
    note.hidden = !own.has(note.dataset.added ?? "");
  }
}
