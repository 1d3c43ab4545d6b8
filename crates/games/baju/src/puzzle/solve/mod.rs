//! The puzzle's solver: shortest solutions, with proof.
//!
//! `aims` lists the ways to meet a goal, `bounds` says how many swaps a goal needs at least, `descent`
//! searches within a number of moves. [`shortest()`] raises that number by one until a solution is found:
//! every number that was searched without one is proved too small. `answer` puts it into words. (The search
//! is iterative deepening A*, Korf 1985; it is written for this puzzle, because the bound of a position
//! comes from a list of ways to meet the goal that grows shorter from move to move.)

mod aims;
mod answer;
mod bounds;
mod descent;
mod quick;
mod shortest;

pub use quick::Quick;
pub use shortest::{LONGEST, Most, Shortest, at_least, shortest, shortest_within};
