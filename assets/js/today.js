// @ts-check
// Tells by the visitor's clock when something was, and the date and the time of the next deals. Without this
// script pages tell the time in UTC, which is also that of the dates of deals.
import { moment, nextDeals } from "./days.js";

for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (
  document.querySelectorAll("time[data-moment]")
)) {
  time.textContent = moment(new Date(time.dateTime), new Date());
}

for (const line of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-next]"))) {
  const told = nextDeals(line.dataset.today ?? "", line.dataset.next ?? "", new Date());
  const [date, sentence] = [line.querySelector("time"), line.querySelector("span")];
  if (date) date.textContent = told.date;
  if (sentence) sentence.textContent = told.sentence;
}
