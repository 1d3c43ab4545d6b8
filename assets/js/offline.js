// @ts-check
// The document that shows pages made in the browser. It asks for the page of the address in its query and
// puts that in its own place; the page's scripts then run as they do on a page from a server. Links lead to
// this document again, with another query.
import { device, inside } from "./device.js";
import { fields } from "./dom.js";
import { ask, shown, use } from "./end.js";

const shell = /** @type {HTMLElement} */ (document.querySelector("#shell"));
const served = "served" in shell.dataset;
const { module = "", worker = "", assets = "" } = shell.dataset;
use(device({ module, worker, assets, served }));

/** The pictures that were made, by their addresses. @type {Map<string, Promise<string>>} */
const pictures = new Map();

/**
 * Makes what stands in the place of a picture. Its drawing is in a tree of its own, since it has the same
 * names as the board.
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
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const drawing = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(parsed, true)));
  // It fills the place of the picture.
  Object.assign(drawing.style, { display: "block", width: "100%", height: "100%" });
  frame.attachShadow({ mode: "open" }).append(drawing);
  return frame;
}

/**
 * Puts drawings in the place of the pictures that are made for the visitor: a browser asks no worker for
 * them.
 */
function fill() {
  for (const image of /** @type {NodeListOf<HTMLImageElement>} */ (
    document.querySelectorAll("img[data-src]")
  )) {
    const address = image.dataset.src ?? "";
    const drawn = pictures.get(address) ?? ask(address).then((answer) => (answer.ok ? answer.text() : ""));
    pictures.set(address, drawn);
    drawn.then((text) => {
      if (text) image.replaceWith(framed(image, text));
      else image.hidden = true;
    });
  }
}

/** Whether a form is on its way, or the page after it: two clicks make one game. */
let sending = false;

/**
 * Sends a form that no script of the page sends.
 * @param {SubmitEvent} event
 */
async function submit(event) {
  if (event.defaultPrevented) return;
  if (sending) return event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const body = new URLSearchParams(
    /** @type {any} */ (
      [...fields(form, event.submitter)].flatMap(([name, value]) =>
        typeof value === "string" ? [[name, value.normalize("NFC")]] : []
      )
    )
  );
  const address = inside(
    event.submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? location.href
  );
  event.preventDefault();
  if (form.method === "get") return void (location.href = shown(`${address.split("?")[0]}?${body}`));
  sending = true;
  const answer = await ask(address, { method: "POST", body });
  const go = answer.headers.get("X-Go");
  // The page that only sends what it has fetched is no place to come back to.
  if (go) return "instead" in form.dataset ? location.replace(go) : void (location.href = go);
  sending = false;
  show(await answer.text());
}

/** The page that is asked for. */
const address = location.search.slice(1) || "/";
/** The table that it is about, if it is about one. */
const table = /^(?:\/g\/)?([^/?]+)/.exec(
  address.startsWith("/g/") ? address : (new URL(address, location.origin).searchParams.get("from") ?? "")
)?.[1];
/** What only the browser makes, whether or not the server answers. */
const isOwn = /^\/(analysis|review|g\/[^/]+\/review)([/?]|$)/.test(address);
/** Where the server has a page. @param {string} address */
const there = (address) => new URL(`..${address}`, location.href.split("?")[0]).href;
const sync = served ? await import("./sync.js") : null;
/** Whether the server answers, so that this page is one of its site. */
const reached = (await sync?.catchUp(table)) ?? false;

/** The pages that need other people. */
const AWAY = ["/tables", "/me"];

/**
 * Has the page's head and foot lead to the pages of the server, or marks the page as one that is made here.
 */
function mark() {
  const nav = document.querySelector("header.site nav");
  if (reached) {
    const links = /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".site a"));
    for (const link of links) link.href = there(inside(link.href));
    document.querySelector("#cut-off")?.remove();
    return;
  }
  for (const link of nav?.querySelectorAll("a") ?? []) if (AWAY.includes(inside(link.href))) link.remove();
  const sign = document.createElement(served ? "a" : "span");
  sign.className = "device";
  sign.textContent = "On this device";
  if (sign instanceof HTMLAnchorElement) {
    sign.href = there("/");
    sign.title = "To the server’s pages";
  }
  nav?.append(sign);
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
  addEventListener("pageshow", () => (sending = false));
  mark();
  fill();
  new MutationObserver(fill).observe(document.body, { childList: true, subtree: true });
}

/** Shows the page that is asked for: that of the server, where it answers and has it. */
async function begin() {
  if (reached && !isOwn && address.startsWith("/g/") && (await sync?.isHome(table ?? "")))
    return location.replace(there(address));
  const answer = await ask(address);
  if (reached && !isOwn && answer.status === 404) return location.replace(there(address));
  const go = answer.headers.get("X-Go");
  if (go) return location.replace(go);
  if (answer.headers.get("Content-Type") === "text/html") {
    show(await answer.text());
    // What the server has is shown once it can be reached.
    if (served && answer.status === 404) addEventListener("online", () => location.replace(there(address)));
    // What is played here goes to the server, when there is nothing else to do.
    if (sync) (window.requestIdleCallback ?? setTimeout)(() => sync.start());
    return;
  }
  const line = shell.querySelector("p");
  if (line) line.textContent = await answer.text();
}

await begin();
