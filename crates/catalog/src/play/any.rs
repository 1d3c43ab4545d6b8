//! What can be done with a game being played.

use super::Texts;
use bagatelle_core::present::{
    Better, Control, Evaluation, Fact, Fixed, Grade, Hint, Offer, Par, Progress, Review, Scale, ScoreSheet,
    Solved, Sound,
};
use bagatelle_core::program::{Allowance, Budget};
use bagatelle_core::{Outcome, Seat, Seed, Turn, Viewer};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use thiserror::Error;

/// Why an action was refused; the position is as it was.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refused {
    /// The text is not in the grammar of the game's actions.
    #[error("{0}")]
    NotUnderstood(String),
    /// The action is not legal now.
    #[error("{0}")]
    Illegal(String),
}

/// What a program made of a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Thought {
    /// The action it chose.
    pub action: String,
    /// How good the position is for the seat to act, in the program's own words.
    pub score: Option<String>,
    /// The line it expects.
    pub line: Vec<String>,
    /// The depth it reached.
    pub depth: Option<u32>,
}

/// What a page shows a viewer of a position, made from one set of observations.
#[derive(Clone, PartialEq, Debug)]
pub struct Presentation {
    /// The drawing, as by [`AnyPlay::svg_from`].
    pub svg: String,
    /// The figures, as by [`AnyPlay::facts`].
    pub facts: Vec<Fact>,
}

/// What a page shows for a while before the position that followed, as by
/// [`Playable::moment`](bagatelle_core::present::Playable::moment).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The drawing.
    pub svg: String,
    /// What is seen; empty where that is all told at once.
    pub seen: &'static str,
    /// What comes of it.
    pub told: String,
    /// The figures beside the board, once what comes of it is seen.
    pub facts: Vec<Fact>,
    /// What is heard with it.
    pub sound: Sound,
}

/// What one action did, as a viewer is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogEntry {
    /// The number of the action, from 1.
    pub ply: usize,
    /// A sentence.
    pub sentence: String,
    /// The ids or names of the pieces and places that it is about.
    pub lights: Vec<String>,
}

/// The last actions, as [`AnyPlay::story`] tells them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Story {
    /// The last action; `None` at the start.
    pub newest: Option<Arc<LogEntry>>,
    /// The lines of those before it, oldest first.
    pub before: Arc<str>,
}

