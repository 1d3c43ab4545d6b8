//! How the buttons lie on the board.

use crate::board::Board;
use crate::pieces::{Button, ByColour, Colour, SPACES, Space};

/// Stands for "no button" in [`Layout::on`] and "not on the board" in [`Layout::at`].
const NONE: u8 = 16;

/// Which button lies where. Both directions and the spaces of each colour are kept.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Layout {
    on: [u8; SPACES],
    at: [u8; SPACES],
    spaces: ByColour<u16>,
}

impl Default for Layout {
    /// The empty board.
    fn default() -> Layout {
        Layout { on: [NONE; SPACES], at: [NONE; SPACES], spaces: ByColour([0; 2]) }
    }
}

impl Layout {
    /// The button on a space.
    #[inline]
    #[must_use]
    pub fn button(&self, space: Space) -> Option<Button> {
        let button = self.on[space.index()];
        (button != NONE).then(|| Button::at(button))
    }

    /// The space on which a button lies; `None` while it is in its owner's supply.
    #[inline]
    #[must_use]
    pub fn space(&self, button: Button) -> Option<Space> {
        let space = self.at[button.index()];
        (space != NONE).then(|| Space::at(space))
    }

    /// The spaces with a button of `colour`.
    #[inline]
    #[must_use]
    pub fn spaces(&self, colour: Colour) -> u16 {
        self.spaces[colour]
    }

    /// The spaces with any button.
    #[inline]
    #[must_use]
    pub fn taken(&self) -> u16 {
        self.spaces[Colour::White] | self.spaces[Colour::Black]
    }

    /// The buttons of `colour` that are not on the board, values ascending.
    pub fn supply(&self, colour: Colour) -> impl Iterator<Item = Button> + Clone {
        let layout = *self;
        Button::of(colour).filter(move |button| layout.space(*button).is_none())
    }

    /// Puts a button from the supply on an empty space; any other call changes nothing.
    #[inline]
    pub(crate) fn place(&mut self, button: Button, space: Space) {
        if self.at[button.index()] == NONE && self.on[space.index()] == NONE {
            self.on[space.index()] = button.index() as u8;
            self.at[button.index()] = space.index() as u8;
            self.spaces[button.colour()] |= space.bit();
        }
    }

    /// Moves what lies on `from` to `to`, and what lies there to `from`.
    #[inline]
    pub(crate) fn exchange(&mut self, from: Space, to: Space) {
        let (a, b) = (self.on[from.index()], self.on[to.index()]);
        self.on[from.index()] = b;
        self.on[to.index()] = a;
        let both = from.bit() | to.bit();
        for (button, space) in [(a, to), (b, from)] {
            if button != NONE {
                self.at[Button::at(button).index()] = space.index() as u8;
            }
        }
        for colour in Colour::BOTH {
            // The set changes exactly if one of the two spaces is in it and the other is not.
            let here = self.spaces[colour] & both;
            if here != 0 && here != both {
                self.spaces[colour] ^= both;
            }
        }
    }

    /// The spaces to which the button on `from` can move; none if it is empty.
    #[inline]
    #[must_use]
    pub fn targets(&self, board: &Board, from: Space) -> u16 {
        self.button(from).map_or(0, |button| board.targets(button.colour(), button.value(), from))
    }
}
