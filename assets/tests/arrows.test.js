// The outline of an arrow between two things of a drawing.
import assert from "node:assert/strict";
import test from "node:test";
import { outline } from "../js/arrows.js";

/** The corners of an outline. */
const corners = (path) =>
  path
    .slice(1, -1)
    .split("L")
    .map((corner) => corner.split(" ").map(Number));

test("an arrow points at its end and is as wide on both sides", () => {
  const points = corners(outline({ x: 0, y: 0 }, { x: 100, y: 0 }, 4, 10));
  assert.equal(points.length, 7);
  assert.deepEqual(points[3], [95, 0]);
  const mirrored = [...points].reverse().map(([x, y]) => [x, -y || 0]);
  assert.deepEqual(
    points.map(([x, y]) => [x, y || 0]),
    mirrored
  );
});

test("a short arrow keeps its order and has no strange numbers", () => {
  const path = outline({ x: 5, y: 5 }, { x: 5, y: 9 }, 4, 30);
  assert.doesNotMatch(path, /NaN|Infinity/);
  const [tail, , , tip] = corners(path);
  assert.ok(tail[1] >= 5 && tip[1] <= 9 && tail[1] < tip[1], path);
});
