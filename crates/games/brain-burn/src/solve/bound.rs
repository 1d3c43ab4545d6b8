//! Lower bounds with proof for the tiles, by iterative deepening ([`bagatelle_search::ida`]).
//!
//! Coins never make a solution shorter, so a bound proved for the tiles alone holds for the game.

use super::board::{BEHIND, NOWHERE, Tiles, inverse};
use super::tables::Tables;
use bagatelle_search::ida::Descent;

/// The tiles' state space.
pub(crate) struct TileDescent<'a> {
    pub tables: &'a Tables,
    /// A slide that no way begins with.
    pub barred: Option<u8>,
}

impl Descent for TileDescent<'_> {
    type State = Tiles;

    fn children(&self, state: &Tiles, last: Option<u8>, out: &mut [(u8, u32); 16]) -> usize {
        let addresses = self.tables.addresses(&state.cells);
        let sums = self.tables.sums(&addresses);
        let last = last.or(self.barred.map(inverse));
        let mut count = 0;
        for action in 0..4u8 {
            let from = BEHIND[state.hole as usize][action as usize];
            if from == NOWHERE || last == Some(inverse(action)) {
                continue;
            }
            let (plain, mirrored) = self.tables.slid(&addresses, sums, &state.cells, from, state.hole);
            out[count] = (action, plain.max(mirrored) as u32);
            count += 1;
        }
        count
    }

    fn is_goal(&self, state: &Tiles) -> bool {
        state.is_solved()
    }

    fn bound(&self, state: &Tiles) -> u32 {
        self.tables.bound(state)
    }

    fn apply(&self, state: &mut Tiles, action: u8) {
        state.slide(action);
    }

    fn undo(&self, state: &mut Tiles, action: u8) {
        state.slide(inverse(action));
    }
}
