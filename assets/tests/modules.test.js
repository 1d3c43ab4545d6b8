// The modules as a whole: what they import exists, none imports another in a circle, and the pure ones stay
// pure.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import test from "node:test";

const folder = new URL("../js/", import.meta.url);
const names = await readdir(folder);
const sources = new Map(
  await Promise.all(names.map(async (name) => [name, await readFile(new URL(name, folder), "utf8")]))
);

/** What a module imports from its own folder. */
const imports = (name) =>
  [...sources.get(name).matchAll(/^import .*"\.\/(.+)";$|await import\("\.\/(.+?)"\)/gm)].map(
    (found) => found[1] ?? found[2]
  );

test("every module is checked by types", () => {
  assert.ok(names.length > 10);
  for (const [name, source] of sources) assert.ok(source.startsWith("// @ts-check\n// "), name);
});

test("every import is a module, and no module leads back to itself", () => {
  const visit = (name, way) => {
    assert.ok(sources.has(name), `${way.at(-1)} imports ${name}`);
    assert.ok(!way.includes(name), `${[...way, name].join(" -> ")}`);
    for (const next of imports(name)) visit(next, [...way, name]);
  };
  for (const name of names) visit(name, []);
});

test("all modules are imported by a page, directly or through others", () => {
  const reached = new Set();
  const visit = (name) => reached.add(name) && imports(name).forEach(visit);
  [
    "main.js",
    "replay.js",
    "review.js",
    "analysis.js",
    "steps.js",
    "preferences.js",
    "today.js",
    "home.js",
    "page.js",
    "print.js",
    "lay.js",
    "pad.js",
    "timer.js",
    "offline.js",
    "patience.js",
    "worker.js",
    "install.js"
  ].forEach(visit);
  assert.deepEqual([...reached].sort(), names.sort());
});

test("the pure modules use nothing of the browser and import nothing", () => {
  for (const name of ["path.js", "gesture.js", "text.js", "days.js", "state.js", "view.js"]) {
    const code = sources.get(name).replace(/\/\*\*[^]*?\*\/|\/\/.*/g, "");
    for (const word of ["document", "window", "fetch", "import", "localStorage", "performance"]) {
      assert.doesNotMatch(code, new RegExp(`\\b${word}\\b`), `${name} uses ${word}`);
    }
  }
});

test("no module sets a global or sends an event of its own", () => {
  for (const [name, source] of sources) {
    assert.doesNotMatch(source, /\b(?:window|globalThis)\.\w+ *=|new CustomEvent|new Event\(/, name);
  }
});
