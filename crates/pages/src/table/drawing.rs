//! A table's page being drawn, with questions that several of its regions ask.

pub(super) use super::model::Drawing;

use crate::fairness::randomness_field;
use crate::game;
use bagatelle_core::Seat;
use bagatelle_core::present::Written;
use bagatelle_table::Question;
use maud::{Markup, html};

impl Drawing<'_> {
    pub(super) fn may_have_hints(&self) -> bool {
        let table = self.table;
        self.viewpoint.is_player() && table.is_alone() && !table.is_over() && self.knows_solver()
    }

    /// Whether the solver's buttons were on the page until the game ended.
    pub(super) fn had_hints(&self) -> bool {
        let table = self.table;
        self.viewpoint.is_player() && table.is_alone() && table.is_over() && self.knows_solver()
    }

    fn knows_solver(&self) -> bool {
        game::has_solver(self.table.game()) && self.table.play().has_solver()
    }

    /// Whether there would be hints if the solver knew how the rules are read at this table.
    pub(super) fn lacks_hints(&self) -> bool {
        let table = self.table;
        let known = !game::has_solver(table.game()) || table.play().has_solver();
        self.viewpoint.is_player() && table.is_alone() && !table.is_over() && !known
    }

    pub(super) fn is_solitaire(&self) -> bool {
        self.table.play().seats() == 1
    }

    /// Whether there is nothing to see of the game yet, since seats are open: only one that continues another
    /// has moves and figures before.
    pub(super) fn is_waiting(&self) -> bool {
        !self.table.is_full() && self.table.play().ply() == 0
    }

    /// Whether this seat is the visitor's.
    pub(super) fn owns(&self, seat: Seat) -> bool {
        self.viewpoint.seats.contains(&seat)
    }

    /// Whether the visitor may put a question now.
    pub(super) fn may_ask(&self, question: Question) -> bool {
        self.viewpoint.seats.first().is_some_and(|&seat| self.table.may_ask(question, seat).is_ok())
    }

    /// Whether asking or agreeing may lead to a deal, to which the visitor adds.
    fn leads_to_rematch(&self, kind: &str, text: &str) -> bool {
        let asked = self.table.question().is_some_and(|open| open.question == Question::Rematch);
        kind == "ask" && text == "rematch" || kind == "agree" && asked
    }

    /// A button that sends one command.
    pub(super) fn button(&self, kind: &str, text: &str, label: &str, class: &str) -> Markup {
        html! {
            form method="post" action=(Written(&self.act)) data-send {
                input type="hidden" name="text" value=(text);
                @if self.leads_to_rematch(kind, text) { (randomness_field()) }
                button class=(class) name="kind" value=(kind) { (label) }
            }
        }
    }
}
