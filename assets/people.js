// What is around the board in the browser: the company and its chat, sounds, links to hand on, and the switches and other
// settings of this reader, which follow an account to every device.
//
// To read: `company` brings what depends on this reader up to date whenever the table is fresh (`fresh`, from bagatelle.js).
(() => {
  "use strict";
  const $ = (selector) => document.querySelector(selector);
  const $$ = (selector) => [...document.querySelectorAll(selector)];
  const table = () => $("#table");
  if (!table()?.dataset.version) return;
  const { say } = window.bagatelle;

  // ---- settings ----

  const remembered = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key) ?? "null");
    } catch {
      return null;
    }
  };
  const remember = (key, value) => {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {
      // It still holds for this page.
    }
    keep();
  };

  // Somebody with an account finds the same settings on every device.
  const SETTINGS = "/me/settings.json";
  const known = () => "account" in table().dataset;
  function keep() {
    if (!known()) return;
    const marks = document.documentElement.dataset.marks ?? "";
    fetch(SETTINGS, { method: "POST", body: JSON.stringify({ loud, muted, marks }) }).catch(() => {});
  }
  async function recall() {
    if (!known()) return;
    const answer = await fetch(SETTINGS).catch(() => null);
    const settings = answer?.ok ? await answer.json() : {};
    loud = settings.loud ?? loud;
    muted = settings.muted ?? muted;
    if (settings.marks !== undefined) {
      try {
        localStorage.setItem("marks", settings.marks);
      } catch {
        // Without storage the switches stay as they are.
      }
    }
    marks();
    company();
  }

  function marks() {
    let on = [];
    try {
      on = (localStorage.getItem("marks") ?? "").split(" ").filter(Boolean);
    } catch {
      // Without storage the switches start switched off.
    }
    for (const box of $$("[data-mark]")) box.checked = on.includes(box.dataset.mark);
    document.documentElement.dataset.marks = on.join(" ");
  }
  document.addEventListener("change", (event) => {
    if (!event.target.dataset?.mark) return;
    const on = $$("[data-mark]").filter((box) => box.checked).map((box) => box.dataset.mark);
    document.documentElement.dataset.marks = on.join(" ");
    try {
      localStorage.setItem("marks", on.join(" "));
    } catch {
      // They still hold for this page.
    }
    keep();
  });

  // ---- the company ----

  // What depends on this reader and this browser only.
  const title = document.title;
  let muted = remembered("muted") ?? [];
  let loud = remembered("loud") ?? false;
  let said = null; // the last text of somebody else
  function company() {
    // Others talk while the talk is out of sight.
    const last = $$(".chat [data-name]:has(.mute)").at(-1);
    if (said !== null && last && last.id !== said && !muted.includes(last.dataset.name)) {
      const { top, bottom } = $(".chat").getBoundingClientRect();
      if (top > innerHeight || bottom < 0) say(`${last.dataset.name}: ${$(`#${last.id} span`).textContent}`);
    }
    said = last?.id ?? "";
    document.title = "turn" in table().dataset ? `● Your turn · ${title}` : title;
    for (const input of $$("[data-absolute]")) input.value = location.origin + input.defaultValue;
    for (const said of $$(".chat [data-name]")) said.hidden = muted.includes(said.dataset.name);
    const list = $(".chat ol");
    if (list) list.scrollTop = list.scrollHeight;
    for (const box of $$("[data-loud]")) box.checked = loud;
  }
  document.addEventListener("click", async (event) => {
    const copy = event.target.closest("[data-copy]");
    if (copy) {
      const link = location.origin + copy.dataset.copy;
      try {
        await navigator.clipboard.writeText(link);
        say("Copied. Send it to whom you want to play with.");
      } catch {
        say(link);
      }
    }
    const mute = event.target.closest("[data-mute]");
    if (mute) {
      muted = [...muted, mute.dataset.mute];
      remember("muted", muted);
      company();
      say(`You do not see any more what ${mute.dataset.mute} says.`);
    }
  });
  document.addEventListener("change", (event) => {
    if (!event.target.matches("[data-loud]")) return;
    loud = event.target.checked;
    remember("loud", loud);
    sound(true, true);
  });

  // A knock for a move, two for one's own turn, if the player wants to hear them.
  let air = null;
  function sound(moves, turn) {
    if (!loud || !(moves || turn)) return;
    air ??= new AudioContext();
    for (const at of turn ? [0, 0.13] : [0]) {
      const [tone, gain] = [air.createOscillator(), air.createGain()];
      tone.frequency.value = turn ? 520 : 340;
      gain.gain.setValueAtTime(0.12, air.currentTime + at);
      gain.gain.exponentialRampToValueAtTime(0.001, air.currentTime + at + 0.1);
      tone.connect(gain).connect(air.destination);
      tone.start(air.currentTime + at);
      tone.stop(air.currentTime + at + 0.12);
    }
  }

  async function give(button) {
    const text = `${button.dataset.share}\n${location.origin}${button.dataset.link}`;
    try {
      if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({ text });
      else {
        await navigator.clipboard.writeText(text);
        say("Copied. Paste it where your friends will see it.");
      }
    } catch {
      say(text);
    }
  }

  document.addEventListener("click", (event) => {
    const share = event.target.closest("[data-share]");
    if (share) give(share);
  });

  document.addEventListener("fresh", ({ detail }) => {
    marks();
    company();
    sound(detail.moved, detail.turn);
  });
  marks();
  company();
  recall();
})();
