// @ts-check
// Tells through the system that it is the visitor's turn, while the page is out of sight. The visitor asks
// for it by a switch; nothing is asked before. It is loaded where other people play. While no page is open,
// the server tells: see push.js.
import { $, say, table } from "./dom.js";
import * as settings from "./settings.js";

/** The notification that is shown. @type {Notification | null} */
let shown = null;

/**
 * Asks the browser for leave when the visitor switches it on.
 * @param {HTMLInputElement} box
 */
export async function change(box) {
  if (box.checked && !isSecureContext)
    say("Browsers allow notifications only over https, and this address isn’t https.");
  else if (box.checked && (await Notification.requestPermission()) === "denied") {
    say(
      "Your browser blocks notifications from this page. You can allow them for this site in " +
        "your browser’s settings."
    );
  }
  settings.settings.notify = box.checked && Notification.permission === "granted";
  settings.keep();
  settings.apply();
  push(settings.settings.notify);
}

/**
 * Has the browser told of turns while no page is open, too, where the browser and the server can; else this
 * page tells of them.
 * @param {boolean} turns
 */
async function push(turns) {
  try {
    const { known, want } = await import("./push.js");
    const { browser } = await known();
    await want({ turns, invitations: Boolean(browser?.invitations) });
  } catch {
    // A page in the background tells all the same.
  }
}

/**
 * Tells that it is the visitor's turn.
 * @param {string} title
 */
export function tell(title) {
  shown?.close();
  if (!settings.notifies() || document.visibilityState === "visible") return;
  try {
    shown = new Notification("Your turn", {
      body: title,
      tag: table().dataset.act,
      icon: $("link[rel=icon]")?.getAttribute("href") ?? ""
    });
    shown.onclick = () => {
      window.focus();
      shown?.close();
    };
  } catch {
    // Some phones let only installed apps notify.
    settings.settings.notify = false;
    settings.apply();
  }
}
