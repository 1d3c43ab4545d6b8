//! News for people.

use bagatelle_table::Millis;
use serde::{Deserialize, Serialize};

/// An item of news for a person. It is stored as JSON; a kind never changes its fields.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum News {
    /// Another person challenges this one.
    Challenge {
        /// The id of the challenge.
        challenge: String,
    },
    /// A challenge of this person is accepted: the game has the same id.
    Accepted {
        /// The id of the challenge.
        challenge: String,
    },
    /// A challenge of this person is declined.
    Declined {
        /// The id of the challenge.
        challenge: String,
    },
    /// A challenge to this person is withdrawn.
    Withdrawn {
        /// The id of the challenge.
        challenge: String,
    },
    /// Another person invites this one to a game with an open seat.
    Invited {
        /// The id of the game.
        game: String,
    },
    /// Another person sits down at a game of this one.
    SeatTaken {
        /// The id of the game.
        game: String,
        /// The seat.
        seat: u8,
    },
    /// A game of this person begins: all seats are taken.
    Start {
        /// The id of the game.
        game: String,
    },
    /// It is this person's turn, or the position before it has changed.
    Turn {
        /// The id of the game.
        game: String,
        /// The version of the position.
        version: u64,
    },
    /// Another player asks a question.
    Question {
        /// The id of the game.
        game: String,
        /// The question.
        question: String,
        /// The seat of the asker.
        seat: u8,
    },
    /// A game of this person is over.
    End {
        /// The id of the game.
        game: String,
    },
    /// A game follows one of this person: the next round of a match, or a rematch.
    Next {
        /// The id of the game that is over.
        game: String,
        /// The id of the game that follows.
        next: String,
    },
}

/// News for a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Letter {
    /// The id of the person.
    pub person: String,
    /// When it happened.
    pub at: Millis,
    /// What.
    pub news: News,
}
