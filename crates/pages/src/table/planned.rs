//! What a player plans on the board on another player’s turn, and what became of it.

use super::drawing::Drawing;
use super::model::{PlannedMoves, Planning};
use crate::json::Json;
use crate::{text, urls};
use bagatelle_core::present::Step;
use maud::{Markup, html};

impl PlannedMoves {
    /// The drawing of what is planned, or can be.
    pub(super) fn svg(&self) -> Option<&str> {
        match &self.board {
            Planning::Picks { svg, .. } | Planning::Kept { svg, .. } => Some(svg),
            Planning::Nothing | Planning::Lines | Planning::Next => None,
        }
    }
}

impl Drawing<'_> {
    pub(super) fn planning(&self) -> Option<&Planning> {
        self.page.planned.map(|planned| &planned.board)
    }

    /// Whether what is picked is planned.
    pub(super) fn is_planning(&self) -> bool {
        matches!(self.planning(), Some(Planning::Picks { .. }))
    }

    /// What is marked on the board, since it is planned.
    pub(super) fn lead(&self) -> Option<Json<&[Step]>> {
        match self.planning()? {
            Planning::Kept { path, .. } => Some(Json(path)),
            _ => None,
        }
    }

    /// Where the next move is planned, if it can be.
    pub(super) fn plans_next(&self) -> Option<String> {
        let plans =
            matches!(self.planning()?, Planning::Next | Planning::Picks { .. } | Planning::Kept { .. });
        plans.then(|| urls::plan_next(self.table.id()))
    }

    /// Where the part of the page is that live updates replace.
    pub(super) fn part_address(&self) -> String {
        let id = self.table.id();
        if self.is_planning() { urls::table_part_planning(id) } else { urls::table_part(id) }
    }

    /// What the status says of the next move, if it is planned or being planned.
    pub(super) fn planned_status(&self) -> Option<String> {
        Some(match self.planning()? {
            Planning::Picks { .. } => {
                "Plan your next move. It’s played as soon as it’s your turn.".to_owned()
            }
            Planning::Kept { told, .. } => format!("Planned: {told}"),
            _ => return None,
        })
    }

    /// What can be done about it.
    pub(super) fn planned_moves(&self, planned: &PlannedMoves) -> Markup {
        let (id, next) = (self.table.id(), urls::plan_next(self.table.id()));
        let lines = match planned.lines {
            0 => "Plan moves".to_owned(),
            some => format!("Planned moves ({})", text::count(some as u64, "line")),
        };
        html! {
            @if let Some(told) = &planned.told { p.declined.unplanned { (told) } }
            @match &planned.board {
                // What is below it stays where it is from turn to turn.
                Planning::Nothing => @if self.table.people() > 1 { p.planning {} },
                Planning::Lines => p.planning { a.button href=(urls::plan(id)) { (lines) } },
                Planning::Next => form.planning.steps method="post" action=(next) data-send {
                    button.scripted-only name="kind" value="begin" { "Plan a move" }
                },
                Planning::Picks { .. } => form.planning.steps method="post" action=(next) data-send {
                    button name="kind" value="stop" data-drop { "Cancel" }
                },
                Planning::Kept { action, .. } => form.planning.steps method="post" action=(next) data-send {
                    input type="hidden" name="text" value=(action);
                    button name="kind" value="drop" data-drop title="Drop the plan (Esc)" { "Drop the plan" }
                },
            }
        }
    }
}
