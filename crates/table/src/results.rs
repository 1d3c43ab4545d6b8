//! Past games and the strength of players, as stores read them, pages show them and the API returns them.

use crate::clock::Millis;
use crate::rank::Rating;
use crate::summary::SeatResult;
use bagatelle_core::present::Par;
use bagatelle_core::world_date::timestamp;
use serde::{Serialize, Serializer};

/// A finished game as one of its players looks back at it.
#[derive(Clone, PartialEq, Debug)]
pub struct Finished {
    /// The id of the table.
    pub table: String,
    /// The id of the game in the catalog.
    pub game: String,
    /// The date, for a daily deal.
    pub daily: Option<String>,
    /// When it ended.
    pub ended: Millis,
    /// How many seats there were.
    pub seats: u8,
    /// The person's own seat.
    pub seat: u8,
    /// The person's result.
    pub result: SeatResult,
    /// The moves, as par counts them.
    pub moves: Option<u32>,
    /// The milliseconds played.
    pub took: Option<Millis>,
    /// The par of the deal, if it is known.
    pub par: Option<Par>,
    /// Whether the solver has helped.
    pub helped: bool,
    /// The program that had all other seats.
    pub program: Option<String>,
    /// The first actions of the players, against a program.
    pub opening: Option<String>,
}

impl Finished {
    /// How many moves a solution has over par, less than 0 if it has fewer. `None` if the game is not a
    /// solution.
    #[must_use]
    pub fn over_par(&self) -> Option<i64> {
        let solved = self.seats == 1 && self.result == SeatResult::Won;
        Some(i64::from(self.moves?) - i64::from(self.par?.moves)).filter(|_| solved)
    }
}

/// A finished game among those that have the same deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SameDeal {
    /// The id of the table.
    pub table: String,
    /// The id of the player.
    pub person: String,
    /// The player's name; `None` for a guest who has given none.
    pub name: Option<String>,
    /// Whether the deal was solved.
    pub solved: bool,
    /// The moves, as par counts them.
    pub moves: Option<u32>,
    /// The milliseconds played.
    pub took: Option<Millis>,
    /// Whether the solver has helped.
    pub helped: bool,
}

/// A solution of a person who wants to be seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestResult {
    /// The id of the game in the catalog.
    pub game: String,
    /// The name of the person.
    pub name: String,
    /// The moves.
    pub moves: u32,
    /// The par of the deal.
    pub par: u32,
    /// The milliseconds played.
    pub took: Option<Millis>,
    /// When it ended.
    pub ended: Millis,
}

/// The rating of a person who wants to be seen.
#[derive(Clone, PartialEq, Debug)]
pub struct RankedPlayer {
    /// The name.
    pub name: String,
    /// The rating.
    pub rating: Rating,
}

/// A rating after a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RatedGame {
    /// The id of the table.
    #[serde(skip)]
    pub table: String,
    /// The id in the catalog.
    pub game: String,
    /// When the game ended, in UTC.
    #[serde(serialize_with = "as_timestamp")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub ended: Millis,
    /// The rating after it.
    pub rating: f64,
    /// The deviation after it.
    pub deviation: f64,
}

fn as_timestamp<S: Serializer>(at: &Millis, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&timestamp(*at))
}
