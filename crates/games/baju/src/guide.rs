//! What both games tell a player who picks up a button: where it may go, why it may not go elsewhere, and
//! what a name on the page means.

use crate::board::Dye;
use crate::layout::Layout;
use crate::pieces::{Button, Space};
use bagatelle_core::present::text::capitalised;

/// What a name on the page stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Named {
    /// A button, on the board or in a supply.
    Button(Button),
    /// A space, by its ring or by its patch.
    Space(Space),
}

impl Named {
    /// What a name stands for; `None` for one that is no button and no space.
    pub fn read(name: &str) -> Option<Named> {
        if let Some(button) = name.strip_prefix("button-") {
            return Button::read(&button.to_ascii_uppercase()).map(Named::Button);
        }
        let space = name.strip_prefix("space-").or_else(|| name.strip_prefix("place-"))?;
        Space::read(space).map(Named::Space)
    }

    /// The button that is meant: the one that is named, or that lies on the space.
    pub fn button(self, layout: &Layout) -> Option<Button> {
        match self {
            Named::Button(button) => Some(button),
            Named::Space(space) => layout.button(space),
        }
    }

    /// The space that is meant: the one that is named, or on which the button lies.
    pub fn space(self, layout: &Layout) -> Option<Space> {
        match self {
            Named::Button(button) => layout.space(button),
            Named::Space(space) => Some(space),
        }
    }
}

/// The button that is taken, after these picks.
pub(crate) fn in_hand(picks: &[&str]) -> Option<Button> {
    match Named::read(picks.last()?)? {
        Named::Button(button) => Some(button),
        Named::Space(_) => None,
    }
}

/// What is asked with a button of the board in hand.
pub(crate) fn ask_move(button: Button) -> String {
    let taken = capitalised(&button.words());
    match button.value() {
        1 => format!("{taken} picked up: choose a space one bridge away."),
        value => {
            format!("{taken} picked up: choose a space exactly {} bridges away.", number(value))
        }
    }
}

/// Why a button does not go to a space.
pub(crate) fn no_path(button: Button) -> String {
    format!("No path of exactly {} leads there.", bridges(button))
}

/// Why a button goes nowhere.
pub(crate) fn no_move(button: Button) -> String {
    let name = capitalised(&button.words());
    format!("{name} can’t move: no path of exactly {} leads anywhere from its space.", bridges(button))
}

/// `five red or white bridges`: what a button crosses in one move.
pub(crate) fn bridges(button: Button) -> String {
    let noun = if button.value() == 1 { "bridge" } else { "bridges" };
    format!("{} {} or {} {noun}", number(button.value()), Dye::Red.word(), button.colour().word())
}

/// The number on a button, in words.
fn number(value: u8) -> &'static str {
    const WORDS: [&str; 8] = ["one", "two", "three", "four", "five", "six", "seven", "eight"];
    WORDS[usize::from(value.wrapping_sub(1) & 7)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::{button_id, place_id, space_id};

    #[test]
    fn names_are_read_as_the_picture_writes_them() {
        for button in Button::all() {
            assert_eq!(Named::read(&button_id(button)), Some(Named::Button(button)));
        }
        for space in Space::all() {
            assert_eq!(Named::read(&space_id(space)), Some(Named::Space(space)));
            assert_eq!(Named::read(&place_id(space)), Some(Named::Space(space)));
        }
        for other in ["", "button-w9", "space-e1", "knot-w1", "ArrowLeft", "button-", "place-é1"] {
            assert_eq!(Named::read(other), None, "{other}");
        }
    }
}
