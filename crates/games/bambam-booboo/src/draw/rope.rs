//! The rope around a group that may be chosen to stay.

use super::layout::CELL;
use super::names::group_name;
use crate::state::State;
use crate::state::heap::{Slots, each_slot};
use bagatelle_core::present::Piece;
use maud::html;
use std::collections::BTreeSet;
use std::fmt::Write;

/// A rope around a group, to be picked.
pub(super) fn rope(state: &State, group: Slots) -> Piece {
    let outline = outline(state, group);
    let count = group.count_ones();
    Piece::unnamed()
        .ghost()
        .pick_as(group_name(group))
        .label(format!("keep this group: {count} tiles that lie still"))
        .attr("stroke-linejoin", "round")
        .body(html! {
            path d=(outline) fill="#fff0cf" fill-opacity=".22" stroke="#3b2412" stroke-width="9" {}
            path d=(outline) fill="none" stroke="#f3e2c0" stroke-width="5" stroke-dasharray="9 5" {}
        })
}

/// The outline of the cells of some tiles, holes included, as path data.
fn outline(state: &State, group: Slots) -> String {
    let cells: BTreeSet<(i32, i32)> = each_slot(group).flat_map(|s| state.heap().tile(s).cells()).collect();
    // Each border of a covered cell with an empty one, walked with the covered cell on the left.
    let mut edges: BTreeSet<((i32, i32), (i32, i32))> = BTreeSet::new();
    for &(x, y) in &cells {
        let corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)];
        let beyond = [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)];
        for k in 0..4 {
            if !cells.contains(&beyond[k]) {
                edges.insert((corners[k], corners[(k + 1) % 4]));
            }
        }
    }
    let mut path = String::new();
    while let Some((start, mut at)) = edges.pop_first() {
        let _ = write!(path, "M{} {}", start.0 * CELL, -start.1 * CELL);
        while at != start {
            let _ = write!(path, "L{} {}", at.0 * CELL, -at.1 * CELL);
            let Some(&next) = edges.range((at, (i32::MIN, i32::MIN))..).next().filter(|edge| edge.0 == at)
            else {
                break;
            };
            edges.remove(&next);
            at = next.1;
        }
        path.push('Z');
    }
    path
}
