//! Shortest solutions: the search within a number of moves that rises by one until a solution is found.

use super::aims::aims;
use super::bounds::{Aim, places};
use super::descent::{Descent, Outcome};
use crate::layout::Layout;
use crate::puzzle::action::Action;
use crate::puzzle::goal::Goal;
use crate::puzzle::rules::Puzzle;
use bagatelle_core::program::Budget;

/// The greatest number of moves that is searched. Every arrangement of Twin Loops needs far fewer.
pub const LONGEST: u32 = 60;

/// The number of moves that the goal needs at least: what cycles say, without a search.
#[must_use]
pub fn at_least(goal: Goal, layout: &Layout) -> u32 {
    let (on, at) = places(layout);
    aims(goal).iter().map(|aim| aim.distance(&on, &at)).min().unwrap_or(0)
}

/// What a search for a shortest solution came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shortest {
    /// The swaps of a shortest solution, if it was found.
    pub swaps: Option<Vec<Action>>,
    /// No solution has fewer moves than this: proved.
    pub lower_bound: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// What it took, in units of about a tenth of a microsecond.
    pub work: u64,
    /// Whether it is proved that there is no solution at all.
    pub impossible: bool,
}

/// Where a search gives up.
#[derive(Clone, Copy, Debug)]
pub struct Most {
    /// Once it is proved that more moves are needed.
    pub moves: u32,
    /// Once it has done so much work, in units of about a tenth of a microsecond.
    pub work: u64,
}

impl Most {
    /// Where every search gives up.
    pub const EVER: Most = Most { moves: LONGEST, work: u64::MAX };
}

/// Searches for a shortest solution. `each` is told every number of moves that proved too small.
pub fn shortest(
    puzzle: &Puzzle,
    layout: &Layout,
    budget: &Budget<'_>,
    each: impl FnMut(u32, u64),
) -> Shortest {
    shortest_within(puzzle, layout, Most::EVER, budget, each)
}

/// As [`shortest()`], but gives up sooner.
pub fn shortest_within(
    puzzle: &Puzzle,
    layout: &Layout,
    most: Most,
    budget: &Budget<'_>,
    mut each: impl FnMut(u32, u64),
) -> Shortest {
    let mut limit = at_least(puzzle.goal(), layout);
    let done = |swaps, lower_bound| Shortest { swaps, lower_bound, nodes: 0, work: 0, impossible: false };
    if limit == 0 {
        return done(Some(Vec::new()), 0);
    }
    if limit > most.moves {
        return done(None, limit);
    }
    let aims: Vec<Aim> = aims(puzzle.goal());
    let mut descent = Descent::new(puzzle.board(), &aims, layout, budget);
    descent.limit(most.work);
    let (swaps, impossible) = loop {
        match descent.within(limit) {
            Outcome::Found(swaps) => break (Some(swaps), false),
            Outcome::Halted => break (None, false),
            Outcome::Impossible => break (None, true),
            Outcome::None => {
                each(limit, descent.nodes());
                limit += 1;
            }
        }
        if limit > most.moves {
            break (None, false);
        }
    };
    Shortest { swaps, lower_bound: limit, nodes: descent.nodes(), work: descent.work(), impossible }
}
