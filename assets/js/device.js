// @ts-check
// The end of the way in the browser itself: a worker answers requests as a server would, and another one
// thinks. A worker in which something fails is ended; the next request starts one that reads what is stored.
import { digits } from "./random.js";

/** @typedef {import("./end.js").End} End */
/** @typedef {{ key: string, at: string, task: unknown }} Job */

/**
 * For how long the move of a program is on its way at least, in milliseconds: one that is there at once
 * cannot be followed.
 */
const QUICKEST_MOVE = 500;
/** How often a job is tried. */
const TRIES = 3;
/** How often a stream shows that it is there, in milliseconds. */
const BEAT = 10_000;

/** A worker that answers calls. */
export class Caller {
  #worker;
  #number = 0;
  /** @type {Map<number, { resolve: (answer: any) => void, reject: (error: Error) => void }>} */
  #waiting = new Map();

  /**
   * @param {string} script
   * @param {import("./worker.js").Load} load
   * @param {(news: any) => void} heard Hears what the worker says by itself.
   */
  constructor(script, load, heard) {
    this.#worker = new Worker(script, { type: "module" });
    this.#worker.onmessage = ({ data }) => {
      const waiting = this.#waiting.get(data.number);
      if (!waiting) return heard(data);
      this.#waiting.delete(data.number);
      if (data.error) waiting.reject(new Error(data.error));
      else waiting.resolve(data.answer);
    };
    this.#worker.onerror = (event) => this.end(event.message);
    this.begun = this.call("begin", load);
    this.begun.catch(() => {});
  }

  /**
   * @param {string} name
   * @param {unknown} value
   * @returns {Promise<any>}
   */
  call(name, value) {
    const number = ++this.#number;
    this.#worker.postMessage({ number, name, value });
    return new Promise((resolve, reject) => this.#waiting.set(number, { resolve, reject }));
  }

  /** Ends the worker, whatever it does. */
  end(why = "The job was cancelled.") {
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(new Error(why));
    this.#waiting.clear();
  }
}

/** The folder of the site, with a slash at both ends. */
const root = new URL("..", location.href.split("?")[0]).pathname;

/**
 * What the module calls an address: that in the query of this document, or the path itself.
 * @param {string} address
 */
export function inside(address) {
  const url = new URL(address, location.href);
  const own = url.pathname === location.pathname && url.search.startsWith("?/");
  return own ? url.search.slice(1) : url.pathname + url.search;
}

/** @param {string} address */
const shown = (address) => `${root}offline/?${address}`;

/**
 * Makes the end.
 * @param {{ module: string, worker: string, assets: string, served: boolean }} options
 * @returns {End}
 */
export function device({ module, worker, assets, served }) {
  /** @type {Caller | undefined} */
  let site;
  /** @type {Caller | undefined} */
  let thinker;
  /** The job that is being done. @type {Job | null} */
  let current = null;
  /** How often jobs have failed, by their keys. @type {Map<string, number>} */
  const failed = new Map();
  /** What hears of each table. @type {Map<string, Set<import("./end.js").Ear>>} */
  const ears = new Map();

  /** Returns what hears of a table. @param {string} id */
  const listeners = (id) => [...(ears.get(id) ?? [])];

  const desk = () => {
    site ??= new Caller(
      worker,
      { module, site: { root, origin: location.origin, served, assets } },
      ({ changed }) => {
        if (changed && listeners(changed).length) ask(`/g/${changed}/watched`);
      }
    );
    return site;
  };

  /**
   * Returns what thinks. A new one makes its tables first, so that the time of an answer is spent on the
   * answer.
   * @param {string} game
   */
  const mind = (game) => {
    if (!thinker) {
      thinker = new Caller(worker, { module }, ({ share, text }) => {
        if (current) tell("progress", { share: share < 0 ? "" : String(share), text });
      });
      thinker.call("prepare", game).catch(() => {});
    }
    return thinker;
  };

  /**
   * Tells the site of the current job.
   * @param {string} what
   * @param {Record<string, string>} fields
   */
  const tell = (what, fields) => {
    const body = new URLSearchParams(fields);
    return ask(`${current?.at}/${what}`, { method: "POST", body });
  };

  /**
   * Has a job done in the place of the one that is under way.
   * @param {string} game
   * @param {Job | null} job
   */
  async function employ(game, job) {
    if (job?.key === current?.key || (job && (failed.get(job.key) ?? 0) >= TRIES)) return;
    if (current) {
      thinker?.end();
      thinker = undefined;
    }
    current = job;
    const caller = mind(game);
    if (!job) return;
    const begun = performance.now();
    try {
      const done = await caller.call("think", job);
      const rest = "move" in Object(done.found) ? QUICKEST_MOVE - (performance.now() - begun) : 0;
      if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
      if (current?.key !== job.key) return;
      const told = tell("done", { done: JSON.stringify(done) });
      current = null;
      await told;
    } catch {
      if (current?.key !== job.key) return;
      failed.set(job.key, (failed.get(job.key) ?? 0) + 1);
      thinker?.end();
      [thinker, current] = [undefined, null];
      employ(game, job);
    }
  }

  /** @type {End["ask"]} */
  async function ask(address, { method = "GET", body, headers } = {}) {
    /** @type {Caller | undefined} */
    let at;
    try {
      const sent = new Headers(headers);
      const shown = sent.get("X-Shown");
      const request = {
        method,
        path: inside(address),
        form: { ...Object.fromEntries(/** @type {any} */ (body ?? [])), ...(shown ? { shown } : {}) },
        part: sent.has("X-Part"),
        now: Date.now(),
        random: digits(16)
      };
      at = desk();
      const { status, media, body: text, go, watched } = await at.call("handle", request);
      if (watched) {
        for (const ear of listeners(watched.id)) ear.heard(watched.version);
        if (listeners(watched.id).length) employ(watched.game, watched.job);
      }
      /** @type {Record<string, string>} */
      const fields = { "Content-Type": media };
      if (go) fields["X-Go"] = go;
      return new Response(status === 204 ? null : text, { status, headers: fields });
    } catch (error) {
      at?.end();
      if (site === at) site = undefined;
      const why = error instanceof Error ? error.message : error;
      const sentence = `That didn’t work, and nothing has changed. (${why})`;
      // A status for which the page shows the sentence.
      return new Response(sentence, { status: 422, headers: { "Content-Type": "text/plain" } });
    }
  }

  return {
    ask,
    shown,
    hear(address, ear) {
      const [, at, id] = /^(\/(?:g|analysis)\/([^/?]+))/.exec(inside(address)) ?? ["", "", ""];
      ears.set(id, new Set([...listeners(id), ear]));
      ear.alive();
      const beat = setInterval(ear.alive, BEAT);
      ask(`${at}/watched`);
      return () => {
        clearInterval(beat);
        ears.get(id)?.delete(ear);
      };
    },
    picture(address, label) {
      const picture = document.createElement("img");
      picture.dataset.src = inside(address);
      picture.alt = label;
      return picture;
    }
  };
}
