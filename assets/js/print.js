// @ts-check
// The page on which a game is printed: it draws the sheets again after each choice, and keeps itself, the
// sheets and the file in the browser, for when there is no connection (`PRINTED` in sw.js).
import { root } from "./own.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("main.print > form"));
const status = /** @type {HTMLElement} */ (form.querySelector("[role=status]"));
const main = /** @type {HTMLButtonElement} */ (form.querySelector("[formaction]"));
const PRINTED = `bagatelle-printed ${root}`;
/** The longest text of a file that an address can hold, in characters. */
const LONGEST = 16_000;

/** The number of the latest choice. */
let latest = 0;

/** @param {string} path */
function chosen(path) {
  const fields = /** @type {[string, string][]} */ (
    [...new FormData(form)].filter(([name, value]) => (name.startsWith("own.") ? value : true))
  );
  return `${new URL(path, location.href).href}?${new URLSearchParams(fields)}`;
}

/** Shows the sheets of what is chosen, and says whether they can be printed. */
async function show() {
  if (!form.reportValidity()) return false;
  const turn = ++latest;
  const address = chosen(form.action);
  document.querySelector("#sheets")?.classList.add("late");
  const answer = await fetch(address).catch(() => null);
  const text = await answer?.text().catch(() => null);
  if (turn !== latest) return false;
  document.querySelector("#sheets")?.classList.remove("late");
  const page = new DOMParser().parseFromString(text ?? "", "text/html");
  const [sheets, making] = ["#sheets", "#making"].map((part) => page.querySelector(part));
  if (!sheets || !making) {
    const said = page.querySelector("main p")?.textContent;
    status.classList.remove("below");
    status.textContent =
      answer && said ? said : "The server can’t be reached. What you chose before is still here.";
    // The file may be kept here.
    return !answer;
  }
  // On a phone the sheets lie below the form.
  status.textContent = sheets.querySelector(".wrong")?.textContent ?? "";
  status.classList.add("below");
  document.querySelector("#sheets")?.replaceWith(sheets);
  document.querySelector("#making")?.replaceWith(making);
  history.replaceState(null, "", address);
  if (answer?.ok) keep(turn).catch(() => {});
  return Boolean(answer?.ok);
}

/**
 * Keeps the page with all that it shows, and the file. The last choice of each game is kept.
 * @param {number} turn
 */
async function keep(turn) {
  if (!("caches" in globalThis)) return;
  const cache = await caches.open(PRINTED);
  const sources = [...document.querySelectorAll("#sheets img, script[src]")].map(
    (part) => /** @type {HTMLImageElement} */ (part).src
  );
  const links = [
    ...document.querySelectorAll("link[rel=stylesheet], link[rel=modulepreload], link[rel=preload]")
  ];
  const files = links.map((link) => /** @type {HTMLLinkElement} */ (link).href);
  const page = location.href.split("#")[0];
  const wanted = new Set([page, ...sources, ...files, chosen(main.formAction)]);
  for (const address of wanted) {
    if (turn !== latest) return;
    const answer = await fetch(address);
    if (!answer.ok || !answer.headers.has("X-Request-Id")) continue;
    // A link to the page leads to the last choice.
    if (address === page) await cache.put(form.action, answer.clone());
    await cache.put(address, answer);
  }
  const old = (await cache.keys()).filter(
    ({ url }) => url.startsWith(form.action) && url !== form.action && !wanted.has(url)
  );
  await Promise.all(old.map((request) => cache.delete(request)));
}

/** Only pieces are cut. */
function fit() {
  const pieces = /** @type {HTMLInputElement} */ (form.querySelector("[value=pieces]"));
  const cutting = /** @type {HTMLFieldSetElement} */ (form.querySelector("#cutting"));
  cutting.disabled = !pieces.checked;
}

form.addEventListener("change", fit);
fit();

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const isWanted = event.submitter === main;
  if ((await show()) && isWanted) location.assign(chosen(main.formAction));
});
form.addEventListener("change", async ({ target }) => {
  const input = /** @type {HTMLInputElement} */ (target);
  const file = input.dataset.into && input.files?.[0];
  if (file && file.size > LONGEST) {
    status.classList.remove("below");
    status.textContent = "This file is too long.";
    return;
  }
  if (file) {
    const field = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem(input.dataset.into ?? ""));
    field.value = await file.text();
    input.value = "";
    own(field);
  } else if (input instanceof HTMLTextAreaElement) own(input);
  else if (asksForText(input)) return;
  show();
});

/**
 * Opens the field for a text of the visitor's own where that is chosen, and says whether it is still empty.
 * @param {HTMLElement} select
 */
function asksForText(select) {
  const field =
    select instanceof HTMLSelectElement &&
    select.selectedIndex === select.options.length - 1 &&
    form.elements.namedItem(`own.${select.name}`);
  if (!(field instanceof HTMLTextAreaElement)) return false;
  const fold = field.closest("details");
  if (fold) fold.open = true;
  field.focus();
  if (field.value.trim()) return false;
  status.classList.remove("below");
  status.textContent = "Enter your own text, or open a file.";
  return true;
}

/**
 * Chooses the text of the visitor’s own.
 * @param {HTMLTextAreaElement} field
 */
function own(field) {
  const select = /** @type {HTMLSelectElement} */ (form.elements.namedItem(field.name.replace("own.", "")));
  select.selectedIndex = select.options.length - 1;
}

/** What needs a script is there with one only, and what none needs is not. */
const scripted = /** @type {NodeListOf<HTMLElement>} */ (
  form.querySelectorAll("[data-print], .file, .update")
);
for (const part of scripted) part.hidden = part.matches(".update");
form.querySelector("[data-print]")?.addEventListener("click", () => print());

if (document.readyState !== "complete")
  await new Promise((resolve) => window.addEventListener("load", resolve, { once: true }));
if (document.querySelector("#sheets ol")) keep(latest).catch(() => {});
