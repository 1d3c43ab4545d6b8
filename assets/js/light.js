// @ts-check
// Shows on the board what can be picked next, and turns things with several faces.
import { $, $$, place, shake, table, thing } from "./dom.js";
import { beginnings, draggable, earlier, lit, rest, takesSwipes } from "./path.js";
import { onLit, state } from "./state.js";
import { explain } from "./why.js";

/** The things that have a face. */
const faced = () => $$("#table svg [data-face]");

/** The names that the hint on the page is about, or those of the move that a lesson or a position shows. */
function hinted() {
  const lead = table().dataset.lead;
  if (lead) {
    const path = JSON.parse(lead);
    return rest(path, state.picks) ?? rest(path, []) ?? [];
  }
  return ($("#table [data-hint]")?.dataset.hint ?? "").split(" ").filter(Boolean);
}

/**
 * Takes the marks of a hint away: what it was about has been done.
 * @param {HTMLElement} where
 */
export function unhint(where) {
  delete where.dataset.lead;
  where.querySelector("[data-hint]")?.removeAttribute("data-hint");
}

/** Reads the offers of a fresh table, and lights them. */
export function read() {
  // What is picked stays picked if only something beside the board has changed, such as a text in the chat.
  const offered = table().dataset.offers ?? "";
  if (offered !== state.offered) state.picks = [];
  state.offered = offered;
  state.offers = JSON.parse(offered || "[]");
  state.first = beginnings(state.offers);
  state.asks = JSON.parse(table().dataset.asks || "{}");
  const board = $("#table .board");
  const swipes = takesSwipes(state.offers);
  if (board)
    board.style.touchAction = $("#table svg[data-zoom]") ? "none" : swipes ? "pinch-zoom" : "manipulation";
  light();
}

/** Lights what can be picked next, and says what is asked. */
export function light() {
  const { all, on } = lit(state.offers, state.picks);
  const names = hinted();
  // A new hint turns up the face of what it is about.
  if (names.join(" ") !== state.hint) {
    state.face =
      faced().find((element) => names.includes(element.dataset.pick ?? ""))?.dataset.face ?? state.face;
  }
  state.hint = names.join(" ");
  findFaces(all);
  const { face, picks, first } = state;
  // Where the drawing holds a ghost, that is what goes with the pointer.
  const loose = $("#table svg [data-probe]") ? new Set() : draggable(state.offers);
  Object.assign(table().dataset, { face, picks: picks.join(" ") });
  for (const element of $$("#table [data-pick]")) {
    const name = element.dataset.pick ?? "";
    const can = all.has(name) || on.has(name);
    const chosen = picks.includes(name);
    element.classList.toggle("can", can);
    element.classList.toggle("goes-on", on.has(name) && !all.has(name));
    element.classList.toggle("away", can && "face" in element.dataset && element.dataset.face !== face);
    element.classList.toggle("picked", chosen);
    element.classList.toggle("begins", first.has(name));
    element.classList.toggle("loose", loose.has(name));
    element.classList.toggle("hinted", names.includes(name));
    if (element instanceof HTMLButtonElement) {
      element.disabled = !can;
    } else if (can || chosen) {
      element.setAttribute("tabindex", "0");
      element.setAttribute("role", "button");
      element.setAttribute("aria-pressed", String(chosen));
    } else {
      if (element === document.activeElement) element.setAttribute("tabindex", "-1");
      else element.removeAttribute("tabindex");
      element.removeAttribute("aria-pressed");
      element.setAttribute("role", "img");
    }
  }
  // A hint may be about pieces that cannot be picked.
  for (const element of $$("#table .board > svg > [id]:not([data-pick])")) {
    element.classList.toggle("hinted", names.includes(element.id));
  }
  crown();
  // All ways of what is picked, until one is pointed at.
  const begun = picks.length ? `${picks.join(" ")} ` : "-";
  for (const way of $$("#table [data-route]")) {
    if (!way.classList.toggle("open", way.dataset.route?.startsWith(begun))) way.classList.remove("shown");
  }
  ask();
  onLit.emit();
}

