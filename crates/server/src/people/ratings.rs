//! Ratings: how strong people are at a game, by Glicko-2, from games that all at the table have agreed to count.
//!
//! A game is a rating period of its own. Where more than two play, each is compared with each of the others. What a game
//! changes is written with the event that ends it, in one transaction ([`settle`]), so it can neither be lost nor happen twice.

use crate::deal::{Chair, Order, Source};
use crate::line::Line;
use crate::live::GameError;
use crate::seats::Sitter;
use crate::store::{Store, StoreError};
use crate::visitor::Visitor;
use bagatelle_core::Seat;
use serde::Serialize;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};
use std::cmp::Ordering;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// Where somebody stands at the end of a game that counts: a higher place is better, the same is a draw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Whether the person has played to the end.
    stayed: bool,
    won: bool,
    /// Points of those who have not won.
    points: i32,
    person: String,
}

impl Place {
    fn against(&self, other: &Place) -> Outcomes {
        let key = |place: &Place| (place.stayed, place.won, place.points);
        match key(self).cmp(&key(other)) {
            Ordering::Greater => Outcomes::WIN,
            Ordering::Equal => Outcomes::DRAW,
            Ordering::Less => Outcomes::LOSS,
        }
    }
}

impl Line {
    /// Where all stand at the end of a game that counts for the ratings; nothing before, and for other games. Whoever has left
    /// comes after those who have stayed, whatever the program in that seat made of it.
    #[must_use]
    pub fn places(&self) -> Vec<Place> {
        let Some(outcome) = self.outcome().filter(|_| self.terms.rated && self.is_over()) else {
            return Vec::new();
        };
        let place = |(sitter, seat): (&Sitter, Seat)| {
            let (person, stayed) = match sitter {
                Sitter::Person(person) => (person, true),
                Sitter::Program { instead_of: Some(left), .. } => (left, false),
                _ => return None,
            };
            let points = outcome.scores.as_ref().and_then(|s| s.get(seat.index())).copied().unwrap_or(0);
            let won = stayed && outcome.winners.contains(&seat);
            let points = if stayed && !won && !outcome.winners.is_empty() { points } else { 0 };
            Some(Place { stayed, won, points, person: person.id.clone() })
        };
        self.sitters.iter().zip(Seat::all(self.table.seats())).filter_map(place).collect()
    }
}

/// Whether a table for a game that counts may be made like this.
///
/// # Errors
/// Why not.
pub fn may_open(visitor: &Visitor, order: &Order) -> Result<(), GameError> {
    let people = !order.others.is_empty() && order.others.iter().all(|chair| *chair == Chair::Open);
    let why = match () {
        () if !visitor.has_account() => {
            "a game that counts for the ratings needs an account: sign up on your page first"
        }
        () if !people || order.sit.is_none() => {
            "a game that counts for the ratings is one of people: you sit yourself, and the other seats are open"
        }
        () if order.source != Source::Fresh => {
            "a game that counts for the ratings needs a fresh deal, which nobody has seen"
        }
        () => return Ok(()),
    };
    Err(GameError::Refused(why.into()))
}

/// Whether somebody may take an open seat, as far as ratings are concerned.
///
/// # Errors
/// Why not.
pub fn may_sit(visitor: &Visitor, line: &Line) -> Result<(), GameError> {
    let why = match () {
        () if !line.terms.rated => return Ok(()),
        () if !visitor.has_account() => {
            "this game counts for the ratings: log in or sign up on your page to sit down"
        }
        () if line.seats_of(visitor.id()).next().is_some() => {
            "this game counts for the ratings: somebody else must take the other seat"
        }
        () => return Ok(()),
    };
    Err(GameError::Refused(why.into()))
}

/// A rating as it is shown: `1523 ± 120`, after a game with what it has changed, `1540 ± 110 (+17)`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// The id of the game in the catalog.
    pub game: String,
    /// How strong, 1500 at the start.
    pub rating: f64,
    /// How sure that is: the true strength is nearly always within twice the deviation.
    pub deviation: f64,
    /// How much the results vary.
    pub volatility: f64,
    /// How many games were rated.
    pub games: u32,
    /// What the game at hand has changed.
    #[serde(skip)]
    pub change: Option<f64>,
}

impl Rating {
    fn of(game: &str, glicko: Glicko2Rating) -> Rating {
        let Glicko2Rating { rating, deviation, volatility } = glicko;
        Rating { game: game.to_owned(), rating, deviation, volatility, games: 0, change: None }
    }

    fn glicko(&self) -> Glicko2Rating {
        Glicko2Rating { rating: self.rating, deviation: self.deviation, volatility: self.volatility }
    }

