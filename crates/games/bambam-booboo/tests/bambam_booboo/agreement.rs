//! The fast rules agree with the slow ones on thousands of positions: random games of all variants with few
//! and with many tiles, and rings of tiles around areas, which random games hardly ever make.

use crate::common::slow::{Piece, Slow};
use crate::common::{open, rules, setup};
use bagatelle_bambam_booboo::{Action, BambamBooboo, Contact, Entry, Options, Reconnect, Slides, State, Way};
use bagatelle_core::{Game, Rng, Seed, Stream, Turn};
use std::collections::BTreeSet;

fn slow(game: &BambamBooboo, position: &State) -> Slow {
    let tiles = position.heap().tiles();
    let piece = |(slot, t): (usize, bagatelle_bambam_booboo::Tile)| Piece {
        x: t.x,
        y: t.y,
        stands: t.way == Way::V,
        owner: slot / 20,
    };
    let to_act = match game.turn(position) {
        Turn::Seat(seat) => Some(seat.index()),
        _ => None,
    };
    Slow { tiles: tiles.map(piece).collect(), hands: position.hands().map(|n| n as usize), to_act }
}

/// Checks the list and the count, and up to `tries` of the positions that the actions lead to.
fn agree(game: &BambamBooboo, position: &State, rng: &mut Rng, tries: usize) {
    let here = slow(game, position);
    let expected = here.actions(game.options());
    let mut actions = Vec::new();
    game.legal(position, &mut actions);
    let texts: BTreeSet<String> = actions.iter().map(Action::to_string).collect();
    let words: BTreeSet<String> = expected.keys().cloned().collect();
    let extra: Vec<_> = texts.difference(&words).collect();
    let missing: Vec<_> = words.difference(&texts).collect();
    assert!(extra.is_empty() && missing.is_empty(), "{here:?}\nextra {extra:?}\nmissing {missing:?}");
    assert_eq!(actions.len(), texts.len());
    assert_eq!(game.count_legal(position), actions.len());
    rng.shuffle(&mut actions);
    for &action in actions.iter().take(tries) {
        assert!(game.check(position, action).is_ok(), "{action}");
        let mut next = position.clone();
        game.apply(&mut next, action);
        assert_eq!(slow(game, &next), expected[&action.to_string()], "{here:?} {action}");
    }
}

fn variants(tiles: u8) -> [BambamBooboo; 6] {
    let base = Options { repetition: 0, tiles, ..Options::default() };
    let of = |contact, reconnect| rules(Options { contact, reconnect, ..base });
    [
        of(Contact::Aligned, Reconnect::Area),
        of(Contact::Side, Reconnect::Area),
        of(Contact::Aligned, Reconnect::Straight),
        of(Contact::Side, Reconnect::Straight),
        rules(Options { slides: Slides::Any, ..base }),
        rules(Options { entry: Entry::Around, slides: Slides::Any, contact: Contact::Side, ..base }),
    ]
}

#[test]
fn on_random_games() {
    let mut rng = Rng::new(&Seed::from_text("agreement"), Stream::Test);
    let (mut positions, mut departures, mut choices) = (0, 0, 0);
    for (tiles, games, plies) in [(1, 1, 12), (2, 4, 40), (3, 6, 45), (5, 5, 45), (8, 2, 45), (20, 1, 44)] {
        for game in variants(tiles) {
            for _ in 0..games {
                let mut position = game.start(&game.fixed_setup().unwrap()).unwrap();
                let mut actions = Vec::new();
                for _ in 0..plies {
                    agree(&game, &position, &mut rng, 60);
                    positions += 1;
                    game.legal(&position, &mut actions);
                    // Prefer actions that split the heap, so that turns of both kinds mix.
                    let tied = |a: &&Action| matches!(a, Action::Slide { keep: Some(_), .. });
                    let ties: Vec<Action> = actions.iter().filter(tied).copied().collect();
                    choices += ties.len();
                    let from = if ties.is_empty() { &actions } else { &ties };
                    let Some(&action) = rng.choose(from) else { break };
                    game.apply(&mut position, action);
                    departures += usize::from(position.gone() != 0);
                }
            }
        }
    }
    assert!(positions > 2500 && departures > 200 && choices > 1000, "{positions} {departures} {choices}");
}

