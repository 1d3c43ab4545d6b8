//! Samples of results, profiles and lists of people.

use super::sample::Sample;
use crate::game;
use crate::people::{BestResult, PeoplePage, ProfilePage, RankedPlayer, RatedGame};
use crate::results::{Finished, ResultsPage};
use crate::settings::{Look, SettingsPage};
use crate::table::Par;
use bagatelle_table::{Rating, SeatResult};

fn day(n: usize) -> String {
    format!("2026-11-{:02}", 1 + n / 2)
}

/// A game of a solitaire; what is over the par of it, and how long it took.
fn solved(n: usize, game: &str, over: i32, seconds: i64) -> Finished {
    let par = 24 + u32::try_from(n % 5).unwrap_or(0);
    Finished {
        table: format!("{n:x<20}"),
        game: game.into(),
        day: day(n),
        seats: 1,
        result: SeatResult::Won,
        moves: par.checked_add_signed(over),
        took: Some(seconds * 1000),
        par: Some(Par { moves: par, at_least: 15 }),
        helped: n % 7 == 3,
        program: None,
        opening: None,
    }
}

/// A game against a program.
fn duel(n: usize, result: SeatResult) -> Finished {
    let programs: Vec<_> = game::opponents(game::find("baju-duel").expect("a game")).collect();
    let openings = ["a1 c3", "b2 c3", "a1 d4"];
    Finished {
        seats: 2,
        result,
        par: None,
        moves: None,
        program: Some(programs[n % 2].0.into()),
        opening: Some(openings[n % 3].into()),
        ..solved(n, "baju-duel", 0, 300)
    }
}

fn finished() -> Vec<Finished> {
    use SeatResult::{Drawn, Lost, Won};
    let over = [14, 9, 11, 5, 7, 2, 8, 3, 0, 4, -1, 1, 2, 0, -2, 1];
    let mut all: Vec<Finished> =
        over.iter().enumerate().map(|(n, over)| solved(n, "burbuja", *over, 900 - 31 * n as i64)).collect();
    all[4].result = Lost;
    let results = [Lost, Lost, Won, Lost, Drawn, Won, Won, Lost, Won, Won];
    all.extend(results.into_iter().enumerate().map(|(n, result)| duel(n, result)));
    all.push(solved(20, "baju-puzzle", 0, 61));
    all.reverse();
    all
}

pub(super) fn samples() -> Vec<Sample> {
    let finished = finished();
    let rating = |rating, games| Rating { rating, deviation: 92.0, games, ..Rating::initial("baju-duel") };
    let history = [1500.0, 1530.0, 1511.0, 1570.0, 1612.0, 1598.0, 1623.0];
    let rated: Vec<RatedGame> = history
        .iter()
        .enumerate()
        .map(|(n, rating)| RatedGame { game: "baju-duel".into(), day: day(2 * n), rating: *rating })
        .collect();
    let profile = ProfilePage {
        name: "Ann",
        since: "2026-10-03",
        ratings: &[rating(1623.0, 7)],
        rated: &rated,
        finished: &finished,
    };
    let best = |name: &str, moves, took| BestResult {
        game: "burbuja".into(),
        name: name.into(),
        moves,
        par: 24,
        took: Some(took),
        day: day(7),
    };
    let records = [best("Ann", 22, 435_000), best("Bob & me", 23, 61_000), best("Cleo", 23, 3_900_000)];
    let ratings = [("Ann", 1623.0), ("Cleo", 1588.0)]
        .map(|(name, value)| RankedPlayer { name: name.into(), rating: rating(value, 7) });
    let names = ["Ann", "Bob & me", "Cleo"].map(String::from);
    let people = PeoplePage { names: &names, records: &records, ratings: &ratings };
    vec![
        Sample::new("results", ResultsPage { finished: &finished }.page()),
        Sample::new("results-empty", ResultsPage { finished: &[] }.page()),
        Sample::new("profile", profile.page()),
        Sample::new("profile-new", ProfilePage { ratings: &[], rated: &[], finished: &[], ..profile }.page()),
        Sample::new("people", people.page()),
        Sample::new("settings", SettingsPage { look: Look::default(), done: false, account: false }.page()),
        Sample::new(
            "settings-kept",
            SettingsPage { look: Look::of("dark", "less"), done: true, account: true }.page(),
        ),
        Sample::new("people-none", PeoplePage { names: &[], records: &[], ratings: &[] }.page()),
    ]
}
