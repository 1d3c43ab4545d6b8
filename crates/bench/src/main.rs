//! How fast the games are, through the same `Game` trait that everything else uses.
//!
//! `cargo run --release -p bagatelle-bench` prints a table: random moves a second, perft leaves a second, and (if
//! `valgrind` is installed) instructions per random move, counted by callgrind and therefore the same on a busy machine.
//! Times vary; the last column compares each game with connect four in the same run. A second table says what it costs to draw
//! the page of a table.
//!
//! `… -- play GAME MOVES` plays so many random moves and prints a checksum, `… -- page GAME TIMES` draws a page so many times and
//! prints its length: what callgrind is run on.

use bagatelle_core::perft::{perft, playout};
use bagatelle_core::{Game, Rng, Seed, Stream};
use bagatelle_pages::samples::painter;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

/// What is measured of one game.
struct Subject {
    id: &'static str,
    play: fn(u64) -> u64,
    perft: fn(u32) -> u64,
    depth: u32,
    /// Whether it is in the catalog and so has a page.
    page: bool,
}

/// Plays `moves` random moves in as many games as that takes; returns a number that depends on all of them.
fn play<G: Game>(moves: u64) -> u64 {
    let (game, start) = first::<G>();
    let mut rng = Rng::new(&Seed::from_text("bench"), Stream::Rollout);
    let mut buffer = Vec::new();
    let (mut played, mut games) = (0, 0);
    while played < moves {
        let mut state = start.clone();
        played += playout(&game, &mut state, &mut rng, &mut buffer, moves - played).max(1);
        games += 1;
    }
    games ^ u64::from(rng.next_u32())
}

fn count<G: Game>(depth: u32) -> u64 {
    let (game, start) = first::<G>();
    perft(&game, &start, depth)
}

fn first<G: Game>() -> (G, G::State) {
    let (options, deal_options) = G::variants().swap_remove(0);
    let made = G::new(&options).and_then(|game| {
        let setup = game.deal(&deal_options, &mut Rng::new(&Seed::from_text("bench"), Stream::Deal))?;
        let state = game.start(&setup)?;
        Ok((game, state))
    });
    made.unwrap_or_else(|e| panic!("{}: {e}", G::ID))
}

const fn subject<G: Game>(depth: u32) -> Subject {
    Subject { id: G::ID, play: play::<G>, perft: count::<G>, depth, page: true }
}

const SUBJECTS: &[Subject] = &[
    Subject { page: false, ..subject::<bagatelle_testkit::connect_four::ConnectFour>(7) },
    subject::<bagatelle_brain_burn::BrainBurn>(5),
    subject::<bagatelle_burbuja::Burbuja>(4),
    subject::<bagatelle_bambam_booboo::BambamBooboo>(4),
    subject::<bagatelle_baju::Duel>(4),
    subject::<bagatelle_baju::Puzzle>(4),
    subject::<bagatelle_bulbous::Bulbous>(4),
];

/// How many times a second `work` does `per_run` things: the best of several runs, since noise only slows down.
fn rate(per_run: u64, work: impl Fn() -> u64) -> f64 {
    let mut best = Duration::MAX;
    let start = Instant::now();
    let mut runs = 0;
    while runs < 5 || start.elapsed() < Duration::from_secs(2) {
        let run = Instant::now();
        std::hint::black_box(work());
        best = best.min(run.elapsed());
        runs += 1;
    }
    per_run as f64 / best.as_secs_f64()
}

/// How many actions a game has seen whose page is drawn.
const ACTIONS: usize = 40;

/// Draws the page of a table so many times; returns its length.
fn draw(id: &str, times: u64) -> u64 {
    let page = painter(id, ACTIONS);
    let mut length = 0;
    for _ in 0..times {
        length = page().0.len();
    }
    length as u64
}

/// Instructions for each of the things that `what` does: the difference of two lengths, so that start and set-up do not count.
fn instructions(what: &str, id: &str, [few, many]: [u64; 2]) -> Option<f64> {
    let exe = std::env::current_exe().ok()?;
    let run = |times: u64| -> Option<f64> {
        let output = Command::new("valgrind")
            .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
            .arg(&exe)
            .args([what, id, &times.to_string()])
            .output()
            .ok()?;
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        let line = text.lines().find_map(|line| line.split("Collected :").nth(1))?;
        line.trim().parse().ok()
    };
    Some((run(many)? - run(few)?) / (many - few) as f64)
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [] => {
            games();
            pages();
        }
        ["page", id, times] => {
            let known = SUBJECTS.iter().any(|s| s.page && s.id == *id);
            let (true, Ok(times)) = (known, times.parse()) else { return usage() };
            println!("{}", draw(id, times));
        }
        ["play", id, moves] => {
            let subject = SUBJECTS.iter().find(|s| s.id == *id);
            let (Some(subject), Ok(moves)) = (subject, moves.parse()) else { return usage() };
            println!("{}", (subject.play)(moves));
        }
        _ => return usage(),
    }
    ExitCode::SUCCESS
}

/// As [`instructions`], for the table.
fn count_of(what: &str, id: &str, lengths: [u64; 2]) -> String {
    instructions(what, id, lengths).map_or("no valgrind".into(), |n| format!("{n:.0}"))
}

fn usage() -> ExitCode {
    eprintln!("usage: bagatelle-bench [play GAME MOVES | page GAME TIMES]");
    ExitCode::from(2)
}

fn games() {
    println!(
        "{:16} {:>14} {:>16} {:>18} {:>12}",
        "game", "moves/s", "perft leaves/s", "instructions/move", "to connect 4"
    );
    let mut yardstick = None;
    for subject in SUBJECTS {
        // Short runs: on a busy machine one of them falls between two interruptions.
        let moves = 20_000;
        let speed = rate(moves, || (subject.play)(moves));
        let leaves = (subject.perft)(subject.depth);
        let perft = rate(leaves, || (subject.perft)(subject.depth));
        let counted = count_of("play", subject.id, [2_000, 12_000]);
        let ratio = speed / *yardstick.get_or_insert(speed);
        println!("{:16} {speed:14.0} {perft:16.0} {counted:>18} {ratio:12.2}", subject.id);
    }
}

fn pages() {
    println!("\n{:16} {:>14} {:>16} {:>18}", "table", "pages/s", "bytes", "instructions/page");
    for subject in SUBJECTS.iter().filter(|subject| subject.page) {
        let page = painter(subject.id, ACTIONS);
        let speed = rate(1, || page().0.len() as u64);
        let counted = count_of("page", subject.id, [10, 110]);
        println!("{:16} {speed:14.0} {:16} {counted:>18}", subject.id, page().0.len());
    }
}
