//! What happens without a request: clocks run out, players count as away, programs resume after a restart,
//! and the server records that it is running.

use crate::daily::dailies::Day;
use crate::error::AppError;
use crate::http::quotas::Quotas;
use crate::limits::{CHALLENGES_KEPT_FOR, GAP, LISTED_FOR, NEWS_KEPT_FOR, PUSHES_KEPT_FOR, VISITS_KEPT_FOR};
use crate::tables::Tables;
use crate::tables::called_off::Responsible;
use crate::tables::retention::{self, KeepGuests};
use bagatelle_store::{Old, StoreError};
use bagatelle_table::{Command, WorldDate};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// How often the ticker looks.
const TICK: Duration = Duration::from_millis(500);
/// After how many ticks the server looks for the work of a new day: one that has just started has other work.
const PREPARED_AFTER: u32 = 120;
/// How often to look for games of guests that are no longer kept, in ticks: four times a day, the first time
/// soon.
const SWEPT_EVERY: u32 = 6 * 60 * 60 * 2;
/// How often the server notes that it runs, in ticks.
const HEARTBEAT: u32 = 10;
/// How often old news is forgotten, in ticks: four times an hour.
const FORGOTTEN_EVERY: u32 = 15 * 60 * 2;

/// Ticks until the server stops. One that is `alone` begins with what the last server has left.
pub async fn run_ticker(
    tables: Tables,
    quotas: Arc<Quotas>,
    alone: bool,
    keep_guests: Option<KeepGuests>,
    mut stopping: watch::Receiver<bool>,
) {
    if alone && let Err(error) = resume_all(&tables).await {
        tracing::error!(%error, "tables cannot be resumed");
    }
    if let Err(error) = tables.deals().commit_days(WorldDate::of(tables.now())).await {
        tracing::error!(%error, "the deals of the next days cannot be committed to");
    }
    // Dealing and grading takes longer than a visitor should wait.
    tables.deals().all(WorldDate::of(tables.now())).await;
    let (mut ticks, mut prepared) = (0u32, None);
    loop {
        tokio::select! {
            () = tokio::time::sleep(TICK) => (),
            _ = stopping.wait_for(|stop| *stop) => return,
        }
        ticks = ticks.wrapping_add(1);
        if let Err(error) = tick(&tables).await {
            tracing::error!(%error, "the ticker failed");
        }
        if let Some(keep) = keep_guests
            && ticks % SWEPT_EVERY == PREPARED_AFTER
        {
            // It takes a while, and clocks do not wait for it.
            let tables = tables.clone();
            tokio::spawn(async move { retention::sweep_and_tell(&tables, keep).await });
        }
        if ticks.is_multiple_of(HEARTBEAT) {
            let today = WorldDate::of(tables.now());
            if let Err(error) = tables.deals().commit_days(today).await {
                tracing::error!(%error, "the deals of the next days cannot be committed to");
            }
            if prepared != Some(today) && ticks >= PREPARED_AFTER {
                prepared = Some(today);
                if let Err(error) = Day::load(&tables, None, None).await.map(|day| day.find_pars(&tables)) {
                    tracing::error!(%error, "today’s deals cannot be prepared");
                }
                tables.deals().all(today.tomorrow()).await;
                if let Err(error) = tables.jobs().prepare_positions([today, today.tomorrow()]).await {
                    tracing::error!(%error, "the positions of the day cannot be prepared");
                }
            }
            tables.tidy();
            if ticks.is_multiple_of(FORGOTTEN_EVERY)
                && let Err(error) = forget_old(&tables).await
            {
                tracing::error!(%error, "old news cannot be forgotten");
            }
            quotas.tidy();
            if let Err(error) = tables.registry().heartbeat().await {
                tracing::error!(%error, "the heartbeat failed");
            }
        }
    }
}

/// Forgets what people were told long ago, old challenges, wishes whose pages were left, and visits of long
/// ago.
///
/// # Errors
/// When the store fails.
pub async fn forget_old(tables: &Tables) -> Result<(), StoreError> {
    let now = tables.now();
    let old = Old {
        news: now - NEWS_KEPT_FOR,
        challenges: now - CHALLENGES_KEPT_FOR,
        pushes: now - PUSHES_KEPT_FOR,
        seeks: now - LISTED_FOR,
        visits: now - VISITS_KEPT_FOR,
    };
    tables.store().forget_old(&old).await
}

