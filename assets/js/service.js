// @ts-check
// The service worker of the site: it keeps files for pages without a network, and shows notifications.

/** Where the site begins: all scripts are in one folder below it. */
export const root = new URL("../", import.meta.url);

/** Has the browser run the worker, of the newest version. */
export const register = () =>
  navigator.serviceWorker.register(new URL("sw.js", root), { scope: root.pathname, updateViaCache: "none" });
