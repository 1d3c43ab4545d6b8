// @ts-check
// What a player does on the board: picks and keys.
import { $$, table } from "./dom.js";
import { light, refuse, turnTo, unpick } from "./light.js";
import { isMoveKey } from "./gesture.js";
import { stop } from "./help.js";
import { comingTo } from "./morph.js";
import { meant, offerOf, picked, takesArrows } from "./path.js";
import { state } from "./state.js";
import { inTurn, send } from "./transport.js";
import { explain } from "./why.js";

/**
 * What the keys stand for that take back and play again, where no button does.
 * @type {Record<string, string | undefined>}
 */
const TAKING = { z: "undo", y: "redo" };

/**
 * Sends the action of an offer. On another player's turn, and on the page of planned moves, it is planned.
 * @param {import("./path.js").Offer} offer
 */
function act(offer) {
  stop();
  const { plan, planning } = table().dataset;
  if (planning === undefined) send({ kind: offer.amends ? "amend" : "act", text: offer.text });
  else send({ kind: "plan", text: offer.text }, plan);
}

/**
 * Where a move can be planned on this board, asks for what can be planned, and does then what was meant.
 * Tells whether it does.
 * @param {() => unknown} todo
 */
function planFirst(todo) {
  const { plan, planning } = table().dataset;
  if (!plan || planning !== undefined) return false;
  send({ kind: "begin" }, plan);
  return Boolean(inTurn(todo));
}

/**
 * Returns the name that is picked at an element.
 * @param {Element | null} element
 */
export const named = (element) =>
  /** @type {HTMLElement | null | undefined} */ (element?.closest?.("#table [data-pick]"))?.dataset.pick;

/**
 * Picks what lies at a point of the screen, now or after the answer to the last action: what was seen there,
 * what lies there by then, or what is on its way there. Beside all of it, what was picked is put back.
 * @param {Element} hit What was seen there.
 * @param {[number, number]} point
 */
export function pickAt(hit, point) {
  inTurn(() => {
    if (named(hit) && planFirst(() => pickAt(hit, point))) return;
    const there = [hit, document.elementFromPoint(...point), ...comingTo(point)];
    const found = meant(state.offers, state.picks, there.map(named));
    if (found) return pick(found);
    // A piece that can never be picked may still tell why.
    const piece = hit.closest("#table .board > svg > [id]");
    if (piece) refuse(piece.id, piece);
    if (state.picks.length) unpick();
  });
}

/**
 * Picks a name, now or after the answer to the last action. A path that is complete is sent.
 * @param {string} name
 */
export function pick(name) {
  inTurn(() => {
    if (planFirst(() => pick(name))) return;
    const again = state.picks.includes(name);
    const next = picked(state.offers, state.picks, name);
    if (!again) turnTo(name);
    if (!next) return refuse(name);
    state.picks = next.picks;
    if (next.offer) act(next.offer);
    else light();
  });
}

/**
 * Does what a key stands for; tells whether it stands for anything.
 * @param {string} key
 * @returns {boolean}
 */
export function press(key) {
  if (state.busy) return isMoveKey(key) && Boolean(inTurn(() => press(key)));
  const offer = offerOf(state.offers, key);
  const buttons = /** @type {HTMLButtonElement[]} */ ($$("#table [data-key]"));
  const button = buttons.find((one) => one.dataset.key === key && !one.disabled);
  const taking = table().dataset.act ? TAKING[key] : undefined;
  if (offer?.confirms) {
    state.picks = offer.path.slice(0, -1).flat();
    light();
  } else if (offer) act(offer);
  else if (button) button.click();
  // The server says why it cannot be done.
  else if (taking) send({ kind: taking });
  // An arrow that makes moves elsewhere makes none here; a digit may be the key of what cannot be done now.
  else if (isMoveKey(key) && (takesArrows(state.offers) || /^\d$/.test(key))) explain([key], null);
  return Boolean(offer ?? button ?? taking);
}
