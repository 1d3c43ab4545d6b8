//! What a position is worth, in the game's own words, and the lines that lead there.
//!
//! A game that implements [`Analyser`] gives [`Evaluation`]s of open positions. They may use everything
//! hidden, so the caller asks only when nothing is still secret. With a budget of nodes an evaluation is the
//! same every time.

use crate::game::Game;
use crate::program::Budget;
use crate::seat::Seat;
use serde::{Deserialize, Serialize};

/// What a position is worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Worth {
    /// A seat wins for certain.
    Win {
        /// The seat.
        seat: Seat,
        /// After this many more actions, if known.
        within: Option<u32>,
    },
    /// Neither seat wins.
    Draw,
    /// A game for one player that can no longer be won.
    Lost,
    /// How far the position leans to the first seat, from 0.0 to 1.0: an opinion, or the share of tries that
    /// were won.
    Leaning {
        /// The share.
        share: f64,
    },
    /// By how many points each seat is expected to end ahead of the best other.
    Points {
        /// By seat.
        ahead: Vec<f64>,
    },
    /// A puzzle: how many moves are left.
    Moves {
        /// On the best way that is known, if one is.
        left: Option<u32>,
        /// This many are needed at least.
        at_least: u32,
    },
}

/// What the figures of a [`Worth`] count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// A share of the win, 0.0 to 1.0, of the first seat.
    Share,
    /// Points by which the first seat is ahead.
    Points,
    /// Moves that are left.
    Moves,
}

impl Worth {
    /// What [`Worth::figure`] counts.
    #[must_use]
    pub fn scale(&self) -> Scale {
        match self {
            Worth::Points { .. } => Scale::Points,
            Worth::Moves { .. } => Scale::Moves,
            _ => Scale::Share,
        }
    }

    /// The number for a graph of what is good for a seat, on its [`Worth::scale`]. `None` where none is
    /// known.
    #[must_use]
    pub fn figure(&self, of: Seat) -> Option<f64> {
        match self {
            Worth::Win { seat, .. } => Some(if *seat == of { 1.0 } else { 0.0 }),
            Worth::Draw => Some(0.5),
            Worth::Lost => Some(0.0),
            Worth::Leaning { share } => Some(if of == Seat(0) { *share } else { 1.0 - share }),
            Worth::Points { ahead } => ahead.get(of.index()).copied(),
            Worth::Moves { left, .. } => left.map(f64::from),
        }
    }

    /// The share of a bar that belongs to the first seat, 0.0 to 1.0.
    #[must_use]
    pub fn bar(&self) -> Option<f64> {
        match self {
            Worth::Points { ahead } => ahead.first().map(|points| squash(*points / 6.0)),
            Worth::Moves { .. } => None,
            _ => self.figure(Seat(0)),
        }
    }
}

/// Maps any number to 0.0 to 1.0, steadily; 0 becomes one half and 1 three quarters. It is exact on every
/// machine.
#[must_use]
pub fn squash(value: f64) -> f64 {
    0.5 + 0.5 * value / (1.0 + value.abs())
}

/// A line of play and what it comes to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Line<A> {
    /// The actions; the first is the next to play.
    pub actions: Vec<A>,
    /// What it is worth, in a few words: `White wins in 5`.
    pub text: String,
}

/// What an [`Evaluation`] counts its work in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effort {
    /// Positions looked at.
    #[default]
    Positions,
    /// Games played on to their end.
    Simulations,
}

/// What a position is worth, and the best lines from it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Evaluation<A> {
    /// What it is worth.
    pub worth: Worth,
    /// The same in the game's words, a short sentence.
    pub text: String,
    /// The best lines, the best first; none where the game is over.
    pub lines: Vec<Line<A>>,
    /// How deep was looked, in actions, where that means something.
    pub depth: Option<u32>,
    /// How much work it took.
    pub nodes: u64,
    /// What that work is counted in.
    pub effort: Effort,
    /// Whether it is proved, so that more work changes nothing.
    pub proved: bool,
}

impl<A: ToString> Evaluation<A> {
    /// The same with the texts of the actions.
    #[must_use]
    pub fn texts(&self) -> Evaluation<String> {
        let line = |line: &Line<A>| Line {
            actions: line.actions.iter().map(ToString::to_string).collect(),
            text: line.text.clone(),
        };
        Evaluation {
            worth: self.worth.clone(),
            text: self.text.clone(),
            lines: self.lines.iter().map(line).collect(),
            depth: self.depth,
            nodes: self.nodes,
            effort: self.effort,
            proved: self.proved,
        }
    }
}

/// Called with each better evaluation while a search goes on.
pub type Better<'a, A> = &'a mut (dyn FnMut(&Evaluation<A>) + Send);

/// Tells what positions are worth.
pub trait Analyser<G: Game>: Sync {
    /// On which scale its figures are.
    fn scale(&self) -> Scale;

    /// What a finished game has come to, where its outcome alone does not say so.
    fn finished(&self, _state: &G::State) -> Option<Worth> {
        None
    }

    /// Evaluates an unfinished position with up to `lines` of the best lines, within `budget`. It may use
    /// everything hidden. `None` if there is no evaluation.
    fn analyse(
        &self,
        state: &G::State,
        lines: usize,
        budget: &Budget<'_>,
        better: Better<'_, G::Action>,
    ) -> Option<Evaluation<G::Action>>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worth_has_a_number_for_the_bar_and_the_graph() {
        let win = |seat| Worth::Win { seat: Seat(seat), within: Some(3) };
        assert_eq!([win(0).bar(), win(1).bar(), Worth::Draw.bar()], [Some(1.0), Some(0.0), Some(0.5)]);
        let points = Worth::Points { ahead: vec![6.0, -6.0] };
        assert_eq!(
            (points.scale(), points.figure(Seat(0)), points.bar()),
            (Scale::Points, Some(6.0), Some(0.75))
        );
        let moves = Worth::Moves { left: Some(14), at_least: 12 };
        assert_eq!((moves.scale(), moves.figure(Seat(0)), moves.bar()), (Scale::Moves, Some(14.0), None));
        assert!(squash(-1e9) >= 0.0 && squash(1e9) <= 1.0 && squash(0.0) == 0.5);
    }

    #[test]
    fn an_evaluation_is_the_same_after_it_was_stored() {
        let evaluation = Evaluation {
            worth: Worth::Leaning { share: 0.625 },
            text: "White is ahead by 0.50.".into(),
            lines: vec![Line { actions: vec![1, 2], text: "a draw".into() }],
            depth: Some(4),
            nodes: 99,
            effort: Effort::Positions,
            proved: false,
        }
        .texts();
        let stored = serde_json::to_string(&evaluation).unwrap();
        assert_eq!(serde_json::from_str::<Evaluation<String>>(&stored).unwrap(), evaluation);
    }
}
