//! Challenges: games that an account proposes to another one.

use super::database::{Connection, query_as, statement};
use crate::{Letter, Result, Store, StoreError};
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

row! {
    struct ChallengeRow {
        id: String,
        challenger: String,
        challenger_name: String,
        challenger_bot: bool,
        challenged: String,
        challenged_name: String,
        challenged_bot: bool,
        game: String,
        proposed: String,
        created: Millis,
        state: String,
    }
}

impl TryFrom<ChallengeRow> for Challenge {
    type Error = StoreError;

    fn try_from(row: ChallengeRow) -> Result<Challenge> {
        Ok(Challenge {
            id: row.id,
            from: Opponent { id: row.challenger, name: row.challenger_name, bot: row.challenger_bot },
            to: Opponent { id: row.challenged, name: row.challenged_name, bot: row.challenged_bot },
            game: row.game,
            order: serde_json::from_str(&row.proposed).map_err(|e| Corrupt::new("a challenge", e))?,
            created: row.created,
            state: row.state.parse()?,
        })
    }
}

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT c.id, c.challenger, p.name AS challenger_name, a.bot AS challenger_bot, c.challenged,
                 q.name AS challenged_name, b.bot AS challenged_bot, c.game, c.proposed, c.created, c.state
             FROM challenges c JOIN people p ON p.id = c.challenger JOIN accounts a ON a.id = c.challenger
                 JOIN people q ON q.id = c.challenged JOIN accounts b ON b.id = c.challenged ",
            $rest
        )
    };
}

/// Forgets challenges from before then.
pub(super) async fn forget(connection: &mut Connection, before: Millis) -> Result<()> {
    statement("DELETE FROM challenges WHERE created < $1").bind(before).execute(connection).await?;
    Ok(())
}

impl Store {
    /// Writes a challenge, and tells of it. [`StoreError::Conflict`] if there is one with its id, or an open
    /// one for the same game between the two that was made since then.
    pub async fn add_challenge(
        &self,
        challenge: &Challenge,
        since: Millis,
        letters: &[Letter],
    ) -> Result<()> {
        transaction!(self, write => async {
            let late = "UPDATE challenges SET state = 'expired' WHERE state = 'open' AND created <= $1";
            statement(late).bind(since).execute(&mut *write).await?;
            statement(
                "INSERT INTO challenges (id, challenger, challenged, game, proposed, created, state) VALUES \
                 ($1, $2, $3, $4, $5, $6, $7)",
            )
            .bind(&challenge.id)
            .bind(&challenge.from.id)
            .bind(&challenge.to.id)
            .bind(&challenge.game)
            .bind(challenge.order.to_string())
            .bind(challenge.created)
            .bind(challenge.state.word())
            .execute(&mut *write)
            .await?;
            self.tell_letters(&mut write, letters).await
        })
    }

    /// A challenge.
    pub async fn challenge(&self, id: &str) -> Result<Option<Challenge>> {
        let row: Option<ChallengeRow> =
            query_as(select!("WHERE c.id = $1")).bind(id).fetch_optional(&self.read).await?;
        row.map(Challenge::try_from).transpose()
    }

    /// The challenges that an account has made or received since then, the newest first.
    pub async fn challenges(&self, account: &str, since: Millis, limit: u32) -> Result<Vec<Challenge>> {
        let query = select!(
            "WHERE (c.challenger = $1 OR c.challenged = $1) AND c.created >= $2 ORDER BY c.created DESC, \
             c.id LIMIT $3"
        );
        let rows: Vec<ChallengeRow> =
            query_as(query).bind(account).bind(since).bind(limit).fetch_all(&self.read).await?;
        rows.into_iter().map(Challenge::try_from).collect()
    }

    /// Notes what became of an open challenge, and tells of it; returns whether it was open.
    pub async fn settle_challenge(
        &self,
        id: &str,
        state: ChallengeState,
        letters: &[Letter],
    ) -> Result<bool> {
        transaction!(self, write => async {
            let query = statement("UPDATE challenges SET state = $2 WHERE id = $1 AND state = 'open'");
            let settled = query.bind(id).bind(state.word()).execute(&mut *write).await? > 0;
            if settled {
                self.tell_letters(&mut write, letters).await?;
            }
            Ok(settled)
        })
    }
}
