//! What the JSON of the game looks like, and how views are read back.

use crate::rules::Bulbous;
use crate::view::{View, ViewShape, read};
use bagatelle_core::schema::{ActionText, Described, ViewError, ViewReader};
use serde::Deserialize;
use serde_json::Value;

impl Described for Bulbous {
    type ViewShape = ViewShape;
    const ACTION: ActionText = ActionText {
        about: "`choose:2` brings the specimen with two places of the first pending colour into play, \
            `target:R` names the specimen that is contested next. `bet:R3,R9,RX` lays cards face down, \
            `swap:B4,WC` puts one or two cards away for new ones, `pass` does neither. `discard:B4` puts a \
            card away after a pass with a full hand, where the option `full-hand` says so. Cards stand in \
            canonical order. Chance writes `~R3,B7`: the new deck, the first card on top.",
        pattern: "^(choose:[1-4]|target:[RBYG]|pass|discard:([RBYG][3-9X]|W[TC])\
            |((bet|swap):|~)([RBYG][3-9X]|W[TC])(,([RBYG][3-9X]|W[TC]))*)$",
    };

    fn view_reader(&self) -> Option<&dyn ViewReader<Bulbous>> {
        Some(self)
    }
}

impl ViewReader<Bulbous> for Bulbous {
    fn parse(&self, view: &Value) -> Result<View, ViewError> {
        let shape = ViewShape::deserialize(view).map_err(|error| ViewError::Format(error.to_string()))?;
        read(&shape, &self.0)
    }
}
