// @ts-check
// The service worker: it keeps the files of the site in the browser, so that pages can be shown without a
// network, and shows notifications. What plays and thinks are workers of a page.
//
// Each version of the site has a cache of its own. A new version is in force as soon as all of its files are
// there, and the module if the version before had it; pages of the version before find their files in its
// cache, which stays until they are closed.
const scope = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const root = new URL("./", scope.location.href);
/** @param {string} path */
const at = (path) => new URL(path, root).href;

/** What the names of all caches of this site begin with. Other sites may be on the same host. */
const FAMILY = `bagatelle ${root.pathname} `;
const OWN = FAMILY + SITE.version;
const FILES = new Set(SITE.files.map(at));
const SHELL = at(SITE.shell);
const MODULE = at(SITE.module);
/** The cache in which pages keep themselves while a move of theirs waits for the server (kept.js). */
const KEPT = `bagatelle-kept ${root.pathname}`;
/** The cache in which pages for printing keep themselves, their sheets and their files (print.js). */
const PRINTED = `bagatelle-printed ${root.pathname}`;
/** Where the cache has a note of the caches before it, and of the pages that were open when it took over. */
const NOTE = at("older.json");
/** How long a page from the network is waited for, in milliseconds. */
const PATIENCE = 8000;

/** What a proxy says in the place of a server that it cannot reach. */
const GATEWAY = [502, 503, 504];

/**
 * Whether an answer is that of this site, and not of a proxy before it, nor of a network that wants a
 * password first: our server marks all of its answers (`isOurs` in end.js is the same for pages). A web space
 * marks none.
 * @param {Response} answer
 */
const isOurs = ({ status, headers, type }) =>
  // Of a page that leads to another one the browser tells a worker nothing, and goes there by itself.
  type === "opaqueredirect" || (SITE.served ? headers.has("X-Request-Id") : !GATEWAY.includes(status));

/**
 * Whether an address is that of something for printing.
 * @param {URL} url
 */
const isPrinted = (url) => /^[^/]+\/print(\.pdf|\/\d+\.svg)?$/.test(url.pathname.slice(root.pathname.length));
/** @param {string} address */
const lasts = (address) => address.startsWith(at("assets/"));
const own = () => caches.open(OWN);
const windows = () => scope.clients.matchAll({ type: "window", includeUncontrolled: true });

/** The names of the caches of other versions. */
const others = async () => (await caches.keys()).filter((name) => name.startsWith(FAMILY) && name !== OWN);

/**
 * Keeps a file, unless it is kept already. One whose address holds a hash is the same in each version.
 * @param {string} address
 */
async function keep(address) {
  const cache = await own();
  if (await cache.match(address)) return;
  const known = lasts(address) ? await caches.match(address) : undefined;
  const found =
    known ?? (await fetch(new Request(address, { cache: lasts(address) ? "default" : "no-cache" })));
  if (!found.ok || (!known && !isOurs(found))) throw new Error(`${address}: ${found.status}`);
  // A browser shows no page in an answer that was redirected.
  await cache.put(address, found.redirected ? new Response(found.body, { headers: found.headers }) : found);
}

/** Keeps all files of this version, one after the other, since the visitor's own requests come first. */
async function install() {
  const older = await others();
  const holds = async (/** @type {string} */ name) =>
    (await (await caches.open(name)).keys()).some(({ url }) => url.endsWith(".wasm"));
  for (const address of FILES) await keep(address);
  // What could be done without a network before this version can be done with it.
  if ((await Promise.all(older.map(holds))).includes(true)) await keep(MODULE);
  const pages = (await windows()).map(({ id }) => id);
  await (await own()).put(NOTE, new Response(JSON.stringify({ older, pages })));
  await scope.skipWaiting();
}

/** Removes the caches of versions before this one, once no page of theirs is open. */
async function sweep() {
  const note = await (await own()).match(NOTE);
  if (!note) return;
  /** @type {{older: string[], pages: string[]}} */
  const { older, pages } = await note.json();
  const open = (await windows()).map(({ id }) => id);
  if (pages.some((page) => open.includes(page))) return;
  await Promise.all(older.map((name) => caches.delete(name)));
}

/** Whether pages can be shown without a network. */
async function isWhole() {
  const cache = await own();
  return Boolean((await cache.match(SHELL)) && (await cache.match(MODULE)));
}

/**
 * A page: from the network, or, where that fails, takes too long or brings the page of another, from the
 * browser itself.
 * @param {FetchEvent} event
 * @param {URL} url
 */
async function page(event, url) {
  if (at(url.pathname) === SHELL) return (await (await own()).match(SHELL)) ?? fetch(event.request);
  const network = fetch(event.request);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  const answer = await Promise.race([network, late]).catch(() => null);
  if (answer && isOurs(answer)) return answer;
  const kept = await (await caches.open(KEPT)).match(url.href.split("#")[0]);
  // It is shown as any other page of the site.
  if (kept)
    return new Response(kept.body, { headers: (await (await own()).match(SHELL))?.headers ?? kept.headers });
  const printed = isPrinted(url) && (await (await caches.open(PRINTED)).match(url.href.split("#")[0]));
  if (printed) return printed;
  if (!(await isWhole())) return answer ?? network;
  return Response.redirect(`${SHELL}?/${url.pathname.slice(root.pathname.length)}${url.search}`);
}

