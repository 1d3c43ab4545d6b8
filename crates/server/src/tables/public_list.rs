//! The lists that anyone may see: open tables, and public games.
//!
//! The list of public games is read from the store, so all servers on a database have the same one. It is
//! made once for all who look at it, and again when a game has begun or ended, and after [`LIVE_FRESH_FOR`].

use crate::limits::{LISTED_FOR, LIVE_CONSIDERED, LIVE_FOR, LIVE_FRESH_FOR};
use crate::tables::Tables;
use crate::tables::public_games::{LiveGame, Ratings, most_interesting};
use bagatelle_store::{Found, Listed, Search, StoreError};
use bagatelle_table::{Millis, SeatSummary, Visitor};
use std::collections::HashMap;
use std::sync::Arc;

impl Tables {
    /// The tables with seats that any visitor may take, the last changed first, without those of people whom
    /// the visitor has blocked; and the ratings at each.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn open_tables(
        &self,
        visitor: Option<&Visitor>,
        game: Option<String>,
        limit: u32,
    ) -> Result<(Found, Vec<Ratings>), StoreError> {
        let since = Some(self.now() - LISTED_FOR);
        let mut found = self.search(&Search { game, listed: since, limit, ..Search::default() }).await?;
        if let Some(visitor) = visitor {
            let blocked = self.blocked_by(visitor.id()).await?;
            let is_blocked = |seat: &SeatSummary| seat.person.as_ref().is_some_and(|id| blocked.contains(id));
            found.tables.retain(|table| !table.summary.seats.iter().any(is_blocked));
        }
        let ratings = self.ratings_at(&found.tables).await?;
        Ok((found, ratings))
    }

    /// The running games that anyone may watch, the most interesting first, but for those of people whom the
    /// visitor has blocked.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn live_games(&self, visitor: Option<&Visitor>) -> Result<Vec<LiveGame>, StoreError> {
        let mut games = Vec::clone(&*self.latest_live().await?);
        if let Some(visitor) = visitor {
            let blocked = self.blocked_by(visitor.id()).await?;
            games.retain(|game| !game.people().any(|person| blocked.contains(person)));
        }
        Ok(games)
    }

    /// The list for all.
    async fn latest_live(&self) -> Result<Arc<Vec<LiveGame>>, StoreError> {
        // While one request makes the list, others wait for it.
        let mut latest = self.latest.lock().await;
        let (changes, now) = (*self.registry().watch_lobby().borrow(), self.now());
        if let Some((known, at, games)) = &*latest
            && *known == changes
            && (0..LIVE_FRESH_FOR).contains(&(now - at))
        {
            return Ok(Arc::clone(games));
        }
        let games = Arc::new(self.read_live(now).await?);
        *latest = Some((changes, now, Arc::clone(&games)));
        Ok(games)
    }

    async fn read_live(&self, now: Millis) -> Result<Vec<LiveGame>, StoreError> {
        let search = Search { live: Some(now - LIVE_FOR), limit: LIVE_CONSIDERED, ..Search::default() };
        let tables = self.search(&search).await?.tables;
        let (ratings, watching) = (self.ratings_at(&tables).await?, self.watching(&tables).await?);
        let games = tables.into_iter().zip(ratings).zip(watching);
        let games = games.map(|((table, ratings), watching)| LiveGame { table, ratings, watching });
        Ok(most_interesting(games.collect(), now))
    }

    /// The ratings that the players of some tables have now.
    async fn ratings_at(&self, tables: &[Listed]) -> Result<Vec<Ratings>, StoreError> {
        let rated: Vec<&str> =
            tables.iter().filter(|one| one.spec.terms.rated).map(|one| one.spec.id.as_str()).collect();
        let mut ratings: HashMap<(String, String), f64> = HashMap::new();
        if !rated.is_empty() {
            let found = self.store().ratings_at_tables(&rated).await?;
            ratings.extend(found.into_iter().map(|one| ((one.table_id, one.person), one.rating)));
        }
        let of_seat = |table: &Listed, seat: &SeatSummary| {
            ratings.get(&(table.spec.id.clone(), seat.person.clone()?)).copied()
        };
        let of_table = |table: &Listed| table.summary.seats.iter().map(|seat| of_seat(table, seat)).collect();
        Ok(tables.iter().map(of_table).collect())
    }

    /// How many people watch each of some tables, by way of any server.
    async fn watching(&self, tables: &[Listed]) -> Result<Vec<usize>, StoreError> {
        let (mut all, mut elsewhere) = (Vec::new(), Vec::new());
        for Listed { spec, summary } in tables {
            let people: Vec<&str> = summary.seats.iter().filter_map(|seat| seat.person.as_deref()).collect();
            all.push(match self.registry().held(&spec.id).await {
                Some(live) => live.lock().await.presence.spectators(&people),
                None => {
                    elsewhere.push(spec.id.as_str());
                    0
                }
            });
        }
        let Some(copies) = self.store().copies().filter(|_| !elsewhere.is_empty()) else { return Ok(all) };
        let found: HashMap<String, usize> = copies.watching(&elsewhere).await?.into_iter().collect();
        for (count, table) in all.iter_mut().zip(tables) {
            *count += found.get(&table.spec.id).copied().unwrap_or_default();
        }
        Ok(all)
    }
}
