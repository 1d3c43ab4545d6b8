// @ts-check
// What opens over the page instead of leaving it: the rules (`data-panel`), and a picture that opens large
// (`data-enlarge`). Without this script both are ordinary links.
import { $, around } from "./dom.js";
import { ask, picture } from "./end.js";

/** @type {HTMLDialogElement | undefined} */
let panel;
/** The address of the page that is in the panel. */
let shown = "";

/** Makes the panel, or returns it. */
function dialog() {
  if (panel) return panel;
  panel = document.createElement("dialog");
  panel.innerHTML =
    '<button type="button" class="close">Close</button><div class="prose" tabindex="0"></div>';
  panel.addEventListener("click", (event) => {
    // A click beside the content is one on the dialog itself.
    if (event.target === panel || around(event, ".close")) panel?.close();
  });
  return document.body.appendChild(panel);
}

/**
 * Opens the panel with some content.
 * @param {string} id
 * @param {string} label
 * @param {Node[]} content
 */
function open(id, label, content) {
  const box = dialog();
  box.id = id;
  box.setAttribute("aria-label", label);
  box.querySelector(".prose")?.replaceChildren(...content);
  if (!box.open) box.showModal();
}

/** How the ids in the panel begin: the page below has ids of its own, and more of them after a move. */
const OWN = "rules-";

/**
 * Gives all ids of a page their beginning, with all that refers to them.
 * @param {Element} main
 */
function own(main) {
  for (const element of main.querySelectorAll("*")) {
    for (const attribute of element.attributes) {
      const { name, value } = attribute;
      if (name === "id" || name === "for") attribute.value = OWN + value;
      else if (/^aria-(labelledby|describedby|controls)$/.test(name))
        attribute.value = value.replace(/\S+/g, `${OWN}$&`);
      else if (name.endsWith("href")) attribute.value = value.replace(/^#/, `#${OWN}`);
      else if (value.includes("url(#")) attribute.value = value.replaceAll("url(#", `url(#${OWN}`);
    }
  }
}

/**
 * Opens the rules at a section: the one that matters now, if none is named.
 * @param {HTMLAnchorElement} link
 * @param {string} [wanted]
 */
async function openRules(link, wanted) {
  const [page, now] = link.href.split("#");
  const section = wanted ?? now;
  if (shown !== page) {
    const answer = await ask(page).catch(() => null);
    if (!answer?.ok) return void (location.href = link.href);
    const main = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
    if (!main) return void (location.href = link.href);
    main.querySelector(".back")?.remove();
    own(main);
    open("rules", "Rules", [...main.childNodes]);
    shown = page;
  } else if (panel && !panel.open) panel.showModal();
  const here = section && panel?.querySelector(`[id="${OWN}${CSS.escape(section)}"]`);
  const content = /** @type {HTMLElement | null | undefined} */ (panel?.querySelector(".prose"));
  for (const one of panel?.querySelectorAll(".now-here") ?? []) one.classList.remove("now-here");
  if (here) {
    here.classList.add("now-here");
    here.scrollIntoView();
  } else content?.scrollTo(0, 0);
  content?.focus({ preventScroll: true });
}

/** Opens the rules at the keys of the game, where a page leads to its rules; tells whether it does. */
export function openKeys() {
  const link = /** @type {HTMLAnchorElement | null} */ ($("a[data-panel]"));
  if (link) openRules(link, "keys");
  return link !== null;
}

/**
 * Shows a picture large.
 * @param {HTMLAnchorElement} link
 */
function enlarge(link) {
  const label = link.getAttribute("aria-label") ?? "";
  shown = "";
  open("picture", label, [picture(link.href, label)]);
}

/** Listens to the links that open a panel. */
export function start() {
  // What unfolds below the screen comes into sight.
  const unfolds = (/** @type {Event} */ { target }) => {
    const box = /** @type {HTMLDetailsElement} */ (target);
    if (box.open && box.matches("#resign, #offers")) box.scrollIntoView({ block: "nearest" });
  };
  document.addEventListener("toggle", unfolds, true);
  document.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const link = /** @type {HTMLAnchorElement | null} */ (around(event, "a[data-panel], a[data-enlarge]"));
    if (!link) return;
    event.preventDefault();
    if (link.dataset.enlarge === undefined) openRules(link);
    else enlarge(link);
  });
}
