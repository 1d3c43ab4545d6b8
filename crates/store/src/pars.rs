//! Pars of deals, found once for all tables with the same deal.

use super::database::{Small, query_as, statement};
use super::tables::stored_setup;
use crate::{Result, Store};
use bagatelle_core::present::Par;
use bagatelle_table::TableSpec;

impl Store {
    /// The par of a table's deal, if it was found before.
    pub async fn par(&self, spec: &TableSpec) -> Result<Option<Par>> {
        let query = "SELECT moves, at_least FROM pars WHERE game = $1 AND options = $2 AND setup = $3";
        let row: Option<(Small<u32>, Small<u32>)> = query_as(query)
            .bind(&spec.game)
            .bind(spec.options.to_string())
            .bind(stored_setup(spec))
            .fetch_optional(&self.read)
            .await?;
        Ok(row.map(|(Small(moves), Small(at_least))| Par { moves, at_least }))
    }

    /// Keeps the par of a table's deal; if there is one already, the better bounds of the two.
    pub async fn keep_par(&self, spec: &TableSpec, par: Par) -> Result<()> {
        let query = statement(
            "INSERT INTO pars (game, options, setup, moves, at_least) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (game, options, setup) DO UPDATE
             SET moves = CASE WHEN excluded.moves < pars.moves THEN excluded.moves ELSE pars.moves END,
                 at_least = CASE WHEN excluded.at_least > pars.at_least THEN excluded.at_least ELSE \
                 pars.at_least END",
        );
        let query = query.bind(&spec.game).bind(spec.options.to_string()).bind(stored_setup(spec));
        self.execute(query.bind(par.moves).bind(par.at_least)).await?;
        Ok(())
    }
}
