// What of a drawing is seen.
import assert from "node:assert/strict";
import test from "node:test";
import { fit, inside, numbers, over, scaled, seen, showing } from "../js/view.js";

const size = { width: 400, height: 200 };

test("a box is fitted into the window, in the middle", () => {
  const view = fit([10, 20, 100, 100], size);
  assert.deepEqual(view, { x: 60, y: 70, scale: 2 });
  assert.deepEqual(seen(view, size), [-40, 20, 200, 100]);
});

test("nothing is seen beyond a box larger than the window, and a smaller one is in the middle", () => {
  const box = [0, 0, 1000, 40];
  assert.deepEqual(inside({ x: -50, y: 500, scale: 2 }, box, size), { x: 100, y: 20, scale: 2 });
  assert.deepEqual(inside({ x: 990, y: 0, scale: 2 }, box, size), { x: 900, y: 20, scale: 2 });
  assert.deepEqual(inside({ x: 300, y: 20, scale: 2 }, box, size), { x: 300, y: 20, scale: 2 });
});

test("the middle of the window stays over a box", () => {
  assert.deepEqual(over({ x: -5, y: 30, scale: 1 }, [0, 0, 10, 20]), { x: 0, y: 20, scale: 1 });
});

test("what is out of sight comes into it, by the shortest way, and what is seen moves nothing", () => {
  const view = { x: 0, y: 0, scale: 1 };
  assert.deepEqual(showing(view, [-10, -10, 20, 20], size), view);
  assert.deepEqual(showing(view, [190, 0, 20, 20], size), { x: 10, y: 0, scale: 1 });
  assert.deepEqual(showing(view, [0, -150, 20, 20], size), { x: 0, y: -50, scale: 1 });
  assert.deepEqual(showing(view, [500, 0, 600, 20], size), { x: 800, y: 0, scale: 1 });
});

test("what is under a point stays under it at any scale", () => {
  const view = { x: 10, y: 20, scale: 2 };
  const point = { x: 50, y: -30 };
  const under = (one) => [one.x + point.x / one.scale, one.y + point.y / one.scale];
  assert.deepEqual(under(scaled(view, 5, point)), under(view));
  assert.equal(scaled(view, 5, point).scale, 5);
});

test("the numbers of an attribute are read", () => {
  assert.deepEqual(numbers("-1 2.5,3 4"), [-1, 2.5, 3, 4]);
  assert.deepEqual(numbers(null), []);
});
