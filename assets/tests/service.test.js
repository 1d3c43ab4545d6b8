// The service worker: what it shows when the server tells something, and where a click leads.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { runInNewContext } from "node:vm";

const script = await readFile(new URL("../service/sw.js", import.meta.url), "utf8");

/**
 * A worker below a path with these pages open, and with these browsers at the server; returns what it does.
 */
function worker(pages = [], browsers = []) {
  const asked = [];
  const fetch = async (address, { method = "GET", body } = {}) => {
    asked.push(`${method} ${address}${body ? ` ${body}` : ""}`);
    return { ok: true, json: async () => ({ browsers }) };
  };
  const [handlers, shown, opened, told] = [new Map(), [], [], []];
  const windows = pages.map((url) => ({
    url,
    focus: async () => opened.push(`focus ${url}`),
    postMessage: (text) => told.push(text)
  }));
  const self = {
    location: new URL("https://games.example/below/sw.js"),
    addEventListener: (kind, handler) => handlers.set(kind, handler),
    registration: {
      pushManager: { subscribe: async () => subscription("made") },
      showNotification: async (title, how) => shown.push({ title, ...how })
    },
    clients: { matchAll: async () => windows, openWindow: async (url) => opened.push(`open ${url}`) }
  };
  const SITE = {
    version: "1",
    shell: "offline/",
    module: "assets/x.wasm",
    files: ["icons/192.png"],
    served: true,
    notifications: "api/v1/notifications"
  };
  runInNewContext(script, { self, SITE, URL, JSON, fetch });
  const send = async (kind, event) => {
    let work;
    handlers.get(kind)({ ...event, waitUntil: (promise) => (work = promise) });
    await work;
  };
  const push = (message) =>
    send("push", { data: { text: () => (typeof message === "string" ? message : JSON.stringify(message)) } });
  const click = (data) =>
    send("notificationclick", { notification: { data, close: () => opened.push("close") } });
  const renew = (from, to) => send("pushsubscriptionchange", { oldSubscription: from, newSubscription: to });
  return { push, click, renew, asked, shown, opened, told };
}

/** A subscription at the browser's push service. */
function subscription(name) {
  const endpoint = `https://push.example/${name}`;
  return {
    endpoint,
    options: { applicationServerKey: "key" },
    toJSON: () => ({ endpoint, keys: { p256dh: "p", auth: "a" } })
  };
}

test("a push is shown in words of the browser's own, and open pages are told", async () => {
  const { push, shown, told } = worker(["https://games.example/below/settings"]);
  await push({ kind: "turn", path: "/g/abc" });
  await push({ kind: "invitation", path: "/me/challenges" });
  await push({ kind: "test", path: "/settings" });
  await push({ kind: "unknown", path: "/x" });
  assert.deepEqual(
    shown.map(({ title }) => title),
    ["Your turn", "You’re invited", "Notifications work", "Your turn"]
  );
  assert.equal(shown[0].data, "https://games.example/below/g/abc");
  assert.equal(shown[0].tag, shown[0].data, "a newer one about the same table takes its place");
  assert.equal(shown[0].icon, "https://games.example/below/icons/192.png");
  assert.equal(told.length, 4);
});

test("a push leads nowhere but to this site", async () => {
  const { push, shown } = worker();
  const home = "https://games.example/below/";
  for (const path of [
    "//evil.example/x",
    "https://evil.example/",
    "/../../other",
    "../x",
    "/\\evil.example",
    null
  ]) {
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

test("a subscription that the browser renews takes the place of the old one", async () => {
  const where = "https://games.example/below/api/v1/notifications";
  const browsers = [
    { id: "other", endpoint: "https://push.example/other", turns: true, invitations: true },
    { id: "own", endpoint: "https://push.example/old", turns: true, invitations: false }
  ];
  const body = (name) =>
    `{"endpoint":"https://push.example/${name}","p256dh":"p","auth":"a","turns":true,"invitations":false}`;
  const given = worker([], browsers);
  await given.renew(subscription("old"), subscription("new"));
  assert.deepEqual(given.asked, [`GET ${where}`, `DELETE ${where}/own`, `PUT ${where} ${body("new")}`]);
  // Where the browser has made none, the worker asks for one.
  const none = worker([], browsers);
  await none.renew(subscription("old"), null);
  assert.equal(none.asked.at(-1), `PUT ${where} ${body("made")}`);
  // Of a subscription that the server does not know nothing is said.
  const unknown = worker([], browsers);
  await unknown.renew(subscription("strange"), subscription("new"));
  await unknown.renew(null, subscription("new"));
  assert.deepEqual(unknown.asked, [`GET ${where}`, `GET ${where}`]);
});
