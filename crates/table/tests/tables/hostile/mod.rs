//! What visitors send to make a table from, by chance and by malice: options, wishes, board files, set-ups,
//! records. Each is answered in time, with a table that can be played or with a refusal; nothing panics.
//!
//! The inputs in `corpus` are tried first: they have found a fault once, or show what the others are made
//! like. The others follow from a seed, for some seconds, or as the environment says:
//! `BAGATELLE_FUZZ=SECONDS,SEED`. Half of the time they are made one by one, with much variety; the other
//! half they are good ones with some of their text changed, thousands a second.

#![allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros)]

mod input;
mod mutants;
mod work;

use bagatelle_core::program::Allowance;
use bagatelle_core::{Rng, Seed, Stream, Turn};
use bagatelle_table::{NewGame, Table, Visitor};
use input::{Input, input};
use mutants::Mutants;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::collections::BTreeMap;
use std::panic::catch_unwind;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

/// How long the answer to one input may take, on a busy machine.
const SLOWEST: Duration = Duration::from_secs(10);
/// How many mutants a thread tries before it says where it is.
const LOT: u64 = 50;
/// How long inputs of each of the two kinds are made.
const SECONDS: u64 = 30;

/// Makes a table and plays some moves on it; returns whether there is one.
fn answer(input: &Input) -> bool {
    let Some(new) = input.new_game() else { return false };
    let owner = Visitor::anonymous("owner");
    let seeds: Vec<String> = (0..20).map(|n| format!("seed {n}")).collect();
    let fork = matches!(new.source, bagatelle_table::DealSource::Fork(_));
    let events = match &new.source {
        bagatelle_table::DealSource::Fork(fork) => fork.events(1),
        _ => Vec::new(),
    };
    let Ok(spec) = NewGame::plan(new, &owner, "table".into(), &seeds, 1, &Allowance::default()) else {
        return false;
    };
    let table = Table::restore(spec, Arc::from([]), &events).expect("what was planned is a table");
    assert!(fork || !table.is_over(), "a new game has a move to make");
    let mut play = table.play().duplicate();
    let seed = Seed::from_text("moves");
    let mut rng = Rng::new(&seed, Stream::Test);
    for _ in 0..4 {
        let action = match play.turn() {
            Turn::Over => break,
            Turn::Chance => play.chance(&seed).expect("chance has an outcome"),
            Turn::Seat(_) => rng.choose(&play.legal()).expect("the player to act can act").clone(),
        };
        play.play(&action).expect("what is legal can be played");
    }
    true
}

/// How long inputs are made, and the seed that they follow from.
fn setting() -> (Duration, u64) {
    let setting = std::env::var("BAGATELLE_FUZZ").unwrap_or_default();
    let mut numbers = setting.split(',').map(|number| number.trim().parse::<u64>().ok());
    let seconds = numbers.next().flatten().unwrap_or(SECONDS);
    (Duration::from_secs(seconds), numbers.next().flatten().unwrap_or(1))
}

fn runner(seed: u64) -> TestRunner {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    TestRunner::new_with_rng(Config::default(), TestRng::from_seed(RngAlgorithm::ChaCha, &bytes))
}

#[test]
fn whatever_is_sent_is_answered_in_time() {
    let (time, seed) = setting();
    let (send, inputs) = mpsc::channel::<Input>();
    let (answered, answers) = mpsc::channel::<bool>();
    let worker = move || inputs.iter().try_for_each(|input| answered.send(answer(&input)));
    std::thread::spawn(worker);
    let (mut tried, mut made, mut slowest) = (0u64, 0u64, Duration::ZERO);
    let mut attempt = |input: Input| {
        let begun = Instant::now();
        let text = input.to_string();
        send.send(input).expect("the thread listens");
        match answers.recv_timeout(SLOWEST) {
            Ok(table) => (tried, made) = (tried + 1, made + u64::from(table)),
            Err(mpsc::RecvTimeoutError::Timeout) => panic!("no answer to {text}"),
            Err(mpsc::RecvTimeoutError::Disconnected) => panic!("a panic at {text}"),
        }
        slowest = slowest.max(begun.elapsed());
    };
    for known in input::corpus() {
        attempt(known);
    }
    let (mut runner, any, end) = (runner(seed), input(), Instant::now() + time);
    while Instant::now() < end {
        attempt(any.new_tree(&mut runner).expect("an input can be made").current());
    }
    println!("{tried} inputs, {made} tables, the slowest answer took {slowest:?}");
    assert!(tried < 200 || made > tried / 20, "most inputs reach no game: {made} of {tried}");
}

/// What the threads that try mutants have in common.
#[derive(Default)]
struct Progress {
    /// The number of the next input.
    next: AtomicU64,
    made: AtomicU64,
    slowest: AtomicU64,
}

#[test]
fn what_is_sent_with_mistakes_is_answered_in_time() {
    let (time, seed) = setting();
    let mutants = Arc::new(Mutants::new(seed, &mut runner(seed)));
    let (progress, end) = (Arc::new(Progress::default()), Instant::now() + time);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    // What each thread is at, since when.
    let (send, at) = mpsc::channel::<(usize, Option<u64>)>();
    for thread in 0..threads {
        let (mutants, progress, send) = (Arc::clone(&mutants), Arc::clone(&progress), send.clone());
        std::thread::spawn(move || {
            // In lots, so that the threads say seldom what they are at.
            while Instant::now() < end {
                let first = progress.next.fetch_add(LOT, Relaxed);
                send.send((thread, Some(first))).expect("the test listens");
                for number in first..first + LOT {
                    let begun = Instant::now();
                    progress.made.fetch_add(u64::from(answer(&mutants.nth(number))), Relaxed);
                    progress.slowest.fetch_max(begun.elapsed().as_millis() as u64, Relaxed);
                }
            }
            send.send((thread, None)).expect("the test listens");
        });
    }
    drop(send);
    let mut busy: BTreeMap<usize, (u64, Instant)> = BTreeMap::new();
    loop {
        match at.recv_timeout(Duration::from_secs(1)) {
            Ok((thread, Some(first))) => drop(busy.insert(thread, (first, Instant::now()))),
            Ok((thread, None)) => drop(busy.remove(&thread)),
            Err(mpsc::RecvTimeoutError::Timeout) => (),
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
        }
        for (first, since) in busy.values() {
            assert!(since.elapsed() < SLOWEST * 6, "no answer to one of {LOT} inputs from number {first}");
        }
    }
    if let Some(first) = busy.values().map(|(first, _)| *first).next() {
        let wrong = |number: &u64| catch_unwind(|| answer(&mutants.nth(*number))).is_err();
        let number = (first..first + LOT).find(wrong).unwrap_or(first);
        panic!("a panic at input {number}: {}", mutants.nth(number));
    }
    let (tried, made) = (progress.next.load(Relaxed), progress.made.load(Relaxed));
    println!("{tried} inputs, {made} tables, the slowest answer took {} ms", progress.slowest.load(Relaxed));
    assert!(made > tried / 50, "most inputs reach no game: {made} of {tried}");
}
