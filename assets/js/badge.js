// @ts-check
// The number of games and challenges that wait for the visitor, kept up to date while the page stays open:
// when it is looked at again, when something has happened at the table, and when the browser is told of a
// turn.
import { $ } from "./dom.js";
import { reach } from "./end.js";
import * as title from "./title.js";

/** How long two questions are apart, in milliseconds. */
const EVERY = 5000;
/** How often a page asks that hears of nothing by a stream, in milliseconds. */
const UNHEARD = 20_000;

/** When the server was asked last. */
let asked = -EVERY;
/** The question that is put off. */
let later = 0;

/** The link to the visitor's games. A page that is made in the browser has no address there. */
const link = () => $("header.site [data-at]");

/**
 * Shows how much waits.
 * @param {number} waiting
 */
function show(waiting) {
  title.show({ waiting });
  const place = link();
  if (!place) return;
  for (const old of place.querySelectorAll("span")) old.remove();
  if (!waiting) return;
  const [badge, words] = [document.createElement("span"), document.createElement("span")];
  [badge.className, words.className] = ["badge", "unseen"];
  badge.setAttribute("aria-hidden", "true");
  badge.textContent = `${waiting}`;
  words.textContent = `, ${waiting} waiting for you`;
  place.append(badge, words);
}

/** Asks the server how much waits. */
async function ask() {
  const address = link()?.dataset.at;
  if (!address) return;
  asked = performance.now();
  try {
    const answer = await reach(address);
    if (answer.ok) show((await answer.json()).waiting);
  } catch {
    // The number stays as it is.
  }
}

/**
 * Asks the server how much waits, unless it was just asked: then a little later.
 * @param {number} [soon] In how many milliseconds at the latest, if there is something new.
 */
export function refresh(soon = Infinity) {
  clearTimeout(later);
  later = setTimeout(ask, Math.min(soon, Math.max(0, asked + EVERY - performance.now())));
}

/** Keeps the number up to date. */
export function start() {
  title.start();
  const look = () => document.visibilityState === "visible" && refresh();
  document.addEventListener("visibilitychange", look);
  // A player who is awaited may have another page open.
  if (!$("[data-events]")) setInterval(look, UNHEARD);
  // A page that the browser has kept is as old as it was when it was left.
  addEventListener("pageshow", ({ persisted }) => persisted && refresh());
  navigator.serviceWorker?.addEventListener("message", ({ data }) => data?.pushed && look());
}
