//! What the JSON of the game looks like, and how views are read back.

use crate::action::{CARDS, TRICKS};
use crate::rules::ToyGame;
use crate::view::View;
use bagatelle_core::schema::{ActionText, Described, ViewError, ViewReader};
use serde::Deserialize;
use serde_json::Value;

impl Described for ToyGame {
    type ViewShape = View;
    const ACTION: ActionText =
        ActionText { about: "The number of the card that is played.", pattern: "^([1-9]|1[01])$" };

    fn view_reader(&self) -> Option<&dyn ViewReader<ToyGame>> {
        Some(self)
    }
}

impl ViewReader<ToyGame> for ToyGame {
    fn parse(&self, view: &Value) -> Result<View, ViewError> {
        let view = View::deserialize(view).map_err(|error| ViewError::Format(error.to_string()))?;
        let impossible = |why| Err(ViewError::Impossible(why));
        if view.viewer.is_some_and(|seat| seat.0 > 1) {
            return impossible("there is no such seat");
        }
        if view.tricks.len() + usize::from(view.led.is_some()) > TRICKS {
            return impossible("there are more tricks than a game has");
        }
        let held = |seat| self.held(&view.tricks, view.led, seat);
        if view.hand.len() != view.viewer.map_or(0, held) {
            return impossible("the hand has not as many cards as a seat holds after these tricks");
        }
        let mut cards: Vec<u8> = view.known().collect();
        cards.sort_unstable();
        if !cards.iter().all(|card| (1..=CARDS).contains(card)) {
            return impossible("there is no such card");
        }
        if cards.windows(2).any(|two| two[0] == two[1]) || !view.hand.is_sorted() {
            return impossible("a card is there twice, or the lowest card of the hand does not come first");
        }
        Ok(view)
    }
}
