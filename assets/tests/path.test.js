// A move is a path of picks: what can be picked next, what a pick does, and which offer a key or a drag
// makes.
import assert from "node:assert/strict";
import test from "node:test";
import {
  beginnings,
  draggable,
  drags,
  earlier,
  fits,
  follow,
  lit,
  meant,
  offerOf,
  picked,
  rest,
  takesArrows,
  takesSwipes
} from "../js/path.js";

/**
 * A slide, a slide that can go on with a swap, and an action of three cards of which two are picked in any
 * order.
 */
const slide = { text: "R", path: ["tile-1"], key: "ArrowRight" };
const jump = { text: "A1-C3", path: ["a1", "c3"] };
const far = { text: "A1-E5", path: ["a1", "c3", "e5"] };
const swap = { text: "Rd", path: ["coin-2"], key: "Shift+ArrowDown", amends: true };
const trick = { text: "x", path: [["red", "blue"], "play"] };

test("a path is followed pick by pick", () => {
  assert.deepEqual(follow(["a", "b"], []), ["a"]);
  assert.deepEqual(follow(["a", "b"], ["a"]), ["b"]);
  assert.deepEqual(follow(["a", "b"], ["a", "b"]), []);
});

test("picks that lead elsewhere follow no path", () => {
  assert.equal(follow(["a", "b"], ["b"]), null);
  assert.equal(follow(["a", "b"], ["a", "a"]), null);
  assert.equal(follow(["a", "b"], ["a", "b", "c"]), null);
});

test("a step that is a list is picked in any order, and whole before the next step", () => {
  assert.deepEqual(follow([["a", "b"], "c"], []), ["a", "b"]);
  assert.deepEqual(follow([["a", "b"], "c"], ["b"]), ["a"]);
  assert.deepEqual(follow([["a", "b"], "c"], ["b", "a"]), ["c"]);
  assert.deepEqual(follow([["a", "b"], "c"], ["b", "a", "c"]), []);
  assert.equal(follow([["a", "b"], "c"], ["b", "c"]), null);
  assert.equal(follow([["a", "b"], "c"], ["b", "b"]), null);
});

test("a move is shown as a whole: all that is still to be picked", () => {
  assert.deepEqual(rest(["a", "b", "c"], []), ["a", "b", "c"]);
  assert.deepEqual(rest(["a", "b", "c"], ["a"]), ["b", "c"]);
  assert.deepEqual(rest(["a", "b"], ["a", "b"]), []);
  assert.deepEqual(rest([["a", "b"], "c"], []), ["a", "b", "c"]);
  assert.deepEqual(rest([["a", "b"], "c"], ["b"]), ["a", "c"]);
  assert.equal(rest(["a", "b"], ["b"]), null);
});

test("an empty path is complete at once", () => {
  assert.deepEqual(follow([], []), []);
  assert.equal(follow([], ["a"]), null);
});

test("what goes on with the last action is lit apart from what begins a new one", () => {
  assert.deepEqual(lit([slide, swap, trick], []), {
    all: new Set(["tile-1", "red", "blue"]),
    on: new Set(["coin-2"])
  });
  assert.deepEqual(lit([slide, swap, trick], ["red"]), { all: new Set(["blue"]), on: new Set() });
});

test("an action that is complete lights only what makes it longer", () => {
  assert.deepEqual(lit([jump, far], ["a1", "c3"]).all, new Set(["e5"]));
});

test("the last step is taken back whole", () => {
  assert.deepEqual(earlier([far], ["a1", "c3"]), ["a1"]);
  assert.deepEqual(earlier([trick], ["blue", "red"]), []);
  assert.deepEqual(earlier([trick], ["blue"]), []);
  assert.deepEqual(earlier([{ text: "y", path: ["a", ["b", "c"]] }], ["a", "c"]), ["a"]);
  assert.deepEqual(earlier([trick], ["nothing"]), []);
});

test("a path begins with any name of its first step", () => {
  assert.deepEqual(beginnings([slide, jump, far, trick]), new Set(["tile-1", "a1", "red", "blue"]));
  assert.deepEqual(beginnings([{ text: "", path: [] }]), new Set());
});

