//! Pars of deals, found once for all tables with the same deal.

use super::database::{Connection, Pool, Small, query_as, statement};
use super::tables::stored_setup;
use crate::{Par, Result};
use bagatelle_table::TableSpec;

pub(super) async fn par(pool: &Pool, spec: &TableSpec) -> Result<Option<Par>> {
    let query = "SELECT moves, at_least FROM pars WHERE game = $1 AND options = $2 AND setup = $3";
    let row: Option<(Small<u32>, Small<u32>)> = query_as(query)
        .bind(&spec.game)
        .bind(spec.options.to_string())
        .bind(stored_setup(spec))
        .fetch_optional(pool)
        .await?;
    Ok(row.map(|(Small(moves), Small(at_least))| Par { moves, at_least }))
}

pub(super) async fn keep(connection: &mut Connection, spec: &TableSpec, par: Par) -> Result<()> {
    statement(
        "INSERT INTO pars (game, options, setup, moves, at_least) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (game, options, setup) DO UPDATE
         SET moves = CASE WHEN excluded.moves < pars.moves THEN excluded.moves ELSE pars.moves END,
             at_least = CASE WHEN excluded.at_least > pars.at_least THEN excluded.at_least ELSE \
             pars.at_least END",
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
