// @ts-check
// Shows a move before the server has answered: what the offer says that it moves (`motions`), or the first
// thing on its path to the place of the last. The answer takes its place; if the server refuses, the things
// go back.
import { calm, drawn, place, placeNow, thing } from "./dom.js";
import { glide } from "./morph.js";

/** What was moved, with its place before. @type {Map<HTMLElement, string>} */
const moved = new Map();

/**
 * Returns what an offer moves as its path has it.
 * @param {string[]} names
 * @returns {[id: string, x: number, y: number][]}
 */
function byPath(names) {
  const [first, end] = [names[0], names[names.length - 1]].map((name) =>
    thing(name)?.closest("#table svg > *")
  );
  const to = end && place(end);
  return first?.id && to && first !== end ? [[first.id, ...to]] : [];
}

/**
 * Moves what an action is sure to move.
 * @param {import("./path.js").Offer | undefined} offer
 */
export function goAhead(offer) {
  if (!offer) return;
  const names = offer.path.flat();
  for (const [id, x, y] of offer.motions ?? byPath(names)) {
    const element = drawn(id);
    const from = element && placeNow(element);
    if (!element || !from || String(place(element)) === String([x, y])) continue;
    moved.set(element, element.getAttribute("transform") ?? "");
    element.setAttribute("transform", `translate(${x} ${y})`);
    element.classList.add("sent");
    if (!calm()) glide(element, from, [x, y]);
  }
  thing(names[names.length - 1] ?? "")
    ?.closest("#table svg > *")
    ?.classList.add("sent");
}

/**
 * Puts everything back to where it was on a copy of the table.
 * @param {Element} copy
 */
export function restore(copy) {
  for (const element of copy.querySelectorAll(".board .sent")) element.classList.remove("sent");
  for (const flying of copy.querySelectorAll(".board .flying")) flying.remove();
  for (const [{ id }, before] of moved)
    copy.querySelector(`.board > svg > [id="${id}"]`)?.setAttribute("transform", before);
}

/** The server has answered: the drawing that came says where everything is. */
export const settled = () => moved.clear();

/** No answer came: everything goes back to where it was. */
export function goBack() {
  for (const [element, before] of moved) {
    const from = placeNow(element);
    element.setAttribute("transform", before);
    element.classList.remove("sent");
    const to = place(element);
    if (from && to && !calm()) glide(element, from, to);
  }
  moved.clear();
}
