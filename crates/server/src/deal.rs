//! New games: from a form or an API request to a row in the store.

use crate::live::{GameError, Games, now};
use crate::random;
use crate::rounds::{LENGTHS, Round};
use crate::store::{GameRow, StoreError};
use crate::visitor::Visitor;
use bagatelle_core::record::Record;
use bagatelle_core::{Seed, Turn};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::Value;

/// The longest seed text.
const LONGEST_SEED: usize = 100;

/// What somebody wants to play.
#[derive(Clone, PartialEq, Debug)]
pub struct Order {
    /// The id in the catalog.
    pub game: String,
    /// Options, a JSON object or null.
    pub options: Value,
    /// The wish for the deal, a JSON object or null.
    pub wish: Value,
    /// Where the deal comes from.
    pub source: Source,
    /// The names of programs for the seats that the owner does not take; the last one takes all that are left. Empty:
    /// the owner takes all seats.
    pub programs: Vec<String>,
    /// The owner's seat, where programs take others; `None` to watch programs on all seats.
    pub sit: Option<u8>,
    /// How many rounds a match of two has at most; 1 for a single game.
    pub best_of: u8,
}

/// Where a deal comes from.
#[derive(Clone, PartialEq, Debug)]
pub enum Source {
    /// A fresh seed.
    Fresh,
    /// A seed that somebody typed.
    Seed(String),
    /// The deal of today, the same for everybody.
    Daily,
    /// A set-up given explicitly, as in a record.
    Setup(Value),
}

/// Today's date in UTC, `2026-11-21`.
#[must_use]
pub fn today() -> String {
    Timestamp::now().to_zoned(TimeZone::UTC).date().to_string()
}

/// Makes a game and returns its id. A daily deal that the visitor has already is returned as it is.
///
/// # Errors
/// When the order is refused or the store fails.
pub async fn make(games: &Games, visitor: &Visitor, order: Order) -> Result<String, GameError> {
    let entry = bagatelle_catalog::find(&order.game).ok_or(GameError::NotFound)?;
    if !LENGTHS.contains(&order.best_of) {
        return Err(GameError::Seats("a match is best of 1, 3, 5 or 7".into()));
    }
    let mut daily = None;
    let seed = match &order.source {
        Source::Seed(text) if text.trim().is_empty() => random::seed()?,
        Source::Seed(text) if text.chars().count() > LONGEST_SEED => {
            return Err(GameError::Seats(format!("a seed has at most {LONGEST_SEED} characters")));
        }
        Source::Seed(text) => text.trim().to_owned(),
        Source::Daily => format!("daily:{}", daily.insert(today())),
        Source::Fresh | Source::Setup(_) => random::seed()?,
    };
    let (record, seed) = match &order.source {
        Source::Setup(setup) => (given(&order, setup), seed),
        Source::Fresh => fresh(entry, &order, seed)?,
        _ => (entry.deal(&order.options, &order.wish, &Seed::from_text(&seed))?, seed),
    };
    let table = entry.open(&record)?;
    let row = GameRow {
        id: random::code::<10>()?,
        game: order.game.clone(),
        options: record.options.to_string(),
        setup: record.setup.unwrap_or(Value::Null).to_string(),
        seed,
        dealt: !matches!(order.source, Source::Setup(_)),
        daily,
        owner: visitor.id().to_owned(),
        seats: seats(entry, table.seats(), &order)?,
        created: now(),
    };
    if let Some(date) = &row.daily
        && let Some(known) = games.store().daily(&row.owner, &row.game, date, &row.options).await?
    {
        return Ok(known.id);
    }
    let round = (order.best_of > 1 && table.seats() == 2).then(|| Round::first(&row.id, order.best_of));
    match (games.create(&row, round.as_ref()).await, &row.daily) {
        (Err(GameError::Store(StoreError::Conflict)), Some(date)) => {
            let known = games.store().daily(&row.owner, &row.game, date, &row.options).await?;
            known.map(|known| known.id).ok_or(GameError::NotFound)
        }
        (result, _) => result.map(|()| row.id),
    }
}

/// A deal from a fresh seed; one that is over before it has begun is dealt again.
fn fresh(
    entry: &dyn bagatelle_catalog::Entry,
    order: &Order,
    mut seed: String,
) -> Result<(Record, String), GameError> {
    loop {
        let record = entry.deal(&order.options, &order.wish, &Seed::from_text(&seed))?;
        if entry.open(&record)?.turn() != Turn::Over {
            return Ok((record, seed));
        }
        seed = random::seed()?;
    }
}

fn given(order: &Order, setup: &Value) -> Record {
    Record {
        bagatelle: bagatelle_core::record::FORMAT,
        game: order.game.clone(),
        options: if order.options.is_null() {
            Value::Object(serde_json::Map::new())
        } else {
            order.options.clone()
        },
        setup: Some(setup.clone()).filter(|s| !s.is_null()),
        actions: Vec::new(),
        more: serde_json::Map::new(),
    }
}

/// Who sits where, as JSON.
fn seats(entry: &dyn bagatelle_catalog::Entry, seats: u8, order: &Order) -> Result<String, GameError> {
    let mut list: Vec<Option<&str>> = vec![None; usize::from(seats)];
    if let Some(unknown) =
        order.programs.iter().find(|name| entry.programs().iter().all(|p| p.name != **name))
    {
        return Err(GameError::Seats(format!("no program of {} is called “{unknown}”", entry.about().name)));
    }
    if let Some(last) = order.programs.last() {
        if order.sit.is_some_and(|sit| sit >= seats) {
            return Err(GameError::Seats(format!("the seats are counted from 0, and there are {seats}")));
        }
        let mut programs = order.programs.iter();
        for (seat, place) in list.iter_mut().enumerate() {
            if order.sit.map(usize::from) != Some(seat) {
                *place = Some(programs.next().unwrap_or(last));
            }
        }
    } else if seats > 1 && entry.hidden() {
        return Err(GameError::Seats(format!(
            "in {} hands are hidden, so one person cannot take all seats: choose programs for the others",
            entry.about().name
        )));
    }
    Ok(serde_json::json!(list).to_string())
}
