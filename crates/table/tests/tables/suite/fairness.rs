//! Deals that can be checked: when they are made, what they follow from, and that each changed bit is found.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "the script in `docs` is run as others run it"
)]

use crate::suite::common::{Driven, visitor};
use bagatelle_catalog::{Verdict, verify};
use bagatelle_core::program::Allowance;
use bagatelle_core::record::Record;
use bagatelle_core::{CommittedSeed, Randomness, Seat, Turn, Viewer, WorldDate};
use bagatelle_table::{
    Command, Context, DealSource, Event, EventKind, NewGame, SeatRequest, Table, TableSpec, Terms,
};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::sync::{Arc, LazyLock};

fn random(byte: u8) -> Randomness {
    Randomness::from_bytes([byte; 32])
}

fn committed() -> CommittedSeed {
    CommittedSeed { seed: random(1), nonce: random(2) }
}

/// A game of `ann`, who adds threes.
fn request(game: &str, deal_options: Value, others: Vec<SeatRequest>) -> NewGame {
    NewGame {
        game: game.into(),
        options: Value::Null,
        deal_options,
        source: DealSource::Committed(committed(), Some(random(3))),
        others,
        sit: Some(0),
        name: "Ann".into(),
        terms: Terms::default(),
        best_of: 1,
    }
}

fn plan(new: NewGame) -> TableSpec {
    new.plan(&visitor("ann"), "table".into(), &[], 0, &Allowance::default()).unwrap()
}

/// Three hands of cards, two seats open.
fn cards() -> Driven {
    Driven::new(plan(request("bulbous", json!({ "seats": 3 }), vec![SeatRequest::Open])))
}

fn sit(game: &mut Driven, who: &str, randomness: Option<Randomness>) {
    let sit = Command::Sit { seat: None, name: who.to_uppercase() };
    game.give_in(who, sit, &Context { randomness, ..Context::at(1) }).unwrap();
}

/// Plays the game to its end, each player by the action at a place that the turn tells. Returns the plies of
/// chance.
fn play_out(game: &mut Driven) -> Vec<usize> {
    let mut chance = Vec::new();
    for turn in 0..5_000 {
        match game.table.play().turn() {
            _ if game.table.is_over() => return chance,
            Turn::Chance => {
                chance.push(game.table.play().ply());
                game.go(&["server chance"]);
            }
            Turn::Seat(_) | Turn::Over => {
                let legal = game.table.play().legal();
                let who = game.table.person_to_act().unwrap().id.clone();
                game.go(&[&format!("{who} act {}", legal[turn * 7 % legal.len()])]);
            }
        }
    }
    panic!("the game does not end");
}

/// The record of a finished game of three, and the plies of its chance actions.
static FINISHED: LazyLock<(Record, Vec<usize>)> = LazyLock::new(|| {
    let mut game = cards();
    sit(&mut game, "bob", Some(random(4)));
    sit(&mut game, "cat", None);
    let chance = play_out(&mut game);
    (game.table.public_record().unwrap(), chance)
});

fn verdict(record: &Record) -> Verdict {
    verify(record).unwrap().verdict
}

#[test]
fn the_deal_waits_until_all_seats_are_taken() {
    let mut game = cards();
    let stand_in = game.table.play().view(Viewer::Seat(Seat(0)));
    assert!(!game.table.spec().is_dealt() && game.table.spec().setup.is_none());
    assert_eq!(game.table.viewpoint(Some(&visitor("ann"))).viewer, Viewer::Spectator, "no hand is shown");
    assert_eq!(game.table.commitment().unwrap(), committed().commitment());
    sit(&mut game, "bob", Some(random(4)));
    // One who stands up takes back what was added.
    game.go(&["bob stand"]);
    sit(&mut game, "bob", Some(random(5)));
    assert!(!game.table.spec().is_dealt());
    assert_eq!(game.table.play().view(Viewer::Seat(Seat(0))), stand_in);
    sit(&mut game, "cat", None);
    assert!(game.table.spec().is_dealt() && game.table.to_act().is_some());
    assert_eq!(game.table.added(), [Some(random(3)), Some(random(5)), None]);
    assert_eq!(game.table.spec().seed, committed().deal_seed(game.table.added(), 0));
    assert_eq!(game.table.viewpoint(Some(&visitor("ann"))).viewer, Viewer::Seat(Seat(0)));
    // The log tells it all.
    let restored = Table::restore(cards().table.spec().clone(), Arc::from([]), &game.log).unwrap();
    assert_eq!(restored.spec(), game.table.spec());
    assert_eq!(restored.play().view(Viewer::Seat(Seat(0))), game.table.play().view(Viewer::Seat(Seat(0))));
    assert!(restored.revealed().is_none() && restored.public_record().is_none());
}

#[test]
fn a_program_that_takes_the_last_seat_lets_the_deal_be_made() {
    let mut game = Driven::new(plan(request("bulbous", json!({ "seats": 2 }), vec![SeatRequest::Open])));
    let program = game.table.game().programs()[0].name;
    game.go(&[&format!("ann program {program} #1")]);
    assert!(game.table.spec().is_dealt());
    assert_eq!(game.table.added(), [Some(random(3)), None]);
}

