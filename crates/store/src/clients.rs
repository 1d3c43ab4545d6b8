//! What belongs to accounts for which programs play: tokens with scopes, the mark of a bot, the feed of what
//! happens, challenges, house bots and the ladder.

use crate::{Challenge, ChallengeState, FeedEntry, FeedSpan, LadderPlayer, Letter, Opponent, Result};
use async_trait::async_trait;
use bagatelle_table::{Corrupt, Millis};
use std::fmt;
use std::str::FromStr;

/// What a token allows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Scope {
    /// Look at games, lists, results and events as the account sees them.
    Read,
    /// Make games, sit down, move, write.
    Play,
    /// Challenge others, and answer their challenges.
    Challenge,
    /// Mark the account as a bot, or take the mark away.
    Bot,
}

impl Scope {
    /// All scopes.
    pub const ALL: [Scope; 4] = [Scope::Read, Scope::Play, Scope::Challenge, Scope::Bot];

    /// The word in the database, on pages and in the document of the API.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Scope::Read => "read",
            Scope::Play => "play",
            Scope::Challenge => "challenge",
            Scope::Bot => "bot",
        }
    }
}

impl FromStr for Scope {
    type Err = Corrupt;

    fn from_str(text: &str) -> Result<Scope, Corrupt> {
        let known = Scope::ALL.into_iter().find(|scope| scope.word() == text);
        known.ok_or_else(|| Corrupt::new("a scope", text))
    }
}

/// The scopes of a token, in the order of [`Scope::ALL`], each once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Scopes(Vec<Scope>);

impl Scopes {
    /// These scopes.
    pub fn new(scopes: impl IntoIterator<Item = Scope>) -> Scopes {
        let mut scopes: Vec<Scope> = scopes.into_iter().collect();
        scopes.sort_unstable();
        scopes.dedup();
        Scopes(scopes)
    }

    /// All scopes.
    #[must_use]
    pub fn all() -> Scopes {
        Scopes::new(Scope::ALL)
    }

    /// Whether a scope is among them.
    #[must_use]
    pub fn allow(&self, scope: Scope) -> bool {
        self.0.contains(&scope)
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Scopes {
    /// The words with blanks between them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<&str> = self.0.iter().map(|scope| scope.word()).collect();
        f.write_str(&words.join(" "))
    }
}

impl FromStr for Scopes {
    type Err = Corrupt;

    fn from_str(text: &str) -> Result<Scopes, Corrupt> {
        text.split_whitespace().map(str::parse).collect::<Result<Vec<Scope>, _>>().map(Scopes::new)
    }
}

/// A token of an account. The text that opens it is stored nowhere: only its hash is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ApiToken {
    /// By what it is revoked. It opens nothing.
    pub id: String,
    /// What its owner calls it.
    pub name: String,
    /// What it allows.
    pub scopes: Scopes,
    /// When it was made.
    pub created: Millis,
    /// When it was used last, to the minute; `None` if it never was.
    pub used: Option<Millis>,
}

/// The account behind a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TokenOwner {
    /// The id of the account.
    pub account: String,
    /// The token.
    pub token: ApiToken,
}

/// What belongs to programs that use the API.
#[async_trait]
pub trait Clients: Send + Sync {
    /// Keeps a new token of an account under the hash of its text.
    async fn add_token(&self, account: &str, hash: &str, token: &ApiToken) -> Result<()>;

    /// The tokens of an account, the first one first.
    async fn tokens(&self, account: &str) -> Result<Vec<ApiToken>>;

    /// The token with this hash, and its account.
    async fn token(&self, hash: &str) -> Result<Option<TokenOwner>>;

    /// Notes that a token is used.
    async fn note_use(&self, id: &str, now: Millis) -> Result<()>;

    /// Revokes a token of an account; returns whether there was one.
    async fn revoke(&self, account: &str, id: &str) -> Result<bool>;

    /// Marks an account as that of a bot, or takes the mark away.
    async fn mark_bot(&self, account: &str, bot: bool) -> Result<()>;

    /// Those of the people who are marked as bots.
    async fn bots(&self, people: &[&str]) -> Result<Vec<String>>;

    /// Begins the feed of a person, unless there is one; returns how far it goes.
    async fn open_feed(&self, person: &str) -> Result<FeedSpan>;

    /// What a person was told after a number, so many entries at most.
    async fn news(&self, person: &str, after: i64, limit: u32) -> Result<Vec<FeedEntry>>;

    /// Forgets what was told before one moment, and challenges from before another.
    async fn forget_old(&self, news: Millis, challenges: Millis) -> Result<()>;

    /// Writes a challenge, and tells of it. [`StoreError::Conflict`](crate::StoreError::Conflict) if there is
    /// one with its id, or one for the same game between the two that was made since then and is open.
    async fn add_challenge(&self, challenge: &Challenge, since: Millis, letters: &[Letter]) -> Result<()>;

    /// A challenge.
    async fn challenge(&self, id: &str) -> Result<Option<Challenge>>;

    /// The challenges that an account has made or got since then, the last one first.
    async fn challenges(&self, account: &str, since: Millis, limit: u32) -> Result<Vec<Challenge>>;

    /// Notes what became of a challenge that is open, and tells of it; returns whether it was open.
    async fn settle_challenge(&self, id: &str, state: ChallengeState, letters: &[Letter]) -> Result<bool>;

    /// Makes the account of a house bot, unless there is one with its id.
    /// [`StoreError::Conflict`](crate::StoreError::Conflict) if another account has the name or one that
    /// looks like it.
    async fn add_house_bot(&self, id: &str, name: &str, password_hash: &str, now: Millis) -> Result<()>;

    /// The house bots, in the order of their ids.
    async fn house_bots(&self) -> Result<Vec<Opponent>>;

    /// The ladder: those that have played on it, house bots, accounts that are marked as bots, and people who
    /// want to be seen; by game, the best first. So many that are no house bots for each game at most.
    async fn ladder(&self, others: u32) -> Result<Vec<LadderPlayer>>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_are_written_once_and_read_back() {
        let scopes: Scopes = "play read play".parse().unwrap();
        assert_eq!(scopes.to_string(), "read play");
        assert!(scopes.allow(Scope::Read) && !scopes.allow(Scope::Bot));
        assert_eq!(Scopes::all().to_string(), "read play challenge bot");
        assert!(Scopes::default().is_empty() && "read all".parse::<Scopes>().is_err());
    }
}
