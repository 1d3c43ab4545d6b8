//! Pars of deals, found once for all tables with the same deal.

use super::tables::stored_setup;
use crate::{Par, Result};
use bagatelle_table::TableSpec;
use sqlx::sqlite::{SqliteConnection, SqlitePool};

pub(super) async fn par(pool: &SqlitePool, spec: &TableSpec) -> Result<Option<Par>> {
    let query = "SELECT moves, at_least FROM pars WHERE game = $1 AND options = $2 AND setup = $3";
    let row: Option<(u32, u32)> = sqlx::query_as(query)
        .bind(&spec.game)
        .bind(spec.options.to_string())
        .bind(stored_setup(spec))
        .fetch_optional(pool)
        .await?;
    Ok(row.map(|(moves, at_least)| Par { moves, at_least }))
}

pub(super) async fn keep(connection: &mut SqliteConnection, spec: &TableSpec, par: Par) -> Result<()> {
    sqlx::query(
        "INSERT INTO pars (game, options, setup, moves, at_least) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (game, options, setup) DO UPDATE
         SET moves = min(moves, excluded.moves), at_least = max(at_least, excluded.at_least)",
    )
    .bind(&spec.game)
    .bind(spec.options.to_string())
    .bind(stored_setup(spec))
    .bind(par.moves)
    .bind(par.at_least)
    .execute(connection)
    .await?;
    Ok(())
}
