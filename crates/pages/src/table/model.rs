//! What the page of a table shows.

use bagatelle_core::present::{Grade, Hint, Par};
use bagatelle_table::{Detour, Millis, Person, Rating, Table, Viewpoint};

/// One text of a chat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChatEntry<'a> {
    /// Its number in the chat of the table, from 0.
    pub number: usize,
    /// The id of the speaker.
    pub person: &'a str,
    /// What stands for the speaker on this reader's pages, at every table.
    pub alias: &'a str,
    /// The speaker's name.
    pub name: &'a str,
    /// What was said.
    pub text: &'a str,
}

/// How much a hint tells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Strength {
    /// Where to look.
    Nudge,
    /// The next move.
    Move,
    /// The whole solution.
    Solution,
}

impl Strength {
    /// All strengths, weakest first.
    pub const ALL: [Strength; 3] = [Strength::Nudge, Strength::Move, Strength::Solution];

    /// The number in requests, 1 to 3.
    #[must_use]
    pub fn number(self) -> u8 {
        match self {
            Strength::Nudge => 1,
            Strength::Move => 2,
            Strength::Solution => 3,
        }
    }

    /// Reads the number in a request; those over 3 mean the strongest. `None` for 0, which cancels.
    #[must_use]
    pub fn from_number(number: u8) -> Option<Strength> {
        match number {
            0 => None,
            1 => Some(Strength::Nudge),
            2 => Some(Strength::Move),
            _ => Some(Strength::Solution),
        }
    }

    pub(super) fn label(self) -> &'static str {
        match self {
            Strength::Nudge => "Give me a nudge",
            Strength::Move => "Show a move",
            Strength::Solution => "Play it for me",
        }
    }
}

/// What the solver does for the player.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum HintView {
    /// Nothing was asked for, or what was found does not belong to this position.
    #[default]
    Idle,
    /// The solver is at work.
    Running {
        /// How far it is, 0.0 to 1.0, where that is known.
        progress: Option<f64>,
        /// What it has found so far.
        status: String,
    },
    /// It has found something for this position.
    Found {
        /// What was found, in a sentence or two, if this is still the position it was asked for.
        text: Option<String>,
        /// The hint.
        hint: Hint,
        /// The actions of the solution from here.
        rest: Vec<String>,
        /// The strength that was asked for.
        strength: Strength,
    },
}

/// The people around a table.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Company<'a> {
    /// The ids of those with a seat who are not connected, each with the time since when.
    pub away: &'a [(String, Millis)],
    /// How many visitors without a seat are connected.
    pub watching: usize,
    /// The ratings to show, each with the id of the player.
    pub ratings: &'a [(String, Rating)],
    /// The ids of those that are marked as bots.
    pub bots: &'a [String],
    /// What was said, oldest first.
    pub chat: &'a [ChatEntry<'a>],
}

impl Company<'_> {
    pub(super) fn away_since(&self, person: &Person) -> Option<Millis> {
        self.away.iter().find(|(id, _)| *id == person.id).map(|(_, since)| *since)
    }

    pub(super) fn is_bot(&self, person: &Person) -> bool {
        self.bots.contains(&person.id)
    }

    pub(super) fn rating(&self, person: &Person) -> Option<&Rating> {
        self.ratings.iter().find(|(id, _)| *id == person.id).map(|(_, rating)| rating)
    }
}

/// How far the search for what made a solution long is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Detours<'a> {
    /// There is none: the game is not solved, or no solution is shorter.
    #[default]
    None,
    /// It goes on.
    Searching,
    /// The actions that cost most, in the order in which they were taken.
    Found(&'a [Detour]),
}

/// How far the review of a finished game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ReviewState {
    /// There is none: the game is not over, or has no review.
    #[default]
    None,
    /// It is being made.
    Making,
    /// It can be read.
    Ready,
}

/// From where the address of the page can be opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reach<'a> {
    /// From other machines, too, as far as the server can tell.
    #[default]
    Anywhere,
    /// Only from the machine that the server runs on, because it listens to no other.
    ThisMachine {
        /// The port that it listens on.
        port: u16,
    },
    /// Only from this machine, but the server has an address in the network besides.
    Network {
        /// That address, without a slash at the end.
        base: &'a str,
    },
}

/// A table, as a visitor sees it.
#[derive(Clone, Copy)]
pub struct TablePage<'a> {
    /// The table.
    pub table: &'a Table,
    /// Who looks at it.
    pub viewpoint: &'a Viewpoint,
    /// The visitor's name so far; needed only while a seat can be taken.
    pub name: &'a str,
    /// The people around it.
    pub company: Company<'a>,
    /// What the solver does for the visitor.
    pub hint: &'a HintView,
    /// The par of the deal, if it is known.
    pub par: Option<Par>,
    /// How hard the deal is, if it is known.
    pub grade: Option<&'static Grade>,
    /// How many moves over par the visitor's best other solution in this game is, found without help.
    pub best: Option<i64>,
    /// Where the solution went long.
    pub detours: Detours<'a>,
    /// The review of the game.
    pub review: ReviewState,
    /// The number of changes beside the events: chat, presence, hints.
    pub revision: u64,
    /// The time now.
    pub now: Millis,
    /// The address of the server, without a slash at the end.
    pub base: &'a str,
    /// From where that address can be opened; needed only while a seat is open.
    pub reach: Reach<'a>,
}
