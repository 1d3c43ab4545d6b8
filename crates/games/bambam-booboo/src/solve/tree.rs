//! The alpha-beta search's tree: the most promising actions in each position.

use super::attack::{Look, blocks};
use super::gains::values;
use super::shapes::wins;
use crate::action::Action;
use crate::rules::legal;
use crate::state::{End as Won, State};
use bagatelle_search::alphabeta::{End, Tree};
use std::cmp::Reverse;

/// A position in the tree.
#[derive(Clone)]
pub(super) struct Node {
    /// The position.
    pub position: State,
    /// How far it is from the root.
    pub ply: u32,
    /// What it is worth to the seat that has just moved.
    pub worth: i32,
}

/// An action in the tree.
#[derive(Clone, Copy)]
pub(super) struct Step {
    /// The action.
    pub action: Action,
    /// What the position that it leads to is worth to the seat that takes it.
    value: i32,
    label: u16,
}

impl PartialEq for Step {
    fn eq(&self, other: &Step) -> bool {
        self.action == other.action
    }
}

/// The most promising actions, as a tree.
pub(super) struct Inner<'s, 'a, 'b> {
    /// What all parts of the search share.
    pub look: &'s Look<'a, 'b>,
    /// How many actions are looked at in inner positions.
    pub width: usize,
    /// Whether attacks are looked for in inner positions.
    pub attacks: bool,
    /// Whether answers to threats are looked at a ply further.
    pub threats: bool,
    /// What is looked at in the position that is searched.
    pub first: Vec<Step>,
}

/// The best of some actions, at most `most`, by the worth of the positions that they lead to; the best first,
/// equals in their order.
pub(super) fn ranked(look: &Look<'_, '_>, position: &State, actions: &[Action], most: usize) -> Vec<Step> {
    let values = values(position, actions, |action| look.after(position, action));
    let mut order: Vec<(Reverse<i32>, usize)> = values.into_iter().map(Reverse).zip(0..).collect();
    if most < order.len() {
        order.select_nth_unstable(most);
        order.truncate(most);
    }
    order.sort_unstable();
    let step = |(Reverse(value), n): (Reverse<i32>, usize)| {
        let action = actions[n];
        Step { action, value, label: label(position, action) }
    };
    order.into_iter().map(step).collect()
}

/// The low four bits of the place's coordinates, its way, and the tile that comes from the heap, if one does:
/// 15 bits. Two actions of a position share a label only on a heap that is wider than 16 cells, or in the
/// group that stays.
fn label(position: &State, action: Action) -> u16 {
    let (to, from) = match action {
        Action::Place(to) => (to, 0),
        Action::Slide { from, to, .. } => (to, position.heap().find(from).map_or(0, |slot| slot as u16 + 1)),
        Action::Pass => return 0,
    };
    (to.x & 15) as u16 | ((to.y & 15) as u16) << 4 | (to.way as u16) << 8 | from << 9
}

impl Tree for Inner<'_, '_, '_> {
    type Node = Node;
    type Move = Step;
    const LABELS: usize = 1 << 15;
    const LATE: usize = 3;
    const PATIENCE: u64 = 16;

    fn moves(&self, node: &Node, out: &mut Vec<Step>) {
        if node.ply == 0 {
            return out.extend(&self.first);
        }
        let (position, look) = (&node.position, self.look);
        let (mut legal, mut threats) = (Vec::new(), Vec::new());
        legal::list(&look.options, position, &mut legal);
        wins(&look.options, position, position.to_act().next(2), 3, &mut threats);
        let mut width = self.width;
        // Where the other side threatens to win, only blocks matter.
        if !threats.is_empty() {
            let blocks = blocks(position, &legal, &threats);
            if !blocks.is_empty() {
                legal = blocks;
            } else {
                width = 1;
            }
        }
        out.extend(ranked(look, position, &legal, width));
    }

    fn play(&self, node: &mut Node, step: Step) {
        self.look.count();
        node.position.act(step.action, 0);
        node.worth = step.value;
        node.ply += 1;
    }

    fn key(&self, node: &Node) -> u64 {
        node.position.fingerprint() as u64
    }

    fn end(&self, node: &Node) -> Option<End> {
        // The seat that has moved completed a form, most often its own. Repetition is not looked at.
        node.position.end().map(|end| match end {
            Won::Won(winner, _) if winner == node.position.to_act() => End::Won,
            Won::Won(..) => End::Lost,
            Won::Repeated => End::Drawn,
        })
    }

    fn evaluate(&self, node: &Node) -> i32 {
        -node.worth
    }

    fn label(&self, step: Step) -> u16 {
        step.label
    }

    fn sure_win(&self, node: &Node) -> Option<u32> {
        let (position, look) = (&node.position, self.look);
        let mut found = Vec::new();
        wins(&look.options, position, position.to_act(), 1, &mut found);
        if !found.is_empty() {
            return Some(1);
        }
        (self.attacks && look.can_attack(position, 2)).then_some(3)
    }

    fn forced(&self, node: &Node) -> bool {
        let (position, look) = (&node.position, self.look);
        let mut found = Vec::new();
        if self.threats {
            wins(&look.options, position, position.to_act().next(2), 1, &mut found);
        }
        !found.is_empty()
    }

    fn order(&self, _node: &Node, step: Step) -> i32 {
        4 * step.value
    }
}
