// @ts-check
// What is around the board: the chat, sounds, links to hand on, and the way to the table that follows.
//
// To read: `refresh` brings what depends on this visitor up to date whenever the table came afresh.
import { $, $$, around, copy, say, table, target } from "./dom.js";
import * as settings from "./settings.js";
import { onFresh } from "./state.js";
import { noConnection } from "./text.js";
import * as title from "./title.js";

const own = settings.settings;

/** How many people are muted at most: the list goes with an account. */
const MOST_MUTED = 40;

/** The id of the last text of another player; before the first look `null`. @type {string | null} */
let last = null;

/** What tells of turns through the system, once it is loaded. @type {typeof import("./notify.js") | null} */
let notices = null;

/** Whether the game has ended. */
const isOver = () => table().classList.contains("over");

/** Whether the visitor has touched the page: browsers let no page sound before. */
let touched = false;

/** Whether the sound of the last move was heard already, with what was shown before the position. */
let staged = false;

/** How long the sound of the turn follows that of the move or of a player who joins, in milliseconds. */
const AFTER = 250;

/** The address of the table that follows this one, as far as the page has told of it. */
let following = "";

/**
 * Tells whether a person is muted.
 * @param {string | undefined} person
 */
const isMuted = (person) => own.muted.some((one) => one.person === person);

/**
 * A moment by the visitor's clock: only the time, or the day with it.
 * @param {HTMLTimeElement} time
 */
function local({ dateTime, dataset }) {
  /** @type {Intl.DateTimeFormatOptions} */
  const day = dataset.local === "day" ? { weekday: "long", day: "numeric", month: "long" } : {};
  return new Intl.DateTimeFormat("en-GB", { ...day, hour: "2-digit", minute: "2-digit" }).format(
    new Date(dateTime)
  );
}

/** Brings up to date what depends on this visitor and this browser only. */
function refresh() {
  settings.apply();
  tellText();
  title.show({ turn: "turn" in table().dataset });
  tellTurns();
  for (const input of /** @type {HTMLInputElement[]} */ ($$("[data-absolute]")))
    input.value = location.origin + input.dataset.absolute;
  for (const time of /** @type {HTMLTimeElement[]} */ ($$("time[data-local]")))
    time.textContent = local(time);
  for (const text of $$(".chat [data-person]")) text.hidden = isMuted(text.dataset.person);
  listMuted();
  const list = $(".chat ol");
  if (list) list.scrollTop = list.scrollHeight;
}

/** Loads what tells of turns through the system, where other people play. */
async function tellTurns() {
  if (!notices && $("[data-notify]")) notices = await import("./notify.js").catch(() => null);
}

/** Lists all muted people, each with a way back. */
function listMuted() {
  const list = $("#muted");
  if (!list) return;
  list.hidden = !own.muted.length;
  list.querySelector("ul")?.replaceChildren(
    ...own.muted.map(({ person, name }) => {
      const [entry, button] = [document.createElement("li"), document.createElement("button")];
      button.type = "button";
      button.dataset.unmute = person;
      button.textContent = "Unmute";
      button.setAttribute("aria-label", `Unmute ${name}`);
      entry.append(name, " ", button);
      return entry;
    })
  );
}

/**
 * Mutes a person, or hears one again.
 * @param {string} person
 * @param {string} [name] With which name a person is muted.
 */
function mute(person, name) {
  const was = own.muted.find((one) => one.person === person);
  own.muted = own.muted.filter((one) => one !== was);
  if (name !== undefined) own.muted = [...own.muted, { person, name }].slice(-MOST_MUTED);
  settings.keep();
  refresh();
  say(
    name === undefined ? `You see ${was?.name}’s messages again.` : `You no longer see ${name}’s messages.`
  );
}

/**
 * Tells whether the sentence of a link stands beside it, in sight. It is read out there.
 * @param {Element} link
 */
function isSaidBeside(link) {
  const box = link.closest(".asked")?.getBoundingClientRect();
  return box !== undefined && box.top >= 0 && box.bottom <= innerHeight;
}

