//! Visitors whose games belong to an account.
//!
//! An account keeps the id of the visitor who signed up, so signing up changes no table. A visitor whose
//! games are claimed later is listed in `visitor_claims`; the log keeps the old id, and all reads give the
//! new one.

use super::database::{Connection, Pool, query_as, query_scalar, statement};
use super::rows::Claims;
use super::{dailies, feeds, friends, moderation, positions};
use crate::Result;

/// The claims on some visitors.
pub(super) async fn of(pool: &Pool, visitors: impl Iterator<Item = &str>) -> Result<Claims> {
    let visitors: serde_json::Value = visitors.map(|visitor| [visitor]).collect();
    let rows: Vec<(String, String)> = query_as(
        "SELECT visitor, account FROM visitor_claims WHERE visitor IN (SELECT value ->> 0 FROM \
         json_each($1))",
    )
    .bind(visitors.to_string())
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().collect())
}

/// Whether a visitor belongs to an account.
pub(super) async fn is_claimed(pool: &Pool, visitor: &str) -> Result<bool> {
    let query = "SELECT EXISTS (SELECT 1 FROM visitor_claims WHERE visitor = $1)";
    query_scalar(query).bind(visitor).fetch_one(pool).await
}

/// Gives an account everything that a visitor played, unless another account has it already.
pub(super) async fn claim(connection: &mut Connection, visitor: &str, account: &str) -> Result<()> {
    let claim =
        "INSERT INTO visitor_claims (visitor, account) VALUES ($1, $2) ON CONFLICT (visitor) DO NOTHING";
    let claimed = statement(claim).bind(visitor).bind(account).execute(&mut *connection).await?;
    if claimed == 0 {
        return Ok(());
    }
    for query in [
        "UPDATE seat_summaries SET person = $2 WHERE person = $1",
        // A daily deal that both have played stays the visitor's; it is read as the account's, too.
        "UPDATE tables SET owner = $2 WHERE owner = $1 AND NOT EXISTS (SELECT 1 FROM tables own
             WHERE own.owner = $2 AND own.game = tables.game AND own.daily = tables.daily
                 AND own.options = tables.options)",
        "UPDATE chat SET person = $2 WHERE person = $1",
        "UPDATE planned SET person = $2 WHERE person = $1",
        "UPDATE invitations SET person = $2 WHERE person = $1",
        "DELETE FROM people WHERE id = $1 AND id <> $2",
        // The page on which the visitor waited has been left.
        "DELETE FROM seeks WHERE person = $1 AND person <> $2",
    ] {
        statement(query).bind(visitor).bind(account).execute(&mut *connection).await?;
    }
    moderation::claim(connection, visitor, account).await?;
    friends::claim(connection, visitor, account).await?;
    // The token of the visitor is no longer valid.
    feeds::end(connection, &serde_json::json!([[visitor]]).to_string()).await?;
    positions::claim(connection, visitor, account).await?;
    dailies::claim(connection, visitor, account).await
}
