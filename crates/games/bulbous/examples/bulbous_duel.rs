//! Pits one program against others, seats rotated: the figures of the levels and the tuning of the guide.
//!
//! `cargo run --release -p bagatelle-bulbous --example bulbous_duel --
//! SEATS GAMES CHALLENGER OPPONENT [rounds=2 margin=5 ...]`
//!
//! A player is a name (`simple`, `3`), or `s` and a number of simulations of the search that plays games to
//! the end (`s2000`), which `rounds`, `margin`, `card` and `exploration` tune, or `n` and a number of
//! simulations of the search that asks the network, which `contests`, `explore`, `knows` and `net` (a file of
//! `bulbous_train`) tune; `d` is the same without tuning. The challenger is told what its opponents are
//! called; with `known=4` it takes them for level 4, and with `known=` it knows none of them. With `from=N`
//! the games before the Nth are left out, so that a long run can be shared among processors; `seed=TEXT`
//! gives other deals, for tuning. Times are printed for both, and either side may be limited by `ms`.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "an example measures, prints and writes files"
)]

use bagatelle_bulbous::guide::SearchGuide;
use bagatelle_bulbous::learned::{Ahead, learned};
use bagatelle_bulbous::programs::searcher;
use bagatelle_bulbous::value::Net;
use bagatelle_bulbous::{Bulbous, DealOptions, Options, Preset};
use bagatelle_core::program::{Budget, Program};
use bagatelle_core::{Game, Playable, Rng, Seat, Seed, Stream};
use bagatelle_search::arena::{Tally, seating};
use bagatelle_testkit::contest::play;
use std::time::Instant;

fn player(name: &str, guide: SearchGuide, ahead: Ahead, net: &Net) -> Option<Box<dyn Program<Bulbous>>> {
    if let Some(simulations) = name.strip_prefix('d').and_then(|n| n.parse().ok()) {
        return Some(learned(Ahead::default(), Some(net.clone()), simulations));
    }
    if let Some(simulations) = name.strip_prefix('n').and_then(|n| n.parse().ok()) {
        return Some(learned(ahead, Some(net.clone()), simulations));
    }
    match name.strip_prefix('s').and_then(|n| n.parse().ok()) {
        Some(simulations) => Some(searcher(guide, simulations)),
        None => Bulbous::program(name),
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [seats, games, challenger, opponent, tuning @ ..] = words.as_slice() else {
        return Err(
            "SEATS GAMES CHALLENGER OPPONENT [rounds=2 margin=5 card=0.15 exploration=0.5 contests=1 \
             explore=0.2 knows=true net=FILE ms=1000 from=0 seed=duel preset=2026 teams=true known=4]"
                .into(),
        );
    };
    let (seats, games): (u8, u64) = (seats.parse()?, games.parse()?);
    let mut guide = SearchGuide::default();
    let (mut ms, mut from) = (None, 0);
    let mut known = opponent.clone();
    let mut options = Options::default();
    let (mut ahead, mut net, mut text) = (Ahead::default(), Net::embedded(seats), String::from("duel"));
    for word in tuning {
        match word.split_once('=') {
            Some(("rounds", n)) => guide.rounds = n.parse()?,
            Some(("card", x)) => guide.card = x.parse()?,
            Some(("margin", x)) => guide.margin = x.parse()?,
            Some(("exploration", x)) => guide.exploration = x.parse()?,
            Some(("contests", x)) => ahead.contests = x.parse()?,
            Some(("explore", x)) => ahead.exploration = x.parse()?,
            Some(("knows", x)) => ahead.knows = x.parse()?,
            Some(("known", name)) => known = name.to_string(),
            Some(("preset", "2026")) => options.preset = Preset::Rules2026,
            Some(("teams", x)) => options.teams = x.parse()?,
            Some(("seed", x)) => text = x.to_string(),
            Some(("net", file)) => {
                let all = std::fs::read(file)?;
                let each = all.len() / 3;
                net = Net::from_bytes(&all[usize::from(seats - 2) * each..][..each]);
            }
            Some(("ms", n)) => ms = Some(n.parse::<u128>()?),
            Some(("from", n)) => from = n.parse()?,
            _ => return Err(format!("unknown: {word}").into()),
        }
    }
    let game = Bulbous::new(&options)?;
    let mut tally = Tally::default();
    let (mut moves, mut thought) = ([0u64; 2], [0.0; 2]);
    for n in from..games {
        let seed = Seed::from_text(&text).nth(n);
        let start = game.start(&game.deal(&DealOptions::of(seats), &mut Rng::new(&seed, Stream::Deal))?)?;
        let players = seating(2, seats, n);
        let mut programs = Vec::new();
        for &p in &players {
            programs.push(player([challenger, opponent][p], guide, ahead, &net).ok_or("no such player")?);
        }
        let names: Vec<Option<String>> = players.iter().map(|p| (*p == 1).then(|| known.clone())).collect();
        for (program, p) in programs.iter_mut().zip(&players) {
            program.meet(if *p == 0 { &names } else { &[] });
        }
        let played = play(&game, start, &mut programs, &players, &seed, 5000, &mut |player, work| {
            let clock = Instant::now();
            match ms {
                Some(ms) => work(&Budget::until(&|| clock.elapsed().as_millis() >= ms)),
                None => work(&Budget::until(&|| false)),
            }
            moves[player] += 1;
            thought[player] += clock.elapsed().as_secs_f64();
        });
        let seat = players.iter().position(|p| *p == 0).unwrap_or(0);
        tally.add(played.outcome.as_ref(), Seat(seat as u8), seats);
        // What a long run has so far is worth something if it has to be cut short.
        if tally.games.is_power_of_two() || tally.games.is_multiple_of(50) || n + 1 == games {
            let (low, high) = tally.interval();
            let mean = |player: usize| thought[player] / moves[player].max(1) as f64 * 1000.0;
            println!(
                "{seats} seats, {challenger} against {opponent} {tuning:?}: {:.1} % ({:.1} to {:.1}) of {} \
                 games; {:.2} and {:.2} ms a move",
                tally.rate() * 100.0,
                low * 100.0,
                high * 100.0,
                tally.games,
                mean(0),
                mean(1)
            );
        }
    }
    Ok(())
}
