// @ts-check
// What is around the board: the chat, sounds, links to hand on, and the way to the table that follows.
//
// To read: `refresh` brings what depends on this visitor up to date whenever the table came afresh.
import { $, $$, around, copy, say, table, target } from "./dom.js";
import * as settings from "./settings.js";
import { onFresh } from "./state.js";

const own = settings.settings;

/** How many people are muted at most: the list goes with an account. */
const MOST_MUTED = 40;

/** The title of the page, without the word that it is the visitor's turn. */
let title = "";
/** The id of the last text of another player; before the first look `null`. @type {string | null} */
let last = null;

/** What tells of turns through the system, once it is loaded. @type {typeof import("./notify.js") | null} */
let notices = null;

/** Whether the game has ended. */
const isOver = () => table().classList.contains("over");

/** The address of the table that follows this one, as far as the page has told of it. */
let following = "";

/**
 * Tells whether a person is muted.
 * @param {string | undefined} person
 */
const isMuted = (person) => own.muted.some((one) => one.person === person);

/** Brings up to date what depends on this visitor and this browser only. */
function refresh() {
  settings.apply();
  tellText();
  const turn = "turn" in table().dataset;
  document.title = turn ? `● Your turn · ${title}` : title;
  const icon = /** @type {HTMLLinkElement | null} */ ($("link[rel=icon]"));
  if (icon) icon.href = (turn ? icon.dataset.waiting : icon.dataset.calm) ?? icon.href;
  tellTurns();
  for (const input of /** @type {HTMLInputElement[]} */ ($$("[data-absolute]"))) input.value = location.origin + input.dataset.absolute;
  for (const text of $$(".chat [data-person]")) text.hidden = isMuted(text.dataset.person);
  listMuted();
  const list = $(".chat ol");
  if (list) list.scrollTop = list.scrollHeight;
}

/** Loads what tells of turns through the system, where other people play. */
async function tellTurns() {
  if (!notices && $("[data-notify]")) notices = await import("./notify.js");
  notices?.refresh();
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
    }),
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
  say(name === undefined ? `You see ${was?.name}’s messages again.` : `You no longer see ${name}’s messages.`);
}

/** Goes along to the table that follows if the visitor has agreed to it before; else tells of it. */
function follow() {
  const link = $("a[data-go]");
  const address = link?.getAttribute("href") ?? "";
  if (!link || address === following) return;
  following = address;
  if (link.dataset.go === "along") location.href = address;
  else say(link.dataset.begun ?? "");
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
 * Lets the visitor hear something, who wants to.
 * @param {import("./sound.js").What} what
 */
async function hear(what) {
  if (own.loud) (await import("./sound.js")).play(what);
}

/** @param {MouseEvent} event */
async function click(event) {
  const link = around(event, "[data-copy]")?.dataset;
  if (link) copy(link.whole ?? `${location.origin}${link.copy}`, "Copied. Send it to the friends you want to play with.");
  if (around(event, ".share")) (await import("./share.js")).click(event);
  const muted = around(event, "[data-mute]")?.dataset.mute;
  if (muted !== undefined) mute(muted, around(event, "[data-name]")?.dataset.name ?? "");
  const heard = around(event, "[data-unmute]")?.dataset.unmute;
  if (heard !== undefined) mute(heard);
}

/** @param {Event} event */
function change(event) {
  const box = /** @type {HTMLInputElement} */ (target(event));
  if (box.matches("[data-notify]")) notices?.change(box);
  if (!box.matches("[data-loud]")) return;
  own.loud = box.checked;
  settings.keep();
  hear("turn");
}

/** Looks after what is around the board. */
export function start() {
  title = document.title;
  following = $("a[data-go]")?.getAttribute("href") ?? "";
  settings.start();
  document.addEventListener("click", click);
  document.addEventListener("change", change);
  let over = isOver();
  onFresh.listen(({ moved, turn }) => {
    refresh();
    follow();
    if (isOver() && !over) hear(table().classList.contains("won") ? "won" : "over");
    else if (moved) hear(turn ? "turn" : "move");
    over = isOver();
    if (turn) notices?.tell(title);
  });
  refresh();
  settings.recall().then((found) => found && refresh());
}
