//! The puzzle's solver: shortest solutions, with proof.
//!
//! [`mod@aims`] lists the ways to meet a goal, [`bounds`] says how many swaps a goal needs at least, [`descent`] searches within a number of moves that rises by one
//! until a solution is found: every number that was searched through without one is proved too small. [`solve`] puts
//! both into words. (The search is iterative deepening A*, Korf 1985; it is written for this puzzle, because the bound
//! of a position comes from a list of ways to meet the goal that grows shorter from move to move.)

pub mod aims;
pub mod bounds;
pub mod descent;

use crate::rules::Layout;
use crate::rules::goal::Goal;
use crate::rules::puzzle::{Puzzle, Swap};
use crate::view::PuzzleView;
use aims::aims;
use bagatelle_core::playable::{Progress, Solved};
use bagatelle_core::program::Budget;
use bounds::{Aim, places};
use descent::{Descent, Outcome};
use serde_json::json;

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
    pub swaps: Option<Vec<Swap>>,
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
    mut each: impl FnMut(u32, u64),
) -> Shortest {
    let aims: Vec<Aim> = aims(puzzle.goal());
    let mut descent = Descent::new(puzzle.board(), &aims, layout, budget);
    let mut limit = at_least(puzzle.goal(), layout);
    loop {
        let done = |swaps, lower_bound, nodes, impossible| Shortest { swaps, lower_bound, nodes, impossible };
        match descent.within(limit) {
            Outcome::Found(swaps) => return done(Some(swaps), limit, descent.nodes(), false),
            Outcome::Halted => return done(None, limit, descent.nodes(), false),
            Outcome::Impossible => return done(None, limit, descent.nodes(), true),
            Outcome::None => {
                each(limit, descent.nodes());
                limit += 1;
            }
        }
        if limit > LONGEST {
            return done(None, limit, descent.nodes(), false);
        }
    }
}

/// Solves a puzzle from where it stands.
pub fn solve(
    puzzle: &Puzzle,
    view: &PuzzleView,
    budget: &Budget<'_>,
    progress: Progress<'_>,
) -> Solved<Swap> {
    let layout = view.state.layout();
    let found = shortest(puzzle, layout, budget, |limit, nodes| {
        progress(None, &format!("no solution within {limit} moves ({nodes} positions)"));
    });
    let Shortest { swaps, lower_bound, nodes, impossible } = found;
    let texts: Option<Vec<String>> =
        swaps.as_ref().map(|swaps| swaps.iter().map(ToString::to_string).collect());
    let json = json!({
        "actions": texts,
        "length": texts.as_ref().map(Vec::len),
        "lower_bound": lower_bound,
        "optimal": swaps.is_some(),
        "nodes": nodes,
    });
    let moves = |n: usize| format!("{n} move{}", if n == 1 { "" } else { "s" });
    let text = match &swaps {
        Some(swaps) if swaps.is_empty() => "The goal is met.".to_owned(),
        Some(swaps) => format!(
            "{} to go. That is the least possible: every way to make fewer moves was ruled out, by search or by \
             counting cycles (a swap can bring at most one cycle of misplaced buttons home).",
            moves(swaps.len())
        ),
        None if impossible => "No button can move, so the goal cannot be met.".to_owned(),
        None => format!(
            "None within {}: that much is proved. Whether there is a longer solution is not known.",
            moves(lower_bound.saturating_sub(1) as usize)
        ),
    };
    Solved { line: swaps.unwrap_or_default(), json, text }
}
