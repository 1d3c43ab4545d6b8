//! What is known about the players of a table in addition to its log: ratings, and who is a bot.

use super::registry::Registry;
use super::table::{Players, TableState};
use crate::error::AppError;
use bagatelle_store::StoreError;
use bagatelle_table::{Occupant, Table};

impl Registry {
    /// What is known of the players of a table: their ratings where they count, and the bots where several
    /// people play.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn players_at(&self, table: &Table) -> Result<Players, StoreError> {
        let mut players = Players::default();
        let people: Vec<&str> =
            table.seating().iter().filter_map(Occupant::person).map(|person| person.id.as_str()).collect();
        if table.terms().rated {
            for person in &people {
                let rating = self.store().rating_at_table(person, &table.spec().game, table.id()).await?;
                players.ratings.insert((*person).to_owned(), rating);
            }
        }
        if table.people() > 1 || !table.is_full() {
            players.bots = self.store().bots(&people).await?.into_iter().collect();
        }
        Ok(players)
    }

    /// Marks an account as that of a bot, or takes the mark away. Its tables show it at once.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn mark_bot(&self, account: &str, bot: bool) -> Result<(), AppError> {
        self.store().mark_bot(account, bot).await?;
        self.reload_for(&[account]).await
    }

    /// Rereads what is shown about the players of a table. A failure to read changes nothing that has
    /// happened there.
    pub async fn read_players(&self, state: &mut TableState) {
        match self.players_at(state.table()).await {
            Ok(players) => state.players = players,
            Err(error) => tracing::error!(table = state.table().id(), %error, "its players cannot be read"),
        }
    }
}
