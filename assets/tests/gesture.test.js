// What movements and keys mean.
import assert from "node:assert/strict";
import test from "node:test";
import { isMoveKey, keyName, nearest, swipe } from "../js/gesture.js";

test("a swipe is the arrow key of its longer side", () => {
  assert.equal(swipe(30, 10), "ArrowRight");
  assert.equal(swipe(-30, 10), "ArrowLeft");
  assert.equal(swipe(10, 30), "ArrowDown");
  assert.equal(swipe(10, -30), "ArrowUp");
});

test("a key has the name that offers and buttons give it", () => {
  assert.equal(keyName({ key: "ArrowUp", shiftKey: false }), "ArrowUp");
  assert.equal(keyName({ key: "ArrowUp", shiftKey: true }), "Shift+ArrowUp");
  assert.equal(keyName({ key: "Z", shiftKey: true }), "z");
  assert.equal(keyName({ key: "z", shiftKey: false }), "z");
});

test("letters and arrows wait for an answer, other keys do not", () => {
  for (const key of ["z", "1", "ArrowUp", "Shift+ArrowDown"]) assert.ok(isMoveKey(key), key);
  for (const key of [" ", "Tab", "Enter", "Home"]) assert.ok(!isMoveKey(key), key);
});

test("the nearest thing in a direction is found, what lies aside counts double", () => {
  const points = [
    [100, 0],
    [40, 10],
    [-10, 0],
    [0, 50],
    [45, 0]
  ];
  assert.equal(nearest([0, 0], points, [1, 0]), 4);
  assert.equal(nearest([0, 0], points, [-1, 0]), 2);
  assert.equal(nearest([0, 0], points, [0, 1]), 3);
  assert.equal(nearest([0, 0], points, [0, -1]), -1);
});
