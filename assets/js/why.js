// @ts-check
// Why something cannot be done, in the words of the rules, at the place where it was tried. The reason comes
// from the server, once for each position and picks.
import { $, announce, table } from "./dom.js";
import { ask } from "./end.js";

/** How long a reason stays that nothing takes away, in milliseconds. */
const STAYS = 4000;

/** The reasons that the server gave. @type {Map<string, string>} */
const reasons = new Map();
/** Where a reason is shown. @type {HTMLElement} */
let label;
let hiding = 0;

/**
 * Returns why picks make no action; empty where there is nothing to say.
 * @param {string[]} picks
 * @returns {Promise<string>}
 */
export async function reason(picks) {
  const { act = "", why = act.replace(/act$/, "why"), version } = table().dataset;
  const address = new URL(why, location.href);
  address.searchParams.set("picks", picks.join(" "));
  const key = `${version} ${address}`;
  const known = reasons.get(key);
  if (known !== undefined) return known;
  const answer = await ask(String(address)).catch(() => null);
  const text = answer?.ok ? await answer.text().catch(() => "") : "";
  if (answer?.ok) reasons.set(key, text);
  return text;
}

/**
 * Shows a text below an element, or above it where a finger would cover it, within the window.
 * @param {Element} element
 * @param {string} text
 * @param {boolean} [finger]
 */
export function tell(element, text, finger = false) {
  clearTimeout(hiding);
  if (!text) return;
  label.textContent = text;
  const box = element.getBoundingClientRect();
  const half = label.offsetWidth / 2 + 8;
  label.style.left = `${Math.min(Math.max((box.left + box.right) / 2, half), innerWidth - half)}px`;
  const above = finger ? box.top - label.offsetHeight - 8 : 0;
  label.style.top = `${above > 8 ? above : Math.min(box.bottom + 8, innerHeight - label.offsetHeight - 8)}px`;
  label.classList.add("shown");
}

/** Takes the reason away. */
export function hush() {
  clearTimeout(hiding);
  label.classList.remove("shown");
}

/**
 * Asks why picks make no action and shows the reason for a while, at the piece with the last name or over the
 * board.
 * @param {string[]} picks
 * @param {Element | null | undefined} element
 */
export async function explain(picks, element) {
  const version = table().dataset.version;
  const text = await reason(picks);
  if (!text || table().dataset.version !== version) return;
  const at = element?.isConnected ? element : $("#table .board > svg");
  if (!at) return;
  tell(at, text);
  announce([text]);
  hiding = setTimeout(hush, STAYS);
}

/** Makes the place where reasons are shown. */
export function start() {
  label = document.body.appendChild(document.createElement("p"));
  label.id = "why";
  // What was asked for is read out; what a pointer passes over is not.
  label.setAttribute("aria-hidden", "true");
}
