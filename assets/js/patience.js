// @ts-check
// The document that shows pages made in the browser waits for its script (offline.js). Where that does not
// begin, or nothing comes of it, this one says so: it asks for nothing, and is written so that older browsers
// read it, too.

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
    if (script) tell("Part of this page didn’t load. Check your connection and reload the page.");
    else tell("This page can’t start in your browser. The browser may be too old. (" + event.message + ")");
  },
  true
);
addEventListener("unhandledrejection", function (event) {
  tell("This page can’t start in your browser. (" + event.reason + ")");
});
setTimeout(function () {
  tell("This is taking longer than it should. The page keeps trying; you can also reload it.");
}, LONG);
