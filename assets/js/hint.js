// @ts-check
// Hints by the browser's own solver at tables of a server: where the module is kept, it solves in the place
// of the server, which notes and shows what was found as if it were its own. Where that does not work, the
// server is asked as ever.
import { $, $$, bringInto, isSeen, table } from "./dom.js";
import { ask } from "./end.js";
import { onFresh, onLit } from "./state.js";
import { post, send, show } from "./transport.js";

/**
 * What the solver is at.
 * @typedef {{ version: string, strength: string, work: HTMLElement, end: () => void }} Work
 */

/**
 * Where the module and its worker are, once it is sure that the browser has them.
 * @type {{ module: string, worker: string } | null}
 */
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
  const [steps, button] = [document.createElement("div"), document.createElement("button")];
  const [progress, status] = [document.createElement("progress"), document.createElement("span")];
  work.className = "work";
  steps.className = "steps";
  progress.max = 1;
  progress.setAttribute("aria-label", "The solver is at work");
  status.className = "small";
  status.textContent = "Thinking…";
  Object.assign(button, { type: "button", textContent: "Stop" }).addEventListener("click", stop);
  steps.append(button);
  work.append(steps, progress, status);
  $("#table .solver")?.append(work);
  /** @type {(news: { share: number }) => void} */
  const heard = ({ share }) => {
    if (share >= 0) progress.value = share;
  };
  return { work, heard };
}

/**
 * Solves the position of the page and brings what was found to the server; tells whether that was done, or is
 * not wanted any more.
 * @param {{ module: string, worker: string }} from
 * @param {{ saved: string, helped: string, strength: string }} asked
 */
async function solve({ module, worker }, { saved, helped, strength }) {
  stop();
  const { work, heard } = begin();
  const version = table().dataset.version ?? "";
  /** @type {Work} */
  const own = { version, strength, work, end: () => {} };
  running = own;
  try {
    const { Caller } = await import("./device.js");
    if (running !== own) return true;
    const caller = new Caller(worker, { module }, heard);
    own.end = () => caller.end();
    const answer = await ask(saved);
    if (!answer.ok) return false;
    const { found } = await caller.call("think", {
      key: "hint",
      table: (await answer.json()).table,
      task: "hint"
    });
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
 * Takes over a form that asks for a hint, if the browser can answer it; returns what ends with the answer.
 * @param {HTMLFormElement} form
 * @param {Record<string, string>} fields
 * @returns {Promise<unknown> | null}
 */
export function takes(form, fields) {
  const { saved, helped } = form.dataset;
  if (!kept || !saved || !helped) return null;
  // The server still has what was found for this position. Against others another search might find another
  // move.
  if ($("#table .seats") && $("#table .solver .found")) return null;
  const { strength } = fields;
  // Who asks again for what is being looked for does not make it start over.
  if (running?.strength === strength && running.version === table().dataset.version) return Promise.resolve();
  return solve(kept, { saved, helped, strength }).then((done) =>
    done ? undefined : send(fields, form.getAttribute("action") ?? "")
  );
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

/** What was new when the page was shown last. */
let shown = "";

/** What is brought into view when it is new: a hint, or how the game ended. */
const news = () => $("#table .solver .found, #result > .status");

/** Brings a new hint into view, with the pieces that it is about, or the result with the board. */
function bring() {
  const found = news();
  const before = shown;
  shown = found?.textContent ?? "";
  if (!found || shown === before) return;
  const board = $("#table .board > svg")?.getBoundingClientRect();
  if (found.id === "status") return bringInto(found.parentElement ?? found, board ? [board] : []);
  const pieces = $$("#table .board .hinted")
    .filter(isSeen)
    .map((element) => element.getBoundingClientRect());
  bringInto(found, board ? pieces.filter((box) => box.bottom > board.top && box.top < board.bottom) : []);
}

/** Looks for the module where the page is one of a server that has hints. */
export function start() {
  shown = news()?.textContent ?? "";
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
