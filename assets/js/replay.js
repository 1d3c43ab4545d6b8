// @ts-check
// The replay of a game: steps by button, key, slider and sentence of the story, and plays by itself. The page
// works without this file, too: every step is a link. The server draws each position; the address follows, so
// that it is always a link to what is shown.
import { $, $$, around, guessFinger, say, table, target } from "./dom.js";
import { ask, shown } from "./end.js";
import * as log from "./log.js";
import * as moments from "./moments.js";
import { morph, parse } from "./morph.js";
import { flights } from "./staging.js";
import * as zoom from "./zoom.js";

/** A number that the page holds of the replay. */
const number = (/** @type {"ply" | "plies"} */ name) => Number(table().dataset[name]);

const slider = () => /** @type {HTMLInputElement} */ ($(".slide input[type=range]"));

/** Where the visitor wants to be. */
let aim = 0;
/** Whether an answer is on its way. */
let busy = false;
let timer = 0;
/** The time from move to move while it plays by itself, in milliseconds, else 0. */
let speed = 0;

/**
 * Goes to a position. Steps that are faster than the server's answers skip what lies between.
 * @param {number} ply
 */
async function go(ply) {
  aim = Math.max(0, Math.min(ply, number("plies")));
  if (busy) return;
  busy = true;
  try {
    while (aim !== number("ply")) {
      const address = `${table().dataset.at}${aim}`;
      // What happened is seen at a step forward, and left out by those who jump.
      const step = aim === number("ply") + 1;
      const answer = await ask(address, {
        headers: { "X-Part": "table", ...(step ? { "X-Shown": table().dataset.ply } : {}) }
      });
      const fresh = answer.ok && parse(await answer.text());
      if (!fresh) throw new Error(String(answer.status));
      await new Promise((/** @type {(_: void) => void} */ done) => moments.stage(fresh, done));
      morph(fresh);
      history.replaceState(null, "", shown(address));
      settle();
      aim = Math.min(aim, number("plies"));
    }
  } catch {
    stop();
    aim = number("ply");
    say("The server isn’t answering.");
  } finally {
    busy = false;
  }
}

/** Brings up to date what follows the position and is not in the page that the server sent. */
function settle() {
  slider().value = String(number("ply"));
  const [list, now] = [$(".story ol"), $(".story [aria-current]")];
  if (list && now)
    list.scrollTop = now.offsetTop - list.offsetTop - (list.clientHeight - now.offsetHeight) / 2;
  log.rove();
  for (const button of $$("[data-auto]"))
    button.setAttribute("aria-pressed", String(Number(button.dataset.auto) === speed));
}

function stop() {
  clearInterval(timer);
  speed = 0;
  settle();
}

/**
 * Plays by itself at a speed, or stops if it does already.
 * @param {number} every
 */
function play(every) {
  const again = every === speed;
  stop();
  if (again) return;
  speed = every;
  go(aim === number("plies") ? 0 : aim + 1);
  timer = setInterval(() => {
    if (busy || flights().length) return;
    if (aim < number("plies")) go(aim + 1);
    else stop();
  }, every);
  settle();
}

/** @param {MouseEvent} event */
function click(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const auto = around(event, "[data-auto]");
  if (auto) return play(Number(auto.dataset.auto));
  const link = around(event, "#table a[data-ply]");
  if (!link) return;
  event.preventDefault();
  stop();
  go(Number(link.dataset.ply));
}

/** @param {KeyboardEvent} event */
function down(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (around(event, "input:not([type=range]), select, textarea") || log.walk(event)) return;
  /** @type {Record<string, number>} */
  const steps = { ArrowLeft: aim - 1, ArrowRight: aim + 1, Home: 0, End: number("plies") };
  if (event.key in steps) {
    event.preventDefault();
    stop();
    go(steps[event.key]);
  } else if (event.key === " " && !around(event, "button")) {
    event.preventDefault();
    play(speed || Number($("[data-auto]")?.dataset.auto));
  }
}

moments.start();
aim = number("ply");
document.documentElement.classList.add("scripted");
document.addEventListener("click", click);
document.addEventListener("keydown", down);
document.addEventListener("input", (event) => {
  if (!target(event).matches(".slide input[type=range]")) return;
  stop();
  go(Number(slider().value));
});
log.start();
settle();
guessFinger();
zoom.start();
