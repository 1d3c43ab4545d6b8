//! Two programs over many games, seats taken in turn: wins of each from each side, with the interval.
//!
//! `cargo run --release -p bagatelle-bambam-booboo --example duel -- 6 tactic GAMES MILLISECONDS [TILES]`

use bagatelle_bambam_booboo::{BambamBooboo, Options, Setup};
use bagatelle_core::playable::Playable;
use bagatelle_core::program::Budget;
use bagatelle_core::{Game, Seat, Seed};
use bagatelle_search::arena::{Tally, play, seating};
use std::time::{Duration, Instant};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [a, b, games, ms, rest @ ..] = args.as_slice() else {
        return eprintln!("two programs, games, milliseconds a move");
    };
    let number = |text: &String| text.parse::<u64>().unwrap_or(20);
    let tiles = rest.first().map_or(20, |t| number(t) as u8);
    let game = BambamBooboo::new(&Options { tiles, ..Options::default() }).expect("a number of tiles");
    let names = [a, b];
    let mut sides = [Tally::default(); 2];
    let (mut plies, mut most) = (0, Duration::ZERO);
    for n in 0..number(games) {
        let players = seating(2, 2, n);
        let mut programs: Vec<_> =
            players.iter().map(|&p| BambamBooboo::program(names[p]).expect("a program")).collect();
        let start = game.start(&Setup::default()).expect("a start");
        let seed = Seed::from_text("duel").nth(n);
        let played = play(&game, start, &mut programs, &players, &seed, 300, &mut |_, work| {
            let begun = Instant::now();
            let limit = Duration::from_millis(number(ms));
            work(&Budget { stop: &|| begun.elapsed() >= limit, nodes: None, workers: 1 });
            most = most.max(begun.elapsed());
        });
        let seat = players.iter().position(|&p| p == 0).expect("both play");
        sides[seat].add(played.outcome.as_ref(), Seat(seat as u8), 2);
        plies += played.actions.len();
    }
    for (seat, tally) in sides.iter().enumerate() {
        let (low, high) = tally.interval();
        println!(
            "{a} against {b} on seat {seat}: {} games, {} wins, {} draws, {:.1} % ({:.1} to {:.1})",
            tally.games,
            tally.wins,
            tally.draws,
            100.0 * tally.rate(),
            100.0 * low,
            100.0 * high
        );
    }
    println!("{:.1} plies a game, longest thought {most:?}", plies as f64 / number(games) as f64);
}
