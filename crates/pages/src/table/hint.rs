//! What the solver can do for the player, is doing, or has found.

use super::drawing::Drawing;
use crate::urls;
use bagatelle_core::present::Hint;
use bagatelle_session::{HintView, Strength};
use maud::{Markup, html};

impl Drawing<'_> {
    /// The hints, and the buttons that ask for them.
    pub(super) fn hints(&self) -> Markup {
        html! {
            section.solver aria-label="Hints" {
                // Whatever comes and goes is below the buttons, so that they stay in place.
                (self.ask_for_hints())
                @match &self.page.beside.hint {
                    HintView::Running { progress, .. } => (self.running(*progress)),
                    // What a program at the table might do is not revealed.
                    HintView::Found { text, hint, rest, strength } if self.may_ask_for_hints() => {
                        (self.found(text.as_deref(), hint, rest, *strength))
                    }
                    HintView::Idle | HintView::Found { .. } => {}
                }
            }
        }
    }

    fn may_ask_for_hints(&self) -> bool {
        self.viewpoint.has_turn(self.table)
    }

    /// What the solver has so far is not shown: that would be an unrequested hint.
    fn running(&self, progress: Option<f64>) -> Markup {
        html! {
            div.work {
                progress max="1" value=[progress] aria-label="The solver is working" {}
                span.small { "Thinking…" }
                form method="post" action=(urls::hint(self.table.id())) data-send {
                    button name="strength" value="0" { "Cancel" }
                }
            }
        }
    }

    fn found(&self, text: Option<&str>, hint: &Hint, rest: &[String], strength: Strength) -> Markup {
        if rest.is_empty() {
            // Nothing can be played: the solver says why.
            return html! { @if let Some(text) = text { div.found { p { strong { (text) } } } } };
        }
        let whole = strength == Strength::Solution;
        let whole_text = text.filter(|text| whole && *text != hint.text);
        html! {
            div.found data-hint=(hint.marks.join(" ")) {
                @if let Some(text) = whole_text { p { (text) } }
                @if !hint.text.is_empty() { p { strong { (hint.text) } } }
                @if whole { (self.play_on(rest)) }
            }
        }
    }

    /// The moves that the page plays after a press of “Play it for me”, and the buttons that stop and
    /// continue this.
    fn play_on(&self, actions: &[String]) -> Markup {
        // The others play their own moves.
        let alone = self.is_solitaire();
        let next = if alone { actions } else { &actions[..actions.len().min(1)] };
        html! {
            div.steps {
                button type="button" data-play=(next.join(" ")) data-to-the-end[alone] { "Play on" }
                button type="button" data-stop { "Stop" }
            }
        }
    }

    fn ask_for_hints(&self) -> Markup {
        let closed = !self.may_ask_for_hints() || matches!(self.page.beside.hint, HintView::Running { .. });
        html! {
            // A browser that has the solver itself asks for the table, and brings what it finds.
            form.steps method="post" action=(urls::hint(self.table.id())) data-send
                data-saved=(urls::table_offline(self.table.id()))
                    data-helped=(urls::helped(self.table.id())) {
                @for strength in Strength::ALL {
                    button name="strength" value=(strength.number()) disabled[closed] { (label(strength)) }
                }
            }
        }
    }
}

/// What the button that asks for a hint of this strength says.
fn label(strength: Strength) -> &'static str {
    match strength {
        Strength::Nudge => "Give me a nudge",
        Strength::Move => "Show a move",
        Strength::Solution => "Play it for me",
    }
}
