//! How fast the rules are: random actions a second through the trait, on one core, for placing and for
//! sliding; drawn by `Game::random_legal`, and chosen from the list of `Game::legal`.
//!
//! `cargo run --release -p bagatelle-bambam-booboo --example bambam_bench`, with `draw` or `list` and a
//! number after `--` for one of the two ways only, in this many times fifty games, which callgrind can count.
//!
//! A position has some 1,240 slides. To list them, the straight ways of both orientations are smeared over
//! the board's bit sets for each of up to twenty tiles that is lifted, a row of the board at a time. To draw
//! one, a tile and a place are drawn until one can be slid to the other.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "an example measures, prints and writes files"
)]

use bagatelle_bambam_booboo::{Action, BambamBooboo, State};
use bagatelle_core::{Game, Rng, Seed, Stream};
use std::time::Instant;

/// Seconds of processor time used so far (Linux), so that a busy machine does not spoil the figures; else of
/// the clock.
fn seconds(begun: &Instant) -> f64 {
    let stat = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let used = stat.split(' ').next().and_then(|ns| ns.parse::<f64>().ok());
    used.map_or_else(|| begun.elapsed().as_secs_f64(), |ns| ns * 1e-9)
}

/// Returns an action, and how many were listed.
type Choose = fn(&BambamBooboo, &State, &mut Rng, &mut Vec<Action>) -> (Option<Action>, usize);

const WAYS: [(&str, Choose); 2] = [
    ("draw", |game, state, rng, buffer| (game.random_legal(state, rng, buffer), 0)),
    ("list", |game, state, rng, buffer| {
        game.legal(state, buffer);
        (rng.choose(buffer).copied(), buffer.len())
    }),
];

/// Actions taken, actions listed, seconds.
type Figures = (u64, usize, f64);

/// Games that are played side by side, so that the clock is read seldom.
const GAMES: usize = 50;

/// Plays random games for a while; adds to the figures of placing and of sliding.
fn play(game: &BambamBooboo, rng: &mut Rng, choose: Choose, begun: &Instant, figures: &mut [Figures; 2]) {
    let start = game.start(&Default::default()).expect("the empty table is a start");
    let mut states = vec![start; GAMES];
    let mut buffer = Vec::new();
    for kind in [0, 1].repeat(20) {
        let (mut taken, mut listed) = (0, 0);
        let clock = seconds(begun);
        for state in &mut states {
            for _ in 0..40 {
                if kind != usize::from(state.hands()[state.to_act().index()] == 0) {
                    break;
                }
                let (action, of) = choose(game, state, rng, &mut buffer);
                let Some(action) = action else { break };
                game.apply(state, action);
                taken += 1;
                listed += of;
            }
        }
        let (all, all_listed, time) = &mut figures[kind];
        *all += taken;
        *all_listed += listed;
        *time += seconds(begun) - clock;
    }
}

fn main() {
    let game = BambamBooboo::new(&Default::default()).expect("the default options make a game");
    let mut rng = Rng::new(&Seed::from_text("bench"), Stream::Test);
    let args: Vec<String> = std::env::args().skip(1).collect();
    let wanted = |name: &str| args.first().is_none_or(|wanted| wanted == name);
    let most: u64 = args.get(1).map_or(u64::MAX, |games| games.parse().expect("a number of games"));
    let mut figures = [[Figures::default(); 2]; 2];
    let begun = Instant::now();
    let mut games = 0;
    // In turn, so that both meet the same machine.
    while games < most && (most < u64::MAX || begun.elapsed().as_secs_f64() < 8.0) {
        for ((_, choose), figures) in WAYS.into_iter().zip(&mut figures).filter(|((name, _), _)| wanted(name))
        {
            play(&game, &mut rng, choose, &begun, figures);
        }
        games += 1;
    }
    for ((name, _), figures) in WAYS.iter().zip(&figures).filter(|((name, _), _)| wanted(name)) {
        for (kind, (taken, listed, seconds)) in ["placing", "sliding"].iter().zip(figures) {
            println!(
                "{name}, {kind}: {:.0} actions/s, {:.1} listed on average, {taken} taken",
                *taken as f64 / seconds,
                *listed as f64 / *taken as f64
            );
        }
    }
}
