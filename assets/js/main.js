// @ts-check
// The page of a table. It knows no game: the server says what can be picked next and which keys do it
// (`data-offers` of the table), and sends the whole table again after every change, which is morphed in
// place.
//
// To read: path.js is the idea (a move is a path of picks), transport.js the way to the server and back,
// light.js what the board shows, moves.js what a player does, with pointer.js, drag.js and keyboard.js. Other
// modules stand beside the board.
import * as announce from "./announce.js";
import * as clock from "./clock.js";
import { $ } from "./dom.js";
import * as focus from "./focus.js";
import * as forms from "./forms.js";
import * as goal from "./goal.js";
import * as help from "./help.js";
import * as hint from "./hint.js";
import * as keyboard from "./keyboard.js";
import * as lesson from "./lesson.js";
import * as log from "./log.js";
import * as moments from "./moments.js";
import * as panel from "./panel.js";
import * as people from "./people.js";
import * as pointer from "./pointer.js";
import { attempt, onFresh } from "./state.js";
import * as transport from "./transport.js";
import * as why from "./why.js";
import * as zoom from "./zoom.js";

// Only a drawing that grows has a ghost.
const ghosts = $("#table svg[data-zoom]") ? [await import("./ghost.js")] : [];
/** Loads what adds to deals, once a form asks for it. */
const addToDeals = async () => {
  try {
    if ($("[data-randomness]")) (await import("./fairness.js")).start();
  } catch (error) {
    reportError(error);
  }
};
// Only the pages of Live lead from game to game.
const tv = $("a[data-next]") ? [await import("./tv.js")] : [];
await addToDeals();
onFresh.listen(addToDeals);
// The order counts where two modules hear of the same event: a stroke is a swipe or a drag before the ghost
// hears of its end.
const parts = [
  moments,
  why,
  clock,
  focus,
  pointer,
  keyboard,
  goal,
  help,
  hint,
  forms,
  ...ghosts,
  lesson,
  log,
  panel,
  people,
  ...tv,
  announce,
  zoom,
  transport
];
for (const part of parts) attempt(part.start);
document.documentElement.classList.add("ready");
