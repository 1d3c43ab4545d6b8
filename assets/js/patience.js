// @ts-check
// The document that shows pages made in the browser waits for its script (offline.js). Where that does not begin, or nothing comes of it,
// this one says so: it asks for nothing, and is written so that older browsers read it, too.

/** For how long nothing is said, in milliseconds. */
const LONG = 20000;

const line = /** @type {HTMLElement} */ (document.querySelector("#shell [role=status]"));
const waiting = line.textContent;

/**
 * Says something in the place of what was there at the beginning.
 * @param {string} sentence
 */
function tell(sentence) {
  if (line.isConnected && line.textContent === waiting) line.textContent = sentence;
}

addEventListener(
  "error",
  function (event) {
    const script = event.target instanceof HTMLScriptElement;
    if (script) tell("A part of this page cannot be fetched. Look whether you are connected, and load the page again.");
    else tell("This page cannot begin in your browser. It may be too old. (" + event.message + ")");
  },
  true,
);
addEventListener("unhandledrejection", function (event) {
  tell("This page cannot begin in your browser. (" + event.reason + ")");
});
setTimeout(function () {
  tell("This takes longer than it should. The page goes on trying; you may also load it again.");
}, LONG);
