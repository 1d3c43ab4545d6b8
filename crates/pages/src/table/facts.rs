//! The figures beside the board.

use super::drawing::Drawing;
use crate::{game, par, text};
use bagatelle_core::present::{Fact, Written};
use maud::{Markup, html};

/// A figure with more letters than this is a sentence and takes a row of its own.
const LONG: usize = 14;

/// A figure with its label.
pub(crate) fn long_or_short(fact: &Fact) -> Markup {
    html! { div.long[fact.value.chars().count() > LONG] { dt { (fact.label) } dd {
    (Written(&fact.value)) } } }
}

impl Drawing<'_> {
    /// The figures, and the switches for sound, notices and the marks on the board.
    pub(super) fn facts(&self) -> Markup {
        let notifies = self.table.people() > 1 && self.viewpoint.is_player() && self.outcome.is_none();
        if self.is_waiting() && !notifies {
            return html! {};
        }
        html! {
            section #figures .figures aria-label="Figures" {
                @if !self.is_waiting() {
                    @if let (None, Some(to_beat)) = (&self.outcome, self.page.company.rivals) { (to_beat) }
                    dl {
                        @for fact in &self.facts { (long_or_short(fact)) }
                        // Par says more of a deal than its grade.
                        @let pars = par::figures(self.table.game(), self.page.beside.par);
                        @for fact in &pars { (long_or_short(fact)) }
                        @let grade = par::difficulty(self.page.beside.grade);
                        @if let Some(fact) = grade.filter(|_| pars.is_empty()) { (long_or_short(&fact)) }
                        @if self.is_solitaire() { (self.stopwatch()) }
                    }
                }
                @if notifies {
                    label.switch { input type="checkbox" data-notify; span { "Notify me when it’s my turn" } }
                }
                @for overlay in game::overlays(self.table.game()) {
                    label.switch { input type="checkbox" data-mark=(overlay.id); span { (overlay.label) } }
                }
            }
        }
    }

    /// The figures that are on the board where there is no room for the pieces that they count.
    pub(super) fn counts(&self) -> Markup {
        html! {
            @for (shape, fact) in self.facts.iter().filter_map(|fact| Some((fact.shape.as_ref()?, fact))) {
                p.count aria-hidden="true" {
                    svg viewBox="-40 -20 80 40" { use href={ "#" (shape) } {} }
                    (fact.value)
                }
            }
        }
    }

    fn stopwatch(&self) -> Markup {
        let played = self.table.played(self.page.now);
        let ms = played.unwrap_or(0);
        let running = (played.is_some() && !self.table.is_over()).then_some("1");
        html! {
            div {
                dt { "Time" }
                dd { span #clock data-ms=(ms) data-running=[running] { (text::time(ms / 1000)) } }
            }
        }
    }
}
