// The oldest browsers that are meant (docs/browsers.md): no script and no style sheet needs more than they
// have. `baseline.json` names what is newer; a story takes all of it away from a browser and plays.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import test from "node:test";

const assets = new URL("../", import.meta.url);
const read = (path) => readFile(new URL(path, assets), "utf8");
const { oldest, newer, without } = JSON.parse(await read("baseline.json"));
const paths = async (folder, ending) =>
  (await readdir(new URL(folder, assets)))
    .filter((name) => name.endsWith(ending))
    .map((name) => folder + name);

/** The code of all scripts by their paths, without comments. */
const scripts = new Map();
for (const path of [
  ...(await paths("js/", ".js")),
  ...(await paths("service/", ".js")),
  ...(await paths("vendor/", ".js"))
]) {
  scripts.set(path, (await read(path)).replace(/\/\*[^]*?\*\/|^\s*\/\/.*/gm, ""));
}
const styles = new Map();
for (const path of await paths("./", ".css"))
  styles.set(path, (await read(path)).replace(/\/\*[^]*?\*\//g, ""));

/**
 * How a script asks for something newer: a name of its own is found anywhere, one that is a plain word only
 * where it is asked for of an object.
 */
function asks(owner, name) {
  const plain = /^[a-z]+$/.test(name);
  if (!plain) return new RegExp(`\\b${name}\\b`);
  // `share` of `navigator`, `timeout` of `AbortSignal`; of a prototype, any call.
  const object = owner.replace(/\.prototype$/, "");
  if (object !== owner && owner !== "Navigator.prototype") return new RegExp(`\\.${name}\\(`);
  return new RegExp(
    `\\b${owner === "Navigator.prototype" ? "navigator" : object}(?:\\.|\\?\\.|, ` +
      `")${name}\\b|"${name}" in ${object.toLowerCase()}`
  );
}

test("no script needs API that is newer than the oldest browsers", () => {
  const used = new Set();
  for (const [owner, names] of Object.entries(newer)) {
    for (const name of Object.keys(names)) {
      for (const [path, code] of scripts) {
        if (!asks(owner, name).test(code)) continue;
        used.add(name);
        assert.ok(
          name in without,
          `${path} uses ${owner}.${name}, which is newer (${names[name]}) than the browsers ` +
            `in docs/browsers.md`
        );
        const files = without[name].split(":")[0];
        const file = path.split("/").at(-1);
        assert.ok(
          files.split(", ").some((one) => file.startsWith(one)),
          `baseline.json does not say what ${file} does without ${name}`
        );
      }
    }
  }
  assert.deepEqual(
    Object.keys(without).sort(),
    [...used].sort(),
    "what is done without it is told of all that is used, and of nothing else"
  );
});

/** What is newer in the language itself, and in what known functions take. */
const FORMS = {
  "a button in FormData (Safari 16.4)": /new FormData\([^()]*,/,
  "a style sheet that is made (Safari 16.4)": /new CSSStyleSheet/,
  "looking behind in a pattern (Safari 16.4)": /\(\?<[=!]/,
  "sets in a pattern (Safari 17.0)": /\/[a-z]*v[a-z]*\.(?:test|exec)\(/,
  "import attributes (Safari 17.2)": /\bimport\b[^;\n]* with \{/,
  "a static block (Safari 16.4)": /\bstatic \{/,
  "resources that end by themselves (no Safari)": /\b(?:await )?using [a-z]+ =/
};

test("no script is written in forms that are newer than the oldest browsers", () => {
  for (const [path, code] of scripts)
    for (const [what, form] of Object.entries(FORMS)) assert.doesNotMatch(code, form, `${path} uses ${what}`);
});

/** What style sheets may not need. */
const STYLES = {
  "nesting (Safari 16.5)": /&\s*[.:#[\w>]|[;{]\s*&/,
  "@layer order (never needed)": /@layer/,
  "color-mix (Safari 16.2)": /color-mix\(/,
  "light-dark (Safari 17.5)": /light-dark\(/,
  "relative colours (Safari 16.4)": /(?:rgb|hsl|oklch|color)\(from /,
  "ranges in media queries (Safari 16.4)": /@(?:media|container)[^{]*[<>]=?/,
  "registered properties (Safari 16.4)": /@property/,
  "@scope (Safari 17.4)": /@scope/,
  "@starting-style (Safari 17.5)": /@starting-style/,
  "sizes of the container (Safari 16.0)": /\d(?:cqw|cqh|cqi|cqb|cqmin|cqmax)\b/,
  "lines as a unit (Safari 16.4)": /\d(?:lh|rlh)\b/,
  "popovers (Safari 17.0)": /:popover-open/,
  "the state of details (Safari 18.4)": /::details-content|:open\b/,
  "anchors (Safari 26.0)": /anchor\(|position-anchor|position-area/,
  "fields that grow (Safari 26.2)": /field-sizing/,
  "roots and powers (Safari 15.4)": /\b(?:sqrt|pow|round|mod|rem)\(/,
  "easing by points (Safari 17.2)": /linear\(\s*\d/,
  "names of animations' timelines (Safari 26.0)": /animation-timeline/
};
/** What they may use, since a page is as good without it. */
const GRACES = {
  "(scripting:": "Safari 17.0: a goal that is folded away is seen until the scripts are there",
  "@container": "Safari 16.0: charts on narrow pages have smaller letters, and tables are scrolled",
  "text-wrap": "Safari 17.5: lines are of other lengths",
  "accent-color": "bars and boxes have the system's colour",
  "scrollbar-width": "Safari 18.2: bars are wider"
};

test("no page breaks without newer styles", () => {
  for (const [path, sheet] of styles)
    for (const [what, form] of Object.entries(STYLES))
      assert.doesNotMatch(sheet, form, `${path} uses ${what}`);
  const all = [...styles.values()].join("\n");
  for (const name of Object.keys(GRACES)) assert.ok(all.includes(name), `${name} is not used any more`);
  assert.equal(
    [...all.matchAll(/[^-]user-select: /g)].length,
    [...all.matchAll(/-webkit-user-select: /g)].length
  );
});

test("the page on browsers names the same ones", async () => {
  const page = await read("../docs/browsers.md");
  for (const [name, version] of Object.entries(oldest))
    assert.match(page, new RegExp(`\\| ${name} \\| ${version.replace(".", "\\.")} \\|`), name);
});
