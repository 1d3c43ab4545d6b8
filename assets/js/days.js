// @ts-check
// Dates by the visitor's clock. Pure functions.

/**
 * Returns the date as a calendar writes it: `Sunday, 22 November`.
 * @param {Date} at
 * @param {string} [zone] The time zone; that of the browser if it is left out.
 */
const long = (at, zone) => {
  const part = (/** @type {Intl.DateTimeFormatOptions} */ options) =>
    new Intl.DateTimeFormat("en-GB", { ...options, timeZone: zone }).format(at);
  return `${part({ weekday: "long" })}, ${part({ day: "numeric", month: "long" })}`;
};

/**
 * Returns a moment as people write it at another one: `today, 14:05`, `yesterday`, `3 November`, and the year
 * where it is not the same.
 * @param {Date} at
 * @param {Date} now
 * @param {string} [zone] The time zone; that of the browser if it is left out.
 */
export function moment(at, now, zone) {
  const text = (
    /** @type {Date} */ date,
    /** @type {Intl.DateTimeFormatOptions} */ options,
    language = "en-GB"
  ) => new Intl.DateTimeFormat(language, { ...options, timeZone: zone }).format(date);
  const day = (/** @type {Date} */ date) =>
    Date.parse(text(date, { year: "numeric", month: "2-digit", day: "2-digit" }, "en-CA"));
  const before = (day(now) - day(at)) / 86_400_000;
  if (before === 0) return `today, ${text(at, { hour: "2-digit", minute: "2-digit" })}`;
  if (before === 1) return "yesterday";
  const year = text(at, { year: "numeric" }) === text(now, { year: "numeric" }) ? undefined : "numeric";
  return text(at, { day: "numeric", month: "long", year });
}

/**
 * Returns what is told of today's deals: the visitor's date, and a sentence that says when the next deals
 * come. Where the visitor's date is not that of the deals, the sentence says so.
 * @param {string} today The date of the deals in UTC, `2026-11-22`.
 * @param {string} next When the next deals come, `2026-11-23T00:00:00Z`.
 * @param {Date} now
 * @param {string} [zone] The time zone; that of the browser if it is left out.
 */
export function nextDeals(today, next, now, zone) {
  const clock = new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    timeZone: zone
  }).format(new Date(next));
  const date = long(now, zone);
  const dealt = long(new Date(`${today}T12:00:00Z`), "UTC");
  const here =
    clock === "00:00" ? "New deals at midnight." : `New deals at ${clock} your time (midnight UTC).`;
  return { date, sentence: date === dealt ? here : `${here} Until then, these are the deals of ${dealt}.` };
}
