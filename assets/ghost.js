// A ghost of what would be put down follows the pointer, where the drawing holds one (`data-probe`): it shows whether it
// may lie there and, if not, says why not. It knows no game, either.
//
// A probe knows the places of its lattice (`data-lattice`: the middle of place 0,0 and the steps to the next) and the
// name by which a place is picked. Whether that can be picked now stands in the page; the reason why not comes from the
// rules, by way of the server, a moment later. To read: `aim` finds the place, `show` draws it, `explain` gets the reason.
(() => {
  "use strict";
  const $ = (selector) => document.querySelector(selector);
  const $$ = (selector) => [...document.querySelectorAll(selector)];
  const table = () => $("#table");
  if (!table()?.dataset.version) return;

  const LIFT = 60; // How far above a finger the ghost is, in CSS pixels, so that it can be seen.
  const STROKE = 18; // From here on a movement is no click; the same as in bagatelle.js.
  const PAUSE = 60; // How long the pointer rests before the server is asked, in milliseconds.

  let point = null; // where the pointer is, in CSS pixels
  let place = null; // where the ghost is: { name, x, y, can }
  let start = null; // where the pointer was pressed: { x, y, element }
  let pressed = null; // where it was pressed last
  let chosen = null; // where it was pressed when the last thing was picked
  let drawn = false; // it has been moved since, farther than a click is
  const reasons = new Map();
  const label = document.body.appendChild(document.createElement("p"));
  label.id = "why";

  // The ghost that is in use: something with its face can be picked now.
  function probe() {
    if (!$("#table svg .can[data-face]")) return null;
    return $$("#table svg [data-probe]").find((one) => one.dataset.face === table().dataset.face);
  }

  // The place that a point on the screen means: one that is allowed if it is nearer than `reach` steps, else the nearest.
  function aim(ghost, { x, y }, reach) {
    const at = new DOMPoint(x, y).matrixTransform(ghost.ownerSVGElement.getScreenCTM().inverse());
    const [x0, y0, dx, dy] = ghost.dataset.lattice.split(" ").map(Number);
    const [column, row] = [Math.round((at.x - x0) / dx), Math.round((at.y - y0) / dy)];
    let best = null;
    for (const i of [column, column - 1, column + 1]) {
      for (const j of [row, row - 1, row + 1]) {
        const name = ghost.dataset.probe.replace("{x}", i).replace("{y}", j);
        const here = { name, x: x0 + i * dx, y: y0 + j * dy };
        const far = Math.hypot(here.x - at.x, here.y - at.y) / Math.abs(dx);
        here.can = far < reach && Boolean($(`#table svg .can[data-pick="${name}"]`));
        here.far = here.can ? far - reach : far;
        if (!best || here.far < best.far) best = here;
      }
    }
    return best;
  }

  // Whether the page itself has something to do with what is pointed at: another thing to begin with.
  const begins = (element) => table().dataset.picks && element?.closest?.("#table svg .begins:not([data-face])");
  // So it has with the thing that is picked already; and beside the lattice nothing is put down.
  const theirs = (element) => begins(element) || element?.closest?.("#table svg :is(.picked, .aside)");

  function show(reach = 0.75) {
    const ghost = point && probe();
    for (const other of $$("#table svg .probe.shown")) if (other !== ghost) other.classList.remove("shown");
    if (!ghost) return hide();
    place = aim(ghost, point, reach);
    ghost.setAttribute("transform", `translate(${place.x} ${place.y})`);
    ghost.classList.add("shown");
    ghost.classList.toggle("no", !place.can);
    explain(ghost);
  }

  function hide() {
    place = null;
    clearTimeout(asking);
    label.classList.remove("shown");
    for (const ghost of $$("#table svg .probe.shown")) ghost.classList.remove("shown");
  }

  // ---- why not ----

  let asking = 0;
  function explain(ghost) {
    clearTimeout(asking);
    label.classList.remove("shown");
    if (place.can) return;
    const picks = [table().dataset.picks, place.name].filter(Boolean).join(" ");
    const key = `${table().dataset.version} ${picks}`;
    const say = () => place && !place.can && place.name === picks.split(" ").pop() && tell(ghost, reasons.get(key));
    if (reasons.has(key)) return say();
    asking = setTimeout(async () => {
      try {
        const answer = await fetch(`${table().dataset.act.replace(/act$/, "why")}?picks=${encodeURIComponent(picks)}`);
        if (!answer.ok) return;
        reasons.set(key, await answer.text());
        say();
      } catch {
        // It is refused all the same.
      }
    }, PAUSE);
  }

  // Beside the ghost, or below the board where a finger would cover it.
  function tell(ghost, text) {
    if (!text) return;
    label.textContent = text;
    const box = (coarse ? $("#table .board > svg") : ghost).getBoundingClientRect();
    const half = label.offsetWidth / 2 + 8;
    label.style.left = `${Math.min(Math.max((box.left + box.right) / 2, half), innerWidth - half)}px`;
    label.style.top = `${Math.min(box.bottom + 8, innerHeight - label.offsetHeight - 8)}px`;
    label.classList.add("shown");
  }

  // ---- the pointer ----

  let coarse = false;
  const onBoard = (element) => element?.closest?.("#table .board > svg");
  const pick = (name) => document.dispatchEvent(new CustomEvent("pick", { detail: name }));

  document.addEventListener("pointerdown", (event) => {
    drawn = false;
    coarse = event.pointerType === "touch";
    start = event.isPrimary && onBoard(event.target) && { x: event.clientX, y: event.clientY, element: event.target };
    pressed = { x: event.clientX, y: event.clientY };
    if (coarse) hide();
  });
  document.addEventListener("pointermove", (event) => {
    if (!event.isPrimary || (event.pointerType === "touch" && !start)) return;
    coarse = event.pointerType === "touch";
    if (start && !drawn && Math.hypot(event.clientX - start.x, event.clientY - start.y) > STROKE) {
      drawn = true;
      // What is drawn along is what is put down.
      const first = start.element.closest("[data-pick]");
      if (first?.matches(".begins:not(.picked):not([data-face])") && $("#table svg [data-probe]")) pick(first.dataset.pick);
    }
    if (coarse && !drawn) return;
    point = { x: event.clientX, y: event.clientY - (coarse ? LIFT : 0) };
    if (drawn || (onBoard(event.target) && !theirs(event.target))) return show();
    point = null;
    hide();
  });
  document.addEventListener("pointerup", (event) => {
    if (start && drawn) {
      // The last movement may not have been told of.
      point = { x: event.clientX, y: event.clientY - (coarse ? LIFT : 0) };
      show();
    }
    const target = start && drawn && place;
    start = null;
    if (!target) return;
    if (coarse) point = null;
    if (target.can) pick(target.name);
    else refuse();
  });
  document.addEventListener("pointercancel", () => {
    start = point = null;
    hide();
  });
  document.documentElement.addEventListener("pointerleave", (event) => {
    // A finger that is lifted has left, too, but what it asked is answered yet.
    if (event.pointerType === "touch") return;
    point = null;
    hide();
  });
  // A click anywhere near a place means the place.
  document.addEventListener("click", (event) => {
    if (!event.detail || !onBoard(event.target) || !probe() || begins(event.target)) return;
    event.stopPropagation();
    // The same spot again means the thing that was picked there: it is put back.
    if (chosen && Math.hypot(event.clientX - chosen.x, event.clientY - chosen.y) < (coarse ? 12 : 4)) {
      return pick(table().dataset.picks.split(" ").pop());
    }
    point = { x: event.clientX, y: event.clientY };
    show(coarse ? 1 : 0.75);
    const target = place;
    if (coarse) point = null;
    if (target?.can) pick(target.name);
    else refuse();
  }, { capture: true });

  // A place that is refused says so again, quietly.
  function refuse() {
    const ghost = $("#table svg .probe.shown");
    if (!ghost || !place || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const frames = [0, -4, 4, -2, 0].map((d) => ({ transform: `translate(${place.x + d}px, ${place.y}px)` }));
    ghost.animate(frames, { duration: 160 });
  }

  // What can be picked has changed. After a move or a pick nothing is meant until the pointer moves again.
  let state = "";
  document.addEventListener("lit", () => {
    const now = `${table().dataset.version} ${table().dataset.picks}`;
    if (now !== state && !drawn) point = null;
    if (now !== state) chosen = table().dataset.picks && pressed;
    state = now;
    if (point) show();
    else hide();
  });
})();
