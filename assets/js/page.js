// @ts-check
// Any page but a table: adds to the deals that its forms begin, and reads a file that a form asks for into a
// text field of the form (`data-into`), copies a field (`data-copied`), and marks in the contents of a text
// the part that is being read. Where a page names a record that is to be fetched (`#fetched`), it is put into
// the field and sent, with the seat that is the reader's.
import { reach } from "./end.js";
import { start } from "./fairness.js";

start();

document.addEventListener("change", async (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  const file = input.dataset?.into && input.files?.[0];
  const field = input.form?.elements.namedItem(input.dataset?.into ?? "");
  if (file && field) /** @type {HTMLTextAreaElement} */ (field).value = await file.text();
});

const contents = document.querySelector(".contents");
if (contents) (await import("./contents.js")).start(contents);

/** Without scripts the field can be copied by hand, so the button is there with them only. */
const copier = /** @type {HTMLButtonElement | null} */ (document.querySelector("button[data-copied]"));
if (copier) {
  const field = /** @type {HTMLInputElement} */ (document.getElementById(copier.dataset.copied ?? ""));
  copier.hidden = false;
  copier.addEventListener("click", async () => {
    const { copy } = await import("./dom.js");
    field.select();
    await copy(field.value, "Token copied.");
  });
}

/** The record is a file of the server, whatever page its address would lead to here. */
const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector("#fetched"));
const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form#record"));
if (link && form) {
  const [root, path] = link.href.split("offline/?/");
  const answer = await reach(path ? root + path : link.href).catch(() => null);
  const field = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem("record"));
  const status = document.querySelector("main [role=status]");
  if (answer?.ok) {
    field.value = await answer.text();
    const own = /** @type {HTMLInputElement | null} */ (form.elements.namedItem("own"));
    if (own) own.value = answer.headers.get("X-Seat") ?? "";
    form.querySelector("button")?.click();
  } else if (status)
    status.textContent = "Can’t fetch the game. It may still be in progress, or the server can’t be reached.";
}
