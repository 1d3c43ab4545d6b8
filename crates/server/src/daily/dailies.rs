//! The deals of a day as shown to a visitor, and the results of everyone who has played them.

use crate::error::AppError;
use crate::tables::Tables;
use crate::tables::deals::{Deal, daily};
use crate::tables::jobs::known_positions::PositionState;
use bagatelle_catalog::AnyGame;
use bagatelle_core::CommittedSeed;
use bagatelle_core::present::{Difficulty, Par};
use bagatelle_pages::today::{DayStanding, FIRST_DAY, OfDay, Offer, Played, Streak, is_open};
use bagatelle_site::today;
use bagatelle_store::Daily;
use bagatelle_table::{TableSpec, Visitor, WorldDate};
use std::sync::Arc;

/// The deals of a day, and what a visitor has played so far.
pub struct Day {
    /// The world date of the deals.
    pub date: WorldDate,
    /// The world date now.
    pub today: WorldDate,
    /// The deals.
    pub deals: Vec<(Arc<Deal>, Option<Par>)>,
    /// The games with a position, each with how hard it is, once that is found.
    pub positions: Vec<(&'static dyn AnyGame, Option<Difficulty>)>,
    /// What the visitor has played, on all days, with the world date of each.
    pub dailies: Vec<(WorldDate, Daily)>,
}

impl Day {
    /// The deals of a date, or of today.
    ///
    /// # Errors
    /// When the date has no deals, or the store fails.
    pub async fn load(
        tables: &Tables,
        visitor: Option<&Visitor>,
        date: Option<WorldDate>,
    ) -> Result<Day, AppError> {
        let today = WorldDate::of(tables.now());
        let date = open_date(date.unwrap_or(today), today)?;
        tables.deals().commit_days(today).await?;
        let mut deals = Vec::new();
        for deal in tables.deals().all(date).await {
            let par = tables.deals().par(&deal).await?;
            deals.push((deal, par));
        }
        let mut positions = Vec::new();
        for game in bagatelle_catalog::games().iter().copied().filter(|game| game.has_positions()) {
            let known = match tables.jobs().known_position(game, date).await? {
                Some(PositionState::Found(position)) => Some(position.grade),
                Some(PositionState::Searching(_)) | None => None,
            };
            positions.push((game, known));
        }
        let dailies = match visitor {
            Some(visitor) => {
                let (first, last) = (FIRST_DAY.to_string(), today.to_string());
                tables.store().dailies(visitor.id(), &first, &last).await?
            }
            None => Vec::new(),
        };
        let dailies = dailies.into_iter().filter_map(dated).collect();
        Ok(Day { date, today, deals, positions, dailies })
    }

    /// The seed of the deals, if the server was committed to one before the day.
    #[must_use]
    pub fn seed(&self) -> Option<CommittedSeed> {
        let mut fairness = self.deals.iter().filter_map(|(deal, _)| deal.spec.fairness.as_ref());
        fairness.next().map(|fairness| fairness.committed)
    }

    /// What the visitor has played.
    #[must_use]
    pub fn played(&self) -> Vec<Played<'_>> {
        self.dailies.iter().map(|(date, daily)| played(daily, *date)).collect()
    }

