//! A position to think about: one of a game played by programs, in which a single move stands out.
//!
//! A game that can find such positions implements [`Puzzler`]. Its solver checks each of them at fixed
//! numbers of nodes, so a seed gives the same position on every machine.

use super::grade::Grade;
use crate::game::Game;
use crate::rng::{Rng, Seed, Stream};
use serde::{Deserialize, Serialize};

/// Finds positions in which one move stands out.
pub trait Puzzler<G: Game>: Sync {
    /// Plays one game from `seed` and looks in it for a position that is about as hard as `wanted`. `None` if
    /// the game has none that is worth asking: then another seed may. Works for a few seconds at most, and
    /// never by the clock.
    fn pose(&self, seed: &Seed, wanted: Difficulty) -> Option<Puzzle<G>>;

    /// After this many games without a position of the wanted grade, the nearest one will do.
    fn patience(&self) -> u64 {
        24
    }
}

/// How hard a position is: how far a search had to look until it found the move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Difficulty {
    /// A look at the next move finds it.
    Easy,
    /// It takes a look at the answers, too.
    Medium,
    /// It takes a line of several moves.
    Hard,
    /// It takes a long line.
    Expert,
}

/// The grades of deals that are distinguished like positions.
pub const EASY_TO_EXPERT: &[Grade] = &[
    Difficulty::Easy.grade(),
    Difficulty::Medium.grade(),
    Difficulty::Hard.grade(),
    Difficulty::Expert.grade(),
];

impl Difficulty {
    /// All grades, the easiest first.
    pub const ALL: [Difficulty; 4] =
        [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard, Difficulty::Expert];

    /// The grade that the position of a seed should have: medium most often, expert least.
    #[must_use]
    pub fn of_seed(seed: &Seed) -> Difficulty {
        match Rng::new(seed, Stream::Deal).below(20) {
            0..5 => Difficulty::Easy,
            5..12 => Difficulty::Medium,
            12..17 => Difficulty::Hard,
            _ => Difficulty::Expert,
        }
    }

    /// The grade, with its word and what players read.
    #[must_use]
    pub const fn grade(self) -> Grade {
        let (word, label) = match self {
            Difficulty::Easy => ("easy", "Easy"),
            Difficulty::Medium => ("medium", "Medium"),
            Difficulty::Hard => ("hard", "Hard"),
            Difficulty::Expert => ("expert", "Expert"),
        };
        Grade { word, label }
    }

    /// The grade in a word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        self.grade().word
    }

    /// The same for players: `Easy`.
    #[must_use]
    pub const fn label(self) -> &'static str {
        self.grade().label
    }

    /// How many grades lie between two.
    #[must_use]
    pub fn distance(self, other: Difficulty) -> u8 {
        (self as u8).abs_diff(other as u8)
    }
}

/// What is told of an action that answers a position, but is not the first of those that do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Also<A> {
    /// Why it is right.
    pub right: String,
    /// What may follow it; may be empty.
    pub line: Vec<A>,
}

/// A position that asks the seat to act for one move.
pub struct Puzzle<G: Game> {
    /// Where its game began.
    pub setup: G::Setup,
    /// The actions up to the position, chance included.
    pub before: Vec<G::Action>,
    /// What is asked, in a sentence or two. It does not say where to look.
    pub task: String,
    /// How hard it is.
    pub grade: Difficulty,
    /// The actions that answer it, the best first: one, or a few that come to the same.
    pub good: Vec<G::Action>,
    /// Why that is right.
    pub right: String,
    /// What may follow the first of them; may be empty.
    pub line: Vec<G::Action>,
    /// What is told of others of them in place of that.
    pub also: Vec<(G::Action, Also<G::Action>)>,
    /// Why each other legal action is not what is asked.
    pub answers: Vec<(G::Action, String)>,
    /// What the other side does after some of them, where the answer tells of it.
    pub replies: Vec<(G::Action, G::Action)>,
}
