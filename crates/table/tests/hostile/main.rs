//! What visitors send to make a table from, by chance and by malice: options, wishes, board files, set-ups, records. Each is
//! answered in time, with a table that can be played or with a refusal; nothing panics.
//!
//! The inputs in `corpus` are tried first: they have found a fault once, or show what the others are made like. The others
//! follow from a seed, for 15 seconds, or as the environment says: `BAGATELLE_FUZZ=SECONDS,SEED`.

#![allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros)]

mod input;

use bagatelle_core::{Rng, Seed, Stream, Turn};
use bagatelle_table::{NewGame, Table, Visitor};
use input::{Input, input};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

/// How long the answer to one input may take, on a busy machine.
const SLOWEST: Duration = Duration::from_secs(10);
/// How long inputs are made.
const SECONDS: u64 = 15;

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
    let Ok(spec) = NewGame::plan(new, &owner, "table".into(), &seeds, 1) else { return false };
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

#[test]
fn whatever_is_sent_is_answered_in_time() {
    let setting = std::env::var("BAGATELLE_FUZZ").unwrap_or_default();
    let mut numbers = setting.split(',').map(|number| number.trim().parse::<u64>().ok());
    let seconds = numbers.next().flatten().unwrap_or(SECONDS);
    let seed = numbers.next().flatten().unwrap_or(1);

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
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let (any, end) = (input(), Instant::now() + Duration::from_secs(seconds));
    while Instant::now() < end {
        attempt(any.new_tree(&mut runner).expect("an input can be made").current());
    }
    println!("{tried} inputs, {made} tables, the slowest answer took {slowest:?}");
    assert!(tried < 200 || made > tried / 20, "most inputs reach no game: {made} of {tried}");
}
