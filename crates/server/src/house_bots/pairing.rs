//! Which house bots play next: the two whose game tells the most for the time that it takes. A pure function
//! of their ratings.

use crate::limits::{HOUSE_GAMES, HOUSE_SURE};
use bagatelle_table::Rating;
use std::time::Duration;

/// A house bot that can be paired.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The account.
    pub id: String,
    /// Its rating on the ladder; it tells the game, too.
    pub rating: Rating,
    /// The longest it thinks about a move.
    pub thinks: Duration,
}

impl Candidate {
    /// How much a game of these two tells for each second of thinking. It tells most where neither rating is
    /// sure and the result is open.
    fn worth(&self, other: &Candidate) -> f64 {
        let expected = 1.0 / (1.0 + 10f64.powf((other.rating.rating - self.rating.rating) / 400.0));
        let unsure = self.rating.deviation.powi(2) + other.rating.deviation.powi(2);
        unsure * expected * (1.0 - expected) / (self.thinks + other.thinks).as_secs_f64().max(0.001)
    }

    /// Whether it needs no more games: its rating is sure, or it is so far from all others that more games
    /// would hardly make it surer.
    fn is_known(&self) -> bool {
        self.rating.deviation <= HOUSE_SURE || self.rating.games >= HOUSE_GAMES
    }

    fn plays(&self, other: &Candidate) -> bool {
        self.rating.game == other.rating.game && self.id != other.id
    }
}

/// The two that play next; `None` once all are known well enough, or have no opponent.
#[must_use]
pub fn next_pair(candidates: &[Candidate]) -> Option<(&Candidate, &Candidate)> {
    let unsure = candidates.iter().filter(|one| !one.is_known());
    let pairs = unsure.filter_map(|one| Some((one, opponent(one, candidates)?)));
    pairs.max_by(|(a, b), (c, d)| a.worth(b).total_cmp(&c.worth(d)))
}

/// The best opponent for a house bot.
#[must_use]
pub fn opponent<'a>(one: &Candidate, candidates: &'a [Candidate]) -> Option<&'a Candidate> {
    let others = candidates.iter().filter(|other| one.plays(other));
    others.max_by(|a, b| one.worth(a).total_cmp(&one.worth(b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bagatelle_table::RatingPool;

    fn candidate(id: &str, game: &str, rating: f64, deviation: f64, ms: u64) -> Candidate {
        let rating = Rating { rating, deviation, ..Rating::initial(game).within(RatingPool::Ladder) };
        Candidate { id: id.into(), rating, thinks: Duration::from_millis(ms) }
    }

    fn next(candidates: &[Candidate]) -> Option<(&str, &str)> {
        next_pair(candidates).map(|(one, other)| (one.id.as_str(), other.id.as_str()))
    }

    #[test]
    fn those_play_who_are_unsure_alike_and_quick() {
        let quick = candidate("quick", "g", 1500.0, 350.0, 100);
        let slow = candidate("slow", "g", 1500.0, 350.0, 1000);
        let known = candidate("known", "g", 1500.0, 40.0, 100);
        let weak = candidate("weak", "g", 500.0, 350.0, 100);
        let elsewhere = candidate("elsewhere", "h", 1500.0, 350.0, 1);
        let all = [slow, quick.clone(), weak, known.clone(), elsewhere.clone()];
        assert_eq!(next(&all), Some(("quick", "known")), "one that is known is a good measure");
        assert_eq!(next(&[known, elsewhere.clone()]), None, "all that can play are sure");
        assert_eq!(next(&[quick, elsewhere]), None, "there is no opponent");
        assert_eq!(next(&[]), None);
    }

    #[test]
    fn all_become_known_and_then_the_games_end() {
        // Six levels 150 points apart, and one that is out of reach of all.
        let level = |n: u16| candidate(&n.to_string(), "g", 1000.0 + 150.0 * f64::from(n), 350.0, 100);
        let mut all: Vec<Candidate> = (0..6).map(level).collect();
        all.push(candidate("master", "g", 4000.0, 350.0, 1000));
        let mut games = 0;
        while let Some((one, other)) = next_pair(&all) {
            let (one, other) = (one.id.clone(), other.id.clone());
            let find = |id: &str| all.iter().position(|candidate| candidate.id == id).unwrap();
            let (a, b) = (find(&one), find(&other));
            let expected = 1.0 / (1.0 + 10f64.powf((all[b].rating.rating - all[a].rating.rating) / 400.0));
            for n in [a, b] {
                // What a game tells, after Glickman.
                let told = expected * (1.0 - expected) / 173.7f64.powi(2);
                let rating = &mut all[n].rating;
                rating.deviation = (rating.deviation.powi(-2) + told).powf(-0.5);
                rating.games += 1;
            }
            games += 1;
            assert!(games < 20_000, "it ends");
        }
        assert!(all.iter().all(|one| one.is_known()));
        // The next best level is the measure for the master.
        let among = &all[..5];
        assert!(among.iter().all(|one| one.rating.deviation <= HOUSE_SURE && one.rating.games < 400));
        assert_eq!(all[6].rating.games, HOUSE_GAMES);
    }
}
