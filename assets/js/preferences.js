// @ts-check
// The page of settings. Each choice holds at once: what the server keeps is sent there, the rest is kept in
// the browser.
import { $, around, fields, say, table } from "./dom.js";
import { reach } from "./end.js";
import * as settings from "./settings.js";

/** The choice before, until the browser has it: one follows another. */
let before = Promise.resolve();

/**
 * Has the server keep the look that is chosen in a form, and shows this page in it: as the server shows all
 * pages from now on.
 * @param {HTMLFormElement} form
 */
async function choose(form) {
  const data = [...fields(form, null)].map(([name, value]) => [name, String(value)]);
  const answer = await reach(form.action, { method: "POST", body: new URLSearchParams(data) });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [here, there] = [document.documentElement, page.documentElement];
  for (const name of ["theme", "motion", "table"]) {
    const word = there.dataset[name];
    if (word) here.dataset[name] = word;
    else delete here.dataset[name];
  }
  const bars = (/** @type {Document} */ of) => of.querySelectorAll("meta[name=theme-color]");
  for (const [n, bar] of bars(document).entries()) bar.replaceWith(bars(page)[n].cloneNode());
  const wrong = page.querySelector("main > .wrong")?.textContent;
  if (wrong) say(wrong);
}

settings.start();
settings.apply();
document.addEventListener("change", (event) => {
  const form = /** @type {HTMLFormElement | null} */ (around(event, "form.choose"));
  if (form)
    before = before
      .then(() => choose(form))
      .catch(() => say("The server isn’t answering. Your choice isn’t saved."));
});
document.addEventListener("change", (event) => {
  const box = /** @type {HTMLInputElement | null} */ (around(event, "[data-letters]"));
  if (!box) return;
  settings.settings.letters = box.checked;
  settings.keep();
});
document.addEventListener("change", async (event) => {
  const box = /** @type {HTMLInputElement | null} */ (around(event, "[data-loud]"));
  if (!box) return;
  settings.settings.loud = box.checked;
  settings.keep();
  if (box.checked) (await import("./sound.js").catch(() => null))?.play("turn");
});
table().classList.add("ready");
document.documentElement.classList.add("scripted");
settings.recall().then((found) => found && settings.apply());
if ($(".push[data-at]")) (await import("./notifications.js")).start();
