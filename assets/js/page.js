// @ts-check
// Any page but a table: adds to the deals that its forms begin, and reads a file that a form asks for into a text field of the form
// (`data-into`).
import { start } from "./fairness.js";

start();

document.addEventListener("change", async (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  const file = input.dataset?.into && input.files?.[0];
  const field = input.form?.elements.namedItem(input.dataset?.into ?? "");
  if (file && field) /** @type {HTMLTextAreaElement} */ (field).value = await file.text();
});
