//! What a visitor does with the position of a day: look at it, try, and ask for the answer. The tries are in
//! the store, so a reloaded page, or another device of the same account, continues where it was.

use crate::daily::dailies::open_date;
use crate::error::AppError;
use crate::http::address::Address;
use crate::tables::Tables;
use crate::tables::jobs::known_positions::PositionState;
use crate::work::asker::Asker;
use bagatelle_catalog::AnyGame;
use bagatelle_store::{DailyResult, PositionTry};
use bagatelle_table::{PositionPlay, Verdict, Visitor, WorldDate};
use std::time::Duration;

/// A visitor without a name or a cookie, in the queue for a place.
const STRANGER: &str = "stranger";

/// How long a picture waits for a position that is being looked for.
const PATIENCE: Duration = Duration::from_secs(30);
/// From one look to the next meanwhile.
const LOOKED_AGAIN: Duration = Duration::from_millis(200);

/// The position of a day, as far as the search has come.
pub enum Opened {
    /// It is being looked for; this many games have been searched.
    Searching(u64),
    /// It is known, with what the visitor has done with it.
    Ready(Box<PositionPlay>),
}

/// The world date in an address, if its position may be shown.
///
/// # Errors
/// When it is not a date, or the day is still to come or before the first one.
pub fn date_of(tables: &Tables, text: &str) -> Result<WorldDate, AppError> {
    open_date(text.parse().map_err(|_| AppError::NotFound)?, WorldDate::of(tables.now()))
}

/// Opens the position of a date that is not after today.
///
/// # Errors
/// When the game has none, or the store fails.
pub async fn open(
    tables: &Tables,
    game: &'static dyn AnyGame,
    date: WorldDate,
    visitor: Option<&Visitor>,
    address: &Address,
) -> Result<Opened, AppError> {
    let asker = Asker::new(visitor.map_or(STRANGER, Visitor::id), address);
    let position = match tables.jobs().position(game, date, &asker).await? {
        PositionState::Searching(looked) => return Ok(Opened::Searching(looked)),
        PositionState::Found(position) => position,
    };
    let mut play = PositionPlay::open(game, position)?;
    if let Some(visitor) = visitor {
        for tried in tables.store().tries(visitor.id(), game.id(), &date.to_string()).await? {
            take(&mut play, &tried);
        }
    }
    Ok(Opened::Ready(Box::new(play)))
}

/// The position of a date as all may see it, once it is found: a picture of it waits, so that a page never
/// shows another.
///
/// # Errors
/// When the game has none, the search takes too long or the server stops, or the store fails.
pub async fn found(
    tables: &Tables,
    game: &'static dyn AnyGame,
    date: WorldDate,
    address: &Address,
) -> Result<Box<PositionPlay>, AppError> {
    let look = async {
        while !tables.jobs().is_stopping() {
            if let Opened::Ready(play) = open(tables, game, date, None, address).await? {
                return Ok(play);
            }
            tokio::time::sleep(LOOKED_AGAIN).await;
        }
        Err(AppError::TooLong)
    };
    tokio::time::timeout(PATIENCE, look).await.unwrap_or(Err(AppError::TooLong))
}

/// Takes a try that is kept.
fn take(play: &mut PositionPlay, tried: &PositionTry) {
    match tried {
        PositionTry::Action(text) => drop(play.attempt(text)),
        PositionTry::Hinted => play.help(),
        PositionTry::Narrowed => play.narrow(),
        PositionTry::Shown => play.show(),
    }
}

/// Notes that a visitor looks at a known position: from now on the time counts.
///
/// # Errors
/// When the store fails.
pub async fn begin(tables: &Tables, game: &str, date: WorldDate, visitor: &Visitor) -> Result<(), AppError> {
    Ok(tables.store().begin_daily(visitor.id(), game, &date.to_string(), None, tables.now()).await?)
}

/// Tries an action. Any action that the rules allow is kept and counts, and the right one is the result of
/// the day.
///
/// # Errors
/// When the store fails.
pub async fn attempt(
    tables: &Tables,
    (game, date): (&str, WorldDate),
    visitor: &Visitor,
    play: &mut PositionPlay,
    text: &str,
) -> Result<Verdict, AppError> {
    let before = play.tries();
    let verdict = play.attempt(text);
    if play.tries() == before {
        return Ok(verdict);
    }
    begin(tables, game, date, visitor).await?;
    let tried = play.tried().last().cloned().unwrap_or_default();
    tables.store().add_try(visitor.id(), game, &date.to_string(), &PositionTry::Action(tried)).await?;
    if play.is_solved() {
        let (score, helped) = (play.tries(), play.is_helped());
        let result = DailyResult { ended: tables.now(), solved: true, score, helped };
        tables.store().end_daily(visitor.id(), game, &date.to_string(), result).await?;
    }
    Ok(verdict)
}

/// Gives a hint, or shows the answer; both count as help.
///
/// # Errors
/// When the store fails.
pub async fn help(
    tables: &Tables,
    (game, date): (&str, WorldDate),
    visitor: &Visitor,
    play: &mut PositionPlay,
    help: PositionTry,
) -> Result<(), AppError> {
    if play.is_solved() {
        return Ok(());
    }
    begin(tables, game, date, visitor).await?;
    tables.store().add_try(visitor.id(), game, &date.to_string(), &help).await?;
    take(play, &help);
    Ok(())
}
