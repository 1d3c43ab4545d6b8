//! The questions if other people play.

use crate::json::Json;
use crate::text::{NAME_PATTERN, NAME_RULE};
use bagatelle_catalog::AnyGame;
use bagatelle_table::{GRACES, Pace, paces_for, span};
use maud::{Markup, html};

/// The answer that lets the clock decide the time of grace.
pub const USUAL_GRACE: &str = "usual";

/// The terms, which are agreed before the game begins.
pub(super) fn terms(game: &dyn AnyGame, account: bool, listed: bool) -> Markup {
    html! {
        label.field {
            span { "Clock" }
            select name="pace" {
                @for (pace, name) in paces_for(*game.manifest().minutes.end()).into_iter().zip(PACE_NAMES) {
                    option value=(Json(&pace)) { (name) @if pace != Pace::Free { ": " (pace.words()) } }
                }
            }
        }
        (consent("takebacks", "Takebacks"))
        (consent("pauses", "Pauses"))
        (grace())
        @if account { (rated()) }
        label.switch {
            input type="checkbox" name="listed" value="1" checked[listed];
            span { "List the table under “Open tables”, so anyone can join" }
        }
        label.switch {
            input type="checkbox" name="public" value="1";
            span { "Anyone may watch: list the game under “Live”" }
        }
    }
}

/// The names of the clocks that [`paces_for`] returns.
pub(crate) const PACE_NAMES: [&str; 6] =
    ["No clock", "Quick", "Steady", "Long", "Correspondence", "Correspondence, relaxed"];

/// The field for the name that the other players see.
pub(crate) fn name_field(name: &str) -> Markup {
    html! {
        label.field.who {
            span { "Your name" }
            input name="name" value=(name) pattern=(NAME_PATTERN) title=(NAME_RULE) autocomplete="nickname";
        }
    }
}

fn consent(key: &str, label: &str) -> Markup {
    html! {
        label.field {
            span { (label) }
            select name=(key) {
                option value="1" { "If everyone agrees" }
                option value="0" { "Never" }
            }
        }
    }
}

fn rated() -> Markup {
    html! {
        label.field {
            span { "Rated?" }
            select name="rated" {
                option value="0" { "No" }
                option value="1" { "Yes (accounts only, no takebacks)" }
            }
        }
    }
}

fn grace() -> Markup {
    html! {
        label.field {
            span { "If a player is away on their turn" }
            select name="grace" {
                option value=(USUAL_GRACE) { "The default for this clock" }
                @for grace in GRACES {
                    option value=(Json(&grace)) {
                        @match grace { Some(seconds) => { "Wait " (span(seconds)) }, None => "Wait forever" }
                    }
                }
            }
        }
    }
}
