//! Ratings by Glicko-2, from games that count for them.
//!
//! Each game is its own rating period. If more than two play, each player is compared with each of the
//! others. Source: Mark E. Glickman, "Example of the Glicko-2 system", 2013.

use crate::ending::Ending;
use crate::table::Table;
use serde::Serialize;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};
use std::cmp::Ordering;
use std::fmt;
use strum::{Display, EnumString};

/// The rank of a player at the end of a game that counts for the ratings: a higher rank is better, the same
/// is a draw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinalRank {
    /// Whether the player played to the end.
    stayed: bool,
    won: bool,
    /// Points of players who have not won.
    points: i32,
    person: String,
}

impl FinalRank {
    /// The id of the player.
    #[must_use]
    pub fn person(&self) -> &str {
        &self.person
    }

    fn against(&self, other: &FinalRank) -> Outcomes {
        let key = |rank: &FinalRank| (rank.stayed, rank.won, rank.points);
        match key(self).cmp(&key(other)) {
            Ordering::Greater => Outcomes::WIN,
            Ordering::Equal => Outcomes::DRAW,
            Ordering::Less => Outcomes::LOSS,
        }
    }
}

impl Table {
    /// The ranks at the end of a game that counts for the ratings; empty before, for games that were aborted,
    /// and for other games. Players who have left come after those who have stayed, whatever a program on
    /// their seat achieves.
    #[must_use]
    pub fn final_ranks(&self) -> Vec<FinalRank> {
        let counts = self.terms().rated && self.is_over() && self.ending() != Some(Ending::Aborted);
        let Some(outcome) = self.outcome().filter(|_| counts) else {
            return Vec::new();
        };
        let rank = |(occupant, seat): (&crate::seating::Occupant, bagatelle_core::Seat)| {
            let stayed = occupant.person().is_some();
            let person = occupant.person().or(occupant.replaced())?;
            let points = outcome.scores.as_ref().and_then(|s| s.get(seat.index())).copied().unwrap_or(0);
            let won = stayed && outcome.winners.contains(&seat);
            let points = if stayed && !won && !outcome.winners.is_empty() { points } else { 0 };
            Some(FinalRank { stayed, won, points, person: person.id.clone() })
        };
        self.seating().iter().zip(self.seats()).filter_map(rank).collect()
    }
}

/// Which games a rating comes from. A game counts in one pool only, so ratings of different pools never
/// change each other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Display, EnumString, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[strum(serialize_all = "lowercase")]
#[serde(rename_all = "lowercase")]
pub enum RatingPool {
    /// Rated games in which no house bot plays.
    #[default]
    People,
    /// Rated games in which a house bot plays.
    Ladder,
}

impl RatingPool {
    /// Whether this is the pool of people, the default where none is named.
    #[must_use]
    pub fn is_people(&self) -> bool {
        *self == RatingPool::People
    }
}

/// How much the results vary of a player who always plays alike, such as a house bot: hardly at all. With
/// this volatility the deviation keeps shrinking as the number of games grows.
const STEADY: f64 = 0.001;

/// How many deviations there are on each side in an interval that holds the true strength in 95 of 100 cases.
const NINETY_FIVE: f64 = 1.96;

/// A rating as it is shown: `1523 ± 120`, or, after a game, with its change: `1540 ± 110 (+17)`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// The id of the game in the catalog.
    pub game: String,
    /// Which games it comes from.
    #[serde(skip_serializing_if = "RatingPool::is_people")]
    pub pool: RatingPool,
    /// The strength, 1500 at the start.
    pub rating: f64,
    /// How sure that is: the true strength is nearly always within twice the deviation.
    pub deviation: f64,
    /// How much the results vary.
    pub volatility: f64,
    /// How many games were rated.
    pub games: u32,
    /// What the game at hand changed.
    #[serde(skip)]
    pub change: Option<f64>,
}

impl Rating {
    /// The rating of a player who has none yet.
    #[must_use]
    pub fn initial(game: &str) -> Rating {
        let Glicko2Rating { rating, deviation, volatility } = Glicko2Rating::new();
        let pool = RatingPool::People;
        Rating { game: game.to_owned(), pool, rating, deviation, volatility, games: 0, change: None }
    }

    /// The same in another pool.
    #[must_use]
    pub fn within(self, pool: RatingPool) -> Rating {
        Rating { pool, ..self }
    }

    /// The same for a player who always plays alike.
    #[must_use]
    pub fn steady(self) -> Rating {
        Rating { volatility: STEADY, ..self }
    }

