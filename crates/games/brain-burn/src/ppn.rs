//! Games in Portable Piecepack Notation. Cells are `a1` to `e5`, `a1` at the bottom left; each tile carries
//! its coin.

use crate::action::{Action, CELLS, SIDE};
use crate::options::Match;
use crate::rules::BrainBurn;
use crate::state::State;
use bagatelle_core::Game;
use bagatelle_core::present::PiecepackNotation;
use bagatelle_piecepack::Lettering;
use std::fmt;

/// The name of a cell.
fn place(cell: usize) -> impl fmt::Display {
    fmt::from_fn(move |f| {
        let column = char::from(b'a' + (cell % SIDE) as u8);
        write!(f, "{column}{}", SIDE - cell / SIDE)
    })
}

impl PiecepackNotation<BrainBurn> for BrainBurn {
    fn layout(&self, start: &State) -> String {
        let pieces = (0..CELLS).filter_map(|cell| {
            let (tile, coin) = start.tile(cell).zip(start.coin(cell))?;
            let at = place(cell);
            let coin = match self.options().coins {
                Match::Value => coin.rank.letter(Lettering::Small).to_string(),
                Match::Suit => coin.text(Lettering::Small).to_string(),
            };
            Some(format!("t{}@{at} c{coin}@{at}", tile.text(Lettering::Small)))
        });
        pieces.collect::<Vec<_>>().join(" ")
    }

    fn moves(&self, before: &State, action: Action, _after: &State) -> String {
        let to = place(before.hole());
        let (from, partner) = before.cells_of(action);
        let slide = from.map(|from| format!("2{}-{to}", place(from)));
        let swap = partner.map(|partner| format!("{to}#{}", place(partner)));
        slide.into_iter().chain(swap).collect::<Vec<_>>().join(" ")
    }
}
