// @ts-check
// Live: the page of a public game goes on to the next one, once the game has ended and its result was seen.
import { $, table } from "./dom.js";
import { onFresh } from "./state.js";

/** How long the result stays, in milliseconds. */
const SEEN_FOR = 8000;

/** Whether the way to the next game is taken already. */
let leaving = false;

/** Goes on to the next game after a while if this one has ended. */
function look() {
  const next = $("a[data-next]")?.getAttribute("href");
  if (leaving || !next || !table().classList.contains("over")) return;
  leaving = true;
  setTimeout(() => (location.href = next), SEEN_FOR);
}

/** Looks after the way to the next game. */
export function start() {
  onFresh.listen(look);
  look();
}
