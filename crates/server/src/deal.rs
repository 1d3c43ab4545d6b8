//! New games: from a form or an API request to a row in the store.

use crate::live::{GameError, Games, now};
use crate::origin::Begun;
use crate::people::{self, ratings};
use crate::random;
use crate::rounds::{LENGTHS, Round};
use crate::seats::{self, Sitter};
use crate::store::{GameRow, StoreError};
use crate::terms::Terms;
use crate::together;
use crate::visitor::Visitor;
use bagatelle_catalog::Table;
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
    /// Who takes the seats that the owner does not take; the last one takes all that are left. Empty: the owner takes all
    /// seats.
    pub others: Vec<Chair>,
    /// The owner's seat, where others take the rest; `None` to watch programs on all seats.
    pub sit: Option<u8>,
    /// The owner's name, as those see it who come.
    pub name: String,
    /// What is agreed with those who come.
    pub terms: Terms,
    /// How many rounds a match of two has at most; 1 for a single game.
    pub best_of: u8,
}

/// A chair by the name of a program, or `open`.
#[must_use]
pub fn chair(name: String) -> Chair {
    if name == "open" { Chair::Open } else { Chair::Program(name) }
}

/// Who takes a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Chair {
    /// A program of this name.
    Program(String),
    /// Whoever comes.
    Open,
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
    /// The actions of another game, or of a record; its options stand in the place of the order's.
    Begun(Box<Begun>),
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
pub async fn make(games: &Games, visitor: &Visitor, mut order: Order) -> Result<String, GameError> {
    let entry = bagatelle_catalog::find(&order.game).ok_or(GameError::NotFound)?;
    if !LENGTHS.contains(&order.best_of) {
        return Err(GameError::Refused("a match is best of 1, 3, 5 or 7".into()));
    }
    let company = order.others.contains(&Chair::Open);
    // Where a game goes on from another one, all who come are told so, and nothing is at stake.
    let fair = matches!(order.source, Source::Fresh | Source::Begun(_));
    if company && entry.hidden() && !fair {
        let why = "hands are hidden in this game: with others at the table only a fresh deal is fair";
        return Err(GameError::Refused(why.into()));
    }
    order.terms.pace.check().map_err(GameError::Refused)?;
    if order.terms.rated {
        ratings::may_open(visitor, &order)?;
        // What counts is what was played.
        order.terms.takebacks = false;
    }
    let mut daily = None;
    let seed = match &order.source {
        Source::Seed(text) if text.trim().is_empty() => random::seed()?,
        Source::Seed(text) if text.chars().count() > LONGEST_SEED => {
            return Err(GameError::Refused(format!("a seed has at most {LONGEST_SEED} characters")));
        }
        Source::Seed(text) => text.trim().to_owned(),
        Source::Daily => format!("daily:{}", daily.insert(today())),
        Source::Fresh | Source::Setup(_) | Source::Begun(_) => random::seed()?,
    };
    let (record, seed) = match &order.source {
        Source::Setup(setup) => (given(&order, setup), seed),
        Source::Begun(begun) => (begun.record.clone(), seed),
        Source::Fresh => fresh(entry, &order, seed)?,
        _ => (entry.deal(&order.options, &order.wish, &Seed::from_text(&seed))?, seed),
    };
    let table = entry.open(&record)?;
    if company {
        let name = together::name(&order.name)?;
        order.name = people::taken(games.store().keep_name(visitor.id(), &name).await)?;
    }
    let row = GameRow {
        id: random::code::<10>()?,
        game: order.game.clone(),
        options: record.options.to_string(),
        setup: record.setup.unwrap_or(Value::Null).to_string(),
        seed,
        dealt: !matches!(order.source, Source::Setup(_) | Source::Begun(_)),
        daily,
        owner: visitor.id().to_owned(),
        seats: seats(entry, table.as_ref(), visitor, &order)?,
        terms: serde_json::to_string(&order.terms).map_err(anyhow::Error::from)?,
        created: now(),
    };
    if let Some(date) = &row.daily
        && let Some(known) = games.store().daily(&row.owner, &row.game, date, &row.options).await?
    {
        return Ok(known.id);
    }
    let round = (order.best_of > 1 && table.seats() == 2).then(|| Round::first(&row.id, order.best_of));
    let begun = match &order.source {
        Source::Begun(begun) => Some(begun.as_ref()),
        _ => None,
    };
    match (games.create_from(&row, round.as_ref(), begun).await, &row.daily) {
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

/// The wish that gives a table so many seats, where that is a wish.
#[must_use]
pub fn wish_for(entry: &dyn bagatelle_catalog::Entry, seats: u8) -> Value {
    let asks = entry.wish_questions().iter().any(|question| question.key == "seats");
    if asks { serde_json::json!({ "seats": seats }) } else { Value::Null }
}

/// Who sits where, as JSON.
fn seats(
    entry: &dyn bagatelle_catalog::Entry,
    table: &dyn Table,
    visitor: &Visitor,
    order: &Order,
) -> Result<String, GameError> {
    let count = table.seats();
    let refuse = |why: String| Err(GameError::Refused(why));
    let known = |name: &String| entry.programs().iter().any(|program| program.name == name);
    for chair in &order.others {
        if let Chair::Program(name) = chair
            && !known(name)
        {
            return refuse(format!("no program of {} is called “{name}”", entry.about().name));
        }
    }
    if order.others.contains(&Chair::Open) && count < 2 {
        return refuse(format!("{} is played alone", entry.about().name));
    }
    let Some(last) = order.others.last() else {
        if count > 1 && entry.hidden() && table.turn() != Turn::Over {
            return refuse(format!(
                "in {} hands are hidden, so one person cannot take all seats: choose programs or friends for the others",
                entry.about().name
            ));
        }
        let me = together::seated(visitor, "");
        return Ok(seats::write(&vec![me; usize::from(count)], visitor.id()));
    };
    if order.sit.is_some_and(|sit| sit >= count) {
        return refuse(format!("the seats are counted from 0, and there are {count}"));
    }
    let name = if order.others.contains(&Chair::Open) { together::name(&order.name)? } else { String::new() };
    let mut others = order.others.iter();
    let sitters: Vec<Sitter> = (0..count)
        .map(|seat| match () {
            () if order.sit == Some(seat) => together::seated(visitor, &name),
            () => match others.next().unwrap_or(last) {
                Chair::Program(program) => Sitter::program(program.clone()),
                Chair::Open => Sitter::Open,
            },
        })
        .collect();
    Ok(seats::write(&sitters, visitor.id()))
}
