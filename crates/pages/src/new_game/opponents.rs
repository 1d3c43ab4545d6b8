//! Who plays on the other seats: a choice of programs with a face and a skill.

use crate::game;
use crate::text::capitalised;
use bagatelle_catalog::AnyGame;
use bagatelle_core::persona::Persona;
use bagatelle_core::present::face;
use maud::{Markup, html};

/// The opponents side by side, weakest first. A line below says how the chosen one plays.
pub(super) fn opponents(game: &dyn AnyGame, chosen: Option<&str>) -> Markup {
    html! {
        fieldset.opponents {
            legend {
                // Not “your”: a visitor who only watches has no opponent.
                @if game::is_for_two(game) { "Opponent" } @else {
                    "Opponents" small { " all play at the same level" }
                }
            }
            div.faces {
                @for (program, persona) in game::opponents(game) {
                    label {
                        input type="radio" name="program" value=(program) checked[chosen == Some(program)];
                        span.who-plays {
                            (face(&persona))
                            strong { (persona.name) }
                            small { (capitalised(&persona.skill.to_string())) }
                        }
                        span.style { (persona.style) }
                    }
                }
            }
        }
    }
}

/// The opponents as the options of a `select`, weakest first. `before` is put before each name.
pub(crate) fn options(game: &dyn AnyGame, before: &str, chosen: Option<&str>) -> Markup {
    html! {
        @for (program, persona) in game::opponents(game) {
            option value=(program) selected[chosen == Some(program)] { (before) (short(&persona)) }
        }
    }
}

fn short(persona: &Persona) -> String {
    format!("{} ({})", persona.name, persona.skill)
}