/**
 * Draws the rings of what a hint is about over the pieces, so that none of them covers a part. What is picked
 * has its own, and so has a card in a fan of cards: the ring would lie across its neighbours.
 */
function crown() {
  $("#table .board .crown")?.remove();
  const shapes = $$("#table .board > svg > .hinted:not(.picked, .rises)").flatMap((element) => {
    const ring = element.querySelector(":scope > :is(.halo, .shape)")?.cloneNode(true);
    const over = document.createElementNS("http://www.w3.org/2000/svg", "g");
    over.setAttribute("transform", element.getAttribute("transform") ?? "");
    over.append(...(ring ? [ring] : []));
    return ring ? [over] : [];
  });
  if (!shapes.length) return;
  const all = document.createElementNS("http://www.w3.org/2000/svg", "g");
  all.setAttribute("class", "crown");
  all.append(...shapes);
  $("#table .board > svg")?.append(all);
}

/**
 * Says what is asked after the picks so far; after a part of a set, or where that is not known, what was
 * asked before it.
 */
function ask() {
  if (state.moving) return;
  const status = $("#status");
  let { picks } = state;
  while (picks.length && !(key(picks) in state.asks)) picks = earlier(state.offers, picks);
  const asked = state.asks[key(picks)];
  if (status && asked && status.textContent !== asked) status.textContent = asked;
}

/** @param {string[]} picks */
const key = (picks) => [...picks].sort().join(" ");

/** Takes all picks back. */
export function unpick() {
  state.picks = [];
  light();
}

/**
 * Things that can be picked next may lie over each other, each with one of several faces (`data-face`). One
 * face is up at a time; a button, a key or the wheel turns up the next.
 * @param {Set<string>} all
 */
function findFaces(all) {
  const things = faced();
  const can = (/** @type {HTMLElement} */ element) => all.has(element.dataset.pick ?? "");
  const shown = things.some(can)
    ? things.filter((element) => "probe" in element.dataset || can(element))
    : [];
  state.faces = [...new Set(shown.map((element) => element.dataset.face ?? ""))];
  if (!state.faces.includes(state.face)) state.face = state.faces[0] ?? state.face;
  const button = $("#turn");
  if (!button) return;
  // Once it was there it stays, so that the buttons around it rest.
  if (state.faces.length > 1) state.turns = true;
  button.hidden = !state.turns;
  /** @type {HTMLButtonElement} */ (button).disabled = state.faces.length < 2;
  const up = `${state.face.charAt(0).toUpperCase()}${state.face.slice(1)}`;
  // A phone has no key for it.
  const { classList } = document.documentElement;
  const isPhone = classList.contains("touch") || matchMedia("(max-width: 40rem)").matches;
  button.textContent = isPhone ? "Rotate" : `${up} · rotate (R)`;
}

/** Turns up the next face. */
export function turn() {
  state.face = state.faces[(state.faces.indexOf(state.face) + 1) % state.faces.length];
  light();
}

/**
 * Turns up the face that a thing stands for.
 * @param {string} name
 */
export function turnTo(name) {
  const shows = $$("#table svg [data-shows]").find((element) => element.dataset.pick === name);
  state.face = shows?.dataset.shows ?? state.face;
}

/**
 * Refuses a name: shakes its thing, and says why it cannot be picked.
 * @param {string} name
 * @param {Element | null} [element] Where it was tried, if that is no thing that can ever be picked.
 */
export function refuse(name, element = thing(name) ?? null) {
  const at = element && place(element);
  if (element && at) shake(element, at, [0, -3, 3, -2, 0]);
  explain([...state.picks, name], element);
}

/**
 * Shows clearest the way of the move that a name would complete, where the drawing holds one.
 * @param {string | undefined} name
 */
export function route(name) {
  const key = [...state.picks, name].join(" ");
  for (const way of $$("#table [data-route]")) way.classList.toggle("shown", way.dataset.route === key);
}
