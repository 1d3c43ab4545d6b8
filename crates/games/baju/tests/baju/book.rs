//! The opening book: what it says holds on the board and on its images, and who plays from it.
//!
//! The searches of some entries are made again by
//! `cargo test --release -p bagatelle-baju --test baju book:: -- --include-ignored`.

use bagatelle_baju::Duel;
use bagatelle_baju::boardfile::STAND_INS;
use bagatelle_baju::duel::programs::book::{Book, BookError, Entry};
use bagatelle_baju::duel::programs::symmetry::Symmetry;
use bagatelle_baju::duel::{Action, Options, Position, State};
use bagatelle_baju::pieces::{Colour, SIDE};
use bagatelle_core::present::{Analyser, Solver};
use bagatelle_core::program::{Advice, Budget};
use bagatelle_core::{Game, Playable, Rng, Seat, Seed, Stream, Viewer};
use bagatelle_testkit::guidance::inner_notation;
use std::collections::BTreeSet;

const TEXT: &str = include_str!("../../book/twin-loops.tsv");

fn duel() -> Duel {
    Duel::new(&Options::default()).unwrap()
}

fn book() -> &'static Book {
    Book::of(duel().board()).unwrap()
}

fn after(duel: &Duel, line: &[Action]) -> State {
    let mut state = duel.start(&None).unwrap();
    line.iter().for_each(|action| duel.play(&mut state, *action).unwrap());
    state
}

#[test]
fn the_book_reads_writes_and_is_for_its_board_only() {
    let read = Book::read(TEXT).unwrap();
    assert_eq!(read.to_string(), TEXT);
    assert_eq!(&read, book());
    assert!(read.entries().len() >= 100, "{}", read.entries().len());
    assert!(STAND_INS[1..].iter().all(|stand_in| Book::of(&stand_in.board()).is_none()));
    assert_eq!(read.find(&Position::empty(Colour::Black)), None);
}

#[test]
fn every_action_is_legal_and_images_have_the_images_of_the_actions() {
    let duel = duel();
    let symmetries = Symmetry::all(duel.board(), SIDE);
    let set = |entry: &Entry| entry.best.iter().copied().collect::<BTreeSet<_>>();
    for entry in book().entries() {
        let state = after(&duel, &entry.line);
        assert!(!entry.best.is_empty() && entry.depth > 0);
        let found = book().find(state.position()).unwrap();
        assert_eq!((found.depth, &found.line), (entry.depth, &entry.line));
        assert!(set(entry).is_subset(&set(&found)));
        for (action, _) in &found.best {
            assert!(duel.check(&state, *action).is_ok(), "{action} after {:?}", entry.line);
        }
        for symmetry in &symmetries {
            let image = book().find(&symmetry.position(state.position())).unwrap();
            let turned = found.best.iter().map(|(action, score)| (symmetry.action(*action), *score));
            assert_eq!(set(&image), turned.collect());
        }
    }
}

#[test]
fn damage_is_told() {
    let with = |line: &str| Book::read(&format!("baju-book 1 nodes 1000\n{line}\n"));
    assert_eq!(Book::read(""), Err(BookError::Header));
    assert_eq!(Book::read("baju-book 2 nodes 1000\n"), Err(BookError::Header));
    assert_eq!(Book::read("baju-book 1 nodes many\n"), Err(BookError::Header));
    assert_eq!(with("-\t9\t5@a1 +30").unwrap().entries().len(), 1);
    let broken = [
        "",
        "-\t9",
        "-\tdeep\t5@a1 +30",
        "-\t9\t5@a1",
        "-\t9\t5@a1 +30 4@a1",
        "-\t9\t5@a1 much",
        "-\t9\t9@a1 +30",
        "-\t9\t5@a1 +30\t",
        "-\t9\t5@a1 +10 4@a1 +30",
        "5@a1,4@b1\t9\t4@c1 +30",
    ];
    for line in broken {
        assert_eq!(with(line), Err(BookError::Entry(2)), "{line}");
    }
    let action = |text: &str| text.parse().unwrap();
    assert_eq!(with("-\t9\ta1b1 +30"), Err(BookError::Illegal { line: 2, action: action("a1b1") }));
    // Next to no button of White's.
    assert_eq!(with("5@a1 4@c3\t9\t3@a2 +30"), Err(BookError::Illegal { line: 2, action: action("4@c3") }));
    // One of the four images of the only button is the canonical one.
    let images = ["5@a1\t9\t4@b1 +1", "5@d1\t9\t4@c1 +1", "5@a4\t9\t4@b4 +1", "5@d4\t9\t4@c4 +1"];
    let read: Vec<_> = images.iter().map(|line| with(line).err()).collect();
    assert_eq!(read.iter().filter(|error| error.is_none()).count(), 1, "{read:?}");
    assert_eq!(read.iter().filter(|error| **error == Some(BookError::Image(2))).count(), 3, "{read:?}");
    let twice = "-\t9\t5@a1 +30\n-\t9\t5@a1 +30";
    assert_eq!(with(twice), Err(BookError::Twice(3)));
}