#[test]
fn one_who_plays_alone_is_dealt_to_at_once() {
    let wish = json!({ "hole": 12 });
    let table = Driven::new(plan(request("brain-burn", wish.clone(), vec![]))).table;
    assert_eq!(table.spec().seed, committed().deal_seed(&[Some(random(3))], 0));
    let record = table.public_record().unwrap();
    assert_eq!(record.more["wish"], wish);
    assert_eq!(record.more["commitment"], committed().commitment());
    assert!(!record.more.contains_key("revealed"), "the game isn’t over");
    assert_eq!(verdict(&record), Verdict::Unverifiable);
    // A game that begins in one way waits for no player.
    let duel = Driven::new(plan(request("baju-duel", Value::Null, vec![SeatRequest::Open]))).table;
    assert!(duel.spec().is_dealt() && duel.commitment().is_some());
}

#[test]
fn what_was_known_is_not_committed() {
    for source in [
        DealSource::Fresh,
        DealSource::Seed("x".into()),
        DealSource::Daily(WorldDate::new(2026, 11, 21), None),
    ] {
        let new = NewGame { source, ..request("brain-burn", Value::Null, vec![]) };
        let spec =
            new.plan(&visitor("ann"), "table".into(), &["easy:A".into()], 0, &Allowance::default()).unwrap();
        let record = Driven::new(spec).table.public_record().unwrap();
        assert!(!record.more.contains_key("commitment"));
        let told = verify(&record).unwrap();
        assert_eq!(told.verdict, Verdict::Unverifiable);
        assert!(told.summary.starts_with("No commitment: "), "{}", told.summary);
    }
}

#[test]
fn a_day_is_dealt_from_its_seed() {
    let source = DealSource::Daily(WorldDate::new(2026, 11, 23), Some(committed()));
    let new = NewGame { source, ..request("brain-burn", Value::Null, vec![]) };
    let record = Driven::new(plan(new)).table.public_record().unwrap();
    assert_eq!(record.more["seed"], committed().day_seed("2026-11-23"));
    assert_eq!(verdict(&record), Verdict::Verified, "the seed of a day is open on its day");
    let mut other = record.clone();
    other.more["daily"] = "2026-11-24".into();
    assert_eq!(verdict(&other), Verdict::Differs);
    other = record;
    other.more.insert("randomness".into(), json!([random(3)]));
    assert_eq!(verdict(&other), Verdict::Verified, "what a seat adds to the deal of a day changes nothing");
}

#[test]
fn the_day_of_the_week_says_the_length_of_a_deal_of_the_day() {
    // A Monday, and the last day before lengths.
    let (mut date, eve) = (WorldDate::new(2026, 12, 7), WorldDate::new(2026, 11, 30));
    let deal = |date: WorldDate| {
        let source = DealSource::Daily(date, Some(committed()));
        let new = NewGame { source, ..request("brain-burn", Value::Null, vec![]) };
        let record = Driven::new(plan(new)).table.public_record().unwrap();
        assert_eq!(verdict(&record), Verdict::Verified, "{date}");
        assert!(script(&record).status.success(), "{date}");
        let seed = record.more["seed"].as_str().unwrap().to_owned();
        let rest = seed.strip_suffix(&committed().day_seed(&date.to_string())).unwrap().to_owned();
        (rest, record)
    };
    assert_eq!(deal(eve).0, "");
    for length in ["ten:", "twentyfive:", "fifty:", "ten:", "twentyfive:", "fifty:", ""] {
        assert_eq!(deal(date).0, length, "{date}");
        date = date.tomorrow();
    }
    // A deal of another length, with the seed of the day.
    let mut other = deal(eve.tomorrow()).1;
    other.more["seed"] = committed().day_seed("2026-12-01").into();
    assert_eq!(verdict(&other), Verdict::Differs);
    assert_eq!(script(&other).status.code(), Some(1));
}

#[test]
fn players_add_to_the_deal_of_a_rematch() {
    let mut game = Driven::new(plan(request("bulbous", json!({ "seats": 2 }), vec![SeatRequest::Open])));
    sit(&mut game, "bob", Some(random(4)));
    game.go(&["bob resign"]);
    let ask = Context { randomness: Some(random(6)), ..Context::at(2) };
    game.give_in("ann", crate::suite::common::command(&game.table, "ask rematch"), &ask).unwrap();
    let seed = bagatelle_table::FreshSeed {
        committed: Some(committed()),
        given: vec![bagatelle_table::Given { person: "bob".into(), randomness: random(7) }],
        ..Default::default()
    };
    let spec = game.table.rematch("next".into(), seed, 3, &Allowance::default()).unwrap();
    let fairness = spec.fairness.clone().unwrap();
    assert_eq!(fairness.added, [Some(random(7)), Some(random(6))], "the seats have changed");
    assert_eq!(spec.seed, committed().deal_seed(&fairness.added, 0));
}

