// @ts-check
// The goal above the board. After the visitor's first move (`.begun`) its sentence is folded away; the word
// before it folds and unfolds it, and the tab remembers which.
import { $, around, table } from "./dom.js";
import { own } from "./own.js";
import { onFresh } from "./state.js";

/** Under which name this tab keeps what the visitor has chosen for this table. */
const name = () => own(`goal ${table().dataset.act}`);

/** Whether the sentence is to be seen. */
function isOpen() {
  const { goal } = document.documentElement.dataset;
  return goal ? goal === "open" : !table().classList.contains("begun");
}

/** Tells those who do not see the page how it is. */
const tell = () => $(".goal .fold")?.setAttribute("aria-expanded", String(isOpen()));

/** Listens to the word. */
export function start() {
  try {
    const kept = sessionStorage.getItem(name());
    if (kept) document.documentElement.dataset.goal = kept;
  } catch {
    // Where nothing may be kept, a reload folds it again.
  }
  tell();
  onFresh.listen(tell);
  document.addEventListener("click", (event) => {
    if (!around(event, ".goal .fold")) return;
    const now = isOpen() ? "folded" : "open";
    document.documentElement.dataset.goal = now;
    tell();
    try {
      sessionStorage.setItem(name(), now);
    } catch {
      // As above.
    }
  });
}
