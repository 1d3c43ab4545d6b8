// @ts-check
// The page on which a set-up is laid, or read row by row: every step is a link (`data-step`), which it
// follows without leaving the page, so that nothing jumps under a finger. It copies the code (`data-code`).
import { copy } from "./dom.js";

/** The ids of the links that were tapped and not yet followed. @type {string[]} */
const taps = [];
let busy = false;
/** What was chosen of how to play it, by the names of the fields. @type {Map<string, string>} */
const chosen = new Map();

/**
 * Shows the page of an address in the place of this one.
 * @param {string} address
 */
async function show(address) {
  const answer = await fetch(address).catch(() => null);
  const page = new DOMParser().parseFromString((await answer?.text().catch(() => "")) ?? "", "text/html");
  const [old, next] = [document, page].map((from) => from.querySelector("main.lay"));
  if (!old || !next) return false;
  const focused = document.activeElement?.id;
  old.replaceWith(document.adoptNode(next));
  for (const [name, value] of chosen) {
    const field = /** @type {HTMLSelectElement | null} */ (next.querySelector(`.ready [name="${name}"]`));
    if (field) field.value = value;
  }
  document.title = page.title;
  // What had the focus has it again; a step that is no longer there leaves it with the first step.
  if (focused)
    (document.getElementById(focused) ?? next.querySelector("[data-step]"))?.focus({ preventScroll: true });
  dress();
  return true;
}

/** Follows the taps in their order: a later one means the piece, not the address that it had before. */
async function follow() {
  if (busy) return;
  busy = true;
  while (taps.length > 0) {
    const link = document.getElementById(taps.shift() ?? "");
    const address = link?.getAttribute("href");
    if (!address) continue;
    if (await show(address)) history.pushState(null, "", address);
    else location.assign(address);
  }
  busy = false;
}

/** Without scripts the code can be copied by hand, so the button is there with them only. */
function dress() {
  document.querySelectorAll("button[data-code]").forEach((button) => button.removeAttribute("hidden"));
}

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const copier = /** @type {HTMLElement | null} */ (target.closest("[data-code]"));
  if (copier) {
    const field = /** @type {HTMLTextAreaElement} */ (document.getElementById(copier.dataset.code ?? ""));
    field.select();
    copy(field.value, "Code copied.");
    return;
  }
  const link = target.closest("a[data-step]");
  if (!link?.id || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  event.preventDefault();
  taps.push(link.id);
  follow();
});
document.addEventListener("change", (event) => {
  const field = /** @type {HTMLSelectElement} */ (event.target);
  if (field.closest(".ready")) chosen.set(field.name, field.value);
});
addEventListener("popstate", async () => {
  if (!(await show(location.href))) location.reload();
});
dress();