#[test]
fn only_events_before_a_deal_add_to_it() {
    let mut game = cards();
    sit(&mut game, "bob", None);
    sit(&mut game, "cat", None);
    let who = game.table.person_to_act().unwrap().id.clone();
    let act = Command::Act(game.table.play().legal()[0].clone());
    let context = Context { randomness: Some(random(9)), ..Context::at(2) };
    game.give_in(&who, act, &context).unwrap();
    let last: &Event = game.log.last().unwrap();
    assert!(matches!(last.kind, EventKind::Acted { .. }) && last.randomness.is_none());
}

#[test]
fn a_finished_game_is_verified_in_words() {
    let told = verify(&FINISHED.0).unwrap();
    assert_eq!(told.verdict, Verdict::Verified, "{told:?}");
    let chance = told.checks.iter().find(|check| check.what == "Chance").unwrap();
    assert!(chance.found.contains("later draws"), "{}", chance.found);
    assert!(told.checks.iter().any(|check| check.found.contains("what 2 seats added")));
    let mut unplayable = FINISHED.0.clone();
    unplayable.more.remove("commitment");
    assert_eq!(verdict(&unplayable), Verdict::Differs, "a commitment cannot be left out");
}

/// What the script in `docs` says of a record.
fn script(record: &Record) -> std::process::Output {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("record.json");
    std::fs::write(&file, record.to_json()).unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/verify.py");
    std::process::Command::new("python3").arg(script).arg(file).output().expect("python3 is installed")
}

#[test]
fn the_script_says_the_same() {
    let said = script(&FINISHED.0);
    let told = String::from_utf8_lossy(&said.stdout).into_owned();
    assert!(said.status.success() && told.contains("shuffles are right"), "{said:?}");
    // Other numbers of players, and other games.
    for (game, wish) in [("bulbous", json!({ "seats": 2 })), ("bulbous", json!({ "seats": 4 }))] {
        let programs = vec![SeatRequest::Program("simple".into())];
        let mut new = Driven::new(plan(request(game, wish, programs)));
        new.go(&["ann resign"]);
        while !new.table.is_over() {
            new.go(&[if new.table.chance_is_due() { "server chance" } else { "server think" }]);
        }
        let said = script(&new.table.public_record().unwrap());
        assert!(said.status.success(), "{said:?}");
    }
    let source = DealSource::Daily(WorldDate::new(2026, 11, 23), Some(committed()));
    let day = plan(NewGame { source, ..request("brain-burn", Value::Null, vec![]) });
    assert!(script(&Driven::new(day).table.public_record().unwrap()).status.success());
    // A record that was tampered with, in each of its parts.
    let count = texts(&mut FINISHED.0.clone()).len();
    for which in 0..=count {
        let mut record = FINISHED.0.clone();
        let flipped = |text: &str| format!("{}{}", if text.starts_with('5') { "6" } else { "5" }, &text[1..]);
        match texts(&mut record).get_mut(which) {
            Some(text) => **text = flipped(text.as_str().unwrap()).into(),
            None => {
                let shuffle = &mut record.actions[FINISHED.1[0]];
                *shuffle = format!("~{},{}", &shuffle[4..], &shuffle[1..3]);
            }
        }
        let said = script(&record);
        assert_eq!(said.status.code(), Some(1), "{which}: {said:?}");
        assert!(String::from_utf8_lossy(&said.stderr).contains("WRONG"), "{said:?}");
    }
}

/// The texts whose every bit counts: where they stand in a record.
fn texts(record: &mut Record) -> Vec<&mut Value> {
    let Record { setup, more, .. } = record;
    let mut all = Vec::new();
    for (key, value) in more.iter_mut() {
        match key.as_str() {
            "seed" | "commitment" => all.push(value),
            "revealed" => all.extend(value.as_object_mut().unwrap().values_mut()),
            "randomness" => all.extend(value.as_array_mut().unwrap().iter_mut().filter(|v| v.is_string())),
            _ => (),
        }
    }
    let setup = setup.as_mut().unwrap().as_object_mut().unwrap();
    all.push(setup.get_mut("deck").unwrap());
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 400 } else { 4000 }))]

    /// A changed bit in the seed, the nonce, the commitment, what a seat has added, the set-up or a chance
    /// action is found.
    #[test]
    fn each_changed_bit_is_found(which: prop::sample::Index, place: prop::sample::Index, bit in 0..7u8) {
        let mut record = FINISHED.0.clone();
        let mut texts = texts(&mut record);
        let which = which.index(texts.len() + 1);
        let flipped = |text: &str| {
            let mut bytes = text.as_bytes().to_vec();
            let place = place.index(bytes.len());
            bytes[place] ^= 1 << bit;
            String::from_utf8(bytes).unwrap()
        };
        match texts.get_mut(which) {
            Some(text) => **text = flipped(text.as_str().unwrap()).into(),
            None => {
                let ply = FINISHED.1[place.index(FINISHED.1.len())];
                record.actions[ply] = flipped(&record.actions[ply]);
            }
        }
        prop_assert_eq!(verdict(&record), Verdict::Differs);
    }
}