/// One tick: ends the turns of seats that have run out of time, and tells of players who count as away from
/// now on.
///
/// # Errors
/// When the store fails.
pub async fn tick(tables: &Tables) -> Result<(), AppError> {
    tables.registry().catch_up(GAP).await?;
    // A fault in an act holds up no clock.
    if let Err(error) = tables.catch_up_with_acts().await {
        tracing::error!(%error, "an act of a host or a moderator cannot be taken into account");
    }
    if !tables.registry().has_begun() {
        match tables.registry().heartbeat().await {
            Err(AppError::Store(StoreError::Full(_))) => return Ok(()),
            begun => begun?,
        }
        if !tables.registry().has_begun() {
            return Ok(());
        }
        tracing::info!("there is room on the disk again");
    }
    let now = tables.now();
    tables.registry().meters().tick(now);
    if let Err(error) = tables.note_visits().await {
        tracing::error!(%error, "it cannot be noted who is here");
    }
    for live in tables.registry().in_memory().await {
        let Some(mut state) = live.try_lock() else { continue };
        let away = state.presence.newly_away(now);
        tables.note_waiting(&state).await;
        drop(state);
        if away {
            live.revise();
        }
    }
    if tables.registry().drift().is_wrong() {
        // Another server ends them.
        return Ok(());
    }
    for id in tables.store().due(now).await? {
        // One table that fails does not keep the others waiting, and is reported once.
        let ended = match expire(tables, &id).await {
            Ok(None) => continue,
            ended => ended,
        };
        let news = tables.report(&id, ended.is_err());
        if let Err(error) = ended.as_ref().map_err(AppError::to_string)
            && news
        {
            tracing::error!(table = id, error, "a clock cannot be ended");
        }
    }
    tables.settle_events().await
}

/// Ends a clock, or finds that it still runs; `None` if another server is about to end it.
async fn expire(tables: &Tables, id: &str) -> Result<Option<()>, AppError> {
    // One server does it for all.
    let Some(claim) = tables.registry().claim("clock", id, 0).await? else { return Ok(None) };
    let ended = expire_claimed(tables, id).await;
    claim.end().await;
    ended
}

async fn expire_claimed(tables: &Tables, id: &str) -> Result<Option<()>, AppError> {
    let live = tables.get(id).await?;
    tables.registry().refresh(&live).await?;
    let mut state = live.lock().await;
    let responsible = Responsible::for_the_end(state.table(), None, &Command::ExpireClock);
    let expired = match tables.registry().expire_clock(&live, &mut state).await {
        // Another server has written to the table: the next tick looks again.
        Err(AppError::Store(StoreError::Conflict)) => return Ok(None),
        expired => expired?,
    };
    if !expired {
        // No server ran for a while: the deadline is later than the one that is stored.
        tables.registry().keep_summary(&state, tables.now()).await?;
    }
    tables.note_called_off(&state, responsible.by_clock.filter(|_| expired)).await;
    drop(state);
    tables.jobs().advance(&live).await.map(Some)
}

/// Lets programs and house bots think whose turn it was when the last server stopped, and writes summaries
/// that older versions did not write.
///
/// # Errors
/// When the store fails.
pub async fn resume_all(tables: &Tables) -> Result<(), AppError> {
    for id in tables.store().without_summary().await? {
        match tables.get(&id).await {
            Ok(live) => {
                let state = live.lock().await;
                let changed = state.table().last_at().unwrap_or(state.table().spec().created);
                tables.registry().keep_summary(&state, changed).await?;
            }
            Err(AppError::Store(StoreError::Corrupt(_))) => {
                tracing::warn!(table = id, "a table cannot be opened");
            }
            Err(error) => return Err(error),
        }
    }
    let thinking = tables.store().thinking().await?;
    for id in thinking.into_iter().chain(tables.games_of_house().await?) {
        if let Err(error) = tables.get(&id).await {
            tracing::error!(table = id, %error, "a table cannot be resumed");
        }
    }
    Ok(())
}
