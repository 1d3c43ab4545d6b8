//! How fast the games are, through the same `Game` trait that everything else uses.
//!
//! `cargo xtask bench`, `counts` and `figures` run this program and make tables of what it prints. It does
//! one thing each time:
//!
//! - `list` prints the games, a line each, with tabs between: the name, the kind (`solitaire`, `open`,
//!   `hidden`), and in random games the mean number of legal actions of a turn and the mean number of actions
//!   of a game.
//! - `time play GAME` prints how many random actions are taken in a second, `time perft GAME` how many action
//!   sequences are counted.
//! - `run play GAME ACTIONS` takes this many random actions, `run perft GAME TIMES` counts sequences this
//!   many times; each prints how many there were. That is what valgrind counts the instructions of.
//!
//! The programs in `crates/bench/rivals` and `python/bench/openspiel.py` do the same with games of others.

use bagatelle_core::perft::{perft, playout};
use bagatelle_core::{Game, Rng, Seed, Stream, Turn};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// What is measured of one game.
struct Subject {
    id: &'static str,
    size: fn() -> Size,
    play: fn() -> Work,
    perft: fn(u32) -> Work,
    /// How long the sequences are that are counted.
    depth: u32,
}

/// Does something a number of times, and returns how many actions or action sequences that was.
type Work = Box<dyn Fn(u64) -> u64>;

/// How large a game is.
struct Size {
    kind: &'static str,
    width: f64,
    length: f64,
}

const fn subject<G: Game>(depth: u32) -> Subject {
    Subject { id: G::ID, size: size::<G>, play: play::<G>, perft: count::<G>, depth }
}

const SUBJECTS: &[Subject] = &[
    subject::<bagatelle_toys::connect_four::ConnectFour>(7),
    subject::<bagatelle_brain_burn::BrainBurn>(5),
    subject::<bagatelle_burbuja::Burbuja>(4),
    subject::<bagatelle_bambam_booboo::BambamBooboo>(4),
    subject::<bagatelle_baju::Duel>(4),
    subject::<bagatelle_baju::Puzzle>(4),
    subject::<bagatelle_bulbous::Bulbous>(4),
];

/// A game is left after this many actions: at random, some solitaires are never won.
const LIMIT: u64 = 1_000;

/// The rules under the usual options, and a first position.
fn first<G: Game>() -> (G, G::State) {
    let (options, deal_options) = G::variants().swap_remove(0);
    let made = G::new(&options).and_then(|game| {
        let setup = game.deal(&deal_options, &mut Rng::new(&Seed::from_text("bench"), Stream::Deal))?;
        let state = game.start(&setup)?;
        Ok((game, state))
    });
    made.unwrap_or_else(|e| panic!("{}: {e}", G::ID))
}

fn rollout() -> Rng {
    Rng::new(&Seed::from_text("bench"), Stream::Rollout)
}

/// Takes this many random actions, in as many games as that takes.
fn play<G: Game>() -> Work {
    let (game, start) = first::<G>();
    Box::new(move |actions| {
        let (mut rng, mut buffer, mut played) = (rollout(), Vec::new(), 0);
        while played < actions {
            let mut state = start.clone();
            played += playout(&game, &mut state, &mut rng, &mut buffer, LIMIT.min(actions - played)).max(1);
            std::hint::black_box(&state);
        }
        played
    })
}

/// Counts the action sequences of a length this many times.
fn count<G: Game>(depth: u32) -> Work {
    let (game, start) = first::<G>();
    Box::new(move |times| (0..times).map(|_| perft(&game, &start, depth)).sum())
}

/// Plays random games and lists what is legal.
fn size<G: Game>() -> Size {
    const GAMES: u32 = 200;
    let (game, start) = first::<G>();
    let (mut rng, mut buffer, mut legal) = (rollout(), Vec::new(), Vec::new());
    let (mut width, mut turns, mut actions) = (0, 0, 0);
    for _ in 0..GAMES {
        let mut state = start.clone();
        for _ in 0..LIMIT {
            if let Turn::Seat(_) = game.turn(&state) {
                game.legal(&state, &mut legal);
                width += legal.len();
                turns += 1;
            }
            let taken = playout(&game, &mut state, &mut rng, &mut buffer, 1);
            actions += taken;
            if taken == 0 {
                break;
            }
        }
    }
    let kind = match (game.seats(&start), G::HIDDEN) {
        (1, _) => "solitaire",
        (_, true) => "hidden",
        (_, false) => "open",
    };
    Size { kind, width: width as f64 / f64::from(turns), length: actions as f64 / f64::from(GAMES) }
}

/// How many actions or sequences of them that work does in a second, where a run does it `times` times: the
/// best of several runs, since noise only slows down.
fn rate(work: &Work, times: u64) -> f64 {
    let mut best: f64 = 0.0;
    let start = Instant::now();
    let mut runs = 0;
    while runs < 5 || start.elapsed() < Duration::from_millis(500) {
        let run = Instant::now();
        let done = std::hint::black_box(work(times));
        best = best.max(done as f64 / run.elapsed().as_secs_f64());
        runs += 1;
    }
    best
}

/// The line of a game in the list.
fn line(subject: &Subject) -> String {
    let Size { kind, width, length } = (subject.size)();
    format!("{}\t{kind}\t{width:.1}\t{length:.1}", subject.id)
}

/// Does what the arguments say; returns the line to print, or nothing if they are not understood.
fn answer(args: &[&str]) -> Option<String> {
    let counter = |it: &Subject| (it.perft)(it.depth);
    let subject = |id: &str| SUBJECTS.iter().find(|subject| subject.id == id);
    Some(match args {
        ["list"] => SUBJECTS.iter().map(line).collect::<Vec<_>>().join("\n"),
        // Short runs: on a busy machine one of them falls between two interruptions.
        ["time", "play", id] => format!("{:.0}", rate(&(subject(id)?.play)(), 20_000)),
        ["time", "perft", id] => format!("{:.0}", rate(&counter(subject(id)?), 1)),
        ["run", "play", id, actions] => (subject(id)?.play)()(actions.parse().ok()?).to_string(),
        ["run", "perft", id, times] => counter(subject(id)?)(times.parse().ok()?).to_string(),
        _ => return None,
    })
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match answer(&args.iter().map(String::as_str).collect::<Vec<_>>()) {
        Some(line) => println!("{line}"),
        None => {
            eprintln!("usage: bagatelle-bench list | time play|perft GAME | run play|perft GAME N");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
