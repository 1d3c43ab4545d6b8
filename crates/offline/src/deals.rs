//! The deals of the day, as far as the browser knows them: those received from a server, or, without a
//! server, those of all dates to which no server has committed.

use crate::fault::Fault;
use crate::message::{Entry, Method, Response};
use crate::random;
use crate::site::{Asked, Site};
use bagatelle_catalog::AnyGame;
use bagatelle_core::Viewer;
use bagatelle_core::program::Allowance;
use bagatelle_pages::fairness::DaySeeds;
use bagatelle_pages::today::{DailyPage, DayTable, Listing, Offer, Played, TodayPage, has_deal, is_open};
use bagatelle_pages::urls;
use bagatelle_site::today;
use bagatelle_table::{DealSource, NewGame, SeatResult, Stage, TableSpec, WorldDate};

impl Site {
    /// What the visitor has played of the deals of the day.
    pub(crate) fn played(&self) -> Vec<Played<'_>> {
        let dated = self.entries().iter().filter_map(|entry| Some((entry, entry.table.daily.as_deref()?)));
        let played = dated.filter_map(|(entry, date)| {
            let (summary, date) = (&entry.summary, date.parse().ok()?);
            let solved = summary.seats.iter().any(|seat| seat.result == Some(SeatResult::Won));
            let ended = summary.stage == Stage::Over;
            Some(Played {
                game: &entry.table.game,
                date,
                table: Some(&entry.table.id),
                on_time: WorldDate::of(entry.table.created) == date,
                ended,
                solved,
                moves: summary.moves.unwrap_or(0),
                took: summary.played.filter(|_| ended),
                helped: summary.helped,
                par: None,
            })
        });
        played.collect()
    }

    /// The text of the seed of a date, if it is known here.
    fn day_seed(&self, date: WorldDate) -> Option<String> {
        match self.is_served() {
            true => self.memory().days.get(&date.to_string()).cloned(),
            false => Some(format!("daily:{date}")),
        }
    }

    /// What a date offers.
    pub(crate) fn offers<'a>(&self, date: WorldDate, played: &[Played<'a>]) -> Vec<Offer<'a>> {
        let known = self.day_seed(date).is_some();
        let games = bagatelle_catalog::games().iter().copied().filter(|game| has_deal(*game));
        let offers = games.map(|game| today::offer(game, date, played));
        offers.filter(|offer| known || offer.played.is_some()).collect()
    }

    /// The table on which the deal of a game and a date is played, before it has an id.
    fn daily(&self, game: &dyn AnyGame, date: WorldDate, asked: &Asked<'_>) -> Result<TableSpec, Fault> {
        let text = self.day_seed(date).ok_or(Fault::Away)?;
        let source = DealSource::Seed(game.seed_of_day(date, text));
        let new = NewGame { name: self.name(), ..NewGame::new(game.id(), source) };
        let (random, now) = (&asked.request.random, asked.request.now);
        let spec = new.plan(
            &crate::held::me(),
            random::table_id(random),
            &random::seeds(random),
            now,
            &Allowance::default(),
        )?;
        Ok(TableSpec { daily: Some(date.to_string()), ..spec })
    }

    /// Whether the deal of a day can be begun, or has been.
    pub(crate) fn has_deal_of(&self, game: &dyn AnyGame, date: WorldDate) -> bool {
        let day = date.to_string();
        let is_own =
            |entry: &Entry| entry.table.game == game.id() && entry.table.daily.as_deref() == Some(&day);
        self.day_seed(date).is_some() || self.entries().iter().any(is_own)
    }

    /// The table of a deal, which is made if the visitor has none.
    pub(crate) fn begin_deal(
        &mut self,
        game: &'static dyn AnyGame,
        date: WorldDate,
        asked: &Asked<'_>,
    ) -> Result<Response, Fault> {
        let day = date.to_string();
        let same =
            |entry: &&Entry| entry.table.game == game.id() && entry.table.daily.as_deref() == Some(&day);
        match self.entries().iter().find(same) {
            Some(entry) => Ok(Response::to(urls::table(&entry.table.id))),
            None => self.create(self.daily(game, date, asked)?, Vec::new(), asked),
        }
    }

    /// The answer at an address below that of the deals of the day.
    pub(crate) fn today(&mut self, rest: &[&str], asked: &Asked<'_>) -> Result<Response, Fault> {
        let today = WorldDate::of(asked.request.now);
        let (date, rest) = match rest {
            [] => (today, rest),
            [date, rest @ ..] => (date.parse().map_err(|_| Fault::NotFound)?, rest),
        };
        if !is_open(date, today) {
            return Err(Fault::NotFound);
        }
        let game = |id: &str| {
            let game = bagatelle_catalog::find(id).filter(|game| has_deal(*game));
            game.ok_or(if bagatelle_catalog::find(id).is_some() { Fault::Away } else { Fault::NotFound })
        };
        match (asked.request.method, rest) {
            (Method::Get, []) => Ok(self.day(date, today, asked)),
            (Method::Get, [id]) => self.deal(game(id)?, date, today),
            (Method::Post, [id]) => self.begin_deal(game(id)?, date, asked),
            (Method::Get, [id, "picture.svg"]) => {
                let (_, play) = self.daily(game(id)?, date, asked)?.open()?;
                Ok(Response::of("image/svg+xml", play.svg(Viewer::Spectator)))
            }
            _ => Err(Fault::Away),
        }
    }

    fn day(&self, date: WorldDate, today: WorldDate, asked: &Asked<'_>) -> Response {
        let played = self.played();
        let page = TodayPage {
            date,
            today,
            month: today::month(asked.query("month").unwrap_or_default(), date, today),
            offers: &self.offers(date, &played),
            played: &played,
            tables: &[],
            best: &[],
            listing: Listing::Nothing,
            seeds: DaySeeds { own: None, next: None },
            refused: None,
            base: self.origin(),
        };
        Response::html(page.page())
    }

    fn deal(&self, game: &'static dyn AnyGame, date: WorldDate, today: WorldDate) -> Result<Response, Fault> {
        let played = self.played();
        let offers = self.offers(date, &played);
        let offer = offers.into_iter().find(|offer| offer.game.id() == game.id()).ok_or(Fault::Away)?;
        let table = DayTable { game: game.id(), entries: &[] };
        Ok(Response::html(
            DailyPage { offer, today, table, base: self.origin(), lays: self.is_served() }.page(),
        ))
    }
}
