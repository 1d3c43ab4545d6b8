//! Positions in which few actions win by force: which ones, and what meets all others.
//!
//! A player who wins with the next move but one now threatens to win. So an action wins within some moves if
//! it begins an attack, or if every answer leaves one; it does not if one answer leaves none.

use super::attack::{Look, blocks};
use super::shapes::wins;
use super::tree::ranked;
use crate::action::Action;
use crate::rules::{BambamBooboo, legal};
use crate::state::State;
use bagatelle_core::program::Budget;

/// How many of the most promising answers to an action are looked at.
const ANSWERS: usize = 10;

/// A forced win.
pub(crate) struct Only {
    /// The lines of the actions that begin it, each to its end.
    pub good: Vec<Vec<Action>>,
    /// All other actions, each with an answer after which there is no such win.
    pub others: Vec<(Action, Action)>,
}

/// The forced win of the seat to act in exactly `moves` of its own, if at most `most` actions begin it and
/// all others are sure not to. Also `None` if that takes more than `nodes` nodes.
pub(crate) fn only(
    game: &BambamBooboo,
    position: &State,
    moves: u32,
    most: usize,
    nodes: u64,
) -> Option<Only> {
    let budget = Budget::nodes(nodes);
    let look = Look::new(game, &budget);
    let mut position = position.clone();
    position.forget();
    let seat = position.to_act();
    let (mut actions, mut found) = (Vec::new(), Vec::new());
    legal::list(&look.options, &position, &mut actions);
    wins(&look.options, &position, seat, 1, &mut found);
    if !found.is_empty() || look.attack(&position, &actions, moves - 1).is_some() {
        return None;
    }
    look.attack(&position, &actions, moves)?;
    let mut only = Only { good: Vec::new(), others: Vec::new() };
    for &action in &actions {
        match look.begins(&position, action, moves) {
            Some(line) => only.good.push(line),
            None => only.others.push((action, met(&look, &position, action, moves)?)),
        }
        if only.good.len() > most || look.stopped() {
            return None;
        }
    }
    (!only.good.is_empty() && only.good.len() < actions.len()).then_some(only)
}

/// An answer to an action after which the seat that took it does not win within `moves`, that action
/// included.
fn met(look: &Look<'_, '_>, position: &State, action: Action, moves: u32) -> Option<Action> {
    let seat = position.to_act();
    let next = look.after(position, action);
    let mut found = Vec::new();
    wins(&look.options, &next, seat.next(2), 1, &mut found);
    if let Some(&win) = found.first() {
        return Some(win);
    }
    let mut answers = Vec::new();
    legal::list(&look.options, &next, &mut answers);
    wins(&look.options, &next, seat, 3, &mut found);
    let likely = if found.is_empty() { Vec::new() } else { blocks(&next, &answers, &found) };
    let best = ranked(look, &next, if likely.is_empty() { &answers } else { &likely }, ANSWERS);
    let holds = |answer: &Action| {
        let then = look.after(&next, *answer);
        let mut found = Vec::new();
        wins(&look.options, &then, seat, 1, &mut found);
        found.is_empty() && !(moves > 2 && look.can_attack(&then, moves - 1)) && !look.stopped()
    };
    best.iter().map(|step| step.action).find(holds)
}
