// @ts-check
// The document that shows pages made in the browser. It asks for the page of the address in its query and puts that in its own
// place; the page's scripts then run as they do on a page from a server. Links lead to this document again, with another query.
import { device, inside } from "./device.js";
import { ask, shown, use } from "./end.js";

const shell = /** @type {HTMLElement} */ (document.querySelector("#shell"));
const served = "served" in shell.dataset;
use(device({ module: shell.dataset.module ?? "", worker: shell.dataset.worker ?? "", served }));

/** The pictures that were made, by their addresses. @type {Map<string, Promise<string>>} */
const pictures = new Map();

/**
 * Puts drawings in the place of the pictures that are made for the visitor: a browser asks no worker for them.
 * @param {Document | Element} part
 */
function fill(part) {
  for (const image of /** @type {NodeListOf<HTMLImageElement>} */ (part.querySelectorAll("img[data-src]"))) {
    const address = image.dataset.src ?? "";
    const drawn = pictures.get(address) ?? ask(address).then((answer) => (answer.ok ? answer.text() : ""));
    // A drawing of a table that goes on is made anew for each page.
    pictures.set(address, drawn);
    drawn.then((text) => {
      const drawing = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
      if (!text || drawing.nodeName !== "svg") return void (image.hidden = true);
      for (const name of ["width", "height"]) if (image.hasAttribute(name)) drawing.setAttribute(name, image.getAttribute(name) ?? "");
      drawing.classList.add("picture");
      if (image.alt) drawing.setAttribute("aria-label", image.alt);
      else drawing.setAttribute("aria-hidden", "true");
      image.replaceWith(document.importNode(drawing, true));
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

/** Marks the page as one that is made here, with the way to the server where there is one. */
function mark() {
  const header = document.querySelector("header.site");
  const sign = document.createElement(served ? "a" : "span");
  sign.className = "device";
  sign.textContent = "On this device";
  if (sign instanceof HTMLAnchorElement) {
    sign.href = new URL("..", location.href.split("?")[0]).href;
    sign.title = "To the pages of the server";
  }
  header?.append(sign);
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
  fill(document);
  new MutationObserver(() => fill(document)).observe(document.body, { childList: true, subtree: true });
}

const answer = await ask(location.search.slice(1) || "/");
const go = answer.headers.get("X-Go");
if (go) location.replace(go);
else if (answer.headers.get("Content-Type") === "text/html") {
  show(await answer.text());
  // What is played here goes to the server, when there is nothing else to do.
  if (served) (window.requestIdleCallback ?? setTimeout)(async () => (await import("./sync.js")).start());
} else {
  const line = shell.querySelector("p");
  if (line) line.textContent = await answer.text();
}
