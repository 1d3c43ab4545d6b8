//! What some games have and others do not. [`Playable`](super::Playable) returns each as a value, so that a
//! page learns whether a game has it without doing the work.
//!
//! A game implements the trait for its own type and returns `Some(self)`.

use super::path::Step;
use crate::game::Game;
use crate::program::Budget;
use crate::seat::Seat;
use maud::Markup;
use serde::Serialize;
use serde_json::Value;

/// Called by long searches: how far they are (0.0 to 1.0 where that can be said) and what they have.
pub type Progress<'a> = &'a mut (dyn FnMut(Option<f64>, &str) + Send);

/// Solves or analyses positions.
pub trait Solver<G: Game>: Sync {
    /// Works on the position as far as the viewer can know it, within `budget`. A solved puzzle has a
    /// solution without actions. `None` if there is nothing to analyse or nothing was found.
    fn solve(&self, view: &G::View, budget: &Budget<'_>, progress: Progress<'_>)
    -> Option<Solved<G::Action>>;

    /// Like [`Solver::solve`], for a player who came here through the positions of `past`, oldest first, as
    /// the player saw them. A solver whose advice is one long plan keeps to it as long as the player has
    /// followed it.
    fn solve_on(
        &self,
        _past: &mut dyn Iterator<Item = G::View>,
        view: &G::View,
        budget: &Budget<'_>,
        progress: Progress<'_>,
    ) -> Option<Solved<G::Action>> {
        self.solve(view, budget, progress)
    }
}

/// What a solver found.
#[derive(Clone, PartialEq, Debug)]
pub struct Solved<A> {
    /// The actions of the solution or of the principal variation, in order; may be empty.
    pub line: Vec<A>,
    /// What `bagatelle solve --json` prints; the caller adds `seconds`.
    pub json: Value,
    /// The same in a sentence or two.
    pub text: String,
}

/// How a solver helps a player, at one of three strengths.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hint {
    /// A sentence.
    pub text: String,
    /// The names (`data-pick`) of the things on the board that the sentence is about.
    pub marks: Vec<String>,
}

impl Hint {
    /// A move: what to do, and why, where it is known. A nudge before it says only where to look.
    #[must_use]
    pub fn whole(advice: String, reason: Option<String>, path: &[Step]) -> Hint {
        let reason = reason.map_or_else(String::new, |reason| format!(" It {reason}."));
        Hint { text: advice + &reason, marks: path.iter().flat_map(Step::names).cloned().collect() }
    }
}

/// What a move is whose reason only the search knows, as [`reason`](super::Playable::reason) says it.
pub const QUIET: &str = "keeps things quiet: neither side threatens to win";

/// What the best move is in a position in which each lets the other side win.
pub const LOST: &str = "holds out as long as possible, but every move loses";

/// What this many moves do, as the [`reason`](super::Playable::reason) of the first.
#[must_use]
pub fn in_moves(moves: usize, verb: &str, what: &str) -> String {
    match moves {
        1 => format!("{verb}s {what}"),
        moves => format!("starts {moves} moves that {verb} {what}"),
    }
}

/// Finds the par of a deal.
pub trait ParFinder<G: Game>: Sync {
    /// Searches from a start position within `budget`. `None` if nothing was found.
    fn par(&self, start: &G::State, budget: &Budget<'_>) -> Option<Par>;

    /// The moves of a solution from a position on that a player could find there, within `budget`: by default
    /// those of its par.
    fn left(&self, state: &G::State, budget: &Budget<'_>) -> Option<u32> {
        self.par(state, budget).map(|par| par.moves)
    }

    /// The moves of a game so far, as par counts them: by default its actions.
    fn moves(&self, _state: &G::State, actions: usize) -> u32 {
        actions.try_into().unwrap_or(u32::MAX)
    }
}

/// The length of a solution that a player could find from what a player sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Par {
    /// The moves of the best solution that was found in this way.
    pub moves: u32,
    /// No solution is shorter than this, not even with everything known that is hidden; equal to `moves`
    /// where the solution is proved to be the shortest.
    pub at_least: u32,
}

/// Draws a finished game with everything turned up.
pub trait OpenView<G: Game>: Sync {
    /// The table as drawn by [`Playable::svg`](super::Playable::svg) for the seat that is `near`, in the same
    /// size, with what was hidden while the game went on. `last` is the action that led here.
    fn svg_open(&self, state: &G::State, last: Option<G::Action>, near: Seat) -> String;
}

/// A page on which something that a game is played with can be made, such as a board.
pub trait Workshop: Sync {
    /// The page as an HTML fragment. `text` is what has been made so far, empty at first; links and forms on
    /// the page lead to the same page with another `text`, and a form with the field `option.KEY` to `new`.
    fn page(&self, text: &str) -> Markup;
}

/// Proves that positions are won whatever is hidden, and checks such proofs.
pub trait Certifier<G: Game>: Sync {
    /// A proof as a document that [`Certifier::check`] can check without any search. `None` if none was found
    /// within `budget`.
    fn certificate(&self, view: &G::View, budget: &Budget<'_>) -> Option<Value>;

    /// Walks a certificate by the rules alone, through everything that may be hidden. Says what it has
    /// walked.
    ///
    /// # Errors
    /// What is wrong with the certificate.
    fn check(&self, view: &G::View, certificate: &Value) -> Result<String, String>;
}

/// Writes games in Portable Piecepack Notation, for programs that draw it: the pieces that lie on the table,
/// and how they move. Both texts are moves of the notation's default parser with blanks between.
pub trait PiecepackNotation<G: Game>: Sync {
    /// The moves that lay out a first position on an empty table.
    fn layout(&self, start: &G::State) -> String;

    /// The moves that make `action`, which led from `before` to `after`. No two legal actions of a position
    /// have the same ones.
    fn moves(&self, before: &G::State, action: G::Action, after: &G::State) -> String;
}
