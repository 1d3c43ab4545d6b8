//! What other pages say about the fairness of deals.

use crate::urls;
use bagatelle_core::CommittedSeed;
use bagatelle_table::Table;
use maud::{Markup, html};

/// The field in which a browser adds randomness to a deal. Without scripts it stays empty, and nothing is
/// added.
pub(crate) fn randomness_field() -> Markup {
    html! { input type="hidden" name="randomness" data-randomness; }
}

/// What a table says about its deal.
pub(crate) fn table_note(table: &Table) -> Markup {
    html! {
        p.small.fair {
            @match table.commitment() {
                Some(commitment) => {
                    a href=(urls::fairness()) { "Fair deal" } ". "
                    @if table.is_over() { a href=(urls::verify_table(table.id())) { "Verify it" } ". " }
                    "Commitment: " code { (commitment) }
                }
                None if table.terms().unaided => {
                    "Everyone in the event plays this deal. The server reveals its seed when the event is \
                        over."
                }
                None => { "Anyone can work out this deal from its seed, so " a href=(urls::fairness()) { "it \
                    needs no commitment" } "." }
            }
        }
    }
}

/// The seeds of a day and of the next one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DaySeeds<'a> {
    /// The seed of the deals, if the server was committed to one before the day.
    pub own: Option<CommittedSeed>,
    /// The commitment to the deals of the next day.
    pub next: Option<&'a str>,
}

/// What the page of a day says about its deals.
pub(crate) fn day(seeds: DaySeeds<'_>) -> Markup {
    html! {
        details.card.fair {
            summary { "How these deals were drawn" }
            @match seeds.own {
                Some(seed) => {
                    p { "The server committed to these deals before the day began. The seed and nonce are \
                        now public:" }
                    dl {
                        dt { "Commitment" } dd { code { (seed.commitment()) } }
                        dt { "Seed" } dd { code { (seed.seed) } }
                        dt { "Nonce" } dd { code { (seed.nonce) } }
                    }
                }
                None => p { "The seed of this day is its date, so there was no commitment." },
            }
            @if let Some(next) = seeds.next {
                p { "Tomorrow’s deals are already drawn. The server has committed to them:" }
                p { code { (next) } }
            }
            p { a href=(urls::fairness()) { "How to check a deal" } }
        }
    }
}

/// The link below the rules of a game that is dealt.
pub(crate) fn rules_note() -> Markup {
    html! { p.small { "You can check every deal: " a href=(urls::fairness()) { "how deals are \
    drawn" } "." } }
}
