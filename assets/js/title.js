// @ts-check
// The title and the icon of the page: whether it is the visitor's turn here, and how many games wait in all.
import { $ } from "./dom.js";

/** The title of the page itself. */
let own = "";
/** Whether it is the visitor's turn at this table. */
let turn = false;
/** How many games and challenges wait. */
let waiting = 0;

/** Reads what the page came with. */
export function start() {
  if (own) return;
  const [, count, rest] = /^(?:\((\d+)\) )?(.*)$/s.exec(document.title) ?? [];
  [own, waiting] = [rest ?? "", Number(count ?? 0)];
}

/** The title of the page itself. */
export const plain = () => own;

/**
 * Shows what has changed.
 * @param {{ turn?: boolean, waiting?: number }} news
 */
export function show(news) {
  start();
  turn = news.turn ?? turn;
  waiting = news.waiting ?? waiting;
  document.title = `${turn ? "● Your turn · " : ""}${waiting ? `(${waiting}) ` : ""}${own}`;
  // What the page is made of comes first.
  if (document.readyState === "complete") mark();
  else addEventListener("load", () => setTimeout(mark), { once: true });
}

/** Puts the icon that tells whether anything waits. */
function mark() {
  const icon = /** @type {HTMLLinkElement | null} */ ($("link[rel=icon]"));
  if (icon) icon.href = (turn || waiting ? icon.dataset.waiting : icon.dataset.calm) ?? icon.href;
}
