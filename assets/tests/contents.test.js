// Which part of a text is being read.
import assert from "node:assert/strict";
import test from "node:test";
import { current } from "../js/contents.js";

test("the part that is read is the last that begins above the line", () => {
  const at = (/** @type {number} */ scrolled) => [300, 900, 1500].map((top) => top - scrolled);
  assert.deepEqual(
    [0, 299, 699, 700, 1299, 1300].map((scrolled) => current(at(scrolled), 200)),
    [0, 0, 0, 1, 1, 2]
  );
  assert.equal(current(at(700), Infinity), 2);
  assert.equal(current([], 200), 0);
});
