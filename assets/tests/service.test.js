// The service worker: what it shows when the server tells something, and where a click leads.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { runInNewContext } from "node:vm";

const script = await readFile(new URL("../service/sw.js", import.meta.url), "utf8");

/** A worker below a path with these pages open; returns what it does. */
function worker(pages = []) {
  const [handlers, shown, opened, told] = [new Map(), [], [], []];
  const windows = pages.map((url) => ({ url, focus: async () => opened.push(`focus ${url}`), postMessage: (text) => told.push(text) }));
  const self = {
    location: new URL("https://games.example/below/sw.js"),
    addEventListener: (kind, handler) => handlers.set(kind, handler),
    registration: { showNotification: async (title, how) => shown.push({ title, ...how }) },
    clients: { matchAll: async () => windows, openWindow: async (url) => opened.push(`open ${url}`) },
  };
  const SITE = { version: "1", shell: "offline/", module: "assets/x.wasm", files: ["icons/192.png"], served: true };
  runInNewContext(script, { self, SITE, URL, JSON });
  const send = async (kind, event) => {
    let work;
    handlers.get(kind)({ ...event, waitUntil: (promise) => (work = promise) });
    await work;
  };
  const push = (message) => send("push", { data: { text: () => (typeof message === "string" ? message : JSON.stringify(message)) } });
  const click = (data) => send("notificationclick", { notification: { data, close: () => opened.push("close") } });
  return { push, click, shown, opened, told };
}

test("a push is shown in words of the browser's own, and open pages are told", async () => {
  const { push, shown, told } = worker(["https://games.example/below/settings"]);
  await push({ kind: "turn", path: "/g/abc" });
  await push({ kind: "invitation", path: "/me/challenges" });
  await push({ kind: "test", path: "/settings" });
  await push({ kind: "unknown", path: "/x" });
  assert.deepEqual(shown.map(({ title }) => title), ["Your turn", "You’re invited", "Notifications work", "Your turn"]);
  assert.equal(shown[0].data, "https://games.example/below/g/abc");
  assert.equal(shown[0].tag, shown[0].data, "a newer one about the same table takes its place");
  assert.equal(shown[0].icon, "https://games.example/below/icons/192.png");
  assert.equal(told.length, 4);
});

test("a push leads nowhere but to this site", async () => {
  const { push, shown } = worker();
  const home = "https://games.example/below/";
  for (const path of ["//evil.example/x", "https://evil.example/", "/../../other", "../x", "/\\evil.example", null]) {
    await push({ kind: "turn", path });
    const { data } = shown.at(-1);
    assert.ok(data.startsWith(home), `${path} leads to ${data}`);
  }
});

test("a click leads to the tab that has the game, or to a new one", async () => {
  const game = "https://games.example/below/g/abc";
  const there = worker(["https://games.example/below/", `${game}?x=1#log`]);
  await there.click(game);
  assert.deepEqual(there.opened, ["close", `focus ${game}?x=1#log`]);
  const elsewhere = worker(["https://games.example/below/"]);
  await elsewhere.click(game);
  assert.deepEqual(elsewhere.opened, ["close", `open ${game}`]);
});
