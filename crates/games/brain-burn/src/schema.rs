//! What the JSON of the game looks like.

use crate::rules::BrainBurn;
use crate::view::ViewShape;
use bagatelle_core::schema::{ActionText, Described};

impl Described for BrainBurn {
    type ViewShape = ViewShape;
    const ACTION: ActionText = ActionText {
        about: "The way in which a tile slides: `U`, `D`, `L` or `R`. With a second letter (`Rd`) its coin \
            is swapped afterwards with that of \
                the tile above, below, to the left or to the right: `u`, `d`, `l` or `r`.",
        pattern: "^[UDLR][udlr]?$",
    };
}
