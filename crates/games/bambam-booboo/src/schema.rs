//! What the JSON of the game looks like.

use crate::rules::BambamBooboo;
use crate::view::ViewShape;
use bagatelle_core::schema::{ActionText, Described};

impl Described for BambamBooboo {
    type ViewShape = ViewShape;
    const ACTION: ActionText = ActionText {
        about: "`V2,-1` places a tile: `H` (horizontal) or `V` (vertical), column and row of its smaller \
            cell. `H0,0>V3,1` slides the tile at the first place to the second; `V0,0>V1,2=V-3,0` also \
            says, by one of its tiles, which group stays if the tiles split into several. `pass` is the \
            only action of a seat that can’t do anything else.",
        pattern: r"^(pass|[HV]-?\d+,-?\d+(>[HV]-?\d+,-?\d+(=[HV]-?\d+,-?\d+)?)?)$",
    };
}
