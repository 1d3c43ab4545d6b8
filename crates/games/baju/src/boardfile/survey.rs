//! What is unusual about a board.

use super::report::BoardWarning;
use crate::board::{Board, Dye};
use crate::pieces::{Colour, Space, VALUES};

/// Everything that is unusual about a board.
pub(super) fn warnings(board: &Board) -> Vec<BoardWarning> {
    let mut warnings = Vec::new();
    for colour in Colour::BOTH {
        if !connected(board, colour) {
            warnings.push(BoardWarning::Disconnected(colour));
        }
    }
    for colour in Colour::BOTH {
        for value in 1..=VALUES {
            let stuck = Space::all().filter(|space| board.targets(colour, value, *space) == 0);
            let spaces = stuck.fold(0, |set, space| set | space.bit());
            if spaces != 0 {
                warnings.push(BoardWarning::NoTarget { colour, value, spaces });
            }
        }
    }
    if !symmetric(board) {
        warnings.push(BoardWarning::NotSymmetric);
    }
    warnings
}

fn connected(board: &Board, colour: Colour) -> bool {
    let mut reached = 1u16;
    loop {
        let wider = Space::of_mask(reached).fold(reached, |set, space| set | board.across(colour, space));
        if wider == reached {
            return reached == u16::MAX;
        }
        reached = wider;
    }
}

/// Whether one of the eight symmetries of the square keeps the red bridges and exchanges the white and the
/// black ones.
fn symmetric(board: &Board) -> bool {
    (0..8).any(|symmetry| {
        board.bridges().iter().all(|bridge| {
            let exchanged = match bridge.dye {
                Dye::Red => Dye::Red,
                Dye::White => Dye::Black,
                Dye::Black => Dye::White,
            };
            board.bridge(image(bridge.from, symmetry), image(bridge.to, symmetry)) == Some(exchanged)
        })
    })
}

/// Where one of the eight symmetries of the square takes a space.
pub(super) fn image(space: Space, symmetry: u8) -> Space {
    let (mut column, mut row) = (space.column(), space.row());
    if symmetry & 1 != 0 {
        column = 3 - column;
    }
    if symmetry & 2 != 0 {
        row = 3 - row;
    }
    if symmetry & 4 != 0 {
        (column, row) = (row, column);
    }
    Space::new(column, row)
}
