//! What can be learned from a finished game: where it turned, what would have been better there, and how well
//! each seat played.
//!
//! A [`Review`] is data. Pages draw its turning points on the board.

use super::analysis::Worth;
use super::capability::Progress;
use crate::game::Game;
use crate::program::Budget;
use crate::seat::Seat;
use serde::{Deserialize, Serialize};

/// What can be learned from a finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Review<A> {
    /// How the game was looked at, and what counts as a turning point, in a sentence or two.
    pub about: String,
    /// What a decision is that counts as accurate, in a sentence.
    pub accuracy: String,
    /// By seat.
    pub seats: Vec<SeatReview>,
    /// Where the game turned, in the order of the game.
    pub turns: Vec<TurningPoint<A>>,
    /// What the positions were worth, by the number of actions before them; only those that were looked at.
    pub curve: Vec<(usize, Worth)>,
    /// More to say of the whole game, in paragraphs.
    pub notes: Vec<Note>,
    /// A picture of the whole game as a complete SVG document; the first note is about it.
    pub picture: Option<String>,
    /// How to read the picture.
    #[serde(default)]
    pub key: Vec<Mark>,
}

/// A mark in a picture, and what it means.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Mark {
    /// The mark as a complete small SVG document, without ids.
    pub svg: String,
    /// A few words.
    pub words: String,
}

/// Something to say of the whole game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Note {
    /// What it is about.
    pub title: String,
    /// A paragraph.
    pub text: String,
    /// What follows in order, one sentence each.
    pub list: Vec<String>,
}

/// How one seat played.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SeatReview {
    /// How many decisions were judged: those with a choice.
    pub decisions: u32,
    /// How many of them were accurate.
    pub accurate: u32,
    /// More to say of this seat, in a sentence.
    pub note: Option<String>,
}

impl SeatReview {
    /// The accurate decisions in a hundred; `None` where none was judged.
    #[must_use]
    pub fn accuracy(&self) -> Option<u32> {
        (self.decisions > 0).then(|| (self.accurate * 100 + self.decisions / 2) / self.decisions)
    }

    /// Counts a decision.
    pub fn judge(&mut self, accurate: bool) {
        self.decisions += 1;
        self.accurate += u32::from(accurate);
    }
}

/// An action that changed what a position was worth, or an end that no action made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TurningPoint<A> {
    /// The number of actions before it: the position in which it was taken.
    pub ply: usize,
    /// Who took it.
    pub seat: Seat,
    /// What was played; `None` at the end of a game that stopped in a position which `seat` was winning.
    pub played: Option<A>,
    /// What would have been better, and how it could have gone on; empty where something good happened.
    pub better: Vec<A>,
    /// What it cost, in the game's own unit; 0 where something good happened.
    pub cost: f64,
    /// The cost in words: `3.2 points`, `the win`.
    pub costs: String,
    /// Why, in a sentence.
    pub why: String,
    /// Whether it cost too little to turn the game: told of a seat that has nothing worse.
    #[serde(default)]
    pub slip: bool,
}

/// The turning points that are told, in the order of the game: of each seat those that cost it most, up to
/// `most`, and its slips only if it has nothing worse.
#[must_use]
pub fn worst_of_each<A>(mut turns: Vec<TurningPoint<A>>, most: usize) -> Vec<TurningPoint<A>> {
    turns.sort_by(|a, b| a.slip.cmp(&b.slip).then(b.cost.total_cmp(&a.cost)));
    let mut told: Vec<(Seat, bool)> = Vec::new();
    turns.retain(|turn| {
        let of_seat = || told.iter().filter(|(seat, _)| *seat == turn.seat);
        let kept = of_seat().count() < most && !(turn.slip && of_seat().any(|(_, slip)| !slip));
        told.extend(kept.then_some((turn.seat, turn.slip)));
        kept
    });
    turns.sort_by_key(|turn| turn.ply);
    turns
}

impl<A: ToString> Review<A> {
    /// The same with the texts of the actions.
    #[must_use]
    pub fn texts(self) -> Review<String> {
        let turn = |turn: TurningPoint<A>| TurningPoint {
            ply: turn.ply,
            seat: turn.seat,
            played: turn.played.map(|action| action.to_string()),
            better: turn.better.iter().map(ToString::to_string).collect(),
            cost: turn.cost,
            costs: turn.costs,
            why: turn.why,
            slip: turn.slip,
        };
        Review {
            about: self.about,
            accuracy: self.accuracy,
            seats: self.seats,
            turns: self.turns.into_iter().map(turn).collect(),
            curve: self.curve,
            notes: self.notes,
            picture: self.picture,
            key: self.key,
        }
    }
}

/// Looks back on games that are over, by their rules or since a player has resigned.
pub trait Reviewer<G: Game>: Sync {
    /// What can be learned from such a game. Everyone who may see the game sees it, since nothing is hidden
    /// by then. May take seconds; `progress` is called after every action. The nodes of the budget are for
    /// each position examined; without them the game chooses. If told to stop, it returns its results so far.
    /// Actions that were played for a person (`helped`, by the actions before each) are no decisions, and so
    /// no turning points.
    fn review(
        &self,
        start: &G::State,
        actions: &[G::Action],
        helped: &[usize],
        budget: &Budget<'_>,
        progress: Progress<'_>,
    ) -> Review<G::Action>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_each_seat_the_worst_is_told_and_slips_only_without_it() {
        let turn = |ply: usize, seat: u8, cost: f64, slip| TurningPoint {
            ply,
            seat: Seat(seat),
            played: Some(0),
            better: vec![1],
            cost,
            costs: String::new(),
            why: String::new(),
            slip,
        };
        let mut turns: Vec<_> = (0..9).map(|n| turn(n, 0, 9.0 - n as f64 / 10.0, false)).collect();
        turns.extend([turn(9, 1, 0.1, true), turn(10, 0, 0.2, true), turn(11, 1, 0.2, true)]);
        let told: Vec<usize> = worst_of_each(turns, 4).iter().map(|turn| turn.ply).collect();
        assert_eq!(told, [0, 1, 2, 3, 9, 11]);
    }

    #[test]
    fn accuracy_counts_decisions_in_a_hundred() {
        let mut seat = SeatReview::default();
        assert_eq!(seat.accuracy(), None);
        for accurate in [false, true, true] {
            seat.judge(accurate);
        }
        assert_eq!((seat.decisions, seat.accurate, seat.accuracy()), (3, 2, Some(67)));
    }
}
