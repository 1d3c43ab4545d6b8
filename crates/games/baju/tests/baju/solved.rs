//! The small boards that were solved: the same by another method, and as `docs/solved.md` says.
//!
//! All of them are solved again by
//! `cargo test --release -p bagatelle-baju --test baju solved:: -- --include-ignored`, in some four minutes.

// The list is a file of the project.
#![allow(clippy::disallowed_methods)]

use bagatelle_baju::Duel;
use bagatelle_baju::board::Board;
use bagatelle_baju::boardfile::read;
use bagatelle_baju::duel::small::{LIST, Listed, Small, Worth};
use bagatelle_baju::duel::{Action, End, Options, Position, Setup, State};
use bagatelle_baju::pieces::{Button, Colour, Space};
use bagatelle_core::{Game, Rng, Seed, Stream};
use std::collections::HashMap;

fn listed(id: &str) -> Listed {
    *LIST.iter().find(|listed| listed.id == id).unwrap()
}

/// What follows from a position on a small board by the rules alone: who has won, and the positions that come
/// next.
fn follow(listed: &Listed, board: &Board, position: &Position) -> (Option<Colour>, Vec<Position>) {
    let inside = |space: Space| listed.spaces & space.bit() != 0;
    let side = listed.side;
    let lines = (0..side).flat_map(|n| {
        let row: Vec<Space> = (0..side).map(|k| Space::new(k, n)).collect();
        let column: Vec<Space> = (0..side).map(|k| Space::new(n, k)).collect();
        [row, column]
    });
    let owns = |colour| {
        let own = |space: &Space| position.layout.button(*space).is_some_and(|b| b.colour() == colour);
        lines.clone().any(|line| line.iter().all(|space| inside(*space) && own(space)))
    };
    let winner = match (owns(Colour::White), owns(Colour::Black)) {
        (true, false) => Some(Colour::White),
        (false, true) => Some(Colour::Black),
        _ => None,
    };
    let mut next = Vec::new();
    if winner.is_none() {
        position.each_action(board, |action| {
            let allowed = match action {
                Action::Place { value, at } => value <= listed.values && inside(at),
                Action::Move { .. } => true,
            };
            if allowed {
                let mut after = *position;
                after.act(action);
                next.push(after);
            }
        });
    }
    (winner, next)
}

/// All positions with what they come to: by looking at all of them again and again until nothing more is
/// known.
fn plain(listed: &Listed) -> HashMap<Position, Worth> {
    let board = read(&listed.text()).board.unwrap();
    let start = Position::empty(Colour::White);
    let (mut all, mut numbers) = (vec![start], HashMap::from([(start, 0)]));
    let (mut worth, mut next): (Vec<Option<Worth>>, Vec<Vec<usize>>) = (Vec::new(), Vec::new());
    while let Some(position) = all.get(worth.len()).copied() {
        let (winner, following) = follow(listed, &board, &position);
        worth.push(winner.map(|w| if w == position.side { Worth::Wins(0) } else { Worth::Loses(0) }));
        let number = |after: Position| {
            *numbers.entry(after).or_insert_with(|| {
                all.push(after);
                all.len() - 1
            })
        };
        next.push(following.into_iter().map(number).collect());
    }
    for plies in 1.. {
        let mut news = Vec::new();
        for (number, following) in next.iter().enumerate().filter(|(number, _)| worth[*number].is_none()) {
            if following.iter().any(|to| matches!(worth[*to], Some(Worth::Loses(_)))) {
                news.push((number, Worth::Wins(plies)));
            } else if !following.is_empty()
                && following.iter().all(|to| matches!(worth[*to], Some(Worth::Wins(_))))
            {
                news.push((number, Worth::Loses(plies)));
            }
        }
        if news.is_empty() {
            break;
        }
        news.into_iter().for_each(|(number, found)| worth[number] = Some(found));
    }
    all.into_iter().zip(worth.into_iter().map(|worth| worth.unwrap_or(Worth::Drawn))).collect()
}

