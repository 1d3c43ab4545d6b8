//! What players and the server ask of an event.

use crate::change::{Achieved, PlayerNo};
use bagatelle_table::Millis;

/// What an event is asked to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// To play in it, while it is open; in some Swiss events, until round 2 is paired.
    Join {
        /// The name to show.
        name: String,
        /// The rating in its game, rounded, if the player has one.
        rating: Option<i32>,
    },
    /// To leave it.
    Leave,
    /// To remove a player. The organizer does that.
    Remove {
        /// The player.
        player: PlayerNo,
    },
    /// To begin. The organizer does that at any time, the server when the time of the start has come.
    Start,
    /// To pair a round and begin it. Only the server does that. The number says which round is meant, so
    /// servers that ask at the same time pair it once.
    PairRound {
        /// Which round, from 1.
        number: u32,
    },
    /// To note how a game has ended. Only the server does that.
    Report {
        /// Which round, from 1.
        round: u32,
        /// Which of its tables, from 0.
        table: u32,
        /// Which game of this table, from 1.
        game: u32,
        /// What each seat has achieved.
        result: Vec<Achieved>,
    },
    /// To note who has missed a game or has not finished it in time. Only the server does that.
    Absent {
        /// Which round, from 1.
        round: u32,
        /// Which of its tables, from 0.
        table: u32,
        /// The players who lose by it.
        players: Vec<PlayerNo>,
    },
    /// To correct the result of the last game at a table of the running round. The organizer does that.
    Correct {
        /// Which round, from 1.
        round: u32,
        /// Which of its tables, from 0.
        table: u32,
        /// What each seat has achieved.
        result: Vec<Achieved>,
    },
    /// To stop after the running games. The organizer does that.
    Pause,
    /// To go on. The organizer does that.
    Resume,
    /// To end: by the organizer at any time, by the server when all rounds are played.
    End,
}

/// What a decision depends on beside the event.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Context<'a> {
    /// The time.
    pub now: Millis,
    /// The title of another event that the player who asks is in, and that is not over.
    pub elsewhere: Option<&'a str>,
}

impl Context<'_> {
    /// A time, and no other event.
    #[must_use]
    pub fn at(now: Millis) -> Context<'static> {
        Context { now, elsewhere: None }
    }
}
