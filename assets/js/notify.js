// @ts-check
// Tells through the system that it is the visitor's turn, while the page is out of sight. The visitor asks for it by a switch;
// nothing is asked before. It is loaded where other people play.
import { $, say, table } from "./dom.js";
import * as settings from "./settings.js";

/** Whether the system can tell. */
const can = "Notification" in window;
/** The notification that is shown. @type {Notification | null} */
let shown = null;

/** Whether the visitor wants it, and the browser lets it happen. */
const wanted = () => can && settings.settings.notify && Notification.permission === "granted";

/** Shows how the switch stands; a browser that cannot tell has none. */
export function refresh() {
  const box = /** @type {HTMLInputElement | null} */ ($("[data-notify]"));
  if (!box) return;
  /** @type {HTMLElement} */ (box.parentElement).hidden = !can;
  box.checked = wanted();
}

/**
 * Asks the browser for leave when the visitor switches it on.
 * @param {HTMLInputElement} box
 */
export async function change(box) {
  if (box.checked && !isSecureContext) say("Browsers allow notifications only over https, and this address isn’t https.");
  else if (box.checked && (await Notification.requestPermission()) === "denied") {
    say("Your browser blocks notifications from this page. You can allow them for this site in your browser’s settings.");
  }
  settings.settings.notify = box.checked && Notification.permission === "granted";
  settings.keep();
  refresh();
}

/**
 * Tells that it is the visitor's turn.
 * @param {string} title
 */
export function tell(title) {
  shown?.close();
  if (!wanted() || document.visibilityState === "visible") return;
  try {
    shown = new Notification("Your turn", { body: title, tag: table().dataset.act, icon: $("link[rel=icon]")?.getAttribute("href") ?? "" });
    shown.onclick = () => {
      window.focus();
      shown?.close();
    };
  } catch {
    // Some phones let only installed apps notify.
    settings.settings.notify = false;
    refresh();
  }
}
