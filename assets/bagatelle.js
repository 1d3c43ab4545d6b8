// What a game page does in the browser. It knows no game: the server says what can be picked next and which keys do
// it (`data-offers` of the table), and sends the whole table again after every change, which is morphed in place.
//
// To read: `follow` is the idea (a move is a path of picks), `send` the way up, `show` the way down, and below them
// the mouse, touch, keyboard and clock. ghost.js follows the pointer, people.js has what is around the board.
(() => {
  "use strict";
  const $ = (selector) => document.querySelector(selector);
  const $$ = (selector) => [...document.querySelectorAll(selector)];
  const table = () => $("#table");

  // A file that a form asks for is read into a text field of the form.
  document.addEventListener("change", async (event) => {
    const file = event.target.dataset?.into && event.target.files?.[0];
    if (file) event.target.form.elements[event.target.dataset.into].value = await file.text();
  });
  if (!table()?.dataset.version) return;

  const { calm, morph, parse, place } = window.bagatelle;
  let offers = [];
  let offered = ""; // the text from which they were read
  let first = new Set(); // what a path can begin with
  let picks = [];
  let busy = false;
  let heard = ""; // the newest version that the server told of
  const later = []; // what the player did while an answer was on its way

  // ---- a move is a path of picks ----

  // Where `picks` have led on a path: what may be picked next, or null if they lead elsewhere. A step that is a list
  // is picked in any order.
  function follow(path, picks) {
    let k = 0;
    for (const step of path) {
      const names = new Set([step].flat());
      while (k < picks.length && names.has(picks[k])) names.delete(picks[k++]);
      if (names.size) return k === picks.length ? [...names] : null;
    }
    return k === picks.length ? [] : null;
  }

  // All that may be picked next; `on` holds those that go on with the last move.
  function lit() {
    const all = new Set();
    const on = new Set();
    for (const offer of offers) {
      for (const name of follow(offer.path, picks) ?? []) (offer.amends ? on : all).add(name);
    }
    return { all, on };
  }

  function pick(name) {
    if (picks.includes(name)) {
      picks = picks.filter((other) => other !== name);
      return light();
    }
    const fits = (list) => offers.some((offer) => follow(offer.path, list));
    face = $$("#table svg [data-shows]").find((e) => e.dataset.pick === name)?.dataset.shows ?? face;
    if (fits([...picks, name])) picks = [...picks, name];
    else if (fits([name])) picks = [name];
    else return refuse(name);
    const whole = offers.find((offer) => follow(offer.path, picks)?.length === 0);
    if (whole) act(whole);
    else light();
  }

  // The names that the hint on the page is about.
  let told = "";
  const hints = () => ($("#table [data-hint]")?.dataset.hint ?? "").split(" ").filter(Boolean);

  // Lights what can be picked next, and says what is asked if all of it asks the same (`data-asks`).
  function light() {
    const { all, on } = lit();
    turnTo(all);
    Object.assign(table().dataset, { face, picks: picks.join(" ") });
    const hinted = hints();
    for (const element of $$("#table [data-pick]")) {
      const name = element.dataset.pick;
      const can = all.has(name) || on.has(name);
      element.classList.toggle("can", can);
      element.classList.toggle("goes-on", on.has(name) && !all.has(name));
      element.classList.toggle("away", can && "face" in element.dataset && element.dataset.face !== face);
      element.classList.toggle("picked", picks.includes(name));
      element.classList.toggle("begins", first.has(name));
      element.classList.toggle("hinted", hinted.includes(name));
      if (element.localName === "button") {
        element.disabled = !can;
      } else if (can || picks.includes(name)) {
        element.setAttribute("tabindex", "0");
        element.setAttribute("role", "button");
        element.setAttribute("aria-pressed", picks.includes(name));
      } else {
        element.removeAttribute("tabindex");
        element.removeAttribute("aria-pressed");
        element.setAttribute("role", "img");
      }
    }
    const asks = new Set($$("#table svg .can").map((element) => element.dataset.asks));
    const asked = $("#asks");
    if (asked) asked.textContent = asks.size === 1 ? [...asks][0] ?? "" : "";
    document.dispatchEvent(new Event("lit"));
  }
  // What ghost.js, which follows the pointer, has found to be meant.
  document.addEventListener("pick", (event) => inTurn(() => pick(event.detail)));

  // Things that may be picked next can lie over each other, with one of several faces up (`data-face`): one face is shown at
  // a time, and a button, a key or the wheel turns to the next.
  let face = "";
  let faces = [];
  function turnTo(all) {
    const some = $$("#table svg [data-face]").some((element) => all.has(element.dataset.pick));
    const shown = (element) => some && ("probe" in element.dataset || all.has(element.dataset.pick));
    faces = [...new Set($$("#table svg [data-face]").filter(shown).map((element) => element.dataset.face))];
    if (!faces.includes(face)) face = faces[0] ?? face;
    const button = $("#turn");
    if (!button) return;
    button.hidden = faces.length < 2;
    button.textContent = `${face.charAt(0).toUpperCase()}${face.slice(1)} · turn it (R)`;
  }
  function turn() {
    face = faces[(faces.indexOf(face) + 1) % faces.length];
    light();
  }
  document.addEventListener("wheel", (event) => {
    if (faces.length < 2 || !event.target.closest("#table .board svg")) return;
    event.preventDefault();
    turn();
  }, { passive: false });

  // A click that can do nothing says so, quietly.
  function refuse(name) {
    const element = $$("#table svg [data-pick]").find((e) => e.dataset.pick === name);
    const at = element && place(element);
    if (!at || calm.matches) return;
    const frames = [0, -3, 3, -2, 0].map((d) => ({ transform: `translate(${at[0] + d}px, ${at[1]}px)` }));
    element.animate(frames, { duration: 160 });
  }

  // ---- the way up ----

  function act(offer) {
    send({ kind: offer.amends ? "amend" : "act", text: offer.text });
  }

  // A move shows at once: what was picked first goes to where the path ends, if both are things on the board. What the
  // server says comes in its place; if it refuses, everything is where it was.
  let moved = null;
  function ahead(text) {
    const names = offers.find((offer) => offer.text === text)?.path.flat() ?? [];
    const on = (name) => $$("#table svg [data-pick]").find((e) => e.dataset.pick === name)?.closest("#table svg > [id]");
    const [thing, end] = [on(names[0]), on(names.at(-1))];
    if (end) end.classList.add("sent");
    const [from, to] = [thing && place(thing), end && place(end)];
    if (!from || !to || thing === end || calm.matches) return;
    const frames = [from, to].map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` }));
    moved = { id: thing.id, to, motion: thing.animate(frames, { duration: 180, easing: "cubic-bezier(.25,.6,.3,1)", fill: "forwards" }) };
  }

  // Does something now, or in its turn when the answer to the last move is there.
  function inTurn(todo) {
    if (!busy) return todo();
    if (later.length < 32) later.push(todo);
    return true;
  }

  // Sends what the player did. The version makes it safe to try again: a move that has arrived is not taken twice.
  async function send(fields, where, tries = 5) {
    let again = false;
    busy = true;
    picks = [];
    light();
    const body = new URLSearchParams({ version: table().dataset.version, ...fields });
    ahead(fields.text);
    try {
      for (;;) {
        try {
          const answer = await fetch(where ?? table().dataset.act, { method: "POST", body, headers: { "X-Part": "table" } });
          const text = await answer.text();
          if (answer.headers.has("X-Go")) location.href = answer.headers.get("X-Go");
          if (answer.ok) show(text);
          else if (answer.status === 409 && again) await refresh(); // It had arrived; only its answer was lost.
          else {
            say(answer.status < 500 && text.length < 300 ? text : "The server could not do that.");
            later.length = 0;
            await refresh();
          }
          return;
        } catch {
          if (--tries < 0) {
            later.length = 0;
            return say("The server does not answer. Your last move has not been kept.");
          }
          again = true;
          say("No connection. Trying again …");
          await new Promise((done) => setTimeout(done, 1000));
        }
      }
    } finally {
      busy = false;
      while (!busy && later.length) later.shift()();
      catchUp();
    }
  }

  // ---- the way down ----

  // Fetches the table afresh; tells whether it came.
  async function refresh() {
    const answer = await fetch(table().dataset.part, { headers: { "X-Part": "table" } });
    if (answer.ok) show(await answer.text());
    return answer.ok;
  }

  // Brings the table up to date.
  function show(html) {
    const fresh = parse(html);
    if (!fresh || Number(fresh.dataset.seq) < Number(table().dataset.seq)) return;
    const detail = {
      moved: table().dataset.version !== fresh.dataset.version,
      turn: "turn" in fresh.dataset && !("turn" in table().dataset),
    };
    // What has gone its way already does not go it again, unless the server says otherwise.
    moved?.motion.cancel();
    morph(fresh, new Map(moved ? [[moved.id, moved.to]] : []));
    moved = null;
    read();
    document.dispatchEvent(new CustomEvent("fresh", { detail }));
  }

  // Plays a line of actions, one after the other, as long as nobody does anything else.
  async function playOn(line) {
    for (const text of line) {
      const version = Number(table().dataset.version);
      await send({ kind: "act", text });
      if (Number(table().dataset.version) !== version + 1) return;
      await new Promise((done) => setTimeout(done, calm.matches ? 0 : 260));
      if (busy || Number(table().dataset.version) !== version + 1) return;
    }
  }

  function read() {
    // What is picked stays picked when only something beside the board has changed: somebody came, or said something.
    if (table().dataset.offers !== offered) picks = [];
    offered = table().dataset.offers;
    offers = JSON.parse(offered || "[]");
    first = new Set(offers.flatMap((offer) => offer.path[0]));
    const swipes = offers.some((offer) => offer.key?.startsWith("Arrow")) || $("#table svg [data-probe]");
    const board = $("#table .board");
    if (board) board.style.touchAction = swipes ? "pinch-zoom" : "manipulation";
    // What a new hint is about is turned to its side.
    const about = hints().join(" ");
    if (about !== told) {
      face = $$("#table svg [data-face]").find((e) => hints().includes(e.dataset.pick))?.dataset.face ?? face;
    }
    told = about;
    light();
    shown = performance.now();
    tick();
  }

  // The server tells the number of the newest version, at once and after every change.
  // Its second part counts what else has changed on the page, such as the solver's progress.
  // What could not be fetched is fetched again: nobody else may move until this page shows whose turn it is.
  let fetching = false;
  let failed = 0; // how often in a row
  async function catchUp() {
    const [seq, revision] = heard.split(".");
    const here = table().dataset;
    const newer = Number(seq) > Number(here.seq);
    if (busy || fetching || !(newer || (seq === here.seq && revision !== here.revision))) return;
    fetching = true;
    const wanted = heard;
    const came = await refresh().catch(() => false);
    fetching = false;
    failed = came ? 0 : failed + 1;
    if (!came) setTimeout(catchUp, Math.min(500 * 2 ** failed, 30000));
    else if (heard !== wanted) catchUp();
  }
  // A stream can end without a word, as when a laptop sleeps. The server sends a beat where there is no news, and a page
  // that has heard nothing for some of them asks for a stream anew.
  const SILENCE = 40000;
  let events = null;
  let heardAt = 0;
  function listen() {
    events?.close();
    heardAt = Date.now();
    events = new EventSource(table().dataset.events);
    const alive = () => {
      heardAt = Date.now();
      document.documentElement.classList.remove("offline");
    };
    events.onopen = alive;
    events.addEventListener("beat", alive);
    events.onmessage = (event) => {
      alive();
      heard = event.data;
      catchUp();
    };
    events.onerror = () => {
      document.documentElement.classList.add("offline");
      // The browser tries again by itself unless something between us and the server has answered in its place.
      if (events.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
    };
  }
  setInterval(() => {
    if (Date.now() - heardAt < SILENCE) return;
    document.documentElement.classList.add("offline");
    listen();
  }, 5000);
  addEventListener("pagehide", () => events.close());
  addEventListener("pageshow", (event) => event.persisted && listen());

  // ---- mouse and touch ----

  const named = (element) => element?.closest?.("#table [data-pick]")?.dataset.pick;
  const STROKE = 18; // From here on a movement is no click.
  const ROLLS = 100; // A page that has scrolled so short ago rolls on, and a tap stops it, in milliseconds.
  let rolled = -ROLLS;
  addEventListener("scroll", () => (rolled = performance.now()), { capture: true, passive: true });
  let start = null; // where the pointer was pressed, on what, whether it has been moved `far`, and whether the page lay still
  let spent = false; // what the pointer did has been done: the click that the browser makes of it is no other one
  addEventListener("click", (event) => {
    if (!spent || !event.isTrusted || !event.detail) return;
    spent = false;
    event.stopImmediatePropagation();
    event.preventDefault();
  }, { capture: true });
  document.addEventListener("pointerdown", (event) => {
    spent = false;
    // A second finger makes it a pinch, not a swipe.
    start = event.isPrimary && event.target.closest("#table .board") &&
      { x: event.clientX, y: event.clientY, name: named(event.target), far: false, still: event.timeStamp - rolled > ROLLS };
  });
  const gone = (event) => Math.hypot(event.clientX - start.x, event.clientY - start.y);
  document.addEventListener("pointermove", (event) => {
    if (start && event.isPrimary && gone(event) > STROKE) start.far = true;
  });
  document.addEventListener("pointercancel", () => (start = null));
  document.addEventListener("pointerup", (event) => {
    if (!start || !event.isPrimary) return;
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
    const end = document.elementFromPoint(event.clientX, event.clientY);
    const to = named(end);
    if (start.far || gone(event) > STROKE) spent = true;
    if (gone(event) > STROKE) {
      const { all, on } = lit();
      const dragged = start.name && to && to !== start.name && (all.has(start.name) || on.has(start.name)) &&
        offers.some((offer) => follow(offer.path, [...picks, start.name, to]));
      if (dragged) {
        for (const name of [start.name, to]) inTurn(() => pick(name));
      } else if (Math.abs(dx) > Math.abs(dy)) press(dx > 0 ? "ArrowRight" : "ArrowLeft");
      else press(dy > 0 ? "ArrowDown" : "ArrowUp");
    } else if (!spent && event.pointerType === "touch" && start.still && to === start.name && end?.closest("#table .board svg")) {
      // A finger's click counts when it is lifted: browsers take their time, and right after a swipe they make none at all.
      spent = true;
      const { clientX, clientY } = event;
      end.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1, clientX, clientY }));
    }
    start = null;
  });
  // The way of a move that is half picked, where the drawing holds one, is shown while its end is pointed at.
  function route(name) {
    const key = [...picks, name].join(" ");
    for (const way of $$("#table [data-route]")) way.classList.toggle("shown", way.dataset.route === key);
  }
  document.addEventListener("pointerover", (event) => route(named(event.target)));
  document.addEventListener("focusin", (event) => route(named(event.target)));
  document.addEventListener("click", (event) => {
    if (event.target.closest("#turn")) return turn();
    const play = event.target.closest("[data-play]");
    if (play) return inTurn(() => playOn(play.dataset.play.split(" ")));
    const name = named(event.target);
    if (name) inTurn(() => pick(name));
    else if (picks.length && event.target.closest(".board")) {
      picks = [];
      light();
    }
  });

  // ---- keyboard ----

  // Does what a key does; says whether it does anything.
  function press(key) {
    if (busy) return /Arrow|^[^ ]$/.test(key) && inTurn(() => press(key));
    const offer = offers.find((o) => o.key === key);
    if (offer) act(offer);
    else {
      const button = $$("#table [data-key]").find((b) => b.dataset.key === key && !b.disabled);
      if (!button) return false;
      button.click();
    }
    return true;
  }

  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  // Moves the focus to the nearest thing that can be picked in the direction of an arrow.
  function roam([x, y]) {
    const middle = (e) => {
      const box = e.getBoundingClientRect();
      return [box.left + box.width / 2, box.top + box.height / 2];
    };
    const things = $$("#table svg .can, #table svg .picked");
    const here = document.activeElement?.closest?.("#table svg [data-pick]");
    if (!here) return things[0]?.focus();
    const [hx, hy] = middle(here);
    let best = null;
    for (const thing of things) {
      const [dx, dy] = middle(thing).map((v, i) => v - [hx, hy][i]);
      const along = dx * x + dy * y;
      const aside = Math.abs(dx * y) + Math.abs(dy * x);
      if (along > 1 && (!best || along + 2 * aside < best.far)) best = { thing, far: along + 2 * aside };
    }
    best?.thing.focus();
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input:not([type=checkbox]), select, textarea")) return;
    const name = named(event.target);
    if ((event.key === "Enter" || event.key === " ") && name && event.target.localName !== "button") {
      event.preventDefault();
      return inTurn(() => pick(name));
    }
    if (event.key === "Escape") {
      picks = [];
      return light();
    }
    const key = (event.shiftKey && event.key.length > 1 ? "Shift+" : "") + (event.key.length === 1 ? event.key.toLowerCase() : event.key);
    const arrows = offers.some((offer) => offer.key?.includes("Arrow"));
    // A key that is held does not run ahead of what its player sees.
    if ((event.repeat && busy) || press(key)) event.preventDefault();
    else if (ARROWS[event.key]) {
      event.preventDefault();
      if (!arrows) roam(ARROWS[event.key]);
    }
  });

  // ---- what stands beside the board ----

  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-send]");
    if (!form) return;
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(form, event.submitter));
    delete fields.version;
    const where = form.getAttribute("action");
    if (fields.kind !== "act" || fields.text) inTurn(() => send(fields, where));
    form.reset();
  });

  // The clock runs here between two versions of the table; the server counts.
  let since = 0;
  let counted = null;
  let shown = 0;
  function tick() {
    const gone = performance.now() - shown;
    for (const span of $$("[data-down]")) span.textContent = time(Math.max(0, Math.ceil((Number(span.dataset.ms) - gone) / 1000)));
    for (const button of $$("[data-after]")) button.disabled = Number(button.dataset.after) > gone;
    const clock = $("#clock");
    if (!clock) return;
    if (counted !== clock.dataset.ms + table().dataset.version) {
      counted = clock.dataset.ms + table().dataset.version;
      since = performance.now();
    }
    const run = clock.dataset.running ? Math.min(performance.now() - since, 300000) : 0;
    clock.textContent = time(Math.floor((Number(clock.dataset.ms) + run) / 1000));
  }
  setInterval(tick, 500);

  function time(seconds) {
    const two = (n) => String(n).padStart(2, "0");
    const [d, h, m, s] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60];
    return d ? `${d} d ${h} h` : h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
  }

  let silence = 0;
  function say(text) {
    const toast = $("#toast");
    toast.textContent = text;
    toast.classList.add("shown");
    clearTimeout(silence);
    silence = setTimeout(() => toast.classList.remove("shown"), 5000);
  }

  window.bagatelle.say = say;
  read();
  listen();
})();
