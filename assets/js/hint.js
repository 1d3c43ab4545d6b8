// @ts-check
// Hints by the browser's own solver at tables of a server: where the module is kept, it solves in the place of the server, which notes
// and shows what was found as if it were its own. Where that does not work, the server is asked as ever.
import { $, $$, calm, isSeen, table } from "./dom.js";
import { ask } from "./end.js";
import { onFresh, onLit } from "./state.js";
import { post, send, show } from "./transport.js";

/** The pixels left free beside what is brought into view. */
const ROOM = 8;

/** @typedef {{ version: string, work: HTMLElement, end: () => void }} Work What the solver is at. */

/** Where the module and its worker are, once it is sure that the browser has them. @type {{ module: string, worker: string } | null} */
let kept = null;
/** @type {Work | null} */
let running = null;

/** Whether the solver of the browser is at work. */
export const isAtWork = () => running !== null;

/** Ends the work. */
function stop() {
  running?.end();
  running?.work.remove();
  running = null;
}

/** Shows that the solver is at work, and a button that ends it. */
function begin() {
  const work = document.createElement("div");
  const [progress, status, cancel] = [document.createElement("progress"), document.createElement("span"), document.createElement("button")];
  work.className = "work";
  progress.max = 1;
  progress.setAttribute("aria-label", "The solver is at work");
  status.className = "small";
  status.textContent = "Thinking…";
  Object.assign(cancel, { type: "button", textContent: "Cancel" }).addEventListener("click", stop);
  work.append(progress, status, cancel);
  $("#table .solver")?.append(work);
  /** @type {(news: { share: number }) => void} */
  const heard = ({ share }) => {
    if (share >= 0) progress.value = share;
  };
  return { work, heard };
}

/**
 * Solves the position of the page and brings what was found to the server; tells whether that was done, or is not wanted any more.
 * @param {{ module: string, worker: string }} from
 * @param {{ saved: string, helped: string, strength: string }} asked
 */
async function solve({ module, worker }, { saved, helped, strength }) {
  stop();
  const { work, heard } = begin();
  const version = table().dataset.version ?? "";
  /** @type {Work} */
  const own = { version, work, end: () => {} };
  running = own;
  try {
    const { Caller } = await import("./device.js");
    if (running !== own) return true;
    const caller = new Caller(worker, { module }, heard);
    own.end = () => caller.end();
    const answer = await ask(saved);
    if (!answer.ok) return false;
    const { found } = await caller.call("think", { key: "hint", table: (await answer.json()).table, task: "hint" });
    if (running !== own) return true;
    const { any, line, json, text } = found.solution;
    /** @type {Record<string, string>} */
    const told = any ? { line: line.join(" "), json: JSON.stringify(json), text } : {};
    const reply = await post(helped, { strength, version, ...told });
    // The game has moved on: nothing is to be shown for the position before.
    if (!reply.ok) return reply.status === 409;
    const html = await reply.text();
    if (running === own) stop();
    show(html);
    return true;
  } catch {
    return running !== own;
  } finally {
    if (running === own) stop();
  }
}

/**
 * Takes over a form that asks for a hint, if the browser can answer it.
 * @param {HTMLFormElement} form
 * @param {Record<string, string>} fields
 */
export function takes(form, fields) {
  const { saved, helped } = form.dataset;
  if (!kept || !saved || !helped) return false;
  const { strength } = fields;
  solve(kept, { saved, helped, strength }).then((done) => {
    if (!done) send(fields, form.getAttribute("action") ?? "");
  });
  return true;
}

/** Finds out whether the browser has the module. The document in which pages are made says where it is. */
async function look() {
  const answer = await fetch(new URL("../offline/", import.meta.url));
  const shell = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#shell");
  const { module, worker } = /** @type {HTMLElement} */ (shell).dataset;
  if (!module || !worker || !(await caches.match(new URL(module, location.href)))) return;
  kept = { module, worker };
  document.documentElement.dataset.solver = "here";
}

/** What was found when the page was shown last. */
let shown = "";

/**
 * Brings a new hint into view, with the pieces that it is about; where the screen is too low for both, its
 * words.
 */
function bring() {
  const found = $("#table .solver .found");
  const before = shown;
  shown = found?.textContent ?? "";
  if (!found || shown === before) return;
  const board = $("#table .board")?.getBoundingClientRect();
  const pieces = $$("#table .board .hinted").filter(isSeen).map((element) => element.getBoundingClientRect());
  const boxes = board ? pieces.filter((box) => box.bottom > board.top && box.top < board.bottom) : [];
  const words = found.getBoundingClientRect();
  const top = Math.min(words.top, ...boxes.map((box) => box.top)) - ROOM;
  const bottom = Math.max(words.bottom, ...boxes.map((box) => box.bottom)) + ROOM;
  const lowest = bottom - top > innerHeight ? words.bottom + ROOM : bottom;
  const over = lowest > innerHeight ? lowest - innerHeight : Math.min(top, 0);
  if (over) scrollBy({ top: over, behavior: calm() ? "auto" : "smooth" });
}

/** Looks for the module where the page is one of a server that has hints. */
export function start() {
  shown = $("#table .solver .found")?.textContent ?? "";
  onLit.listen(bring);
  onFresh.listen(() => {
    if (!running) return;
    if (running.version !== table().dataset.version) stop();
    else $("#table .solver")?.append(running.work);
  });
  const isServed = !document.querySelector(".brand[href*='offline/?']");
  if (!isServed || !$("#table .solver [data-helped]") || !navigator.serviceWorker?.controller) return;
  (window.requestIdleCallback ?? setTimeout)(() => look().catch(() => {}));
}