    /// The bounds between which the true strength lies in 95 of 100 cases.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        let margin = NINETY_FIVE * self.deviation;
        (self.rating - margin, self.rating + margin)
    }

    fn glicko(&self) -> Glicko2Rating {
        Glicko2Rating { rating: self.rating, deviation: self.deviation, volatility: self.volatility }
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

/// The ratings after a game, from those before it, in the order of `ranks`: each by the results against all
/// others.
#[must_use]
pub fn rate(ranks: &[FinalRank], before: &[Rating]) -> Vec<Rating> {
    let glicko: Vec<Glicko2Rating> = before.iter().map(Rating::glicko).collect();
    let one = |(n, rank): (usize, &FinalRank)| {
        let others = ranks.iter().enumerate().filter(|(m, _)| *m != n);
        let results: Vec<_> = others.map(|(m, other)| (glicko[m], rank.against(other))).collect();
        let new = glicko2_rating_period(&glicko[n], &results, &Glicko2Config::new());
        Rating {
            rating: new.rating,
            deviation: new.deviation,
            volatility: new.volatility,
            games: before[n].games + 1,
            change: Some(new.rating - before[n].rating),
            ..before[n].clone()
        }
    };
    ranks.iter().enumerate().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rank(stayed: bool, won: bool, points: i32) -> FinalRank {
        FinalRank { stayed, won, points, person: String::new() }
    }

    fn rated(rating: f64, deviation: f64) -> Rating {
        Rating { rating, deviation, volatility: 0.06, ..Rating::initial("g") }
    }

    #[test]
    fn the_example_of_glickmans_paper_comes_out() {
        // Glickman, "Example of the Glicko-2 system": 1464.06, 151.52, 0.05999.
        let before = [rated(1500., 200.), rated(1400., 30.), rated(1550., 100.), rated(1700., 300.)];
        let ranks = [rank(true, true, 1), rank(true, true, 0), rank(true, true, 2), rank(true, true, 3)];
        let new = &rate(&ranks, &before)[0];
        assert!((new.rating - 1464.06).abs() < 0.02 && (new.deviation - 151.52).abs() < 0.01, "{new:?}");
        assert!((new.volatility - 0.05999).abs() < 0.00001);
    }

    #[test]
    fn the_better_rank_wins_and_a_player_who_left_loses() {
        let (first, second, left) = (rank(true, true, 9), rank(true, false, 5), rank(false, false, 0));
        assert_eq!(first.against(&second), Outcomes::WIN);
        assert_eq!(second.against(&first), Outcomes::LOSS);
        assert_eq!(second.against(&left), Outcomes::WIN);
        assert_eq!(left.against(&left), Outcomes::DRAW);
        let even = [rated(1500., 350.), rated(1500., 350.)];
        let new = rate(&[first, second], &even);
        assert!(new[0].rating > 1500. && (new[0].rating + new[1].rating - 3000.).abs() < 1e-6);
        assert!(new[0].deviation < 350.);
    }

    #[test]
    fn the_rating_of_a_steady_player_grows_surer_with_every_game() {
        let mut after = [Rating::initial("g").steady(), Rating::initial("g").steady()];
        let (mut wins, mut losses) = (rank(true, true, 0), rank(true, false, 0));
        for games in 1..=200 {
            let [one, two] = rate(&[wins.clone(), losses.clone()], &after).try_into().unwrap();
            assert!(one.deviation < after[0].deviation && two.deviation < after[1].deviation);
            assert_eq!((one.games, one.pool), (games, RatingPool::People));
            after = [one, two];
            std::mem::swap(&mut wins, &mut losses);
        }
        // Equals in two hundred games: about 347 / sqrt(200) each.
        let (low, high) = after[0].interval();
        assert!(after[0].deviation < 40.0 && low < 1500.0 && high > 1500.0, "{after:?}");
        assert!((high - low - 2.0 * 1.96 * after[0].deviation).abs() < 1e-9);
    }

    #[test]
    fn a_pool_is_told_by_its_word() {
        for pool in [RatingPool::People, RatingPool::Ladder] {
            assert_eq!(pool.to_string().parse(), Ok(pool));
        }
        assert!("others".parse::<RatingPool>().is_err());
        let rating = Rating::initial("g").within(RatingPool::Ladder);
        assert_eq!(serde_json::to_value(&rating).unwrap()["pool"], "ladder");
        assert!(serde_json::to_value(Rating::initial("g")).unwrap()["pool"].is_null(), "as it always was");
    }

    #[test]
    fn a_rating_is_shown_with_what_changed() {
        let mut rating = rated(1523.4, 119.6);
        assert_eq!(rating.to_string(), "1523 ± 120");
        rating.change = Some(-16.7);
        assert_eq!(rating.to_string(), "1523 ± 120 (−17)");
        rating.change = Some(0.2);
        assert_eq!(rating.to_string(), "1523 ± 120 (+0)");
    }
}
