//! Writes the opening book of the duel:
//! `cargo run --release -p bagatelle-baju --example baju_book -- ENTRIES [NODES [FILE]]`.
//!
//! Positions in which the player with the book is to act are searched with `NODES` nodes each, the likeliest
//! first, until the book has this many entries. How likely a position is follows from how close in score the
//! actions are that lead to it: the player with the book takes one of the entry's best, the opponent any
//! action, the better ones far more often. So the tree widens where actions are close. The book serves both
//! colours, so it begins with both.
//!
//! Each entry is written as soon as it is found; a run that finds a file goes on with it, and the outcome
//! does not depend on where it was interrupted.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "an example measures, prints and writes files"
)]

use bagatelle_baju::Duel;
use bagatelle_baju::duel::programs::book::{Book, Entry};
use bagatelle_baju::duel::programs::search;
use bagatelle_baju::duel::programs::symmetry::{Symmetry, canonical};
use bagatelle_baju::duel::programs::tree::DuelTree;
use bagatelle_baju::duel::{Action, Options, State};
use bagatelle_baju::pieces::SIDE;
use bagatelle_core::Game;
use bagatelle_core::program::Budget;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

/// The most actions that lead to a position of the book.
const LONGEST: usize = 6;
/// How deep the opponent's actions are searched to tell which are likely.
const GLANCE: u32 = 4;
/// An action that is worse by this many hundredths of a point is a quarter as likely.
const CLOSE: f64 = 10.0;

/// A position that may get an entry.
struct Place {
    line: Vec<Action>,
    state: State,
    likely: f64,
}

fn main() -> std::io::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let entries: usize = args.first().and_then(|text| text.parse().ok()).expect("ENTRIES [NODES [FILE]]");
    let nodes: u64 = args.get(1).map_or(8_000_000, |text| text.parse().expect("a number of nodes"));
    let usual = concat!(env!("CARGO_MANIFEST_DIR"), "/book/twin-loops.tsv");
    let file = PathBuf::from(args.get(2).map_or(usual, String::as_str));
    let known = match std::fs::read_to_string(&file) {
        Ok(text) => Book::read(&text).expect("a book"),
        Err(_) => Book::new(nodes),
    };
    assert_eq!(known.nodes, nodes, "the entries of a book have one number of nodes");
    let duel = Duel::new(&Options::default()).expect("the default board is right");
    let symmetries = Symmetry::all(duel.board(), SIDE);
    let mut places: BTreeMap<u128, Place> = BTreeMap::new();
    let mut done: Vec<u128> = Vec::new();
    let mut book = Book::new(nodes);
    let start = duel.start(&None).expect("a start");
    let reach = |places: &mut BTreeMap<u128, Place>, done: &[u128], place: Place| {
        let (position, to) = canonical(&symmetries, place.state.position());
        let code = position.code();
        if done.contains(&code) || place.line.len() > LONGEST || place.state.end().is_some() {
            return;
        }
        // The line is turned so that it leads to the canonical image.
        let line: Vec<Action> = place.line.iter().map(|action| to[0].action(*action)).collect();
        let mut state = start.clone();
        line.iter().for_each(|action| duel.apply(&mut state, *action));
        places.entry(code).or_insert(Place { line, state, likely: 0.0 }).likely += place.likely;
    };
    let first = Place { line: Vec::new(), state: start.clone(), likely: 1.0 };
    for (likely, action) in replies(&duel, &symmetries, &start) {
        reach(&mut places, &done, after(&duel, &first, action, likely));
    }
    reach(&mut places, &done, first);
    let begun = Instant::now();
    while book.entries().len() < entries {
        let likeliest = places.iter().max_by(|a, b| a.1.likely.total_cmp(&b.1.likely));
        let Some(code) = likeliest.map(|(code, _)| *code) else { break };
        let place = places.remove(&code).expect("it was found there");
        let old = known.entry(place.state.position());
        let new = old.is_none();
        // The position is the canonical one, so the entry's actions are those of the position as it lies.
        let entry = match old {
            Some(entry) => Entry { line: place.line.clone(), ..entry.clone() },
            None => book.search(duel.board(), &place.line, &place.state),
        };
        for (action, _) in &entry.best {
            let next = after(&duel, &place, *action, place.likely / entry.best.len() as f64);
            for (likely, reply) in replies(&duel, &symmetries, &next.state) {
                reach(&mut places, &done, after(&duel, &next, reply, next.likely * likely));
            }
        }
        done.push(code);
        let line: Vec<String> = place.line.iter().map(ToString::to_string).collect();
        let words: Vec<String> =
            entry.best.iter().map(|(action, score)| format!("{action} {score:+}")).collect();
        let depth = entry.depth;
        book.add(entry);
        if new {
            eprintln!(
                "{} of {entries}, {:.0} s, {:.4} likely: {} | depth {depth}: {}",
                book.entries().len(),
                begun.elapsed().as_secs_f64(),
                place.likely,
                line.join(" "),
                words.join(" ")
            );
            std::fs::write(&file, book.to_string())?;
        }
    }
    Ok(())
}

fn after(duel: &Duel, place: &Place, action: Action, likely: f64) -> Place {
    let mut line = place.line.clone();
    line.push(action);
    let mut state = place.state.clone();
    duel.apply(&mut state, action);
    Place { line, state, likely }
}

/// The opponent's actions, one of each set of images, and how likely each is.
fn replies(duel: &Duel, symmetries: &[Symmetry], state: &State) -> Vec<(f64, Action)> {
    let mut legal = Vec::new();
    duel.legal(state, &mut legal);
    let tree = DuelTree::new(duel.board());
    let mut scored: BTreeMap<u128, (i32, f64, Action)> = BTreeMap::new();
    for action in legal {
        let mut next = state.clone();
        duel.apply(&mut next, action);
        let code = canonical(symmetries, next.position()).0.code();
        let many = match scored.get_mut(&code) {
            Some(known) => &mut known.1,
            None => {
                if next.end().is_some() {
                    continue;
                }
                let found = search(&tree, &next, GLANCE, 16, &Budget::nodes(u64::MAX), |_| ());
                &mut scored.entry(code).or_insert((-found.score, 0.0, action)).1
            }
        };
        *many += 1.0;
    }
    let best = scored.values().map(|(score, ..)| *score).max().unwrap_or_default();
    let weigh = |(score, many, action): (i32, f64, Action)| {
        let gap = f64::from(best - score) / CLOSE;
        (many / ((1.0 + gap * gap) * (1.0 + gap * gap)), action)
    };
    let mut weighed: Vec<(f64, Action)> = scored.into_values().map(weigh).collect();
    let sum: f64 = weighed.iter().map(|(weight, _)| weight).sum();
    weighed.iter_mut().for_each(|(weight, _)| *weight /= sum);
    weighed
}
