//! Challenges: games that an account proposes to another one.

use bagatelle_table::{Corrupt, Millis};
use serde_json::Value;
use std::str::FromStr;

/// What became of a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChallengeState {
    /// It waits for an answer.
    Open,
    /// It is accepted: there is a game with its id.
    Accepted,
    /// It is declined.
    Declined,
    /// It is withdrawn.
    Withdrawn,
    /// It was not answered in time.
    Expired,
}

impl ChallengeState {
    /// All states.
    const ALL: [ChallengeState; 5] = [
        ChallengeState::Open,
        ChallengeState::Accepted,
        ChallengeState::Declined,
        ChallengeState::Withdrawn,
        ChallengeState::Expired,
    ];

    /// The word in the database and in the API.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            ChallengeState::Open => "open",
            ChallengeState::Accepted => "accepted",
            ChallengeState::Declined => "declined",
            ChallengeState::Withdrawn => "withdrawn",
            ChallengeState::Expired => "expired",
        }
    }
}

impl FromStr for ChallengeState {
    type Err = Corrupt;

    fn from_str(text: &str) -> Result<ChallengeState, Corrupt> {
        let known = ChallengeState::ALL.into_iter().find(|state| state.word() == text);
        known.ok_or_else(|| Corrupt::new("the state of a challenge", text))
    }
}

/// An account that challenges, or is challenged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opponent {
    /// The id.
    pub id: String,
    /// The name.
    pub name: String,
    /// Whether it is marked as that of a bot.
    pub bot: bool,
}

/// A challenge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Challenge {
    /// Its id. The game has the same one.
    pub id: String,
    /// Who challenges.
    pub from: Opponent,
    /// Who is challenged.
    pub to: Opponent,
    /// The id of the game in the catalog.
    pub game: String,
    /// What is proposed. The server knows the keys.
    pub order: Value,
    /// When it was made.
    pub created: Millis,
    /// What became of it.
    pub state: ChallengeState,
}
