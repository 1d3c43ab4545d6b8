// Dates by the visitor's clock.
import assert from "node:assert/strict";
import test from "node:test";
import { nextDeals } from "../js/days.js";

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
  assert.equal(told("2026-11-22T12:00:00Z", "Europe/Helsinki"), "Sunday, 22 November. New deals at 02:00 your time (midnight UTC).");
  assert.equal(told("2026-11-22T12:00:00Z", "UTC"), "Sunday, 22 November. New deals at midnight.");
});

test("where the visitor has another date than the deals, both are told", () => {
  const east = "Monday, 23 November. New deals at 13:00 your time (midnight UTC). Until then, these are the deals of Sunday, 22 November.";
  assert.equal(told("2026-11-22T12:00:00Z", "Pacific/Auckland"), east);
  const west = "Saturday, 21 November. New deals at 14:00 your time (midnight UTC). Until then, these are the deals of Sunday, 22 November.";
  assert.equal(told("2026-11-22T05:00:00Z", "Pacific/Honolulu"), west);
});
