// @ts-check
// Hands a result on, as a text and as a picture: through the share sheet of the system where there is one,
// else by the clipboard and as a file. It is loaded when the visitor opens what there is to share.
import { around, copy, say } from "./dom.js";
import { ask } from "./end.js";

/** The name of the file in a share sheet. */
const FILE = "bagatelle.png";

/**
 * Returns the text to share, with a link under the address that the visitor sees.
 * @param {HTMLElement} handout
 */
const words = (handout) => `${handout.dataset.text}\n${location.origin}${handout.dataset.link}`;

/**
 * Returns the picture as a file; none if it cannot be fetched.
 * @param {HTMLElement} handout
 */
async function files(handout) {
  const address = handout.querySelector("img")?.src ?? "";
  const answer = address ? await ask(address).catch(() => null) : null;
  return answer?.ok ? [new File([await answer.blob()], FILE, { type: "image/png" })] : [];
}

/**
 * Opens the share sheet of the system. One that takes no files gets the text alone.
 * @param {HTMLElement} handout
 */
async function sheet(handout) {
  const [text, picture] = [words(handout), await files(handout)];
  const whole = { text, files: picture };
  try {
    await navigator.share(picture.length && navigator.canShare?.(whole) ? whole : { text });
  } catch (error) {
    // A visitor who closes the sheet wants nothing else.
    if (/** @type {Error} */ (error).name !== "AbortError")
      copy(text, "Copied. Paste it where your friends will see it.");
  }
}

/**
 * Answers a click in what there is to share.
 * @param {MouseEvent} event
 */
export function click(event) {
  const handout = /** @type {HTMLElement | null | undefined} */ (
    around(event, ".share")?.querySelector(".handout")
  );
  if (!handout) return;
  document.documentElement.classList.toggle("can-share", "share" in navigator);
  const origin = handout.querySelector(".origin");
  if (origin) origin.textContent = location.origin;
  const how = around(event, "[data-share]")?.dataset.share;
  if (how === "copy") copy(words(handout), "Copied. Paste it where your friends will see it.");
  if (how === "sheet") sheet(handout).catch(() => say(words(handout)));
}
