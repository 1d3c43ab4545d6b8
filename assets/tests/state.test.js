// Signals: what hears of a change does not depend on what else hears of it.
import assert from "node:assert/strict";
import test from "node:test";
import { attempt, onLit } from "../js/state.js";

test("a listener that fails is reported and stops no other", () => {
  const [reported, heard] = [[], []];
  globalThis.reportError = (error) => reported.push(error.message);
  onLit.listen(() => heard.push("first"));
  onLit.listen(() => {
    throw new Error("newer API");
  });
  onLit.listen(() => heard.push("last"));
  onLit.emit();
  assert.deepEqual([heard, reported], [["first", "last"], ["newer API"]]);
  attempt(() => heard.push("later"));
  assert.equal(heard.at(-1), "later");
});
