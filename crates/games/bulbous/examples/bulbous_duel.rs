//! Pits one program against others, seats rotated: the figures of the levels and the tuning of the guide.
//!
//! `cargo run --release -p bagatelle-bulbous --example bulbous_duel -- SEATS GAMES CHALLENGER OPPONENT [rounds=2 margin=5 ...]`
//! A player is a name (`simple`, `3`) or `s` and a number of simulations (`s2000`), which the further words tune. With `from=N` the
//! games before the Nth are left out, so that a long run can be shared among processors.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "an example measures, prints and writes files"
)]

use bagatelle_bulbous::guide::SearchGuide;
use bagatelle_bulbous::programs::searcher;
use bagatelle_bulbous::{Bulbous, DealOptions, Options};
use bagatelle_core::program::{Budget, Program};
use bagatelle_core::{Game, Playable, Rng, Seat, Seed, Stream};
use bagatelle_search::arena::{Tally, seating};
use bagatelle_testkit::contest::play;
use std::time::Instant;

fn player(name: &str, guide: SearchGuide) -> Option<Box<dyn Program<Bulbous>>> {
    match name.strip_prefix('s').and_then(|n| n.parse().ok()) {
        Some(simulations) => Some(searcher(guide, simulations)),
        None => Bulbous::program(name),
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [seats, games, challenger, opponent, tuning @ ..] = words.as_slice() else {
        return Err(
            "SEATS GAMES CHALLENGER OPPONENT [rounds=2 margin=5 card=0.15 exploration=0.5 ms=1000]".into()
        );
    };
    let (seats, games): (u8, u64) = (seats.parse()?, games.parse()?);
    let mut guide = SearchGuide::default();
    let (mut ms, mut from) = (None, 0);
    for word in tuning {
        match word.split_once('=') {
            Some(("rounds", n)) => guide.rounds = n.parse()?,
            Some(("card", x)) => guide.card = x.parse()?,
            Some(("margin", x)) => guide.margin = x.parse()?,
            Some(("exploration", x)) => guide.exploration = x.parse()?,
            Some(("ms", n)) => ms = Some(n.parse::<u128>()?),
            Some(("from", n)) => from = n.parse()?,
            _ => return Err(format!("unknown: {word}").into()),
        }
    }
    let game = Bulbous::new(&Options::default())?;
    let mut tally = Tally::default();
    let (mut moves, mut thought) = (0u64, 0.0);
    for n in from..games {
        let seed = Seed::from_text("duel").nth(n);
        let start = game.start(&game.deal(&DealOptions { seats }, &mut Rng::new(&seed, Stream::Deal))?)?;
        let players = seating(2, seats, n);
        let mut programs = Vec::new();
        for &p in &players {
            programs.push(player([challenger, opponent][p], guide).ok_or("no such player")?);
        }
        let played = play(&game, start, &mut programs, &players, &seed, 5000, &mut |player, work| {
            let clock = Instant::now();
            match ms {
                Some(ms) => work(&Budget::until(&|| clock.elapsed().as_millis() >= ms)),
                None => work(&Budget::until(&|| false)),
            }
            if player == 0 {
                moves += 1;
                thought += clock.elapsed().as_secs_f64();
            }
        });
        let seat = players.iter().position(|p| *p == 0).unwrap_or(0);
        tally.add(played.outcome.as_ref(), Seat(seat as u8), seats);
        // What a long run has so far is worth something if it has to be cut short.
        if tally.games.is_power_of_two() || tally.games.is_multiple_of(50) || n + 1 == games {
            let (low, high) = tally.interval();
            println!(
                "{seats} seats, {challenger} against {opponent} {tuning:?}: {:.1} % ({:.1} to {:.1}) of {} games; {:.2} ms a move",
                tally.rate() * 100.0,
                low * 100.0,
                high * 100.0,
                tally.games,
                thought / moves.max(1) as f64 * 1000.0
            );
        }
    }
    Ok(())
}