/// A ring of tiles around an area of `w` by `h` cells, begun at its first or second cell, and its cells in
/// order.
fn ring(w: i32, h: i32, shift: usize) -> Vec<[(i32, i32); 2]> {
    let mut cells: Vec<(i32, i32)> = (0..=w).map(|x| (x, 0)).collect();
    cells.extend((0..=h).map(|y| (w + 1, y)));
    cells.extend((0..=w).map(|x| (w + 1 - x, h + 1)));
    cells.extend((0..=h).map(|y| (0, h + 1 - y)));
    cells.rotate_left(shift);
    cells.chunks(2).map(|c| [c[0].min(c[1]), c[0].max(c[1])]).collect()
}

#[test]
fn on_enclosed_areas() {
    let mut rng = Rng::new(&Seed::from_text("rings"), Stream::Test);
    let (mut positions, mut enclosed) = (0, 0);
    while positions < 1600 {
        let (w, h) = (1 + rng.below(4) as i32, 1 + rng.below(4) as i32);
        let mut tiles = ring(w, h, rng.index(2));
        if rng.below(4) == 0 {
            tiles.remove(rng.index(tiles.len()));
        }
        // Tiles thrown inside and about the ring, where they fit.
        for _ in 0..rng.below(8) {
            let (x, y) = (rng.below(w as u32 + 6) as i32 - 2, rng.below(h as u32 + 6) as i32 - 2);
            let other = if rng.below(2) == 0 { (x + 1, y) } else { (x, y + 1) };
            if !tiles.iter().flatten().any(|&c| c == (x, y) || c == other) {
                tiles.push([(x, y), other]);
            }
        }
        let share = 1 + rng.below(9);
        let text: Vec<String> = tiles
            .iter()
            .map(|[a, b]| {
                format!(
                    "{} {} {} {}",
                    a.0,
                    a.1,
                    if a.1 == b.1 { "H" } else { "V" },
                    u8::from(rng.below(10) < share)
                )
            })
            .collect();
        let setup = setup(&text.join(","), [0, 0], rng.below(2) as u8);
        for game in variants(20) {
            let Ok(mut position) = game.start(&setup) else { continue };
            enclosed += usize::from(crate::common::encloses(&position));
            let mut actions = Vec::new();
            for _ in 0..2 {
                agree(&game, &position, &mut rng, 12);
                positions += 1;
                game.legal(&position, &mut actions);
                let Some(&action) = rng.choose(&actions) else { break };
                game.apply(&mut position, action);
            }
        }
    }
    assert!(enclosed > 300, "{enclosed} of {positions}");
}

#[test]
fn on_long_and_wandering_heaps() {
    // Heaps that need the larger boards, far from the origin.
    let mut rng = Rng::new(&Seed::from_text("long"), Stream::Test);
    for (n, stands, x, y) in [
        (5, false, 3, 3),
        (6, false, 0, 0),
        (6, true, 0, 0),
        (13, false, -900, 30),
        (14, true, 7, -5000),
        (20, false, 9000, 9000),
        (19, true, 0, -1),
    ] {
        let tiles: Vec<String> = (0..2 * n)
            .map(|k| {
                let (dx, dy) = if stands { (0, 2 * k) } else { (2 * k, 0) };
                format!("{} {} {} {}", x + dx, y + dy, if stands { "V" } else { "H" }, k % 2)
            })
            .collect();
        let game = rules(Options::default());
        let Ok(position) = game.start(&setup(&tiles.join(","), [0, 0], 0)) else { panic!("{n} {stands}") };
        agree(&game, &position, &mut rng, 40);
    }
}

#[test]
fn a_set_up_opens_as_written() {
    let game = rules(Options::default());
    let position = open(&game, &setup(crate::common::BRIDGE, [3, 2], 1));
    assert_eq!(position.hands(), [3, 2]);
    assert_eq!(position.heap().tiles().count(), 5);
}