    fn read(row: &SqliteRow) -> Result<Rating, StoreError> {
        Ok(Rating {
            game: row.try_get("game")?,
            rating: row.try_get("rating")?,
            deviation: row.try_get("deviation")?,
            volatility: row.try_get("volatility")?,
            games: row.try_get("games")?,
            change: None,
        })
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.0} ± {:.0}", self.rating, self.deviation)?;
        match self.change.map(f64::round) {
            Some(change) if change < 0.0 => write!(f, " (−{:.0})", -change),
            Some(change) => write!(f, " (+{:.0})", change.abs()),
            None => Ok(()),
        }
    }
}

/// The ratings of those at one table, kept while somebody looks.
#[derive(Default)]
pub struct Ratings(Mutex<HashMap<String, Rating>>);

impl Ratings {
    /// The rating of somebody at the table.
    #[must_use]
    pub fn of(&self, person: &str) -> Option<Rating> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(person).cloned()
    }

    /// Reads the ratings again if this is a table where they count.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn read(&self, store: &Store, id: &str, game: &str, line: &Line) -> Result<(), StoreError> {
        let mut found = HashMap::new();
        for person in line.sitters.iter().filter_map(Sitter::person).filter(|_| line.terms.rated) {
            found.insert(person.id.clone(), store.rating_in(&person.id, game, id).await?);
        }
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = found;
        Ok(())
    }
}