/// Solves boards by both methods.
fn both(ids: &[&str]) {
    for id in ids {
        let listed = listed(id);
        let duel = listed.duel();
        let solution = duel.solve(&Position::empty(Colour::White));
        let expected = plain(&listed);
        let mut codes = Vec::new();
        for (position, worth) in &expected {
            let canonical = duel.canonical(position);
            assert_eq!(solution.worth(&canonical), Some(*worth), "{id}, {position}");
            codes.push(canonical.code());
        }
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), solution.all().len(), "{id}");
    }
}

#[test]
fn looking_at_all_positions_again_and_again_finds_the_same() {
    both(&["bare-3", "bare-4", "ring-6"]);
}

#[test]
#[ignore = "takes minutes without optimization"]
fn looking_at_all_positions_of_larger_boards_finds_the_same() {
    both(&["ring-8-3", "wheel-3", "split-3"]);
}

/// What a game comes to by the rules themselves, its past included: 1 if the side to act wins, 0 for a draw,
/// -1; `None` if that takes too long. Counts the draws by repetition.
fn by_rules(duel: &Duel, state: &State, left: &mut u32, repeated: &mut u32) -> Option<i32> {
    *left = left.checked_sub(1)?;
    match state.end() {
        Some(End::Line(winner)) => return Some(if winner == state.position().side { 1 } else { -1 }),
        Some(End::Repeated) => {
            *repeated += 1;
            return Some(0);
        }
        Some(End::Stuck) => return Some(0),
        None => (),
    }
    let mut legal = Vec::new();
    duel.legal(state, &mut legal);
    let mut best = -1;
    for action in legal {
        let mut next = state.clone();
        duel.apply(&mut next, action);
        best = best.max(-by_rules(duel, &next, left, repeated)?);
    }
    Some(best)
}

#[test]
fn games_that_end_at_the_third_occurrence_come_to_the_same() {
    let mut rng = Rng::new(&Seed::from_text("third"), Stream::Test);
    let text = "baju-board 1\nred a1-b1 c3-d3\nwhite b1-b2 d3-d4\nblack a1-a2 c3-c4\n";
    let duel = Duel::new(&Options { board: text.into(), ..Options::default() }).unwrap();
    let small = Small::new(duel.board(), 4, u16::MAX, 8);
    let (mut seen, mut repeated) = ([0; 3], 0);
    for _ in 0..400 {
        let mut buttons: Vec<String> = Button::all().map(|button| button.to_string()).collect();
        rng.shuffle(&mut buttons);
        let rows: Vec<String> = buttons.chunks(4).map(<[String]>::concat).collect();
        let state = duel.start(&Some(Setup { position: format!("{} W -", rows.join("/")) })).unwrap();
        let Some(expected) = by_rules(&duel, &state, &mut 20_000, &mut repeated) else { continue };
        let worth = small.solve(state.position()).worth(&small.canonical(state.position()));
        let found = match worth.unwrap() {
            Worth::Wins(_) => 1,
            Worth::Drawn => 0,
            Worth::Loses(_) => -1,
        };
        assert_eq!(found, expected, "{}", state.position());
        seen[(found + 1) as usize] += 1;
    }
    assert!(seen.iter().all(|count| *count > 10) && repeated > 100, "{seen:?} {repeated}");
}

/// Solves boards again and compares them with the rows of the document.
fn compare(wanted: impl Fn(&str) -> bool) {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/solved.md");
    let document = std::fs::read_to_string(file).unwrap();
    for listed in LIST.iter().filter(|listed| wanted(listed.id)) {
        let duel = listed.duel();
        let row = listed.row(&duel, &duel.solve(&Position::empty(Colour::White)));
        assert!(document.lines().any(|line| line == row), "docs/solved.md should have\n{row}");
    }
}

/// Boards that take no second.
fn quick(id: &str) -> bool {
    ["bare-16", "bare-3", "bare-4", "wheel-3", "split-3", "ring-6", "ring-8-3"].contains(&id)
}

#[test]
fn quick_rows_are_found_again() {
    compare(quick);
}

#[test]
#[ignore = "takes minutes without optimization"]
fn long_rows_are_found_again() {
    compare(|id| !quick(id));
}
