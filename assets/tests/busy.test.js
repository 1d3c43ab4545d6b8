// @ts-check
// When a button is marked as busy.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { LATE, during } from "../js/dom.js";

/** A button that knows the one attribute. @param {boolean} disabled */
function button(disabled = false) {
  const one = {
    busy: false,
    setAttribute: () => (one.busy = true),
    removeAttribute: () => (one.busy = false),
    matches: () => disabled
  };
  return one;
}

/** Runs work of some milliseconds; returns whether the button was busy before its end, and after. */
async function runs(/** @type {ReturnType<typeof button>} */ one, /** @type {number} */ ms) {
  mock.timers.enable({ apis: ["setTimeout"] });
  const work = new Promise((done) => setTimeout(done, ms));
  const done = during(/** @type {any} */ (one), work);
  mock.timers.tick(ms - 1);
  const before = one.busy;
  mock.timers.tick(1);
  await done;
  mock.timers.tick(LATE);
  mock.timers.reset();
  return [before, one.busy];
}

test("a button is busy only while its work takes long", async () => {
  assert.deepEqual(await runs(button(), LATE - 1), [false, false]);
  assert.deepEqual(await runs(button(), LATE + 2), [true, false]);
});

test("a button that the server calls busy stays so", async () => {
  assert.deepEqual(await runs(button(true), LATE + 2), [true, true]);
});

test("work that fails ends, too, and a form may have no button", async () => {
  const one = button();
  await assert.rejects(during(/** @type {any} */ (one), Promise.reject(new Error("refused"))));
  assert.equal(one.busy, false);
  await during(null, Promise.resolve());
});
