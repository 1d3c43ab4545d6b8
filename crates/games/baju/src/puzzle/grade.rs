//! How hard a deal is: the moves of its shortest solution, proved.

use super::rules::Puzzle;
use super::solve::{LONGEST, Most, shortest_within};
use super::state::State;
use bagatelle_core::present::Grader;
use bagatelle_core::program::Allowance;

/// The most nodes that a grade may cost: all but one in a thousand deals need fewer.
const NODES: u64 = 3_000_000;

/// What it takes of an allowance to begin a search.
const BEGUN: u64 = 200;

/// The most moves of a deal of each grade but the last, for each goal. Every stand-in board has deals of
/// every grade.
const MOVES: [[u32; 3]; 4] = [[2, 3, 4], [4, 5, 6], [6, 7, 8], [10, 11, 12]];

impl Puzzle {
    /// The grade of a deal, if its shortest solution has at most `longest` moves.
    fn grade_within(&self, start: &State, longest: u32, allowance: &Allowance<'_>) -> Option<usize> {
        if !allowance.take(BEGUN) {
            return None;
        }
        let most = Most { moves: longest, work: allowance.left() };
        let found = shortest_within(self, start.layout(), most, &allowance.budget(NODES), |_, _| ());
        allowance.take(found.work);
        let moves = u32::try_from(found.swaps?.len()).ok()?;
        let most = self.most_moves();
        Some(most.iter().position(|&most| moves <= most).unwrap_or(most.len()))
    }

    fn most_moves(&self) -> [u32; 3] {
        MOVES[usize::from(self.goal().number()) - 1]
    }
}

impl Grader<Puzzle> for Puzzle {
    fn grade(&self, start: &State, allowance: &Allowance<'_>) -> Option<usize> {
        self.grade_within(start, LONGEST, allowance)
    }

    /// Stops as soon as it is proved that more moves are needed than the grade has.
    fn has_grade(&self, start: &State, grade: usize, allowance: &Allowance<'_>) -> bool {
        let longest = self.most_moves().get(grade).copied().unwrap_or(LONGEST);
        self.grade_within(start, longest, allowance) == Some(grade)
    }
}
