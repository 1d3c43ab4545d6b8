// A game that is looked back at: steps by button, key, slider and line of the story, and plays by itself. The page works
// without this file, too: every step is a link. The server draws each ply; the address follows, so that it is always a link
// to what is shown.
(() => {
  "use strict";
  const { morph, parse } = window.bagatelle;
  const $ = (selector) => document.querySelector(selector);
  const table = () => $("#table.replay");
  const number = (name) => Number(table().dataset[name]);
  document.documentElement.classList.add("scripted");

  let aim = number("ply"); // where the reader wants to be
  let busy = false;
  let timer = 0;
  let speed = 0; // milliseconds from ply to ply while it plays by itself, else 0

  // Goes to a ply. Whoever steps faster than the server answers skips what lies between.
  async function go(ply) {
    aim = Math.max(0, Math.min(ply, number("plies")));
    if (busy) return;
    busy = true;
    try {
      while (aim !== number("ply")) {
        const address = table().dataset.at + aim;
        const answer = await fetch(address, { headers: { "X-Part": "table" } });
        const fresh = answer.ok && parse(await answer.text());
        if (!fresh) throw new Error(answer.status);
        morph(fresh);
        history.replaceState(null, "", address);
        settle();
        aim = Math.min(aim, number("plies"));
      }
    } catch {
      stop();
      aim = number("ply");
      $("#toast").textContent = "The server does not answer.";
      $("#toast").classList.add("shown");
      setTimeout(() => $("#toast").classList.remove("shown"), 5000);
    } finally {
      busy = false;
    }
  }

  // What follows the ply and is not in the page that the server sent.
  function settle() {
    $(".slide input[type=range]").value = number("ply");
    const [list, now] = [$(".story ol"), $(".story [aria-current]")];
    if (list && now) list.scrollTop = now.offsetTop - list.offsetTop - (list.clientHeight - now.offsetHeight) / 2;
    for (const button of document.querySelectorAll("[data-auto]")) {
      button.setAttribute("aria-pressed", Number(button.dataset.auto) === speed);
    }
  }

  function stop() {
    clearInterval(timer);
    speed = 0;
    settle();
  }
  function play(every) {
    const again = every === speed;
    stop();
    if (again) return;
    speed = every;
    if (aim === number("plies")) go(0);
    else go(aim + 1);
    timer = setInterval(() => {
      if (busy) return;
      if (aim < number("plies")) go(aim + 1);
      else stop();
    }, every);
    settle();
  }

  document.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const auto = event.target.closest("[data-auto]");
    if (auto) return play(Number(auto.dataset.auto));
    const link = event.target.closest("#table a[data-ply]");
    if (!link) return;
    event.preventDefault();
    stop();
    go(Number(link.dataset.ply));
  });
  document.addEventListener("input", (event) => {
    if (!event.target.matches(".slide input[type=range]")) return;
    stop();
    go(Number(event.target.value));
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input:not([type=range]), select, textarea")) return;
    const steps = { ArrowLeft: aim - 1, ArrowRight: aim + 1, Home: 0, End: number("plies") };
    if (event.key in steps) {
      event.preventDefault();
      stop();
      go(steps[event.key]);
    } else if (event.key === " " && !event.target.closest("button")) {
      event.preventDefault();
      play(speed || Number($("[data-auto]").dataset.auto));
    }
  });
  settle();
})();