test("a pick goes on with the picks before it", () => {
  assert.deepEqual(picked([far], ["a1"], "c3"), { picks: ["a1", "c3"], offer: undefined });
});

test("the last pick completes an offer", () => {
  assert.deepEqual(picked([slide, jump], ["a1"], "c3"), { picks: ["a1", "c3"], offer: jump });
  assert.deepEqual(picked([slide, swap], [], "coin-2")?.offer, swap);
});

test("a name that is picked already is put back, and nothing is sent", () => {
  assert.deepEqual(picked([trick], ["red", "blue"], "red"), { picks: ["blue"] });
});

test("a name that does not go on with the picks begins anew", () => {
  assert.deepEqual(picked([far, trick], ["a1"], "red"), { picks: ["red"], offer: undefined });
  assert.deepEqual(picked([far, slide], ["a1"], "tile-1"), { picks: ["tile-1"], offer: slide });
});

test("a name that leads nowhere is refused", () => {
  assert.equal(picked([far, slide], ["a1"], "e5"), null);
  assert.equal(picked([], [], "a1"), null);
});

test("a drag picks a thing and the place where it ends", () => {
  assert.ok(drags([jump], [], "a1", "c3"));
  assert.ok(drags([far], [], "a1", "c3"), "a path may go on after it");
  assert.ok(!drags([jump], [], "a1", "e5"), "no path leads there");
  assert.ok(!drags([jump], [], "c3", "a1"), "no path begins there");
  assert.ok(!drags([jump], [], "a1", "a1"));
  assert.ok(!drags([jump], [], undefined, "c3"));
  assert.ok(!drags([jump], [], "a1", undefined));
});

test("what is dragged is no action yet and goes to one other thing", () => {
  assert.deepEqual(draggable([jump, far]), new Set(["a1"]));
  assert.deepEqual(draggable([jump, { text: "A1", path: ["a1"] }]), new Set(), "to pick it is an action");
  assert.deepEqual(
    draggable([trick, { text: "y", path: ["red", ["blue", "green"]] }]),
    new Set(),
    "several are picked"
  );
  assert.deepEqual(draggable([jump, slide]), new Set(), "a stroke is a swipe");
});

test("a key makes the offer that names it", () => {
  assert.equal(offerOf([slide, swap], "Shift+ArrowDown"), swap);
  assert.equal(offerOf([slide, swap], "ArrowDown"), undefined);
});

test("arrow keys are moves, and a swipe is one without Shift", () => {
  assert.ok(takesArrows([swap]) && !takesSwipes([swap]));
  assert.ok(takesArrows([slide]) && takesSwipes([slide]));
  assert.ok(!takesArrows([jump]) && !takesSwipes([jump]));
});

test("of several things at a point the one is meant that goes on with the picks", () => {
  assert.equal(meant([slide, jump], ["a1"], ["tile-1", "c3"]), "c3");
  assert.equal(meant([slide, jump], ["a1"], [undefined, "cell-3", "tile-1"]), "tile-1");
  assert.equal(meant([slide, jump], ["a1"], ["cell-3", "a1"]), "a1");
  assert.equal(meant([slide, jump], [], [undefined, "cell-3"]), "cell-3");
  assert.equal(meant([slide, jump], [], [undefined]), undefined);
});

test("picks fit if any offer begins with them", () => {
  assert.ok(fits([slide, far], ["a1"]) && fits([slide], []));
  assert.ok(!fits([slide, far], ["e5"]));
});

test("what loses at once is picked, and then confirmed", () => {
  const loses = { text: "pick:Mf", path: ["front-M", ["confirm"]], key: "2", confirms: true };
  const offers = [loses, { text: "pick:Sf", path: ["front-S"], key: "1" }];
  assert.deepEqual(picked(offers, [], "front-M"), { picks: ["front-M"], offer: undefined });
  assert.deepEqual([...lit(offers, ["front-M"]).all], ["confirm"]);
  assert.equal(picked(offers, ["front-M"], "confirm")?.offer, loses);
  assert.equal(picked(offers, ["front-M"], "front-S")?.offer?.text, "pick:Sf");
  assert.equal(picked(offers, [], "confirm"), null);
  assert.equal(draggable(offers).size, 0);
});