/**
 * What a form of a page leads to. Where the network has gone since that page came, it is that page again,
 * from the browser itself: there the same form begins a game without a network, or says that it needs one.
 * @param {FetchEvent} event
 */
async function sent({ request }) {
  const { referrer } = request;
  const answer = await fetch(request).catch(() => null);
  if (answer && isOurs(answer)) return answer;
  if (!referrer.startsWith(root.href) || !(await isWhole())) return answer ?? Response.error();
  const { pathname, search } = new URL(referrer);
  // What came from the browser already is at its own address.
  const copy = at(pathname) === SHELL ? search : `?/${pathname.slice(root.pathname.length)}${search}`;
  return Response.redirect(SHELL + copy, 303);
}

/**
 * A file that is kept: from this version, or from the one that the page is of.
 * @param {Request} request
 * @param {string} address
 */
async function file(request, address) {
  const cache = await own();
  const found = (await cache.match(address)) ?? (lasts(address) ? await caches.match(address) : undefined);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok && isOurs(answer) && address === MODULE) await cache.put(address, answer.clone());
  return answer;
}

/**
 * A sheet, or a file of sheets: from the network, or as it was kept.
 * @param {Request} request
 */
async function sheet(request) {
  const answer = await fetch(request).catch(() => null);
  if (answer && isOurs(answer)) return answer;
  return (await (await caches.open(PRINTED)).match(request.url)) ?? answer ?? Response.error();
}

/**
 * What the visitor is told, by the kind of the message: the heading and a sentence.
 * @type {Record<string, string[]>}
 */
const SAID = {
  turn: ["Your turn", "A game is waiting for you."],
  invitation: ["You’re invited", "Another player has challenged you to a game."],
  test: ["Notifications work", "Bagatelle can tell you when it’s your turn."]
};

/**
 * The address below the root of this site that a message names; else the root.
 * @param {unknown} path
 */
function below(path) {
  const address = at(`./${path ?? ""}`.replace(/^\.\/+/, "./"));
  return address.startsWith(root.href) ? address : root.href;
}

/**
 * Shows what the server tells, and lets open pages count again what waits.
 * @param {PushMessageData | null} data
 */
async function pushed(data) {
  const { kind, path } = JSON.parse(data?.text() || "{}");
  const [title, body] = SAID[kind] ?? SAID.turn;
  const icon = SITE.files.find((file) => file.startsWith("icons/"));
  await scope.registration.showNotification(title, {
    body,
    icon: icon && at(icon),
    tag: below(path),
    data: below(path)
  });
  for (const page of await windows()) page.postMessage({ pushed: true });
}

/**
 * Shows the page that a notification is about: the tab that has it, or a new one.
 * @param {string} address
 */
async function show(address) {
  const there = (await windows()).find(({ url }) => url.split(/[?#]/)[0] === address);
  await (there ? there.focus() : scope.clients.openWindow(address));
}

/**
 * Tells the server of a subscription that the browser has renewed by itself: what this browser is told of
 * stays as it was.
 * @param {PushSubscriptionChangeEvent} event
 */
async function renewed({ oldSubscription, newSubscription }) {
  const where = at(SITE.notifications);
  const answer = await fetch(where);
  if (!answer.ok || !oldSubscription) return;
  const { browsers } = await answer.json();
  const old = browsers.find(
    (/** @type {{ endpoint: string }} */ { endpoint }) => endpoint === oldSubscription.endpoint
  );
  if (!old) return;
  const wanted = {
    userVisibleOnly: true,
    applicationServerKey: oldSubscription.options.applicationServerKey
  };
  const { endpoint, keys } = (
    newSubscription ?? (await scope.registration.pushManager.subscribe(wanted))
  ).toJSON();
  await fetch(`${where}/${old.id}`, { method: "DELETE" });
  const { turns, invitations } = old;
  const body = JSON.stringify({ endpoint, p256dh: keys?.p256dh, auth: keys?.auth, turns, invitations });
  await fetch(where, { method: "PUT", headers: { "Content-Type": "application/json" }, body });
}

scope.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renewed(event)));
scope.addEventListener("push", (event) => event.waitUntil(pushed(event.data)));
scope.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});
scope.addEventListener("install", (event) => event.waitUntil(install()));
scope.addEventListener("activate", (event) => event.waitUntil(scope.clients.claim().then(sweep)));

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== root.origin || !url.pathname.startsWith(root.pathname)) return;
  if (request.method === "POST" && request.mode === "navigate") event.respondWith(sent(event));
  if (request.method !== "GET") return;
  const address = url.origin + url.pathname;
  if (request.mode === "navigate") event.respondWith(page(event, url));
  else if (lasts(address) || FILES.has(address)) event.respondWith(file(request, address));
  else if (isPrinted(url)) event.respondWith(sheet(request));
});

// A page asks for the module to be kept, or whether it is of another version than this worker.
scope.addEventListener("message", (event) => {
  const { keepModule, files } = event.data;
  if (keepModule) event.waitUntil(Promise.all([keep(MODULE), sweep()]).catch(() => {}));
  if (files)
    event.ports[0]?.postMessage({ old: files.some((/** @type {string} */ address) => !FILES.has(address)) });
});
