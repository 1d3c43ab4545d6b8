//! A match: threads that play, and the one that writes, tests and shows.

use super::crew::Crew;
use super::game::Match;
use super::report::Report;
use super::results::{Results, Row};
use super::settings::Settings;
use super::signals;
use super::standings::Standings;
use crate::args::Arena;
use crate::bar::bar;
use crate::engine::Clock;
use crate::output::{note, progress};
use crate::printable::printable;
use crate::records;
use anyhow::{Context, Result, ensure};
use bagatelle_core::text::typed_seed;
use bagatelle_search::arena::{Sprt, SprtState};
use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

/// Plays a match and prints what it comes to.
pub fn run(options: &Arena) -> Result<()> {
    let game = records::game(&options.game)?;
    let (rules, mut deal_options) = records::choices(&options.choices)?;
    let seed = game.seed_text(&mut deal_options, &typed_seed(&options.seed))?;
    let clock = match (options.think, options.nodes, options.clock) {
        (Some(ms), ..) => Some(Clock::MoveMs(ms.into())),
        (_, Some(nodes), _) => Some(Clock::Nodes(nodes)),
        (.., clock) => clock.map(|(start, increment)| Clock::Game {
            start_ms: u64::from(start) * 1000,
            increment_ms: u64::from(increment) * 1000,
        }),
    };
    let settings = Settings {
        players: options.players.clone(),
        seed,
        opening: options.opening,
        clock,
        ponder: options.ponder,
        limit: options.limit,
        options: rules,
        deal_options,
    };
    let this = Match::new(game, settings, Duration::from_millis(options.margin.into()))?;
    if options.sprt.is_some() {
        let compared = Standings::of(&this.schedule, this.players.len(), &Default::default()).comparisons;
        ensure!(compared.len() == 1, "--sprt needs exactly two players");
    }
    let mut results = Results::open(options.results.as_deref(), &this.settings)?;
    let games = this.schedule.whole_rounds(options.games);
    signals::watch()?;
    greet(&this)?;
    let sprt = play(&this, games, options.concurrency, options.sprt, &mut results)?;
    let standings = Standings::of(&this.schedule, this.players.len(), results.rows());
    let report = Report { of: &this, rows: results.rows(), standings: &standings, sprt };
    let mut out = io::stdout().lock();
    if options.json {
        writeln!(out, "{}", report.json())?;
    } else if options.csv {
        out.write_all(report.csv().as_bytes())?;
    } else {
        out.write_all(report.text().as_bytes())?;
    }
    Ok(())
}

/// Starts each engine once, so that a command with a mistake in it is told before the first game.
fn greet(this: &Match) -> Result<()> {
    let mut crew = Crew::default();
    for (p, name) in this.settings.players.iter().enumerate() {
        let engine = crew.engine(&this.players, p, 0, this.game.id()).with_context(|| name.clone())?;
        if let Some(engine) = engine {
            if let Some(own) = engine.name() {
                note!("{} is {}", printable(name), printable(own));
            }
            engine.quit();
        }
    }
    Ok(())
}

/// Plays those of the first `games` games of a match that are not played yet, until the test is decided or
/// Ctrl-C is pressed. Returns the state of the test.
///
/// # Errors
/// When a game cannot be dealt or written.
pub fn play(
    this: &Match,
    games: u64,
    concurrency: usize,
    sprt: Option<Sprt>,
    results: &mut Results,
) -> Result<Option<SprtState>> {
    let left: Vec<u64> = (0..games).filter(|n| !results.rows().contains_key(n)).collect();
    let stop = AtomicBool::new(false);
    let queue = Mutex::new(left.into_iter());
    let (sender, finished) = channel();
    std::thread::scope(|scope| {
        for _ in 0..concurrency.max(1) {
            let (sender, queue, stop) = (sender.clone(), &queue, &stop);
            scope.spawn(move || work(this, queue, stop, &sender));
        }
        drop(sender);
        let ended = watch(this, games, sprt, results, &finished, &stop);
        // Games that have begun are played to their end; the others are not begun.
        stop.store(true, Ordering::Relaxed);
        ended
    })
}

/// Plays games until none is left.
fn work(
    this: &Match,
    queue: &Mutex<std::vec::IntoIter<u64>>,
    stop: &AtomicBool,
    finished: &Sender<Result<Row>>,
) {
    let mut crew = Crew::default();
    let next = || queue.lock().unwrap_or_else(|broken| broken.into_inner()).next();
    while !stop.load(Ordering::Relaxed) && !signals::interrupted() {
        let Some(n) = next() else { break };
        let row = this.play(n, &mut crew).with_context(|| format!("game {n}"));
        if finished.send(row).is_err() {
            break;
        }
    }
    crew.dismiss();
}

/// Collects games as they end.
fn watch(
    this: &Match,
    games: u64,
    sprt: Option<Sprt>,
    results: &mut Results,
    finished: &std::sync::mpsc::Receiver<Result<Row>>,
    stop: &AtomicBool,
) -> Result<Option<SprtState>> {
    let show = io::stderr().is_terminal();
    let test = |results: &Results| {
        let standings = Standings::of(&this.schedule, this.players.len(), results.rows());
        let pair = standings.comparisons.first()?;
        Some(sprt?.state(&pair.rounds, pair.seats))
    };
    let mut state = test(results);
    loop {
        if state.is_some_and(|state| state.accepted.is_some()) {
            stop.store(true, Ordering::Relaxed);
        }
        if show {
            let n = results.rows().len() as u64;
            let llr = state.map_or(String::new(), |s| format!(", log-likelihood ratio {:+.2}", s.llr));
            progress!("\r\x1b[K[{}] {n} of {games} games{llr}", bar(n as f64 / games.max(1) as f64));
        }
        let Ok(row) = finished.recv() else { break };
        results.add(row?)?;
        if sprt.is_some() {
            state = test(results);
        }
    }
    if show {
        progress!("\r\x1b[K");
    }
    Ok(state)
}