fn advice(duel: &Duel, state: &State, program: &str, seed: u64) -> Advice<Action> {
    let mut legal = Vec::new();
    duel.legal(state, &mut legal);
    let view = duel.view(state, Viewer::Seat(Seat(state.position().side as u8)));
    let mut rng = Rng::new(&Seed::from_text("book").nth(seed), Stream::Program);
    Duel::program(program).unwrap().choose(duel, &view, &legal, &Budget::nodes(2_000), &mut rng)
}

#[test]
fn the_highest_level_plays_from_the_book_and_the_others_do_not() {
    let duel = duel();
    let start = after(&duel, &[]);
    let known = book().find(start.position()).unwrap();
    let mut taken = BTreeSet::new();
    for seed in 0..200 {
        let advice = advice(&duel, &start, "7", seed);
        assert!(known.best.iter().any(|(action, _)| *action == advice.action));
        assert_eq!((advice.depth, advice.nodes), (Some(known.depth), 0));
        taken.insert(advice.action);
    }
    assert_eq!(taken.len(), known.best.len(), "each of the equal actions is taken now and then");
    for program in ["1", "2", "3", "4", "5", "6"] {
        assert!(advice(&duel, &start, program, 0).nodes > 0, "{program}");
    }
    // On another board there is no book.
    let other = Duel::new(&Options { board: "frame".into(), ..Options::default() }).unwrap();
    let start = other.start(&None).unwrap();
    assert!(advice(&other, &start, "7", 0).nodes > 0);
}

#[test]
fn solver_and_analysis_say_what_the_book_knows() {
    let duel = duel();
    let start = after(&duel, &[]);
    let known = book().find(start.position()).unwrap();
    let view = duel.view(&start, Viewer::Spectator);
    let solved = duel.solve(&view, &Budget::nodes(2_000), &mut |_, _| ()).unwrap();
    assert_eq!(solved.line, [known.best[0].0]);
    assert_eq!(
        (&solved.json["depth"], &solved.json["book"]["nodes"]),
        (&known.depth.into(), &book().nodes.into())
    );
    let credit = book().credit(&known, |action| duel.foretell(&view, action));
    assert!(solved.text.contains(&credit), "{}", solved.text);
    assert_eq!(inner_notation(&solved.text), None, "an action is told as the log tells it");
    let evaluation = duel.analyse(&start, 2, &Budget::nodes(2_000), &mut |_| ()).unwrap();
    // The lines of an analysis begin with those of the book, which has looked further.
    assert_eq!(evaluation.lines[0].actions[..1], [known.best[0].0]);
    assert_eq!((evaluation.depth, evaluation.lines.len()), (Some(known.depth), 2));
    assert_ne!(evaluation.lines[0].actions[0], evaluation.lines[1].actions[0]);
    let elsewhere = Duel::new(&Options { board: "frame".into(), ..Options::default() }).unwrap();
    let view = elsewhere.view(&elsewhere.start(&None).unwrap(), Viewer::Spectator);
    let solved = elsewhere.solve(&view, &Budget::nodes(2_000), &mut |_, _| ()).unwrap();
    assert!(solved.json["book"].is_null() && !solved.text.contains("book"));
}

#[test]
fn a_search_for_the_book_repeats_and_turns_with_the_board() {
    let duel = duel();
    let mut small = Book::new(20_000);
    let line = ["5@b2", "3@b3"].map(|action| action.parse().unwrap());
    let state = after(&duel, &line);
    let entry = small.search(duel.board(), &line, &state);
    assert_eq!(entry, small.search(duel.board(), &line, &state));
    assert!(entry.best.iter().all(|(_, score)| *score >= entry.best[0].1 - 6));
    small.add(entry.clone());
    let found = small.find(state.position()).unwrap();
    assert_eq!((&found.best, found.depth), (&entry.best, entry.depth));
    assert_eq!(Book::read(&small.to_string()), Ok(small));
}

#[test]
#[ignore = "takes minutes without optimization"]
fn the_searches_of_some_entries_are_made_again() {
    let duel = duel();
    for entry in book().entries().step_by(book().entries().len() / 5) {
        let found = book().search(duel.board(), &entry.line, &after(&duel, &entry.line));
        assert_eq!(found, *entry);
    }
}
