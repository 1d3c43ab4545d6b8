//! What a visitor does with the position of a day: look at it, try, and ask for the answer. The tries are in the store, so a page
//! that is loaded again, and another device of the same account, go on where it stood.

use crate::clock::date;
use crate::error::AppError;
use crate::jobs::positions::PositionState;
use crate::tables::Tables;
use bagatelle_catalog::AnyGame;
use bagatelle_store::{DailyResult, PositionTry};
use bagatelle_table::{PositionPlay, Verdict, Visitor, WorldDate};

/// A visitor without a name or a cookie, among those who wait for a place.
const STRANGER: &str = "stranger";

/// The position of a day, as far as it is.
pub enum Opened {
    /// It is being looked for; so many games have been looked through.
    Searching(u64),
    /// It is there, with what the visitor has done with it.
    Ready(Box<PositionPlay>),
}

/// The world date in an address, if it is not after today.
///
/// # Errors
/// When it is no date, or the day is still to come.
pub fn past_date(tables: &Tables, text: &str) -> Result<String, AppError> {
    let read: WorldDate = text.parse().map_err(|_| AppError::NotFound)?;
    if read.to_string() != text {
        return Err(AppError::NotFound);
    }
    let today = date(tables.now());
    if *text > *today {
        return Err(AppError::NoDay(
            "this day has not come yet: its position is shown when it begins in UTC",
        ));
    }
    Ok(text.to_owned())
}

/// Opens the position of a date that is not after today.
///
/// # Errors
/// When the game has none, or the store fails.
pub async fn open(
    tables: &Tables,
    game: &'static dyn AnyGame,
    date: &str,
    visitor: Option<&Visitor>,
) -> Result<Opened, AppError> {
    let waits = visitor.map_or(STRANGER, Visitor::id);
    let position = match tables.jobs().position(game, date, waits).await? {
        PositionState::Searching(looked) => return Ok(Opened::Searching(looked)),
        PositionState::Found(position) => position,
    };
    let mut play = PositionPlay::open(game, position)?;
    if let Some(visitor) = visitor {
        for tried in tables.store().tries(visitor.id(), game.id(), date).await? {
            match tried {
                PositionTry::Action(text) => drop(play.attempt(&text)),
                PositionTry::Shown => play.show(),
            }
        }
    }
    Ok(Opened::Ready(Box::new(play)))
}

/// Notes that a visitor looks at a position that is found: from now on the time counts.
///
/// # Errors
/// When the store fails.
pub async fn begin(tables: &Tables, game: &str, date: &str, visitor: &Visitor) -> Result<(), AppError> {
    Ok(tables.store().begin_daily(visitor.id(), game, date, None, tables.now()).await?)
}

/// Tries an action. What the rules allow is kept and counts, and the right one is the result of the day.
///
/// # Errors
/// When the store fails.
pub async fn attempt(
    tables: &Tables,
    (game, date): (&str, &str),
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
    tables.store().add_try(visitor.id(), game, date, &PositionTry::Action(tried)).await?;
    if play.is_solved() {
        let (score, helped) = (play.tries(), play.is_helped());
        let result = DailyResult { ended: tables.now(), solved: true, score, helped };
        tables.store().end_daily(visitor.id(), game, date, result).await?;
    }
    Ok(verdict)
}

/// Shows the answer, which counts as help.
///
/// # Errors
/// When the store fails.
pub async fn show(
    tables: &Tables,
    (game, date): (&str, &str),
    visitor: &Visitor,
    play: &mut PositionPlay,
) -> Result<(), AppError> {
    if play.is_solved() {
        return Ok(());
    }
    begin(tables, game, date, visitor).await?;
    tables.store().add_try(visitor.id(), game, date, &PositionTry::Shown).await?;
    play.show();
    Ok(())
}
