// @ts-check
// The forms beside the board. What they ask for is sent without leaving the page; a text for the chat stays
// in its field until the server has it.
import { $, around, during, fields as sentFields, say } from "./dom.js";
import { takes } from "./hint.js";
import { noConnection, notSent, reason, rest } from "./text.js";
import { inTurn, post, send, show } from "./transport.js";

/** How long the server may take over a text, in milliseconds. */
const PATIENCE = 10_000;

/** Whether a text is on its way. */
let sending = false;

/**
 * Sends a text to the chat, in one try: a text that came twice would stand there twice.
 * @param {string} where
 * @param {string} text
 */
async function talk(where, text) {
  if (sending || !text.trim()) return;
  sending = true;
  const patience = new AbortController();
  const late = setTimeout(() => patience.abort(), PATIENCE);
  try {
    const answer = await post(where, { text }, patience.signal);
    const html = await answer.text();
    if (!answer.ok) return say(notSent(reason(answer, html)));
    show(html);
    const field = /** @type {HTMLInputElement | null} */ ($("form.say input[name=text]"));
    if (field) field.value = rest(field.value, text);
  } catch {
    say(notSent("The server isn’t answering."));
  } finally {
    clearTimeout(late);
    sending = false;
  }
}

/**
 * Says that what a form asks for needs the server, which is out of reach.
 * @param {SubmitEvent} event
 */
function refuse(event) {
  event.preventDefault();
  say(noConnection());
}

/** @param {SubmitEvent} event */
function submit(event) {
  const form = /** @type {HTMLFormElement | null} */ (around(event, "form"));
  if (!form) return;
  const isCutOff = document.documentElement.matches(".offline") && form.method === "post";
  if (!form.matches("[data-send]")) return isCutOff && refuse(event);
  event.preventDefault();
  const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
  if (button?.matches("[aria-busy=true]")) return;
  const data = [...sentFields(form, button)].map(([name, value]) => [name, String(value)]);
  const { version: _, ...fields } = /** @type {Record<string, string>} */ (Object.fromEntries(data));
  const where = form.getAttribute("action") ?? "";
  if (form.matches(".say")) return talk(where, fields.text);
  const isGrey = () => button?.matches("[aria-disabled=true], :disabled") === true;
  const wasGrey = isGrey();
  const ask = () => {
    // What became grey while it waited is let go. The server says why what was grey cannot be done.
    if (isGrey() && !wasGrey) return;
    during(button, (wasGrey ? null : takes(form, fields)) ?? send(fields, where));
  };
  // A move waits until the server is there again. All else is asked for then.
  if (fields.kind !== "act" && isCutOff) return refuse(event);
  if (fields.kind !== "act" || fields.text) inTurn(ask);
  // A typed move stays in its field until the server has taken it.
  if (!form.matches(".type-move")) form.reset();
}

/** Takes over the forms. */
export function start() {
  document.addEventListener("submit", submit);
}
