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
    /// Whether it is proved that there is no solution at all.
    pub impossible: bool,
}

/// Searches for a shortest solution. `each` is told every number of moves that proved too small.
pub fn shortest(
    puzzle: &Puzzle,
    layout: &Layout,
    budget: &Budget<'_>,
    each: impl FnMut(u32, u64),
) -> Shortest {
    shortest_within(puzzle, layout, LONGEST, budget, each)
}

/// As [`shortest()`], but gives up once it is proved that more than `longest` moves are needed.
pub fn shortest_within(
    puzzle: &Puzzle,
    layout: &Layout,
    longest: u32,
    budget: &Budget<'_>,
    mut each: impl FnMut(u32, u64),
) -> Shortest {
    let done = |swaps, lower_bound, nodes, impossible| Shortest { swaps, lower_bound, nodes, impossible };
    let mut limit = at_least(puzzle.goal(), layout);
    if limit == 0 {
        return done(Some(Vec::new()), 0, 0, false);
    }
    if limit > longest {
        return done(None, limit, 0, false);
    }
    let aims: Vec<Aim> = aims(puzzle.goal());
    let mut descent = Descent::new(puzzle.board(), &aims, layout, budget);
    loop {
        match descent.within(limit) {
            Outcome::Found(swaps) => return done(Some(swaps), limit, descent.nodes(), false),
            Outcome::Halted => return done(None, limit, descent.nodes(), false),
            Outcome::Impossible => return done(None, limit, descent.nodes(), true),
            Outcome::None => {
                each(limit, descent.nodes());
                limit += 1;
            }
        }
        if limit > longest {
            return done(None, limit, descent.nodes(), false);
        }
    }
}
