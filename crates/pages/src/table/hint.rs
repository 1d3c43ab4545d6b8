//! What the solver can do for the player, is doing, or has found.

use super::Drawing;
use crate::urls;
use bagatelle_core::present::Hint;
use maud::{Markup, html};

/// The most actions that one button plays where another plays all of them.
const AT_ONCE: usize = 10;

/// How much a hint tells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Strength {
    /// Where to look.
    Nudge,
    /// The next move.
    Move,
    /// The whole solution.
    Solution,
}

impl Strength {
    /// All strengths, weakest first.
    pub const ALL: [Strength; 3] = [Strength::Nudge, Strength::Move, Strength::Solution];

    /// The number in requests, 1 to 3.
    #[must_use]
    pub fn number(self) -> u8 {
        match self {
            Strength::Nudge => 1,
            Strength::Move => 2,
            Strength::Solution => 3,
        }
    }

    /// Reads the number in a request; those over 3 mean the strongest. `None` for 0, which cancels.
    #[must_use]
    pub fn from_number(number: u8) -> Option<Strength> {
        match number {
            0 => None,
            1 => Some(Strength::Nudge),
            2 => Some(Strength::Move),
            _ => Some(Strength::Solution),
        }
    }

    fn label(self) -> &'static str {
        match self {
            Strength::Nudge => "Give me a nudge",
            Strength::Move => "Show a move",
            Strength::Solution => "Play it for me",
        }
    }
}

/// What the solver does for the player.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum HintView {
    /// Nothing was asked for, or what was found does not belong to this position.
    #[default]
    Idle,
    /// The solver is at work.
    Running {
        /// How far it is, 0.0 to 1.0, where that is known.
        progress: Option<f64>,
        /// What it has found so far.
        status: String,
    },
    /// It has found something for this position.
    Found {
        /// What was found, in a sentence or two, if this is still the position it was asked for.
        text: Option<String>,
        /// The hint.
        hint: Hint,
        /// The actions of the solution from here.
        rest: Vec<String>,
        /// The strength that was asked for.
        strength: Strength,
    },
}

impl Drawing<'_> {
    /// The hints, and the buttons that ask for them.
    pub(super) fn hints(&self) -> Markup {
        html! {
            section.solver aria-label="Hints" {
                @match self.page.hint {
                    HintView::Running { progress, status } => (self.running(*progress, status)),
                    // What a program at the table might do is not told.
                    HintView::Found { text, hint, rest, strength } if !rest.is_empty() && self.may_ask_for_hints() => {
                        (self.found(text.as_deref(), hint, rest, *strength))
                        (self.ask_for_hints())
                    }
                    HintView::Idle | HintView::Found { .. } => (self.ask_for_hints()),
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
        html! {
            form.steps method="post" action=(urls::hint(self.table.id())) data-send {
                @for strength in Strength::ALL {
                    button name="strength" value=(strength.number()) disabled[!self.may_ask_for_hints()] { (strength.label()) }
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
