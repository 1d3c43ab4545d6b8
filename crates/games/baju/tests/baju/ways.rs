//! The tables of a board: where buttons go, and by what ways.

use bagatelle_baju::board::{Board, Bridge, Dye};
use bagatelle_baju::boardfile::STAND_INS;
use bagatelle_baju::pieces::{Button, Colour, Space, VALUES};

/// All ends of ways, by walking every one of them.
fn walk(board: &Board, colour: Colour, left: u8, at: Space, seen: u16) -> u16 {
    if left == 0 {
        return at.bit();
    }
    Space::of_mask(board.across(colour, at) & !seen)
        .fold(0, |ends, to| ends | walk(board, colour, left - 1, to, seen | to.bit()))
}

fn check(board: &Board) {
    for colour in Colour::BOTH {
        for value in 1..=VALUES {
            for from in Space::all() {
                let targets = board.targets(colour, value, from);
                assert_eq!(
                    targets,
                    walk(board, colour, value, from, from.bit()),
                    "{colour:?} {value} {from}"
                );
                for to in Space::all() {
                    let way = board.way(Button::new(colour, value), from, to);
                    assert_eq!(way.is_some(), targets & to.bit() != 0);
                    if let Some(way) = way {
                        assert!(board.is_way(Button::new(colour, value), &way), "{way:?}");
                        assert_eq!((way[0], way[way.len() - 1]), (from, to));
                    }
                }
            }
        }
    }
}

#[test]
fn tables_agree_with_walking_every_way() {
    for stand_in in STAND_INS {
        check(&stand_in.board());
    }
}

#[test]
fn a_way_never_visits_a_space_twice() {
    // A triangle with a tail: from a1, three bridges would have to come back through a1 or b1.
    let bridge = |a: &str, b: &str| Bridge::new(Dye::Red, Space::read(a).unwrap(), Space::read(b).unwrap());
    let board =
        Board::new("", [bridge("a1", "b1"), bridge("b1", "b2"), bridge("a1", "b2")].map(Option::unwrap));
    check(&board);
    let a1 = Space::read("a1").unwrap();
    assert_eq!(board.targets(Colour::White, 3, a1), 0);
    assert_eq!(board.targets(Colour::White, 2, a1).count_ones(), 2);
}

#[test]
fn a_board_with_every_bridge_is_explored_in_good_time() {
    let all = Space::all().flat_map(|a| Space::all().filter_map(move |b| Bridge::new(Dye::Red, a, b)));
    let board = Board::new("all", all);
    assert_eq!(board.bridges().len(), 120);
    for from in Space::all() {
        assert_eq!(board.targets(Colour::Black, 8, from), !from.bit());
    }
}
