//! Tokens of accounts for the API, and the mark of a bot.

use super::database::{Connection, Pool, query_as, query_scalar, statement};
use crate::{ApiToken, Result, TokenOwner};
use bagatelle_table::Millis;

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

pub(super) async fn add(
    connection: &mut Connection,
    account: &str,
    hash: &str,
    token: &ApiToken,
) -> Result<()> {
    statement(
        "INSERT INTO api_tokens (id, account, hash, name, scopes, created, used) VALUES ($1, $2, $3, \
        $4, $5, $6, $7)",
    )
    .bind(&token.id)
    .bind(account)
    .bind(hash)
    .bind(&token.name)
    .bind(token.scopes.to_string())
    .bind(token.created)
    .bind(token.used)
    .execute(connection)
    .await?;
    Ok(())
}

pub(super) async fn of(pool: &Pool, account: &str) -> Result<Vec<ApiToken>> {
    let query = "SELECT account, id, name, scopes, created, used FROM api_tokens WHERE account = $1 ORDER BY \
        created, id";
    let rows: Vec<TokenRow> = query_as(query).bind(account).fetch_all(pool).await?;
    rows.into_iter().map(|row| TokenOwner::try_from(row).map(|owner| owner.token)).collect()
}

pub(super) async fn find(pool: &Pool, hash: &str) -> Result<Option<TokenOwner>> {
    let query = "SELECT account, id, name, scopes, created, used FROM api_tokens WHERE hash = $1";
    let row: Option<TokenRow> = query_as(query).bind(hash).fetch_optional(pool).await?;
    row.map(TokenOwner::try_from).transpose()
}

pub(super) async fn note_use(connection: &mut Connection, id: &str, now: Millis) -> Result<()> {
    let query = "UPDATE api_tokens SET used = $2 WHERE id = $1 AND coalesce(used, 0) < $2";
    statement(query).bind(id).bind(now).execute(connection).await?;
    Ok(())
}

pub(super) async fn revoke(connection: &mut Connection, account: &str, id: &str) -> Result<bool> {
    let query = "DELETE FROM api_tokens WHERE account = $1 AND id = $2";
    Ok(statement(query).bind(account).bind(id).execute(connection).await? > 0)
}

pub(super) async fn revoke_all(connection: &mut Connection, account: &str) -> Result<()> {
    statement("DELETE FROM api_tokens WHERE account = $1").bind(account).execute(connection).await?;
    Ok(())
}

pub(super) async fn mark_bot(connection: &mut Connection, account: &str, bot: bool) -> Result<()> {
    let query = "UPDATE accounts SET bot = $2 WHERE id = $1";
    statement(query).bind(account).bind(bot).execute(connection).await?;
    Ok(())
}

pub(super) async fn bots(pool: &Pool, people: &[&str]) -> Result<Vec<String>> {
    let people: serde_json::Value = people.iter().map(|person| [*person]).collect();
    let query =
        "SELECT id FROM accounts WHERE bot AND id IN (SELECT value ->> 0 FROM json_each($1)) ORDER BY id";
    query_scalar(query).bind(people.to_string()).fetch_all(pool).await
}
