//! The running games that anyone may watch, because their terms say so, and which of them come first.

use crate::limits::{LIVE_LISTED, LIVE_OF_A_PERSON};
use bagatelle_store::Listed;
use bagatelle_table::{Millis, Rating};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use tokio::sync::Mutex;

/// Up to how many people who watch make a game more interesting.
const MANY_WATCH: usize = 20;
/// What each of them is worth, in points of a rating.
const WATCHER: f64 = 25.0;
/// What it is worth, in the same points, that a game is well under way.
const UNDER_WAY: f64 = 100.0;
/// After how many moves of each player a game is well under way.
const MOVES_UNDER_WAY: u64 = 3;
/// How long a game without a move is lively, in milliseconds.
const LIVELY_FOR: Millis = 10 * 60 * 1000;

/// The rating of each seat of a table, where the game counts for one and it is known.
pub type Ratings = Vec<Option<f64>>;

/// A public game.
#[derive(Clone, PartialEq, Debug)]
pub struct LiveGame {
    /// The table.
    pub table: Listed,
    /// The ratings of its players.
    pub ratings: Ratings,
    /// How many people watch.
    pub watching: usize,
}

impl LiveGame {
    /// Whether moves follow each other, and what the game is worth to those who watch, in points of a rating:
    /// that of the best player, and more for those who watch already and for a game that is well under way.
    fn interest(&self, now: Millis) -> (bool, f64) {
        let Listed { spec, summary } = &self.table;
        let usual = Rating::initial(&spec.game).rating;
        let best = self.ratings.iter().flatten().copied().reduce(f64::max).unwrap_or(usual);
        let moves = MOVES_UNDER_WAY * summary.seats.len() as u64;
        let stage = if summary.plies >= moves { UNDER_WAY } else { 0.0 };
        let watched = WATCHER * f64::from(u8::try_from(self.watching.min(MANY_WATCH)).unwrap_or_default());
        (now - summary.changed < LIVELY_FOR, best + watched + stage)
    }

    /// Whether a person plays.
    #[must_use]
    pub fn is_played_by(&self, person: &str) -> bool {
        self.people().any(|one| one == person)
    }

    /// The people who play.
    pub fn people(&self) -> impl Iterator<Item = &str> {
        self.table.summary.seats.iter().filter_map(|seat| seat.person.as_deref())
    }
}

/// Sorts games, the most interesting first: those with a recent move, then by what they are worth, then the
/// last move. Each person has a few in the list.
#[must_use]
pub fn most_interesting(mut games: Vec<LiveGame>, now: Millis) -> Vec<LiveGame> {
    games.sort_by(|a, b| {
        let ((a_lively, a_worth), (b_lively, b_worth)) = (a.interest(now), b.interest(now));
        let (a_last, b_last) = (a.table.summary.changed, b.table.summary.changed);
        b_lively
            .cmp(&a_lively)
            .then(b_worth.total_cmp(&a_worth))
            .then(b_last.cmp(&a_last))
            .then_with(|| a.table.spec.id.cmp(&b.table.spec.id))
    });
    let mut of_person: HashMap<String, usize> = HashMap::new();
    games.retain(|game| {
        let has_room =
            game.people().all(|person| of_person.get(person).is_none_or(|n| *n < LIVE_OF_A_PERSON));
        for person in game.people().filter(|_| has_room) {
            *of_person.entry(person.to_owned()).or_default() += 1;
        }
        has_room
    });
    games.truncate(LIVE_LISTED);
    games
}

/// The game that follows another one in a list, which begins again after its end; the first one if the other
/// is not in it.
#[must_use]
pub fn next<'a>(ids: &[&'a str], after: &str) -> Option<&'a str> {
    let place = ids.iter().position(|id| *id == after).map_or(0, |place| place + 1);
    ids.get(place).or(ids.first()).copied()
}

/// A number that is another one when a list has changed.
#[must_use]
pub fn version(games: &[LiveGame]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for game in games {
        (&game.table.spec.id, game.table.summary.events, game.watching).hash(&mut hasher);
    }
    // Scripts know such a number exactly.
    hasher.finish() >> 32
}

/// The list that was made last, with the number of the lobby and the time at which it was made.
pub(crate) type Latest = Mutex<Option<(u64, Millis, Arc<Vec<LiveGame>>)>>;

#[cfg(test)]
mod tests {
    use super::*;
    use bagatelle_core::program::Allowance;
    use bagatelle_table::{DealSource, NewGame, SeatSummary, Summary, Visitor};

    const NOW: Millis = 1_000_000_000;

    /// A game that two people play, with one move of each.
    fn game(id: &str) -> LiveGame {
        let owner = Visitor::anonymous("ann");
        let new = NewGame { sit: Some(0), ..NewGame::new("baju-duel", DealSource::Fresh) };
        let seeds = ["seed".to_owned()];
        let spec = new.plan(&owner, id.to_owned(), &seeds, 0, &Allowance::default()).unwrap();
        let seat = |n| SeatSummary { person: Some(format!("{id} {n}")), ..SeatSummary::default() };
        let summary = Summary { changed: NOW, plies: 2, seats: vec![seat(0), seat(1)], ..Summary::default() };
        LiveGame { table: Listed { spec, summary }, ratings: vec![None, None], watching: 0 }
    }

    fn order(games: Vec<LiveGame>) -> Vec<String> {
        most_interesting(games, NOW).into_iter().map(|game| game.table.spec.id).collect()
    }

    #[test]
    fn ratings_watchers_and_the_stage_make_a_game_interesting() {
        let (plain, mut strong, mut watched, mut late, mut still) =
            (game("plain"), game("strong"), game("watched"), game("late"), game("still"));
        strong.ratings[1] = Some(Rating::initial("baju-duel").rating + 300.0);
        watched.watching = 9;
        late.table.summary.plies = 6;
        still.ratings[0] = Some(2800.0);
        still.table.summary.changed = NOW - LIVELY_FOR;
        let mut newer = game("newer");
        newer.table.summary.changed = NOW + 1;
        let all = vec![still, plain, newer, late, watched, strong];
        assert_eq!(order(all), ["strong", "watched", "late", "newer", "plain", "still"]);
    }

    #[test]
    fn a_person_has_a_few_games_in_the_list() {
        let mut games: Vec<LiveGame> = (0..9).map(|n| game(&n.to_string())).collect();
        for game in &mut games[..7] {
            game.table.summary.seats[0].person = Some("ann".into());
        }
        let listed = order(games);
        assert_eq!(listed.len(), LIVE_OF_A_PERSON + 2, "{listed:?}");
    }

    #[test]
    fn one_game_follows_another() {
        let ids = ["a", "b", "c"];
        let after = |after| next(&ids, after);
        assert_eq!([after("a"), after("b"), after("c")], [Some("b"), Some("c"), Some("a")]);
        assert_eq!((after(""), next(&["a"], "a"), next(&[], "a")), (Some("a"), Some("a"), None));
    }

    #[test]
    fn a_list_has_another_number_when_it_has_changed() {
        let games = [game("a"), game("b")];
        let mut others = games.clone();
        assert_eq!(version(&games), version(&others));
        others[1].watching += 1;
        assert!(version(&games) != version(&others) && version(&games) != version(&games[..1]));
    }
}