/// A game being played, from its set-up to now.
pub trait AnyPlay: Texts + Send + Sync {
    /// How many seats the table has.
    fn seats(&self) -> u8;
    /// Who has to act.
    fn turn(&self) -> Turn;
    /// The result, once the game is over.
    fn outcome(&self) -> Option<Outcome>;
    /// Whether the winners of an outcome tie for first place, rather than having won together.
    fn is_tie(&self, outcome: &Outcome) -> bool;
    /// Why a finished game ended, in a few words for its readers.
    fn ended(&self, outcome: &Outcome) -> String;
    /// What the only winner has won with, where the rules ended it and that says all: `a line of four`.
    fn won_with(&self, outcome: &Outcome) -> Option<&'static str>;
    /// How many actions were taken.
    fn ply(&self) -> usize;
    /// The canonical texts of all actions taken, chance included. They may tell a viewer too much: see
    /// [`seen_text`](Texts).
    fn actions(&self) -> Vec<String>;
    /// Whether a seat may answer ahead of its turn ([`Game::ahead`](bagatelle_core::Game::ahead)).
    fn may_answer(&self, seat: Seat) -> bool;
    /// Whether a seat has given an answer that stays secret until others have given theirs, in its turn or
    /// ahead of it.
    fn has_answered(&self, seat: Seat) -> bool;
    /// As [`AnyPlay::check`], for a seat that may answer ahead of its turn.
    ///
    /// # Errors
    /// The refusal says why.
    fn check_ahead(&self, seat: Seat, text: &str) -> Result<String, Refused>;
    /// Lays an answer that [`AnyPlay::check_ahead`] has allowed aside until it is the turn of its seat. What
    /// a viewer is shown tells that the seat has answered, and to the seat alone how. It is no action yet.
    fn lay_aside(&mut self, seat: Seat, text: &str);
    /// The answer set aside by the seat whose turn it is now. Once it is taken, it is no longer set aside.
    fn due(&self) -> Option<String>;
    /// The answer that a seat has set aside.
    fn laid_aside(&self, seat: Seat) -> Option<String>;
    /// The canonical texts of the legal actions, sorted bytewise.
    fn legal(&self) -> Vec<String>;
    /// Takes an action; returns its canonical text.
    ///
    /// # Errors
    /// The refusal says why; the position is then as it was.
    fn play(&mut self, text: &str) -> Result<String, Refused>;
    /// Checks an action without taking it; returns its canonical text.
    ///
    /// # Errors
    /// The refusal says why.
    fn check(&self, text: &str) -> Result<String, Refused>;
    /// Like [`AnyPlay::check`], for stored games: it also accepts an action past an end that an older
    /// version did not see.
    ///
    /// # Errors
    /// The refusal says why.
    fn admits(&self, text: &str) -> Result<String, Refused>;
    /// Lets a finished game go on, for a stored action that follows, if an older version did not see the end
    /// ([`Game::reopen`](bagatelle_core::Game::reopen)).
    fn reopen(&mut self);
    /// The sentence that tells a viewer what a legal action would do, from what the viewer can know before it
    /// is taken. `None` for a text that is not in the grammar.
    fn foretell(&self, viewer: Viewer, text: &str) -> Option<String>;
    /// Takes an action that [`AnyPlay::check`] or [`AnyPlay::admits`] has allowed in this position. A text
    /// that is not in the grammar is ignored; with an illegal action the result is unspecified.
    fn apply(&mut self, text: &str);
    /// Draws the chance action that is due, the same for the same seed and ply; `None` if none is due.
    fn chance(&self, seed: &Seed) -> Option<String>;
    /// Takes the last action back; returns its text, or `None` at the start.
    fn take_back(&mut self) -> Option<String>;
    /// Whether the action at a ply (from 0) was taken by a seat and told no player anything new.
    fn retractable(&self, ply: usize) -> bool;
    /// What a page shows: the drawing from the side of `near`, with or without its fixed parts, and the
    /// figures. Cheaper than to ask for each alone.
    fn present(&self, viewer: Viewer, near: Seat, fixed: Fixed) -> Presentation;
    /// The moments of the actions after the first `shown`, oldest first; only the last few. They are drawn as
    /// by [`AnyPlay::present`].
    fn moments(&self, viewer: Viewer, near: Seat, fixed: Fixed, shown: usize) -> Vec<Moment>;
    /// What is heard of the last action, as a viewer saw it; `None` before the first.
    fn sound(&self, viewer: Viewer) -> Option<Sound>;
    /// The position as a viewer sees it, as an SVG document that stands alone, from the viewer's own side
    /// (that of the first seat for a spectator).
    fn svg(&self, viewer: Viewer) -> String;
    /// As [`AnyPlay::svg`], for the table of a page, from any side of it.
    fn svg_from(&self, viewer: Viewer, near: Seat) -> String {
        self.svg_for(viewer, near, false)
    }
    /// As [`AnyPlay::svg_from`]; `aside` if the reader looks over the shoulder of the viewer, whom the
    /// drawing then calls by name.
    fn svg_for(&self, viewer: Viewer, near: Seat, aside: bool) -> String;
    /// As [`AnyPlay::svg_from`], with or without its fixed parts, with these actions as those that the viewer
    /// may take: on another seat’s turn, those that are planned.
    fn svg_planned(&self, viewer: Viewer, near: Seat, fixed: Fixed, actions: &[&str]) -> String;
    /// Whether [`AnyPlay::svg_open`] returns a drawing.
    fn has_open_view(&self) -> bool;
    /// The position with everything turned up, from the side of a seat, for looking back once the game is
    /// over; `None` where that would show nothing more.
    fn svg_open(&self, near: Seat) -> Option<String>;
    /// What a viewer can do now.
    fn offers(&self, viewer: Viewer) -> Vec<Offer>;
    /// Why a path of picks makes no legal action, in the words of the rules; its last name may be that of any
    /// piece or key. `None` if it makes one or begins one, if it means nothing, and for a viewer who may not
    /// act.
    fn refusal(&self, viewer: Viewer, picks: &[&str]) -> Option<String>;
    /// The buttons beside the board, for a viewer.
    fn controls(&self, viewer: Viewer) -> Vec<Control>;
    /// The figures beside the board, for a viewer.
    fn facts(&self, viewer: Viewer) -> Vec<Fact>;
    /// Where the points so far come from; `None` where none are counted.
    fn sheet(&self) -> Option<ScoreSheet>;
    /// What wins, in one sentence.
    fn goal(&self, viewer: Viewer) -> String;
    /// Whether [`AnyPlay::goal_figure`] returns a picture.
    fn has_goal_figure(&self) -> bool;
    /// A won position as an SVG document, if the game draws one.
    fn goal_figure(&self, viewer: Viewer) -> Option<String>;
    /// What the seat to act is asked, by its picks so far on the way to one of the `offers` from
    /// [`AnyPlay::offers`]: the names, sorted, separated by spaces. Empty for a viewer who may not act.
    fn asks(&self, viewer: Viewer, offers: &[Offer]) -> BTreeMap<String, String>;
    /// What the seat to act is asked before its first pick; `None` for a viewer who may not act.
    fn asked(&self, viewer: Viewer) -> Option<String>;
    /// For whom and what a viewer who may not act is waiting; `None` if it is obvious.
    fn waiting(&self, viewer: Viewer) -> Option<String>;
    /// The id of the section of the rules page that matters now; empty for its beginning.
    fn topic(&self, viewer: Viewer) -> &'static str;
    /// What a seat is called after its things, such as the colour it plays; `None` where it has none.
    fn side(&self, seat: Seat) -> Option<String>;
    /// The points of each seat before the last `back` actions, as a spectator sees them; `None` where the
    /// game counts none as it goes.
    fn standing(&self, back: usize) -> Option<Vec<i32>>;
    /// Tells the game who has which seat, if that is known: texts name the players.
    fn name_players(&mut self, names: Vec<Option<String>>);
    /// What a seat is called where its player is not known: [`AnyPlay::side`], else its number.
    fn seat_name(&self, seat: Seat) -> String {
        self.side(seat).unwrap_or_else(|| format!("Seat {}", seat.0 + 1))
    }
    /// The last `count` actions, in sentences for a viewer, oldest first.
    fn log(&self, viewer: Viewer, count: usize) -> Vec<LogEntry>;
    /// The last `count` actions, oldest first, for those who look back: each is told with what its player
    /// knew of it, and a reader with a seat is “you”.
    fn open_log(&self, reader: Viewer, count: usize) -> Vec<LogEntry>;
    /// The last `count` actions for a viewer, all but the newest written by `line`. The text is kept, so
    /// each call must use the same `count` and `line`.
    fn story(&self, viewer: Viewer, count: usize, line: fn(&LogEntry) -> String) -> Story;
    /// Lets a program of this game choose for the seat to act, told who `players` are as by
    /// [`Program::meet`](bagatelle_core::program::Program::meet); `None` if there is no such program or no
    /// seat is to act.
    fn think(
        &self,
        program: &str,
        players: &[Option<String>],
        budget: &Budget<'_>,
        seed: &Seed,
    ) -> Option<Thought>;
    /// Whether the game has a solver. Whether pages offer hints is in
    /// [`Manifest::solve_limit`](bagatelle_core::present::Manifest::solve_limit).
    fn has_solver(&self) -> bool;
    /// Solves or analyses the position as the seat to act sees it. `None` if the game has no solver, if there
    /// is nothing to analyse, or if nothing was found.
    fn solve(&self, budget: &Budget<'_>, progress: Progress<'_>) -> Option<Solved<String>>;
    /// A hint for a viewer from a solution that begins in this position.
    fn hint(&self, viewer: Viewer, solved: &Solved<String>, strength: u8) -> Hint;
    /// The position as moves of Portable Piecepack Notation that lay it out; `None` if the game is not played
    /// with a piecepack.
    fn piecepack_layout(&self) -> Option<String>;
    /// A legal action as moves of Portable Piecepack Notation; `None` for any other text, and if the game is
    /// not played with a piecepack.
    fn piecepack_moves(&self, text: &str) -> Option<String>;
    /// How hard the deal is, found from its start; `None` where the game does not say, and where the
    /// allowance does not suffice.
    fn grade(&self, allowance: &Allowance<'_>) -> Option<&'static Grade>;
    /// Whether the game says how hard deals are, as its rules are read here.
    fn is_graded(&self) -> bool;
    /// Whether the game has a par, as its rules are read here.
    fn has_par(&self) -> bool;
    /// Searches for the par of this position; `None` if the game has none or nothing was found.
    fn par(&self, budget: &Budget<'_>) -> Option<Par>;
    /// Searches for the moves of a solution from this position on; `None` if the game has no par or nothing
    /// was found.
    fn left(&self, budget: &Budget<'_>) -> Option<u32>;
    /// The moves so far, as par counts them; `None` if the game has no par.
    fn par_moves(&self) -> Option<u32>;
    /// Whether [`AnyPlay::review`] returns a review: the game can be looked back on, and something was
    /// played. Whether the players may see one is for the table to say: a game that was resigned is over,
    /// too.
    fn has_review(&self) -> bool;
    /// What can be learned from the game. It uses everything hidden, and may take seconds. The nodes of the
    /// budget are for each position. The actions `helped` were played for a person.
    fn review(&self, helped: &[usize], budget: &Budget<'_>, progress: Progress<'_>)
    -> Option<Review<String>>;
    /// The scale of [`AnyPlay::analyse`]; `None` if the game's positions are not evaluated.
    fn analysis_scale(&self) -> Option<Scale>;
    /// What the position is worth, and up to `lines` of the best lines. Uses everything hidden: ask only when
    /// nothing is still secret. `None` if the game's positions are not evaluated, or if there is no
    /// evaluation.
    fn analyse(
        &self,
        lines: usize,
        budget: &Budget<'_>,
        better: Better<'_, String>,
    ) -> Option<Evaluation<String>>;
    /// How a legal action of the seat to act is picked, and what it moves; `None` for any other text.
    fn way(&self, text: &str) -> Option<Offer>;
    /// A copy as it stood after the first `ply` actions (all of them, if there are fewer).
    fn at(&self, ply: usize) -> Box<dyn AnyPlay>;
    /// A copy in the same position.
    fn duplicate(&self) -> Box<dyn AnyPlay>;
}
