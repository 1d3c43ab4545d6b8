// @ts-check
// The page of settings: what is kept in the browser rather than by the server.
import { around, table } from "./dom.js";
import * as settings from "./settings.js";

settings.start();
settings.apply();
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
  if (box.checked) (await import("./sound.js")).play("turn");
});
table().classList.add("ready");
document.documentElement.classList.add("scripted");
settings.recall().then((found) => found && settings.apply());
