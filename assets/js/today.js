// @ts-check
// The deals of the day: tells the date and the time of the next deals by the visitor's clock. Deals belong to dates in UTC, which
// the page says without this script.
import { nextDeals } from "./days.js";

for (const line of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-next]"))) {
  const told = nextDeals(line.dataset.today ?? "", line.dataset.next ?? "", new Date());
  const [date, sentence] = [line.querySelector("time"), line.querySelector("span")];
  if (date) date.textContent = told.date;
  if (sentence) sentence.textContent = told.sentence;
}
