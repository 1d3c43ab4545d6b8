// Texts that the scripts write: clocks, settings, and what becomes of a line of the chat.
import assert from "node:assert/strict";
import test from "node:test";
import {
  left,
  noConnection,
  notSent,
  parsed,
  people,
  reading,
  reason,
  rest,
  time,
  words
} from "../js/text.js";

test("a time is written as the server writes it", () => {
  const told = [0, 5, 59, 60, 3599, 3600, 3966, 86_399, 86_400, 183_600].map(time);
  assert.deepEqual(told, [
    "0:00",
    "0:05",
    "0:59",
    "1:00",
    "59:59",
    "1:00:00",
    "1:06:06",
    "23:59:59",
    "1 d 0 h",
    "2 d 3 h"
  ]);
});

test("time left counts a second that has begun, and ends at zero", () => {
  assert.equal(left(60_000, 0), "1:00");
  assert.equal(left(60_000, 1), "1:00");
  assert.equal(left(60_000, 1000), "0:59");
  assert.equal(left(1000, 999), "0:01");
  assert.equal(left(1000, 5000), "0:00");
});

test("a text that was sent leaves its field, and what was typed behind it stays", () => {
  assert.equal(rest("hello", "hello"), "");
  assert.equal(rest("hello, and more", "hello"), ", and more");
  assert.equal(rest("something else", "hello"), "something else");
});

test("a connection is still missing only after a while", () => {
  assert.equal(noConnection("Trying again…"), "No connection to the server. Trying again…");
  assert.equal(noConnection("Trying again…", 9_999), "No connection to the server. Trying again…");
  assert.equal(noConnection("Trying again…", 10_000), "Still no connection to the server. Trying again…");
});

test("a reveal stays until what it came to can be read", () => {
  assert.deepEqual(["", "Hugo wins unopposed."].map(reading), [1500, 1500]);
  const long = reading("Amalia’s 13 beats Hugo’s 12: 1 for the bulb, 2 for the majority.");
  assert.ok(long > 2500 && long < 3000, `${long}`);
});

test("the error of a text speaks of the text", () => {
  assert.equal(
    notSent("The server isn’t answering."),
    "Your message wasn’t sent: the server isn’t answering."
  );
});

test("a refusal is told in the words of the server unless it is none of the player's business", () => {
  assert.equal(reason({ status: 422 }, "There is nothing to say."), "There is nothing to say.");
  assert.equal(reason({ status: 500 }, "stack trace"), "The server couldn’t do that.");
  assert.equal(reason({ status: 404 }, "<!DOCTYPE html>".repeat(30)), "The server couldn’t do that.");
});

test("muted people are read by what stands for them, and names alone mute no one any more", () => {
  const bob = { person: "b0b", name: "Bob" };
  assert.deepEqual(people([bob, "Ann", null, 7, { person: "x" }]), [bob]);
  assert.deepEqual(people("Ann"), []);
});

test("settings are read whatever the browser holds", () => {
  assert.deepEqual(words("tiles coins"), ["tiles", "coins"]);
  assert.deepEqual(words(""), []);
  assert.deepEqual(parsed('["Ann"]', []), ["Ann"]);
  assert.deepEqual(parsed("", []), []);
  assert.equal(parsed("null", false), false);
  assert.equal(parsed("{", false), false);
});
