// @ts-check
// What a player does on the board: picks, keys, and the moves of a hint one after the other.
import { $$, calm, table } from "./dom.js";
import { light, refuse, turnTo } from "./light.js";
import { isMoveKey } from "./gesture.js";
import { offerOf, picked, takesArrows } from "./path.js";
import { state } from "./state.js";
import { inTurn, send } from "./transport.js";
import { explain } from "./why.js";

/** The pause between two moves that are played one after the other, in milliseconds. */
const STEP = 260;

/**
 * Sends the action of an offer.
 * @param {import("./path.js").Offer} offer
 */
const act = (offer) => send({ kind: offer.amends ? "amend" : "act", text: offer.text });

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
  // An arrow that makes moves elsewhere makes none here.
  else if (isMoveKey(key) && takesArrows(state.offers)) explain([key], null);
  return Boolean(offer ?? button);
}

/**
 * Plays actions one after the other, until something else happens at the table.
 * @param {string[]} actions
 */
export async function playOn(actions) {
  const version = () => Number(table().dataset.version);
  for (const text of actions) {
    const next = version() + 1;
    await send({ kind: "act", text });
    if (version() !== next) return;
    await new Promise((done) => setTimeout(done, calm() ? 0 : STEP));
    if (state.busy || version() !== next) return;
  }
}