/** Goes along to the table that follows if the visitor has agreed to it before; else tells of it. */
function follow() {
  const link = $("a[data-go]");
  const address = link?.getAttribute("href") ?? "";
  if (!link || address === following) return;
  following = address;
  if (link.dataset.go === "along") location.href = address;
  else if (!isSaidBeside(link)) say(link.dataset.begun ?? "");
}

/** Shows the newest text of another player for a while if the chat is out of sight. */
function tellText() {
  const text = $$(".chat [data-person]:has(.mute)").at(-1);
  const name = text?.dataset.name ?? "";
  const box = $(".chat")?.getBoundingClientRect();
  const hidden = box && (box.top > innerHeight || box.bottom < 0);
  if (last !== null && text && text.id !== last && hidden && !isMuted(text.dataset.person)) {
    say(`${name}: ${text.querySelector("span")?.textContent}`, false);
  }
  last = text?.id ?? "";
}

/**
 * Plays a sound if the visitor wants sounds; in the background only what calls the visitor.
 * @param {string | undefined} what
 */
async function hear(what) {
  const calls = what === "turn" || what === "arrival";
  if (!what || !own.loud || !touched || (document.hidden && !calls) || !$(".speaker")) return;
  // Without the network it may be missing.
  (await import("./sound.js").catch(() => null))?.play(/** @type {import("./sound.js").What} */ (what));
}

/**
 * Lets the visitor hear what is shown before the position that follows it, which then comes without a sound.
 * @param {string | undefined} what
 */
export function hearMoment(what) {
  hear(what);
  staged = true;
}

/** Has the number of waiting games counted again. */
const count = async () => (await import("./badge.js").catch(() => null))?.refresh();

/** How many seats are open. */
const openSeats = () => $$("#table .seats em").length;

/** Switches the sounds on or off. */
function switchSound() {
  own.loud = !own.loud;
  settings.keep();
  settings.apply();
  hear(table().dataset.sound ?? "turn");
}

/** @param {MouseEvent} event */
async function click(event) {
  const link = around(event, "[data-copy]")?.dataset;
  if (link)
    copy(
      link.whole ?? `${location.origin}${link.copy}`,
      "Copied. Send it to the friends you want to play with."
    );
  if (around(event, ".share")) {
    const share = await import("./share.js").catch(() => null);
    if (share) share.click(event);
    else say(noConnection("Try again in a moment."));
  }
  if (around(event, ".speaker")) switchSound();
  const muted = around(event, "[data-mute]")?.dataset.mute;
  if (muted !== undefined) mute(muted, around(event, "[data-name]")?.dataset.name ?? "");
  const heard = around(event, "[data-unmute]")?.dataset.unmute;
  if (heard !== undefined) mute(heard);
}

/** @param {Event} event */
function change(event) {
  const box = /** @type {HTMLInputElement} */ (target(event));
  if (box.matches("[data-notify]")) notices?.change(box);
}

/** Looks after what is around the board. */
export function start() {
  title.start();
  following = $("a[data-go]")?.getAttribute("href") ?? "";
  settings.start();
  const touch = () => (touched = true);
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, touch, { capture: true, once: true });
  document.addEventListener("click", click);
  document.addEventListener("change", change);
  let [over, free] = [isOver(), openSeats()];
  onFresh.listen(({ moved, turn }) => {
    refresh();
    follow();
    const arrived = openSeats() < free;
    if (isOver() && !over) hear(table().classList.contains("won") ? "won" : "over");
    else if (moved) hear(staged ? undefined : table().dataset.sound);
    else if (arrived) hear("arrival");
    staged = false;
    if (turn && !isOver()) setTimeout(hear, moved || arrived ? AFTER : 0, "turn");
    if (moved || isOver() !== over) count();
    over = isOver();
    free = openSeats();
    if (turn) notices?.tell(title.plain());
  });
  refresh();
  settings.recall().then((found) => found && refresh());
}
