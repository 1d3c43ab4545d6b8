//! Plays two programs against each other, seats taken in turn, and counts the wins from each side, with an
//! interval.
//!
//! `cargo run --release -p bagatelle-bambam-booboo --example bambam_duel --
//! 6 tactic GAMES LIMIT [TILES] [SEED]`,
//! where LIMIT is milliseconds a move (`300`), the same in processor time, which a busy machine does not cut
//! short (`c300`, Linux), or, to repeat exactly, positions looked at (`n20000`). `own` and `cown` are each
//! program's own time.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "an example measures, prints and writes files"
)]

use bagatelle_bambam_booboo::{BambamBooboo, Options, Setup};
use bagatelle_core::present::Playable;
use bagatelle_core::program::Budget;
use bagatelle_core::{Game, Seat, Seed};
use bagatelle_search::arena::{Tally, seating};
use bagatelle_testkit::contest::play;
use std::str::FromStr;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Time used so far.
type Clock = fn() -> Duration;

/// Time by the clock.
fn wall() -> Duration {
    static BEGUN: OnceLock<Instant> = OnceLock::new();
    BEGUN.get_or_init(Instant::now).elapsed()
}

/// Processor time (Linux).
fn processor() -> Duration {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(stat.split(' ').next().and_then(|ns| ns.parse().ok()).unwrap_or(0))
}

/// What one move may cost.
struct Limit {
    clock: Clock,
    /// Milliseconds; without, each program's own.
    ms: Option<u64>,
    nodes: Option<u64>,
}

impl FromStr for Limit {
    type Err = std::num::ParseIntError;
    fn from_str(text: &str) -> Result<Limit, Self::Err> {
        if let Some(nodes) = text.strip_prefix('n') {
            return Ok(Limit { clock: wall, ms: Some(u64::MAX), nodes: Some(nodes.parse()?) });
        }
        let (clock, ms): (Clock, &str) = text.strip_prefix('c').map_or((wall, text), |ms| (processor, ms));
        Ok(Limit { clock, ms: (ms != "own").then(|| ms.parse()).transpose()?, nodes: None })
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [a, b, games, limit, rest @ ..] = args.as_slice() else {
        return eprintln!("two programs, games, and what a move may cost");
    };
    let limit: Limit = limit.parse().expect("a limit");
    let games: u64 = games.parse().expect("a number of games");
    let tiles = rest.first().map_or(20, |tiles| tiles.parse().expect("a number of tiles"));
    let seed = Seed::from_text(rest.get(1).map_or("duel", String::as_str));
    let game = BambamBooboo::new(&Options { tiles, ..Options::default() }).expect("a number of tiles");
    let names = [a, b];
    let own = names.map(|name| {
        let info = BambamBooboo::programs().iter().find(|info| info.name == name);
        info.map_or(1000, |info| u64::from(info.think_ms))
    });
    let mut sides = [Tally::default(); 2];
    let (mut plies, mut most) = (0, [Duration::ZERO; 2]);
    for n in 0..games {
        let players = seating(2, 2, n);
        let mut programs: Vec<_> =
            players.iter().map(|&p| BambamBooboo::program(names[p]).expect("a program")).collect();
        let start = game.start(&Setup::default()).expect("a start");
        let played = play(&game, start, &mut programs, &players, &seed.nth(n), 300, &mut |player, work| {
            let begun = (limit.clock)();
            let end = begun + Duration::from_millis(limit.ms.unwrap_or(own[player]).min(1 << 40));
            let stop = || (limit.clock)() >= end;
            work(&Budget { nodes: limit.nodes, ..Budget::until(&stop) });
            most[player] = most[player].max((limit.clock)() - begun);
        });
        let seat = players.iter().position(|&p| p == 0).expect("both play");
        sides[seat].add(played.outcome.as_ref(), Seat(seat as u8), 2);
        plies += played.actions.len();
        eprint!("\r{} of {games} games, {} won", n + 1, sides[0].wins + sides[1].wins);
    }
    eprintln!();
    let mut both = Tally::default();
    for (seat, tally) in sides.iter().enumerate() {
        tell(&format!("{a} against {b} on seat {seat}"), tally);
        both.games += tally.games;
        both.wins += tally.wins;
        both.draws += tally.draws;
        both.points += tally.points;
    }
    tell(&format!("{a} against {b}"), &both);
    println!(
        "{:.1} plies a game, longest thoughts {:?} and {:?}",
        plies as f64 / games as f64,
        most[0],
        most[1]
    );
}

fn tell(what: &str, tally: &Tally) {
    let (low, high) = tally.interval();
    println!(
        "{what}: {} games, {} wins, {} draws, {:.1} % ({:.1} to {:.1})",
        tally.games,
        tally.wins,
        tally.draws,
        100.0 * tally.rate(),
        100.0 * low,
        100.0 * high
    );
}
