// @ts-check
// The page of a table (main.js) with a line of moves that a reader steps along: a position of the day that is
// solved, and a review. Its links lead to pages; here they bring the part that changes.
import { $, around } from "./dom.js";
import { ask, isFar } from "./end.js";
import "./main.js";
import { show } from "./transport.js";

/**
 * Shows another step, or another turning point, without leaving the page, which holds the review.
 * @param {HTMLAnchorElement} link
 */
async function turnTo(link) {
  // The link that stands there afterwards leads one step further.
  const { href } = link;
  const answer = await ask(href, { headers: { "X-Part": "table" } }).catch(() => null);
  if (!answer?.ok) {
    location.href = href;
    return;
  }
  show(await answer.text());
  // The address is a link to what is shown, where it is one of a server.
  if (isFar()) history.replaceState(null, "", href);
  // On a phone the links lie below the board.
  $("#table .board")?.scrollIntoView({ block: "nearest" });
}

document.addEventListener("click", (event) => {
  const link = /** @type {HTMLAnchorElement | null} */ (around(event, "a[data-turn]"));
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  turnTo(link);
});
