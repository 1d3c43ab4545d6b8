// @ts-check
// The part of the settings about notifications.
import { $, $$, around, say } from "./dom.js";
import * as push from "./push.js";
import * as settings from "./settings.js";

const boxes = () => /** @type {HTMLInputElement[]} */ ($$("[data-wanted]"));
const box = (/** @type {string} */ name) => boxes().find((one) => one.dataset.wanted === name);

/**
 * Says why something cannot be done; nothing says that it can.
 * @param {string} why
 */
function explain(why) {
  const place = $("[data-cannot]");
  if (!place) return;
  place.hidden = !why;
  place.textContent = why;
}

/**
 * Shows of what this browser is told.
 * @param {push.Wanted | undefined} wanted
 */
function show(wanted) {
  for (const one of boxes())
    one.checked = Boolean(wanted?.[/** @type {keyof push.Wanted} */ (one.dataset.wanted)]);
  const button = $("[data-test]");
  if (button) button.hidden = !wanted;
}

/** Lets the switches be used, or not. */
const enable = (/** @type {boolean} */ can) => boxes().forEach((one) => (one.disabled = !can));

/** Asks the server how things stand. */
async function load() {
  const why = push.obstacle();
  if (why) return explain(why);
  show((await push.known()).browser);
  explain("");
  enable(true);
}

/** Has this browser told of what the switches say. */
async function change() {
  enable(false);
  const wanted = { turns: Boolean(box("turns")?.checked), invitations: Boolean(box("invitations")?.checked) };
  try {
    await push.want(wanted);
    // A page that is open in the background tells by itself.
    settings.settings.notify = wanted.turns;
    settings.keep();
    await load();
  } catch (error) {
    await load().catch(() => {});
    explain(push.sentence(error));
  }
  if (!push.obstacle()) enable(true);
}

/** Sends a test. */
async function test() {
  try {
    await push.test();
    explain("");
    say("A test is on its way.");
  } catch (error) {
    explain(push.sentence(error));
  }
}

/** Looks after the part of the page. */
export function start() {
  document.addEventListener("change", (event) => around(event, "[data-wanted]") && change());
  document.addEventListener("click", (event) => around(event, "[data-test]") && test());
  load().catch((error) => explain(push.sentence(error)));
}
