// Brings `#table` up to date: it is morphed in place, things on the board that lie elsewhere now move there, and things whose
// other side is up turn over. For every page with a board that changes.
window.bagatelle = (() => {
  "use strict";
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const MOTION = { duration: 180, easing: "cubic-bezier(.25,.6,.3,1)" };
  const things = () => [...document.querySelectorAll("#table svg > [id]")];

  // Where an element lies, if it lies there by a translation.
  function place(element) {
    const found = /^translate\((-?[\d.]+)[ ,]+(-?[\d.]+)\)$/.exec(element.getAttribute("transform") ?? "");
    return found && [Number(found[1]), Number(found[2])];
  }

  // The part of a thing that is drawn at a scale of its own, and that scale.
  const scaled = (element) => element.querySelector(":scope > g[transform^='scale(']");
  function size(element) {
    return /^scale\(([\d.]+)\)$/.exec(scaled(element)?.getAttribute("transform") ?? "")?.[1];
  }

  // Turns a thing over: what is under gets narrow where it was up, then what is up now gets wide.
  function turnOver(element) {
    const under = element.querySelector(".turns.under");
    const up = element.querySelector(".turns:not(.under)");
    const [open, shut] = [{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }];
    if (under) under.style.display = "inline";
    const half = under?.animate([open, shut], { duration: 110, easing: "ease-in", fill: "forwards" });
    if (half) half.oncancel = () => (under.style.display = "");
    if (half) half.onfinish = () => half.cancel();
    up?.animate([shut, open], { duration: 110, delay: 110, easing: "ease-out", fill: "backwards" });
  }

  // The table that an answer of the server holds.
  const parse = (html) => new DOMParser().parseFromString(html, "text/html").querySelector("#table");

  // Morphs the table into a fresh one. `gone` holds the places of things that have been seen to move already, by their id.
  function morph(fresh, gone = new Map()) {
    const table = document.querySelector("#table");
    const frame = table.querySelector(".board > svg")?.getAttribute("viewBox");
    const seen = (e) => ({ at: gone.get(e.id) ?? place(e), size: size(e), side: e.dataset.side });
    const before = new Map(things().map((e) => [e.id, seen(e)]));
    // What somebody is typing stays, and what was opened stays open.
    const ours = (name, element) =>
      name === "value" ? element.matches("input:not([type=hidden]), textarea") : name === "open" && element.localName === "details";
    Idiomorph.morph(table, fresh, { callbacks: { beforeAttributeUpdated: (name, element) => !ours(name, element) } });
    if (calm.matches) return;
    zoom(frame);
    for (const element of things()) {
      // A thing that was not there before comes from one that was and that it names.
      const names = [element.id, ...(element.dataset.was ?? "").split(" ")];
      const was = before.get(names.find((name) => before.has(name)));
      if (!was) continue;
      const [from, to, small, large] = [was.at, place(element), was.size, size(element)];
      const side = element.dataset.side;
      if (side && was.side && side !== was.side) turnOver(element);
      if (small && large && small !== large) {
        scaled(element).animate([{ transform: `scale(${small})` }, { transform: `scale(${large})` }], MOTION);
      }
      if (!from || !to || (from[0] === to[0] && from[1] === to[1])) continue;
      const via = (element.dataset.via ?? "").split(" ").filter(Boolean).map((point) => point.split(","));
      const frames = [from, ...via, to].map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` }));
      element.animate(frames, { ...MOTION, duration: MOTION.duration + 120 * via.length });
    }
  }

  // Lets the eye follow when the drawing shows another part of the table, in step with the things that move: what moves
  // along with the frame is seen to rest.
  let zooming = 0;
  function zoom(before) {
    const svg = document.querySelector("#table .board > svg");
    const after = svg?.getAttribute("viewBox");
    if (!before || !after || before === after) return;
    const [from, to] = [before, after].map((frame) => frame.split(/[ ,]+/).map(Number));
    const [motion, run] = [svg.animate([], MOTION), ++zooming];
    const step = () => {
      if (run !== zooming) return;
      const part = motion.playState === "finished" ? 1 : motion.effect.getComputedTiming().progress ?? 0;
      svg.setAttribute("viewBox", from.map((v, i) => v + (to[i] - v) * part).join(" "));
      if (part < 1) requestAnimationFrame(step);
    };
    step();
  }

  return { calm, morph, parse, place };
})();
