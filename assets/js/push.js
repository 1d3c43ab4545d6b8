// @ts-check
// Notifications while no page is open: what the browser's push service and the server need to know of each
// other.
import { $ } from "./dom.js";
import { reach } from "./end.js";
import { register, root } from "./install.js";

/** What a browser is told of. @typedef {{ turns: boolean, invitations: boolean }} Wanted */
/** A browser, as the server knows it. @typedef {Wanted & { id: string, endpoint: string }} Browser */

/** A reason for the visitor why something cannot be done. */
class Refusal extends Error {}

/** Where the server answers about notifications; nothing where there is none. */
const address = () => $("header.site [data-at]")?.dataset.at ?? "";

/** Why this browser cannot be told, in a sentence; nothing if it can. */
export function obstacle() {
  if (!isSecureContext) return "Browsers allow notifications only over https, and this address isn’t https.";
  const can = "PushManager" in window && "serviceWorker" in navigator && "Notification" in window;
  if (!can)
    return (
      "This browser can’t show notifications of websites. On an iPhone or iPad, add " +
      "Bagatelle to the home screen first."
    );
  if (Notification.permission !== "denied") return "";
  return "Your browser blocks notifications from this site. You can allow them in your browser’s settings.";
}

/**
 * Asks the server; fails with its sentence where it refuses.
 * @param {string} [path] What comes after the address.
 * @param {RequestInit} [init]
 */
async function call(path = "", init) {
  const answer = await reach(address() + path, init);
  if (answer.ok) return answer.status === 204 || answer.status === 202 ? null : answer.json();
  const { error } = await answer.json().catch(() => ({}));
  throw new Refusal(error ?? "The server didn’t accept that. Try again later.");
}

/** The subscription of this browser, if it has one. */
async function subscription() {
  const registration = await navigator.serviceWorker.getRegistration(root.pathname);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/**
 * What the server knows of this browser, and its key.
 * @returns {Promise<{ key: string | null, browser: Browser | undefined }>}
 */
export async function known() {
  const { key, browsers } = await call();
  const own = obstacle() ? null : await subscription();
  return { key, browser: browsers.find((/** @type {Browser} */ one) => one.endpoint === own?.endpoint) };
}

/**
 * The bytes of a text in base64url.
 * @param {string} text
 */
function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/**
 * Subscribes at the browser's push service for messages of this server alone.
 * @param {string} key
 */
async function subscribe(key) {
  await register();
  const { pushManager } = await navigator.serviceWorker.ready;
  const wanted = { userVisibleOnly: true, applicationServerKey: bytes(key) };
  try {
    return await pushManager.subscribe(wanted).catch(async () => {
      // It may have a subscription by an older key.
      await (await pushManager.getSubscription())?.unsubscribe();
      return pushManager.subscribe(wanted);
    });
  } catch {
    throw new Refusal("Your browser didn’t reach its push service. Check your connection and try again.");
  }
}

/**
 * Has this browser told of what is wanted, and of nothing else.
 * @param {Wanted} wanted
 * @throws A refusal, where it cannot be done.
 */
export async function want(wanted) {
  const why = obstacle();
  if (why) throw new Refusal(why);
  const some = wanted.turns || wanted.invitations;
  // Browsers ask the visitor only just after a click.
  const leave = some ? await Notification.requestPermission() : "default";
  const { key, browser } = await known();
  if (!some) {
    if (browser) await call(`/${browser.id}`, { method: "DELETE" });
    await (await subscription())?.unsubscribe();
    return;
  }
  if (!key) throw new Refusal("The host of this server has turned notifications off.");
  if (leave !== "granted") throw new Refusal(obstacle() || "Your browser wasn’t allowed to notify you.");
  const { endpoint, keys } = (await subscribe(key)).toJSON();
  const body = JSON.stringify({ endpoint, p256dh: keys?.p256dh, auth: keys?.auth, ...wanted });
  await call("", { method: "PUT", headers: { "Content-Type": "application/json" }, body });
}

/** Has the server send this browser a notification. */
export async function test() {
  const { browser } = await known();
  if (!browser) throw new Refusal("First choose what this browser should notify you about.");
  await call(`/${browser.id}/test`, { method: "POST" });
}

/**
 * The sentence for something that has failed.
 * @param {unknown} error
 */
export const sentence = (error) =>
  error instanceof Refusal ? error.message : "The server can’t be reached. Try again later.";
