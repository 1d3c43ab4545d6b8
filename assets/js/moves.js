// @ts-check
// What a player does on the board: picks and keys.
import { $$ } from "./dom.js";
import { light, refuse, turnTo } from "./light.js";
import { isMoveKey } from "./gesture.js";
import { stop } from "./help.js";
import { offerOf, picked, takesArrows } from "./path.js";
import { state } from "./state.js";
import { inTurn, send } from "./transport.js";
import { explain } from "./why.js";

/**
 * Sends the action of an offer.
 * @param {import("./path.js").Offer} offer
 */
function act(offer) {
  stop();
  send({ kind: offer.amends ? "amend" : "act", text: offer.text });
}

/**
 * Picks a name, now or after the answer to the last action. A path that is complete is sent.
 * @param {string} name
 */
export function pick(name) {
  inTurn(() => {
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
  if (offer) act(offer);
  else if (button) button.click();
  // An arrow that makes moves elsewhere makes none here; a digit may be the key of what cannot be done now.
  else if (isMoveKey(key) && (takesArrows(state.offers) || /^\d$/.test(key))) explain([key], null);
  return Boolean(offer ?? button);
}
