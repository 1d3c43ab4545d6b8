// Dates by the visitor's clock.
import assert from "node:assert/strict";
import test from "node:test";
import { moment, nextDeals } from "../js/days.js";

/**
 * What is told at a moment in a time zone, of the deals of 22 November.
 * @param {string} now
 * @param {string} zone
 */
const told = (now, zone) => {
  const { date, sentence } = nextDeals("2026-11-22", "2026-11-23T00:00:00Z", new Date(now), zone);
  return `${date}. ${sentence}`;
};

test("the next deals come at a time by the visitor's clock", () => {
  assert.equal(
    told("2026-11-22T12:00:00Z", "Europe/Helsinki"),
    "Sunday, 22 November. New deals at 02:00 your time (midnight UTC)."
  );
  assert.equal(told("2026-11-22T12:00:00Z", "UTC"), "Sunday, 22 November. New deals at midnight.");
});

test("where the visitor has another date than the deals, both are told", () => {
  const east =
    "Monday, 23 November. New deals at 13:00 your time (midnight UTC). Until then, these are " +
    "the deals of Sunday, 22 November.";
  assert.equal(told("2026-11-22T12:00:00Z", "Pacific/Auckland"), east);
  const west =
    "Saturday, 21 November. New deals at 14:00 your time (midnight UTC). Until then, these " +
    "are the deals of Sunday, 22 November.";
  assert.equal(told("2026-11-22T05:00:00Z", "Pacific/Honolulu"), west);
});

test("a moment is told by the visitor's clock", () => {
  /** @param {string} at @param {string} zone */
  const at = (at, zone) => moment(new Date(at), new Date("2026-11-22T12:30:00Z"), zone);
  assert.equal(at("2026-11-22T12:05:00Z", "Europe/Helsinki"), "today, 14:05");
  assert.equal(at("2026-11-21T23:30:00Z", "UTC"), "yesterday");
  assert.equal(at("2026-11-21T23:30:00Z", "Europe/Helsinki"), "today, 01:30");
  assert.equal(at("2026-11-03T12:00:00Z", "UTC"), "3 November");
  assert.equal(at("2025-12-31T23:30:00Z", "UTC"), "31 December 2025");
  assert.equal(at("2025-12-31T23:30:00Z", "Pacific/Auckland"), "1 January");
  // A day of 25 hours.
  assert.equal(
    moment(new Date("2026-10-24T12:00:00Z"), new Date("2026-10-25T22:30:00Z"), "Europe/Berlin"),
    "yesterday"
  );
});
