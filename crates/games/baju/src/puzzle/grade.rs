//! How hard a deal is: the moves of its shortest solution, proved.

use super::rules::Puzzle;
use super::solve::shortest;
use super::state::State;
use bagatelle_core::present::Grader;
use bagatelle_core::program::Budget;

/// The most nodes that a grade may cost: all but one in a thousand deals need fewer.
const NODES: u64 = 3_000_000;

/// The most moves of a deal of each grade but the last, for each goal. Every stand-in board has deals of
/// every grade.
const MOVES: [[u32; 3]; 4] = [[2, 3, 4], [4, 5, 6], [6, 7, 8], [10, 11, 12]];

impl Grader<Puzzle> for Puzzle {
    fn grade(&self, start: &State) -> Option<usize> {
        let found = shortest(self, start.layout(), &Budget::nodes(NODES), |_, _| ());
        let moves = u32::try_from(found.swaps?.len()).ok()?;
        let most = MOVES[usize::from(self.goal().number()) - 1];
        Some(most.iter().position(|&most| moves <= most).unwrap_or(most.len()))
    }
}
