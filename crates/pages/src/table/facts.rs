//! The figures beside the board, and the result as a text to share.

use super::drawing::Drawing;
use super::par;
use super::words::{deal_name, result_sentence};
use crate::{game, text, urls};
use bagatelle_core::present::Fact;
use maud::{Markup, html};

/// A figure with more letters than this is a sentence and takes a row of its own.
const LONG: usize = 14;

/// A figure with its label.
pub(crate) fn long_or_short(fact: &Fact) -> Markup {
    html! { div.long[fact.value.chars().count() > LONG] { dt { (fact.label) } dd { (fact.value) } } }
}

impl Drawing<'_> {
    /// The figures, and the switches for sound and for the marks on the board.
    pub(super) fn facts(&self) -> Markup {
        html! {
            section #figures .figures aria-label="Figures" {
                dl {
                    @for fact in &self.facts { (long_or_short(fact)) }
                    @for fact in self.page.par.map(|known| par::figures(self.table.game(), known)).unwrap_or_default() {
                        (long_or_short(&fact))
                    }
                    @if self.is_solitaire() { (self.stopwatch()) }
                }
                @if !self.is_solitaire() {
                    label.switch { input type="checkbox" data-loud; span { "Sound" } }
                }
                @for overlay in game::overlays(self.table.game()) {
                    label.switch { input type="checkbox" data-mark=(overlay.id); span { (overlay.label) } }
                }
            }
        }
    }

    /// The figures that stand on the board where there is no room for the things that they count.
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

    /// The result as a text to send to friends.
    pub(super) fn share_text(&self) -> String {
        let table = self.table;
        let scored = self.facts.iter().filter(|fact| fact.scored);
        let mut parts: Vec<String> = scored.map(|fact| format!("{} {}", fact.label, fact.value)).collect();
        if self.is_solitaire() {
            parts.extend(table.played(self.page.now).map(|ms| text::time(ms / 1000)));
        }
        parts.extend(table.is_helped().then(|| "with help".to_owned()));
        let result = match &self.outcome {
            Some(outcome) if !self.is_solitaire() => result_sentence(table, outcome, &[]) + " ",
            Some(outcome) if outcome.winners.is_empty() => format!("{} ", text::capitalised(&outcome.reason)),
            _ => String::new(),
        };
        let mut head = vec!["Bagatelle".to_owned(), game::name(table.game()).to_owned()];
        head.extend(Some(deal_name(table)).filter(|deal| !deal.is_empty()));
        format!("{}\n{result}{}", head.join(" · "), parts.join(" · "))
    }

    /// Where friends find the same deal, or see how it was played.
    pub(super) fn share_link(&self) -> String {
        let (spec, id) = (self.table.spec(), self.table.game().id());
        let date = spec.daily.as_ref().filter(|_| game::has_deal(self.table.game()));
        if let Some(date) = date.and_then(|date| date.parse().ok()) {
            return urls::daily(date, id);
        }
        match &spec.daily {
            None if !self.is_solitaire() => urls::replay_at(self.table.id(), None, 0),
            None if spec.dealt && !spec.ends_lesson() => urls::game_with_seed(id, &spec.seed),
            _ => urls::game(id),
        }
    }
}