    /// The deals as the visitor is offered them.
    #[must_use]
    pub fn offers<'a>(&'a self, played: &[Played<'a>]) -> Vec<Offer<'a>> {
        let offer = |game: &'a dyn AnyGame| today::offer(game, self.date, played);
        let deals = self.deals.iter().map(|(deal, par)| {
            let offer = offer(deal.game);
            Offer { par: *par, level: deal.grade.map(|grade| grade.label).or(offer.level), ..offer }
        });
        let positions = self.positions.iter().map(|&(game, known)| Offer {
            position: true,
            level: known.map(Difficulty::label),
            ..offer(game)
        });
        deals.chain(positions).collect()
    }

    /// What the visitor has played of a game on a date.
    #[must_use]
    pub fn own(&self, game: &str, date: WorldDate) -> Option<&Daily> {
        self.dailies.iter().find(|(at, daily)| daily.game == game && *at == date).map(|(_, daily)| daily)
    }

    /// Begins the search for the pars that are not known yet.
    pub fn find_pars(&self, tables: &Tables) {
        for (deal, _) in self.deals.iter().filter(|(_, par)| par.is_none()) {
            tables.jobs().find_par_of(deal);
        }
    }
}

/// A date with deals.
///
/// # Errors
/// When it has none: it is still to come, or before the first one.
pub fn open_date(date: WorldDate, today: WorldDate) -> Result<WorldDate, AppError> {
    match is_open(date, today) {
        true => Ok(date),
        false if date > today => {
            Err(AppError::NoDay("that day’s deals aren’t out yet: come back on the day"))
        }
        false => Err(AppError::NoDay("there were no deals on that day")),
    }
}

/// The table where a visitor plays the deal of a game and a date, which is made if there is none.
///
/// # Errors
/// When the date has no deals, the game has none, or the store fails.
pub async fn open(
    tables: &Tables,
    visitor: &Visitor,
    game: &'static dyn AnyGame,
    date: WorldDate,
) -> Result<String, AppError> {
    let day = open_date(date, WorldDate::of(tables.now()))?.to_string();
    let own = tables.store().dailies(visitor.id(), &day, &day).await?;
    let known = own.into_iter().find(|daily| daily.game == game.id()).and_then(|daily| daily.table);
    match known {
        Some(table) => Ok(table),
        None => tables.make(visitor, daily(game, date, None), None).await,
    }
}

/// The ids of the games whose deals or positions of a date a visitor has ended.
///
/// # Errors
/// When the store fails.
pub async fn ended(tables: &Tables, visitor: &Visitor, date: WorldDate) -> Result<Vec<String>, AppError> {
    let day = date.to_string();
    let rows = tables.store().dailies(visitor.id(), &day, &day).await?;
    Ok(rows.into_iter().filter(|daily| daily.ended.is_some()).map(|daily| daily.game).collect())
}

/// What the player of a deal of the day has done on its day. `None` for another deal.
///
/// # Errors
/// When the store fails.
pub async fn of_day(tables: &Tables, spec: &TableSpec) -> Result<Option<OfDay>, AppError> {
    let Some(day) = spec.daily.as_deref() else { return Ok(None) };
    let Ok(date) = day.parse::<WorldDate>() else { return Ok(None) };
    // As it was on that day, whenever one looks.
    let rows = tables.store().dailies(&spec.owner, &FIRST_DAY.to_string(), day).await?;
    let dated: Vec<_> = rows.into_iter().filter_map(dated).collect();
    let all: Vec<Played<'_>> = dated.iter().map(|(date, daily)| played(daily, *date)).collect();
    let ended = all.iter().filter(|played| played.date == date && played.ended);
    let ended = ended.map(|played| played.game.to_owned()).collect();
    if !all.iter().any(|played| played.table == Some(&*spec.id) && played.counts()) {
        return Ok(Some(OfDay { standing: None, ended }));
    }
    let board = tables.store().table_of_the_day(&spec.game, day).await?;
    let place = board.iter().position(|daily| daily.person == spec.owner);
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let standing = DayStanding {
        streak: Streak::of(&all, date).now,
        place: place.map(|before| (number(before + 1), number(board.len()))),
    };
    Ok(Some(OfDay { standing: Some(standing), ended }))
}

/// A row with its date. One that is damaged is logged and left out, so it spoils no page.
fn dated(daily: Daily) -> Option<(WorldDate, Daily)> {
    match daily.date.parse() {
        Ok(date) => Some((date, daily)),
        Err(error) => {
            tracing::error!(date = daily.date, %error, "a deal of the day cannot be shown");
            None
        }
    }
}

fn played(daily: &Daily, date: WorldDate) -> Played<'_> {
    Played {
        game: &daily.game,
        date,
        table: daily.table.as_deref(),
        on_time: daily.on_time,
        ended: daily.ended.is_some(),
        solved: daily.solved,
        moves: daily.score,
        took: daily.took,
        helped: daily.helped,
        par: daily.par,
    }
}
