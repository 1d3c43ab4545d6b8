//! Games between house bots, from which the ladder gets its ratings without visitors: one at a time, as
//! long as a game between some pair tells something.

use crate::error::AppError;
use crate::house_bots::pairing::{Candidate, next_pair, opponent};
use crate::limits::{HOUSE_LOOKS, HOUSE_POLLS, HOUSE_STUCK};
use crate::live::table::LiveTable;
use crate::tables::Tables;
use crate::tables::new_table::Begin;
use crate::{system::clock::Stopwatch, system::random};
use bagatelle_store::{LadderPlayer, Opponent};
use bagatelle_table::{
    Command, DealSource, NewGame, Rating, RatingPool, SeatRequest, Terms, Visitor, deal_options_for,
};
use std::collections::HashMap;
use std::sync::Arc;
use tokio::sync::watch;

/// What the games are called where servers share the work.
const GAMES: &str = "house-games";

/// Lets house bots play until the server stops. Of several servers, only one does it.
pub async fn run(tables: Tables, mut stopping: watch::Receiver<bool>) {
    let play = async {
        loop {
            if let Err(error) = play_if_free(&tables).await {
                tracing::error!(%error, "house bots cannot play");
            }
            tokio::time::sleep(HOUSE_LOOKS).await;
        }
    };
    tokio::select! {
        () = play => (),
        _ = stopping.wait_for(|stop| *stop) => (),
    }
}

/// Lets house bots play one game after the other, unless another server does, until all ratings are sure.
async fn play_if_free(tables: &Tables) -> Result<(), AppError> {
    let Some(claim) = tables.registry().claim(GAMES, "", 0).await? else { return Ok(()) };
    let played = async {
        while play_one(tables).await? {}
        Ok(())
    }
    .await;
    claim.end().await;
    played
}

/// Lets house bots play a game to its end: one that has begun, or a new one. Returns whether there was one to
/// play.
///
/// # Errors
/// When the store fails.
pub async fn play_one(tables: &Tables) -> Result<bool, AppError> {
    let live = match begun(tables).await? {
        Some(live) => live,
        None => match begin(tables).await? {
            Some(live) => live,
            None => return Ok(false),
        },
    };
    let (mut seen, mut watch) = (live.version(), Stopwatch::start());
    while !live.lock().await.table().is_over() {
        tokio::time::sleep(HOUSE_POLLS).await;
        tables.registry().refresh(&live).await?;
        if live.version() != seen {
            (seen, watch) = (live.version(), Stopwatch::start());
        } else if watch.elapsed() >= HOUSE_STUCK {
            tables.jobs().advance(&live).await?;
            watch = Stopwatch::start();
        }
    }
    Ok(true)
}

/// A game among house bots that is not over. A game that has a free seat, since the server stopped in
/// between, gets its second player.
async fn begun(tables: &Tables) -> Result<Option<Arc<LiveTable>>, AppError> {
    for id in tables.games_of_house().await? {
        let live = tables.get(&id).await?;
        let state = live.lock().await;
        if tables.registry().guests(state.table()) > 0 {
            continue;
        }
        if state.table().is_full() {
            drop(state);
            return Ok(Some(live));
        }
        let owner = state.table().spec().owner.clone();
        drop(state);
        let all = candidates(tables).await?;
        if let Some(one) = all.iter().find(|one| one.id == owner)
            && let Some(other) = opponent(one, &all)
        {
            sit(tables, &live, &other.id).await?;
            return Ok(Some(live));
        }
    }
    Ok(None)
}

/// Begins a game between the two of whom it tells most.
async fn begin(tables: &Tables) -> Result<Option<Arc<LiveTable>>, AppError> {
    let all = candidates(tables).await?;
    let Some((one, other)) = next_pair(&all) else { return Ok(None) };
    let game = &one.rating.game;
    let name = tables.store().name_of(&one.id).await?.unwrap_or_default();
    let new = NewGame {
        deal_options: bagatelle_catalog::find(game)
            .map_or_else(Default::default, |game| deal_options_for(game, 2)),
        others: vec![SeatRequest::Open],
        // The same two meet often: a lot is fair to both.
        sit: Some(random::bytes::<1>()?[0] & 1),
        name,
        terms: Terms { rated: true, grace_s: None, ..Terms::default() },
        ..NewGame::new(game, DealSource::Fresh)
    };
    let begin = Begin { id: random::table_id()?, expected: None };
    let id = tables.make_as(&Visitor::with_account(one.id.clone()), new, None, begin).await?;
    let live = tables.get(&id).await?;
    sit(tables, &live, &other.id).await?;
    Ok(Some(live))
}

async fn sit(tables: &Tables, live: &Arc<LiveTable>, bot: &str) -> Result<(), AppError> {
    let name = tables.store().name_of(bot).await?.unwrap_or_default();
    let sit = Command::Sit { seat: None, name };
    tables.command(live, Some(&Visitor::with_account(bot)), sit, None, None).await.map(drop)
}

/// The house bots that may play, with their ratings.
async fn candidates(tables: &Tables) -> Result<Vec<Candidate>, AppError> {
    let store = tables.store();
    let rated: HashMap<String, Rating> =
        store.ladder(0).await?.into_iter().map(|LadderPlayer { id, rating, .. }| (id, rating)).collect();
    let house = tables.registry().house();
    let candidate = |Opponent { id, .. }: Opponent| {
        tables.office().may_play(Some(&Visitor::with_account(id.clone()))).ok()?;
        let bot = house.bot(&id)?;
        let first = || Rating::initial(bot.game.id()).within(RatingPool::Ladder);
        Some(Candidate { rating: rated.get(&id).cloned().unwrap_or_else(first), thinks: bot.thinks, id })
    };
    Ok(store.house_bots().await?.into_iter().filter_map(candidate).collect())
}
