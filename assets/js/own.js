// @ts-check
// What this site calls things in the browser: databases, settings, locks and channels are those of a whole
// host, and other sites may be below other paths of it. So the path is part of each name.

/** The folder of the site: all scripts are in one folder below it. */
export const root = new URL("../", import.meta.url).pathname;

/** What the names of kept sites begin with (sw.js). */
const KEPT = "bagatelle ";

/**
 * The name of something of this site's own. A site that has its host for itself uses plain names.
 * @param {string} name
 */
export const own = (name) => (root === "/" ? name : `${name} ${root}`);

/**
 * Reads a text from the browser's storage; a browser may have none.
 * @param {string} name
 */
export function load(name) {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

/**
 * Writes a text to the browser's storage. Without one it holds for this page.
 * @param {string} name
 * @param {string} text
 */
export function save(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {
    // Nothing is lost that this page needs.
  }
}

/**
 * Whether what plain names hold is that of this site: once all sites used them. It is so where the browser
 * keeps this site, below a path, and none below another one.
 */
export async function ownsPlainNames() {
  if (root === "/" || !("caches" in globalThis)) return false;
  const names = await caches.keys().catch(() => []);
  const roots = names
    .filter((name) => name.startsWith(KEPT))
    .map((name) => name.slice(KEPT.length).split(" ")[0]);
  return roots.length > 0 && roots.every((one) => one === root);
}

/** The settings that a browser keeps. */
const SETTINGS = ["loud", "muted", "marks", "notify", "added"];

/** Takes over the settings under plain names, once. */
export async function takeSettings() {
  if (!(await ownsPlainNames())) return;
  for (const name of SETTINGS) {
    const plain = localStorage.getItem(name);
    if (plain !== null && localStorage.getItem(own(name)) === null) localStorage.setItem(own(name), plain);
  }
}
