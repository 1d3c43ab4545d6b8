// @ts-check
// What can be learned from a finished game: a position with the arrow of the better move.
import * as arrows from "./arrows.js";
import { guessFinger } from "./dom.js";
import * as zoom from "./zoom.js";

guessFinger();
zoom.start();
arrows.draw();
