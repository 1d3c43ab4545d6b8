// What is sent again when the server can’t be reached: a move, and nothing else.
import assert from "node:assert/strict";
import { register } from "node:module";
import { mock, test } from "node:test";

/** An element that knows its attributes, and nothing of a page. */
function element() {
  const classes = new Set();
  const classList = {
    contains: (/** @type {string} */ one) => classes.has(one),
    toggle: (/** @type {string} */ one, on = !classes.has(one)) =>
      on ? classes.add(one) : classes.delete(one),
    add: (/** @type {string} */ one) => classes.add(one),
    remove: (/** @type {string} */ one) => classes.delete(one)
  };
  return {
    dataset: {},
    textContent: "",
    classList,
    getBoundingClientRect: () => ({ left: 0, top: 0, right: 0, bottom: 0 }),
    append: () => {},
    remove: () => {},
    matches: () => false,
    querySelector: () => null,
    querySelectorAll: () => []
  };
}

const [table, toast] = [element(), element()];
const page = {
  documentElement: element(),
  createElement: element,
  querySelector: (/** @type {string} */ what) =>
    what === "#table" ? table : what === "#toast" ? toast : null,
  querySelectorAll: () => [],
  addEventListener: () => {}
};
/** What hears of events of the window. @type {Map<string, () => void>} */
const heard = new Map();
/** Whether the browser knows of a network, how often a request was sent, and how many streams were opened. */
const network = { onLine: true, asked: 0, streams: 0 };
class EventSource {
  static CLOSED = 2;
  readyState = 0;
  constructor() {
    network.streams++;
  }
  addEventListener() {}
  close() {}
}
const globals = {
  document: page,
  location: new URL("http://a.example/g/a"),
  navigator: network,
  window: globalThis,
  EventSource,
  addEventListener: (/** @type {string} */ kind, /** @type {() => void} */ todo) => heard.set(kind, todo),
  reportError: () => {},
  matchMedia: () => ({ matches: true }),
  fetch: () => {
    network.asked++;
    return Promise.reject(new Error("no network"));
  }
};
for (const [name, value] of Object.entries(globals))
  Object.defineProperty(globalThis, name, { value, configurable: true });
delete globalThis.BroadcastChannel;
// The server adds what a file of others exports.
const hook = `export const load = async (url, context, next) => url.includes("/vendor/")
  ? { format: "module", source: "export const Idiomorph = {}", shortCircuit: true } : next(url, context)`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
const { inTurn, send, start } = await import("../js/transport.js");

/** Lets what waits for answers go on. */
const settle = () => new Promise((done) => setImmediate(done));

test("what is no move says that it needs the server, and is never sent later", async () => {
  let done = false;
  send({ kind: "undo" }, "/g/a/act").then(() => (done = true));
  inTurn(() => assert.fail("what waited behind it was meant for another position"));
  await settle();
  mock.timers.tick(60_000);
  await settle();
  assert.deepEqual([network.asked, done], [1, true]);
  assert.equal(toast.textContent, "No connection to the server. Try again once it’s back.");
});

test("a move is sent until it arrives", async () => {
  network.asked = 0;
  send({ kind: "act", text: "a1" }, "/g/a/act");
  for (const _ of "xxx") {
    await settle();
    mock.timers.tick(60_000);
  }
  await settle();
  assert.ok(network.asked > 2, `${network.asked}`);
  assert.equal(toast.textContent, "No connection to the server. Your move is waiting.");
});

test("a page says that the network is gone before it is asked for anything", () => {
  const { classList } = page.documentElement;
  Object.assign(table.dataset, { events: "/g/a/events" });
  start();
  assert.deepEqual([network.streams, classList.contains("offline")], [1, false]);
  toast.textContent = "";
  network.onLine = false;
  heard.get("offline")?.();
  mock.timers.tick(2000);
  assert.equal(classList.contains("offline"), true);
  assert.equal(toast.textContent, "No connection to the server. Trying again…");
  // A server on this machine answers without a network; one elsewhere is asked once there is one again.
  assert.equal(network.streams, 2);
  network.onLine = true;
  heard.get("online")?.();
  assert.equal(network.streams, 3);
});
