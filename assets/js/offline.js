// @ts-check
// The document that shows pages made in the browser. It asks for the page of the address in its query and puts that in its own
// place; the page's scripts then run as they do on a page from a server. Links lead to this document again, with another query.
import { device, inside } from "./device.js";
import { ask, shown, use } from "./end.js";

const shell = /** @type {HTMLElement} */ (document.querySelector("#shell"));
const served = "served" in shell.dataset;
const { module = "", worker = "", assets = "" } = shell.dataset;
use(device({ module, worker, assets, served }));

/** The pictures that were made, by their addresses. @type {Map<string, Promise<string>>} */
const pictures = new Map();
/** How a drawing fills the place of a picture. */
const style = new CSSStyleSheet();
style.replaceSync("svg { display: block; width: 100%; height: 100%; }");

/**
 * Makes what stands in the place of a picture. Its drawing is in a tree of its own, since it has the same names as the board.
 * @param {HTMLImageElement} image
 * @param {string} text
 */
function framed(image, text) {
  const frame = document.createElement("span");
  frame.className = "picture";
  if (image.alt) {
    frame.role = "img";
    frame.ariaLabel = image.alt;
  }
  const drawing = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const inner = frame.attachShadow({ mode: "open" });
  inner.adoptedStyleSheets = [style];
  inner.append(document.importNode(drawing, true));
  return frame;
}

/** Puts drawings in the place of the pictures that are made for the visitor: a browser asks no worker for them. */
function fill() {
  for (const image of /** @type {NodeListOf<HTMLImageElement>} */ (document.querySelectorAll("img[data-src]"))) {
    const address = image.dataset.src ?? "";
    const drawn = pictures.get(address) ?? ask(address).then((answer) => (answer.ok ? answer.text() : ""));
    pictures.set(address, drawn);
    drawn.then((text) => {
      if (text) image.replaceWith(framed(image, text));
      else image.hidden = true;
    });
  }
}

/**
 * Sends a form that no script of the page sends.
 * @param {SubmitEvent} event
 */
async function submit(event) {
  if (event.defaultPrevented) return;
  const form = /** @type {HTMLFormElement} */ (event.target);
  const fields = new FormData(form, event.submitter);
  const body = new URLSearchParams(/** @type {any} */ ([...fields].filter(([, value]) => typeof value === "string")));
  const address = inside(event.submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? location.href);
  event.preventDefault();
  if (form.method === "get") return void (location.href = shown(`${address.split("?")[0]}?${body}`));
  const answer = await ask(address, { method: "POST", body });
  const go = answer.headers.get("X-Go");
  if (go) location.href = go;
  else show(await answer.text());
}

/** The pages that need other people. */
const AWAY = ["/tables", "/me"];

/** Marks the page as one that is made here, with the way to the server where there is one. */
function mark() {
  const nav = document.querySelector("header.site nav");
  for (const link of nav?.querySelectorAll("a") ?? []) if (AWAY.includes(inside(link.href))) link.remove();
  const sign = document.createElement(served ? "a" : "span");
  sign.className = "device";
  sign.textContent = "On this device";
  if (sign instanceof HTMLAnchorElement) {
    sign.href = new URL("..", location.href.split("?")[0]).href;
    sign.title = "To the pages of the server";
  }
  nav?.append(sign);
}

/** Brings games home, unless the page is being left. */
async function bringHome() {
  try {
    (await import("./sync.js")).start();
  } catch {
    // The next page does it.
  }
}

/**
 * Puts a page in the place of this document.
 * @param {string} html
 */
function show(html) {
  document.open();
  document.write(html);
  document.close();
  // Opening a document has taken all listeners away.
  addEventListener("submit", submit);
  mark();
  fill();
  new MutationObserver(fill).observe(document.body, { childList: true, subtree: true });
}

const answer = await ask(location.search.slice(1) || "/");
const go = answer.headers.get("X-Go");
if (go) location.replace(go);
else if (answer.headers.get("Content-Type") === "text/html") {
  show(await answer.text());
  // What is played here goes to the server, when there is nothing else to do.
  if (served) (window.requestIdleCallback ?? setTimeout)(bringHome);
} else {
  const line = shell.querySelector("p");
  if (line) line.textContent = await answer.text();
}
