// @ts-check
// Tells in words what has changed at the table, for those who cannot see it: the new lines of the log, the
// result, what the solver found, what others ask, then what is asked of the player now. Each is told once.
import { $, $$, announce, table } from "./dom.js";
import { onFresh, onLit, state } from "./state.js";
import { takenBack } from "./text.js";

/** @typedef {Map<number, string>} Log */

/** What was told of the table last. */
let told = { log: /** @type {Log} */ (new Map()), beside: [""], status: "", over: false, at: "" };
/** What was told last of what is asked after some picks. */
let asked = "";

/**
 * Returns the text of an element in one line.
 * @param {Element | null} element
 */
const line = (element) => element?.textContent?.replace(/\s+/g, " ").trim() ?? "";

/** Reads what there is to be told. */
function look() {
  /** @type {Log} */
  const log = new Map(
    $$("#table .story li").map((item) => [
      /** @type {HTMLLIElement} */ (/** @type {unknown} */ (item)).value,
      line(item)
    ])
  );
  // A move that the page is about to play for the player is told when it is made.
  const found = table().hasAttribute("data-playing")
    ? "#table .solver .found p:not(:has(strong))"
    : "#table .solver .found p";
  const beside = [
    ...$$(found),
    ...$$("#table .asked p, #table .declined"),
    ...$$("#table .match, #result .told, .lesson #goal, #verdict")
  ];
  const over = Boolean($("#table .now.over"));
  const { seq, revision } = table().dataset;
  return { log, beside: beside.map(line), status: line($("#status")), over, at: `${seq}.${revision}` };
}

/**
 * Returns the lines of a log that another does not have, oldest first. A log of which only the end was cut
 * off tells what was taken back.
 * @param {Log} before
 * @param {Log} now
 */
function happened(before, now) {
  const [last, end] = [before, now].map((log) => Math.max(0, ...log.keys()));
  const fresh = [...now].filter(([ply, text]) => ply > last || (before.has(ply) && before.get(ply) !== text));
  const back = [...before].filter(([ply]) => ply > end).map(([, text]) => text);
  return fresh.length || !back.length
    ? fresh.sort(([a], [b]) => a - b).map(([, text]) => text)
    : [takenBack(back)];
}

/** Tells what is new since the last look. */
function tell() {
  const now = look();
  const news = [
    ...happened(told.log, now.log),
    ...now.beside.filter((text) => text && !told.beside.includes(text))
  ];
  // For whom the player waits is not told after each move of the others.
  const matters = state.offers.length || now.over || !news.length;
  if (state.picks.length || !matters) now.status = told.status;
  else if (now.status !== told.status) news.push(now.status);
  told = now;
  announce(news);
}

/** Tells what is asked after a pick. What a fresh table asks is told with what has happened. */
function tellPick() {
  if (state.busy || look().at !== told.at) return;
  const status = state.picks.length ? line($("#status")) : "";
  if (status && status !== asked && status !== told.status) announce([status]);
  asked = status;
}

/** Listens to what changes at the table. */
export function start() {
  told = look();
  onFresh.listen(tell);
  onLit.listen(tellPick);
}