/// Counts a game that has ended, once: a game that was counted before, or does not count, changes nothing.
pub(crate) async fn settle(
    connection: &mut SqliteConnection,
    id: &str,
    places: &[Place],
) -> Result<(), StoreError> {
    if places.len() < 2 {
        return Ok(());
    }
    let query = "SELECT EXISTS (SELECT 1 FROM rated WHERE game = $1)";
    if sqlx::query_scalar(query).bind(id).fetch_one(&mut *connection).await? {
        return Ok(());
    }
    let query = "SELECT game FROM games WHERE id = $1";
    let game: String = sqlx::query_scalar(query).bind(id).fetch_one(&mut *connection).await?;
    let mut before = Vec::new();
    for place in places {
        let row = sqlx::query("SELECT * FROM ratings WHERE person = $1 AND game = $2")
            .bind(&place.person)
            .bind(&game)
            .fetch_optional(&mut *connection)
            .await?;
        before.push(
            row.map(|row| Rating::read(&row)).transpose()?.map_or_else(Default::default, |r| r.glicko()),
        );
    }
    for (place, (before, after)) in places.iter().zip(before.iter().zip(after(places, &before))) {
        // Somebody whose account is gone has no rating any more, but the others have played against somebody.
        let rated = sqlx::query(
            "INSERT INTO rated (game, person, rating_before, deviation_before, rating, deviation)
             SELECT $1, id, $3, $4, $5, $6 FROM accounts WHERE id = $2",
        )
        .bind(id)
        .bind(&place.person)
        .bind(before.rating)
        .bind(before.deviation)
        .bind(after.rating)
        .bind(after.deviation)
        .execute(&mut *connection)
        .await?;
        if rated.rows_affected() == 0 {
            continue;
        }
        sqlx::query("INSERT INTO ratings (person, game, rating, deviation, volatility, games) VALUES ($1, $2, $3, $4, $5, 1)
             ON CONFLICT (person, game) DO UPDATE SET rating = $3, deviation = $4, volatility = $5, games = games + 1")
        .bind(&place.person)
        .bind(&game)
        .bind(after.rating)
        .bind(after.deviation)
        .bind(after.volatility)
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

/// The ratings after a game: each by the results against all others, whose ratings are those before it.
fn after(places: &[Place], before: &[Glicko2Rating]) -> Vec<Glicko2Rating> {
    let one = |n: usize| {
        let others = (0..places.len()).filter(|&m| m != n);
        let results: Vec<_> = others.map(|m| (before[m], places[n].against(&places[m]))).collect();
        glicko2_rating_period(&before[n], &results, &Glicko2Config::new())
    };
    (0..places.len()).map(one).collect()
}

impl Store {
    /// The ratings of a person, by game.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn ratings(&self, person: &str) -> Result<Vec<Rating>, StoreError> {
        let query = "SELECT * FROM ratings WHERE person = $1 ORDER BY game";
        let rows = sqlx::query(query).bind(person).fetch_all(self.reader()).await?;
        rows.iter().map(Rating::read).collect()
    }

    /// The rating of a person for a table: as it was after that game, if it has been counted, else as it is now.
    async fn rating_in(&self, person: &str, game: &str, id: &str) -> Result<Rating, StoreError> {
        let row = sqlx::query(
            "SELECT ratings.game, volatility, games, rated.rating - rated.rating_before AS change,
                 coalesce(rated.rating, ratings.rating) AS rating,
                 coalesce(rated.deviation, ratings.deviation) AS deviation
             FROM ratings LEFT JOIN rated ON rated.person = ratings.person AND rated.game = $3
             WHERE ratings.person = $1 AND ratings.game = $2",
        )
        .bind(person)
        .bind(game)
        .bind(id)
        .fetch_optional(self.reader())
        .await?;
        let read = |row: SqliteRow| Ok(Rating { change: row.try_get("change")?, ..Rating::read(&row)? });
        row.map_or_else(|| Ok(Rating::of(game, Glicko2Rating::new())), read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::{Event, Kind};
    use crate::seats::Person;
    use crate::terms::Terms;
    use bagatelle_core::Seed;

    fn place(stayed: bool, won: bool, points: i32) -> Place {
        Place { stayed, won, points, person: String::new() }
    }

    fn rated(rating: f64, deviation: f64) -> Glicko2Rating {
        Glicko2Rating { rating, deviation, volatility: 0.06 }
    }

    #[test]
    fn the_example_of_glickmans_paper_comes_out() {
        // Glickman, "Example of the Glicko-2 system": 1464.06, 151.52, 0.05999.
        let before = [rated(1500., 200.), rated(1400., 30.), rated(1550., 100.), rated(1700., 300.)];
        let places = [place(true, true, 1), place(true, true, 0), place(true, true, 2), place(true, true, 3)];
        let new = after(&places, &before)[0];
        assert!((new.rating - 1464.06).abs() < 0.02 && (new.deviation - 151.52).abs() < 0.01, "{new:?}");
        assert!((new.volatility - 0.05999).abs() < 0.00001);
    }

    #[test]
    fn the_better_place_wins_and_whoever_left_loses() {
        let (first, second, left) = (place(true, true, 9), place(true, false, 5), place(false, false, 0));
        assert_eq!(first.against(&second), Outcomes::WIN);
        assert_eq!(second.against(&first), Outcomes::LOSS);
        assert_eq!(second.against(&left), Outcomes::WIN);
        assert_eq!(left.against(&left), Outcomes::DRAW);
        let even = [rated(1500., 350.); 2];
        let new = after(&[first, second], &even);
        assert!(new[0].rating > 1500. && (new[0].rating + new[1].rating - 3000.).abs() < 1e-6);
        assert!(new[0].deviation < 350.);
    }

    fn rated_line(game: &str, ids: &[&str]) -> Line {
        let entry = bagatelle_catalog::find(game).unwrap();
        let wish = crate::deal::wish_for(entry, u8::try_from(ids.len()).unwrap());
        let record = entry.deal(&serde_json::Value::Null, &wish, &Seed::from_text("rated")).unwrap();
        let sitter = |id: &&str| Sitter::Person(Person { id: (*id).into(), name: id.to_uppercase() });
        let terms = Terms { rated: true, ..Terms::default() };
        Line::new(entry.open(&record).unwrap(), ids.iter().map(sitter).collect(), terms, [].into())
    }

    fn happen(line: &mut Line, kind: Kind, seat: u8, text: &str) {
        let event = Event { seat: Some(Seat(seat)), ..Event::new(0, kind, text) };
        line.happen(&mut event.clone()).unwrap();
    }

    #[test]
    fn there_are_places_at_the_end_of_a_game_that_counts() {
        let mut line = rated_line("baju-duel", &["a", "b"]);
        assert_eq!(line.places(), []);
        happen(&mut line, Kind::Resign, 0, "");
        let places = line.places();
        assert_eq!((places[0].against(&places[1]), places[1].person.as_str()), (Outcomes::LOSS, "b"));
        line.terms.rated = false;
        assert_eq!(line.places(), []);
    }

    #[test]
    fn whoever_leaves_three_comes_last_whatever_the_program_makes_of_it() {
        let mut line = rated_line("bulbous", &["a", "b", "c"]);
        happen(&mut line, Kind::Resign, 1, "simple");
        assert!(!line.is_over() && line.places().is_empty());
        let seed = Seed::from_text("rated");
        while !line.is_over() {
            let text = line.table.chance(&seed).unwrap_or_else(|| line.table.legal()[0].clone());
            line.happen(&mut Event::new(0, Kind::Act, text)).unwrap();
        }
        let places = line.places();
        let left = places.iter().position(|place| place.person == "b").unwrap();
        for other in (0..3).filter(|&n| n != left) {
            assert_eq!(places[left].against(&places[other]), Outcomes::LOSS);
        }
    }

    #[test]
    fn a_rating_is_shown_with_what_changed() {
        let mut rating = Rating::of("baju-duel", rated(1523.4, 119.6));
        assert_eq!(rating.to_string(), "1523 ± 120");
        rating.change = Some(-16.7);
        assert_eq!(rating.to_string(), "1523 ± 120 (−17)");
        rating.change = Some(0.2);
        assert_eq!(rating.to_string(), "1523 ± 120 (+0)");
    }
}
