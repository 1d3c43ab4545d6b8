//! The ladder: house bots, people and bots of others on one scale, as pages and the API show it.

use crate::limits::ON_LADDER;
use crate::tables::Tables;
use bagatelle_store::StoreError;
use bagatelle_table::Rating;
use std::collections::HashSet;

/// A player on the ladder of a game.
pub struct Rung {
    /// The id of the account.
    pub account: String,
    /// The name.
    pub name: String,
    /// The program within the game, for a house bot.
    pub program: Option<&'static str>,
    /// Whether it is marked as a bot.
    pub bot: bool,
    /// Whether all may see its profile.
    pub public: bool,
    /// The rating; `None` for a house bot that has not played yet.
    pub rating: Option<Rating>,
}

/// The ladder of a game.
pub struct Ladder {
    /// The id of the game in the catalog.
    pub game: &'static str,
    /// The players, the best first; those who have not played yet come last.
    pub rungs: Vec<Rung>,
}

/// The ladders of all games that house bots play. There is none while the host runs no house bots.
///
/// # Errors
/// When the store fails.
pub async fn ladders(tables: &Tables) -> Result<Vec<Ladder>, StoreError> {
    let (house, store) = (tables.registry().house(), tables.store());
    let games = bagatelle_catalog::games().iter().map(|game| game.id()).filter(|game| house.has_ladder(game));
    let mut all: Vec<Ladder> = games.map(|game| Ladder { game, rungs: Vec::new() }).collect();
    if all.is_empty() {
        return Ok(all);
    }
    let mut rated = HashSet::new();
    for player in store.ladder(ON_LADDER).await? {
        let bot = house.bot(&player.id);
        if bot.is_none() && player.house {
            continue;
        }
        rated.insert(player.id.clone());
        if let Some(ladder) = all.iter_mut().find(|ladder| ladder.game == player.rating.game) {
            ladder.rungs.push(Rung {
                account: player.id,
                name: player.name,
                program: bot.map(|bot| bot.program),
                bot: player.bot,
                public: player.public,
                rating: Some(player.rating),
            });
        }
    }
    let mut new: Vec<_> =
        store.house_bots().await?.into_iter().filter(|bot| !rated.contains(&bot.id)).collect();
    new.sort_by_key(|account| house.bot(&account.id).map(|bot| bot.level));
    for account in new.into_iter().rev() {
        let Some(bot) = house.bot(&account.id) else { continue };
        if let Some(ladder) = all.iter_mut().find(|ladder| ladder.game == bot.game.id()) {
            ladder.rungs.push(Rung {
                account: account.id,
                name: account.name,
                program: Some(bot.program),
                bot: account.bot,
                public: false,
                rating: None,
            });
        }
    }
    Ok(all)
}
