//! The rules, which the duel and the puzzle share in part: how buttons lie on the board, and how one moves.
//!
//! Read [`Layout`] first, then [`position`] and [`duel`], then [`goal`] and [`puzzle`].

pub mod duel;
pub mod goal;
pub mod position;
pub mod puzzle;

use crate::board::Board;
use crate::boardfile::{self, BoardError, STAND_INS};
use crate::things::{Button, ByColour, Colour, SPACES, Space};
use thiserror::Error;

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

/// What is wrong with options or a set-up.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// The option `board` is neither a name nor a board file.
    #[error("there is no board called “{0}”; there are {list}, and a board file can be given as a text", list = names())]
    UnknownBoard(String),
    /// The option `board` is a board file with something wrong in it.
    #[error("the board file is not right: {0}")]
    Board(#[from] BoardError),
    /// The option `goal` is not 1, 2, 3 or 4.
    #[error("the goals are 1, 2, 3 and 4; there is no goal {0}")]
    Goal(u8),
    /// The set-up's position is not written as one.
    #[error("the position is not right: {0}")]
    Position(#[from] PositionFault),
}

/// What is wrong with a position that somebody wrote down.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionFault {
    /// Not four rows with `/` between them.
    #[error("it must have four rows from the top, joined by “/”")]
    Rows,
    /// A row is not four tokens of two characters.
    #[error("row {0} must be four of W1 to W8, B1 to B8 and --")]
    Row(usize),
    /// A button stands twice.
    #[error("{0} stands twice")]
    Twice(Button),
    /// A puzzle without all sixteen buttons.
    #[error("{0} is missing: a puzzle has all sixteen buttons on the board")]
    Missing(Button),
    /// After the rows the side to act must follow.
    #[error("after the rows must come the side to act, W or B")]
    Side,
    /// The last field is no pair of buttons.
    #[error("the last field must be the two buttons that swapped on the last turn, such as W3B7, or “-”")]
    Pair,
    /// A button of the swapped pair is not on the board.
    #[error("{0} cannot have swapped on the last turn: it is not on the board")]
    PairAway(Button),
    /// Something follows the position.
    #[error("something follows the position")]
    More,
}

fn names() -> String {
    STAND_INS.map(|stand_in| stand_in.id).join(", ")
}

/// The board that an option names.
fn board(option: &str) -> Result<Board, Fault> {
    boardfile::by_option(option).map_err(|error| match error {
        Some(error) => Fault::Board(error),
        None => Fault::UnknownBoard(option.chars().take(40).collect()),
    })
}
