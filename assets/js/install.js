// @ts-check
// What makes the site an installed one, on every page: the worker that keeps its files, the bar that says
// that there is a new version, and the button that installs it. Nothing is loaded before the browser has
// nothing else to do.
import { announce } from "./dom.js";

/** Where the site begins: all scripts are in one folder below it. */
export const root = new URL("../", import.meta.url);

/** Has the browser run the worker, of the newest version. */
export const register = () =>
  navigator.serviceWorker.register(new URL("sw.js", root), { scope: root.pathname, updateViaCache: "none" });

/** Whether this page is made in the browser. */
const isMadeHere = location.href.startsWith(new URL("offline/", root).href);
/** How often a page that stays open asks for a new version, in milliseconds. */
const EVERY = 3_600_000;

/** For how long a page is there before anything is loaded that it does not need, in milliseconds. */
const STAYS = 3000;

/** Waits until the browser is idle, or says for two seconds that it never is. */
const idle = () =>
  new Promise((resolve) =>
    "requestIdleCallback" in window
      ? requestIdleCallback(resolve, { timeout: 2000 })
      : setTimeout(resolve, 1000)
  );

/** Whether the visitor has asked for few bytes, and this page can be shown without what is kept. */
function isSparing() {
  const connection = /** @type {{saveData?: boolean} | undefined} */ (Reflect.get(navigator, "connection"));
  return Boolean(connection?.saveData) && !isMadeHere;
}

/** Has the browser keep the site: first what is small, then the module. */
async function keep() {
  const service = navigator.serviceWorker;
  service.addEventListener("controllerchange", compare);
  const registration = await register();
  let asked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - asked < EVERY) return;
    asked = Date.now();
    registration.update().catch(() => {});
  });
  const { active } = await service.ready;
  await idle();
  active?.postMessage({ keepModule: true });
}

/** Asks the worker that has taken over whether this page is of the version before. */
function compare() {
  const { port1, port2 } = new MessageChannel();
  const parts = /** @type {NodeListOf<HTMLScriptElement & HTMLLinkElement>} */ (
    document.querySelectorAll("script[src], link[rel=stylesheet]")
  );
  port1.onmessage = ({ data }) => data.old && tell();
  navigator.serviceWorker.controller?.postMessage(
    { files: [...parts].map((part) => part.src || part.href) },
    [port2]
  );
}

/**
 * Says that there is a new version. The visitor decides when to load it: a game goes on with the one that it
 * began with.
 */
function tell() {
  if (document.querySelector(".version")) return;
  const text = "A new version is available.";
  const bar = document.createElement("div");
  bar.className = "version";
  const [load, close] = ["Reload", "Later"].map((label) =>
    Object.assign(document.createElement("button"), { type: "button", textContent: label })
  );
  load.className = "primary";
  load.addEventListener("click", () => location.reload());
  close.addEventListener("click", () => bar.remove());
  bar.append(text, load, close);
  document.body.append(bar);
  announce([text]);
}

/** The browser's offer to install the site. @type {(Event & {prompt(): Promise<unknown>}) | null} */
let offer = null;

/**
 * Shows the buttons that install the site, where the browser can. They may come with a page that is drawn
 * later.
 */
function show() {
  document.documentElement.toggleAttribute("data-installable", Boolean(offer));
}

window.addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  offer = /** @type {typeof offer} */ (event);
  show();
});
window.addEventListener("appinstalled", () => {
  offer = null;
  show();
});
document.addEventListener("click", async (event) => {
  if (!(event.target instanceof Element && event.target.closest("[data-install]"))) return;
  const asked = offer;
  // It can be shown once.
  offer = null;
  show();
  await asked?.prompt();
});

for (const note of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-insecure]")))
  note.hidden = isSecureContext;
if (document.readyState !== "complete")
  await new Promise((resolve) => window.addEventListener("load", resolve, { once: true }));
await new Promise((resolve) => setTimeout(resolve, STAYS));
await idle();
if ("serviceWorker" in navigator && !isSparing()) {
  // Without the worker all is as it is, but for pages without a network.
  keep().catch(() => {});
}
if (!isMadeHere) (await import("./badge.js").catch(() => null))?.start();
// Games come home to a server. The pages that are made in the browser do that themselves, where there is one.
if (!isMadeHere && !document.querySelector(".brand[href*='offline/?']")) {
  try {
    (await import("./sync.js")).start();
  } catch {
    // The page is being left; the next one does it.
  }
}
document.documentElement.classList.add("settled");
