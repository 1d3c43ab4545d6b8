//! What a drawing is made from, and the figures beside it.

use super::svg::Fixed;
use crate::game::Game;
use crate::seat::Seat;
use serde::Serialize;

/// What a drawing is made from.
#[derive(Debug)]
pub struct Scene<'a, G: Game> {
    /// What the reader may know.
    pub view: &'a G::View,
    /// The reader's legal actions, empty if it is not the reader's turn.
    pub legal: &'a [G::Action],
    /// The action that led here, as the reader saw it.
    pub last: Option<&'a G::Observation>,
    /// From whose side of the table it is seen: this seat's pieces are nearest. A reader who plays several
    /// seats keeps one side.
    pub near: Seat,
    /// Whether the reader looks over the shoulder of the player whose view this is: then no player is “you”.
    pub aside: bool,
    /// Whether the parts that never change are drawn.
    pub fixed: Fixed,
    /// Whether the drawing stands alone, as in a list, instead of on the table of a page. A game that draws
    /// on the table itself then draws its ground, too.
    pub alone: bool,
}

impl<'a, G: Game> Scene<'a, G> {
    /// A scene seen from the first seat by a reader who may not act and saw no action.
    pub fn still(view: &'a G::View) -> Scene<'a, G> {
        Scene { view, legal: &[], last: None, near: Seat(0), aside: false, fixed: Fixed::Drawn, alone: false }
    }
}

/// Where the points of a finished game come from, for each seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ScoreSheet {
    /// What is counted.
    pub columns: Vec<&'static str>,
    /// By seat, a figure for each column.
    pub rows: Vec<Vec<i32>>,
}

/// A figure shown beside the board: `Moves 12`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Fact {
    /// What is counted.
    pub label: String,
    /// The figure.
    pub value: String,
    /// Whether it is part of the result that players share.
    pub scored: bool,
    /// Whether it applies only while the game is going on.
    pub passing: bool,
    /// The id of a shape in the drawing's definitions, beside which the figure stands on a board that has no
    /// room for what lies aside.
    #[serde(skip)]
    pub shape: Option<String>,
}

impl Fact {
    /// A figure and its label.
    pub fn new(label: impl Into<String>, value: impl ToString) -> Fact {
        Fact { label: label.into(), value: value.to_string(), scored: false, passing: false, shape: None }
    }

    /// The same figure as part of the result.
    #[must_use]
    pub fn scored(self) -> Fact {
        Fact { scored: true, ..self }
    }

    /// The same figure, left out once the game has ended, even if people ended it: the next task, say.
    #[must_use]
    pub fn passing(self) -> Fact {
        Fact { passing: true, ..self }
    }

    /// The same figure as one that counts things which lie beside the lattice. On a small screen, where such
    /// things are left out, it stands on the board beside this shape from the drawing's definitions, 80 units
    /// wide and 40 high about its origin.
    #[must_use]
    pub fn counts(self, shape: impl Into<String>) -> Fact {
        Fact { shape: Some(shape.into()), ..self }
    }
}
