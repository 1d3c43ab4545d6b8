//! The search that the levels and the analysis share.

use super::tree::{DuelTree, Node};
use crate::duel::action::Action;
use crate::duel::state::State;
use bagatelle_core::program::Budget;
use bagatelle_search::alphabeta::{DEEPEST, Found, Limits, Search, sure_in, winners_turns};
use bagatelle_search::tt::Table;

/// Searches an unfinished position. `each` is told of every finished depth.
pub fn search(
    tree: &DuelTree<'_>,
    state: &State,
    depth: u32,
    bits: u32,
    budget: &Budget<'_>,
    mut each: impl FnMut(&Found<Action>),
) -> Found<Action> {
    let table = Table::new(bits);
    let past: Vec<u64> = state.past().map(|code| tree.key_of_code(code)).collect();
    let limits = Limits { depth, nodes: budget.nodes, stop: budget.stop };
    let root = Node::new(*state.position());
    Search::new(tree, &table).run(&root, &past, &limits, |found| {
        each(found);
        true
    })
}

/// Searches an unfinished position for up to `count` of the best lines. `each` is told of every finished
/// depth.
pub fn search_lines(
    tree: &DuelTree<'_>,
    state: &State,
    count: usize,
    bits: u32,
    budget: &Budget<'_>,
    mut each: impl FnMut(&[Found<Action>]),
) -> Vec<Found<Action>> {
    let table = Table::new(bits);
    let past: Vec<u64> = state.past().map(|code| tree.key_of_code(code)).collect();
    let limits = Limits { depth: DEEPEST, nodes: budget.nodes, stop: budget.stop };
    Search::new(tree, &table).run_lines(&Node::new(*state.position()), &past, &limits, count, |found| {
        each(found);
        true
    })
}

/// A score for the side to act: a proved end, or lines' worth of advantage.
#[must_use]
pub fn words(score: i32) -> String {
    match sure_in(score) {
        Some(plies) if plies > 0 => format!("wins in {}", winners_turns(plies)),
        Some(plies) => format!("loses in {}", winners_turns(plies)),
        None => format!("{:+.2}", f64::from(score) / 100.0),
    }
}
