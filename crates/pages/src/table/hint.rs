//! What the solver can do for the player, is doing, or has found.

use super::drawing::Drawing;
use super::model::{HintView, Strength};
use crate::urls;
use bagatelle_core::present::Hint;
use maud::{Markup, html};

/// The most actions that one button plays where another plays all of them.
const AT_ONCE: usize = 10;

impl Drawing<'_> {
    /// The hints, and the buttons that ask for them.
    pub(super) fn hints(&self) -> Markup {
        html! {
            section.solver aria-label="Hints" {
                // What comes and goes is below the buttons, so that they rest.
                (self.ask_for_hints())
                @match self.page.hint {
                    HintView::Running { progress, status } => (self.running(*progress, status)),
                    // What a program at the table might do is not told.
                    HintView::Found { text, hint, rest, strength } if !rest.is_empty() && self.may_ask_for_hints() => {
                        (self.found(text.as_deref(), hint, rest, *strength))
                    }
                    HintView::Idle | HintView::Found { .. } => {}
                }
            }
        }
    }

    fn may_ask_for_hints(&self) -> bool {
        self.viewpoint.can_act(self.table)
    }

    fn running(&self, progress: Option<f64>, status: &str) -> Markup {
        html! {
            div.work {
                progress max="1" value=[progress] aria-label="The solver is at work" {}
                span.small { (status) }
                form method="post" action=(urls::hint(self.table.id())) data-send {
                    button name="strength" value="0" { "Cancel" }
                }
            }
        }
    }

    fn found(&self, text: Option<&str>, hint: &Hint, rest: &[String], strength: Strength) -> Markup {
        let whole = strength == Strength::Solution;
        html! {
            div.found data-hint=(hint.marks.join(" ")) {
                @if let Some(text) = text.filter(|_| whole) { p { (text) } }
                @if !hint.text.is_empty() { p { strong { (hint.text) } } }
                @if whole {
                    // The others play their own moves.
                    (play_buttons(if self.is_solitaire() { rest } else { &rest[..1] }))
                }
            }
        }
    }

    fn ask_for_hints(&self) -> Markup {
        let closed = !self.may_ask_for_hints() || matches!(self.page.hint, HintView::Running { .. });
        html! {
            form.steps method="post" action=(urls::hint(self.table.id())) data-send {
                @for strength in Strength::ALL {
                    button name="strength" value=(strength.number()) disabled[closed] { (strength.label()) }
                }
            }
        }
    }
}

fn play_buttons(actions: &[String]) -> Markup {
    let next = &actions[..actions.len().min(AT_ONCE)];
    html! {
        div.steps {
            button type="button" data-play=(next.join(" ")) {
                @if next.len() == 1 { "Play it" } @else { "Play the next " (next.len()) }
            }
            @if actions.len() > AT_ONCE {
                button type="button" data-play=(actions.join(" ")) { "Play all " (actions.len()) }
            }
        }
    }
}
