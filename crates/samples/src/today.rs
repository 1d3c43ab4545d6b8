//! Samples of the deals of the day: the first page, the page of a day, the page of a deal.

use super::sample::Sample;
use super::story::BASE;
use bagatelle_core::{CommittedSeed, Randomness};
use bagatelle_pages::fairness::DaySeeds;
use bagatelle_pages::home::HomePage;
use bagatelle_pages::table::Par;
use bagatelle_pages::today::{Best, DailyPage, DayTable, Entry, Listing, Offer, Played, TodayPage, has_deal};
use bagatelle_pages::{Markup, TableItem};
use bagatelle_table::WorldDate;

/// The world date of the samples.
const TODAY: WorldDate = WorldDate::new(2026, 11, 21);
/// The seed of the day.
const DAY_SEED: CommittedSeed =
    CommittedSeed { seed: Randomness::from_bytes([0x5a; 32]), nonce: Randomness::from_bytes([0xc3; 32]) };
/// The pars of the deals, in the order of the games.
const PARS: [Par; 3] =
    [Par { moves: 24, at_least: 15 }, Par { moves: 6, at_least: 6 }, Par { moves: 96, at_least: 84 }];

fn games() -> Vec<&'static str> {
    bagatelle_catalog::games().iter().filter(|game| has_deal(**game)).map(|game| game.id()).collect()
}

/// Three weeks of a visitor who has missed a day, took help once and came late once.
fn three_weeks() -> Vec<Played<'static>> {
    let games = games();
    let mut all = Vec::new();
    for day in (1..=20).filter(|day| *day != 9) {
        for (n, game) in games.iter().enumerate().take(1 + day as usize % games.len()) {
            let par = PARS[n % PARS.len()];
            all.push(Played {
                game,
                date: WorldDate::new(2026, 11, day),
                table: Some(game),
                on_time: day != 13 || n > 0,
                ended: day != 16 || n == 0,
                solved: day != 16 || n == 0,
                moves: par.moves + (day as u32 * 7 + n as u32) % 11,
                took: Some(300_000),
                helped: day == 12 && n == 0,
                par: Some(par),
            });
        }
    }
    all
}

/// The first deal of today is solved, the second one is begun.
fn today() -> Vec<Played<'static>> {
    let games = games();
    let solved = Played {
        game: games[0],
        date: TODAY,
        table: Some(games[0]),
        on_time: true,
        ended: true,
        solved: true,
        moves: 23,
        took: Some(372_000),
        helped: false,
        par: Some(PARS[0]),
    };
    let open = Played {
        game: games[1],
        table: Some(games[1]),
        ended: false,
        solved: false,
        moves: 6,
        took: None,
        par: Some(PARS[1]),
        ..solved
    };
    vec![solved, open]
}

fn offers<'a>(date: WorldDate, played: &[Played<'a>]) -> Vec<Offer<'a>> {
    let games = bagatelle_catalog::games().iter().filter(|game| has_deal(**game));
    let own = |game: &str| played.iter().copied().find(|own| own.date == date && own.game == game);
    let offer = |(game, par): (&&'static dyn bagatelle_catalog::AnyGame, Par)| Offer {
        game: *game,
        date,
        position: false,
        level: Some("Medium"),
        par: Some(par),
        played: own(game.id()),
    };
    games.zip(PARS).map(offer).collect()
}

/// The first page, with the tables of a visitor.
pub(crate) fn home(person: &str, tables: &[TableItem<'_>]) -> Markup {
    let played = match person {
        "" => Vec::new(),
        _ => [three_weeks(), today()].concat(),
    };
    let offers = offers(TODAY, &played);
    HomePage { person, tables, today: TODAY, offers: &offers, played: &played, base: BASE, has_demo: true }
        .page()
}

fn day(shown: WorldDate, played: &[Played<'_>], listing: Listing<'_>, refused: Option<&str>) -> Markup {
    let entry = |name, own, moves, seconds: i64| Entry { name, own, moves, took: seconds * 1000 };
    let entries = [
        entry(Some("Quiet Heron"), false, 22, 301),
        entry(Some("Ann"), true, 23, 372),
        entry(None, false, 23, 400),
        entry(Some("A player with a long name"), false, 31, 4000),
    ];
    let games = games();
    let tables: Vec<DayTable<'_>> = games
        .iter()
        .zip([&entries[..], &[], &entries[2..3]])
        .map(|(game, entries)| DayTable { game, entries })
        .collect();
    let none: Vec<DayTable<'_>> = games.iter().map(|game| DayTable { game, entries: &[] }).collect();
    let best = [
        Best { game: games[0], table: "best", name: Some("Quiet Heron"), moves: 24 },
        Best { game: games[1], table: "better", name: None, moves: 6 },
    ];
    let known = !played.is_empty();
    let next = "7d".repeat(32);
    TodayPage {
        date: shown,
        today: TODAY,
        month: shown,
        offers: &offers(shown, played),
        played,
        tables: if known { &tables } else { &none },
        best: if known { &best } else { &[] },
        listing,
        seeds: DaySeeds { own: known.then_some(DAY_SEED), next: Some(&next) },
        refused,
        base: BASE,
    }
    .page()
}

pub(crate) fn samples() -> Vec<Sample> {
    let known = [three_weeks(), today()].concat();
    let offers = offers(TODAY, &[]);
    let entries = [Entry { name: Some("Quiet Heron"), own: false, moves: 22, took: 301_000 }];
    let daily = |entries| DailyPage {
        offer: offers[0],
        today: TODAY,
        table: DayTable { game: offers[0].game.id(), entries },
        base: BASE,
        lays: true,
    };
    let late = DailyPage { today: WorldDate::new(2026, 11, 24), ..daily(&entries[..]) };
    let solved = today()[0];
    let full = games().into_iter().zip(PARS).map(|(game, par)| Played { game, par: Some(par), ..solved });
    let full: Vec<Played<'_>> = full.collect();
    let taken = "Another player has an account with this name: choose a different one.";
    vec![
        Sample::new("home", home("", &[])),
        Sample::new("today-new-visitor", day(TODAY, &[], Listing::Nothing, None)),
        Sample::new("today", day(TODAY, &known, Listing::Listed("Ann"), None)),
        Sample::new("today-full", day(TODAY, &full, Listing::Listed("Ann"), None)),
        Sample::new("today-name-refused", day(TODAY, &known, Listing::Unlisted("Ann"), Some(taken))),
        Sample::new(
            "today-past",
            day(WorldDate::new(2026, 11, 12), &known, Listing::Unlisted("Quiet Heron"), None),
        ),
        Sample::new("daily", daily(&[]).page()),
        Sample::new("daily-late", late.page()),
    ]
}
