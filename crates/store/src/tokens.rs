//! Tokens of accounts for the API, each with its scopes.

use super::database::{Connection, query_as, statement};
use crate::{Result, Store};
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
    /// The id for revoking it. It does not give access.
    pub id: String,
    /// What its owner calls it.
    pub name: String,
    /// What it allows.
    pub scopes: Scopes,
    /// When it was made.
    pub created: Millis,
    /// When it was last used, to the minute; `None` if it never was.
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

row! {
    struct TokenRow {
        account: String,
        id: String,
        name: String,
        scopes: String,
        created: Millis,
        used: Option<Millis>,
    }
}

impl TryFrom<TokenRow> for TokenOwner {
    type Error = crate::StoreError;

    fn try_from(row: TokenRow) -> Result<TokenOwner> {
        let TokenRow { account, id, name, scopes, created, used } = row;
        Ok(TokenOwner { account, token: ApiToken { id, name, scopes: scopes.parse()?, created, used } })
    }
}

pub(super) async fn revoke_all(connection: &mut Connection, account: &str) -> Result<()> {
    statement("DELETE FROM api_tokens WHERE account = $1").bind(account).execute(connection).await?;
    Ok(())
}

impl Store {
    /// Keeps a new token of an account under the hash of its text.
    pub async fn add_api_token(&self, account: &str, hash: &str, token: &ApiToken) -> Result<()> {
        let query = statement(
            "INSERT INTO api_tokens (id, account, hash, name, scopes, created, used) VALUES ($1, $2, $3, \
            $4, $5, $6, $7)",
        );
        let ApiToken { id, name, scopes, created, used } = token;
        let query = query.bind(id).bind(account).bind(hash).bind(name);
        self.execute(query.bind(scopes.to_string()).bind(*created).bind(*used)).await?;
        Ok(())
    }

    /// The tokens of an account, the oldest first.
    pub async fn api_tokens(&self, account: &str) -> Result<Vec<ApiToken>> {
        let query = "SELECT account, id, name, scopes, created, used FROM api_tokens WHERE account \
            = $1 ORDER BY created, id";
        let rows: Vec<TokenRow> = query_as(query).bind(account).fetch_all(&self.read).await?;
        rows.into_iter().map(|row| TokenOwner::try_from(row).map(|owner| owner.token)).collect()
    }

    /// The token with this hash, and its account.
    pub async fn api_token(&self, hash: &str) -> Result<Option<TokenOwner>> {
        let query = "SELECT account, id, name, scopes, created, used FROM api_tokens WHERE hash = $1";
        let row: Option<TokenRow> = query_as(query).bind(hash).fetch_optional(&self.read).await?;
        row.map(TokenOwner::try_from).transpose()
    }

    /// Notes that a token is used.
    pub async fn note_api_token_use(&self, id: &str, now: Millis) -> Result<()> {
        let query = "UPDATE api_tokens SET used = $2 WHERE id = $1 AND coalesce(used, 0) < $2";
        self.execute(statement(query).bind(id).bind(now)).await?;
        Ok(())
    }

    /// Revokes a token of an account; returns whether there was one.
    pub async fn revoke_api_token(&self, account: &str, id: &str) -> Result<bool> {
        let query = "DELETE FROM api_tokens WHERE account = $1 AND id = $2";
        Ok(self.execute(statement(query).bind(account).bind(id)).await? > 0)
    }
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
