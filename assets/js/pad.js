// @ts-check
// A score pad. Its address holds all of it; the browser keeps the address of the last one, and hands it on.
import { $, copy } from "./dom.js";
import { load, own, root, save } from "./own.js";

const main = /** @type {HTMLElement} */ ($("main.pad"));
const last = own(`pad ${main.dataset.pad}`);
/** Whether the page is made in the browser: then its own address is the query of the document. */
const here = location.search.startsWith("?/");
/**
 * The address of the pad below the root, without a slash in front. While an entry is corrected, all that was
 * noted is in it.
 */
const path = whole(here ? location.search.slice(2) : location.pathname.slice(root.length) + location.search);

/** @param {string} address */
function whole(address) {
  const log = /** @type {HTMLElement | null} */ (document.querySelector("[data-log]"))?.dataset.log;
  const [page, query] = address.split("?");
  const fields = new URLSearchParams(query);
  if (log === undefined) return address;
  fields.set("log", log);
  return `${page}?${fields}`;
}

if (main.querySelector(".totals")) save(last, path);

const onward = $("[data-last]");
const link = onward?.querySelector("a");
const kept = load(last);
if (onward && link && kept.startsWith(`${path.split("?")[0]}?`)) {
  link.href = here ? `?/${kept}` : root + kept;
  onward.hidden = false;
}

const send = $("[data-send]");
if (send) {
  send.hidden = false;
  send.addEventListener("click", async () => {
    const url = new URL(root + path, location.origin).href;
    if (!navigator.share) return copy(url, "Link copied. It opens this pad on any device.");
    // Who closes the sheet of the system wants nothing else.
    await navigator.share({ url }).catch(() => {});
  });
}
