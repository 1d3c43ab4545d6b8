// @ts-check
// What a text is divided into stands beside it: the part that is being read is marked there.

/**
 * Returns which part is being read: the last one that begins above a line, or the first.
 * @param {number[]} tops Where the parts begin.
 * @param {number} line
 */
export const current = (tops, line) => Math.max(0, tops.filter((top) => top <= line).length - 1);

/**
 * Marks the part in the list, now and while the page is scrolled.
 * @param {Element} list
 */
export function start(list) {
  const links = /** @type {HTMLAnchorElement[]} */ ([...list.querySelectorAll("a")]);
  const parts = links.map(({ hash }) => document.getElementById(decodeURIComponent(hash.slice(1))));
  let waits = false;
  const mark = () => {
    waits = false;
    const { scrollHeight } = document.documentElement;
    // The last parts may be too short to come up to the line.
    const line = scrollY + innerHeight < scrollHeight - 1 ? innerHeight / 4 : Infinity;
    const tops = parts.map((part) => part?.getBoundingClientRect().top ?? Infinity);
    const here = current(tops, line);
    for (const [n, link] of links.entries()) {
      if (n === here) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  const soon = () => {
    if (!waits) requestAnimationFrame(mark);
    waits = true;
  };
  for (const kind of ["scroll", "resize"]) addEventListener(kind, soon, { passive: true });
  mark();
}
