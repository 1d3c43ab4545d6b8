//! What the solver can do for the player, is doing, or has found.

use super::drawing::Drawing;
use crate::urls;
use bagatelle_core::present::Hint;
use bagatelle_session::{HintView, Strength};
use maud::{Markup, html};

/// What the button for a nudge says once it was pressed: then it shows the move.
pub(crate) const TELL_MORE: &str = "Tell me more";

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
                    HintView::Idle | HintView::Found { .. } => (self.about_hints()),
                }
            }
        }
    }

    /// What a hint does, where its answer will stand: so that room is taken from the start.
    fn about_hints(&self) -> Markup {
        html! {
            p.idle.small {
                "A nudge tells you where to look; ask again for the move."
                @if !self.table.spec().ends_lesson() { " Your result will mention any help." }
            }
        }
    }

    fn may_ask_for_hints(&self) -> bool {
        self.viewpoint.has_turn(self.table)
    }

    /// How much is told of the next move, if a nudge or the move is shown.
    fn told(&self) -> Option<Strength> {
        match &self.page.beside.hint {
            HintView::Found { rest, strength, .. } if !rest.is_empty() && self.may_ask_for_hints() => {
                Some(*strength).filter(|strength| *strength < Strength::Solution)
            }
            _ => None,
        }
    }

    /// What the solver has so far is not shown: that would be an unrequested hint.
    fn running(&self, progress: Option<f64>) -> Markup {
        html! {
            div.work {
                form.steps method="post" action=(urls::hint(self.table.id())) data-send {
                    button name="strength" value="0" { "Stop" }
                }
                progress max="1" value=[progress] aria-label="The solver is working" {}
                span.small { "Thinking…" }
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
            div.found.whole[whole] data-hint=(hint.marks.join(" ")) {
                @if whole { (self.play_on(rest)) }
                @if let Some(text) = whole_text { p { (text) } }
                @if !hint.text.is_empty() { p { strong { (hint.text) } } }
            }
        }
    }

    /// The moves that the page plays after a press of the last button, and the buttons that stop and
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

    /// What the button that asks for a hint of this strength says.
    fn label(&self, strength: Strength) -> &'static str {
        match strength {
            Strength::Nudge if self.told().is_some() => TELL_MORE,
            Strength::Nudge => "Give me a nudge",
            Strength::Move => "Show a move",
            Strength::Solution if self.is_solitaire() => "Play it to the end",
            // The others answer, so it plays one move at a time.
            Strength::Solution => "Play a move for me",
        }
    }

    fn ask_for_hints(&self) -> Markup {
        let running = match self.page.beside.hint {
            HintView::Running { strength, .. } => Some(strength),
            HintView::Idle | HintView::Found { .. } => None,
        };
        // While others are to act, the buttons are grey and can be pressed: the server answers why not.
        let grey = (!self.may_ask_for_hints()).then_some("true");
        html! {
            // A browser that has the solver itself asks for the table, and brings what it finds.
            form.steps method="post" action=(urls::hint(self.table.id())) data-send
                data-saved=(urls::table_offline(self.table.id()))
                    data-helped=(urls::helped(self.table.id())) {
                @for strength in Strength::ALL {
                    @let key = (strength == Strength::Nudge).then_some("h");
                    // A nudge that is asked for again becomes the move.
                    @let told = self.told().filter(|_| key.is_some());
                    @let asked = told.map_or(strength, |_| Strength::Move);
                    @let grey = grey.or((told == Some(Strength::Move)).then_some("true"));
                    button name="strength" value=(asked.number()) disabled[running.is_some()]
                        aria-busy=[(running == Some(strength)).then_some("true")]
                        data-key=[key] title=[key.map(|_| "H")] aria-disabled=[grey] {
                        (self.label(strength))
                    }
                }
            }
        }
    }
}
