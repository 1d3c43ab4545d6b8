//! The list of tables with open seats.

use crate::frame::{Card, Frame, Place, Script};
use crate::list::TableItem;
use crate::{game, urls};
use maud::{Markup, html};

/// The list of open tables.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LobbyPage<'a> {
    /// The number of the list's version, as the stream sends it.
    pub version: u64,
    /// The tables, newest first.
    pub tables: &'a [TableItem<'a>],
    /// Whether the host has a ladder.
    pub has_ladder: bool,
    /// The address of the server, without a slash at the end.
    pub base: &'a str,
}

impl LobbyPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let title = "Open tables";
        let card = Card {
            title,
            description: "Tables with a seat for you: sit down and play.",
            base: self.base,
            page: &urls::lobby(),
            picture: &urls::site_preview(),
        };
        let frame = Frame { place: Some(Place::Tables), script: Script::Live, ..Frame::new(title) };
        Frame { card: Some(card), ..frame }.page(&self.part())
    }

    /// The part that live updates replace.
    #[must_use]
    pub fn part(&self) -> Markup {
        html! {
            main.prose #table data-version=(self.version) data-seq="0" data-revision=(self.version)
                data-part=(urls::lobby_part()) data-events=(urls::lobby_events()) {
                h1 { "Open tables" }
                @if self.tables.is_empty() { (no_table()) } @else {
                    ul.mine.tables {
                        @for item in self.tables { (open_table(item)) }
                    }
                }
                p.small {
                    @if self.has_ladder { a href=(urls::ladder()) { "Ladder" } " · " }
                    a href=(urls::people()) { "People and records" }
                }
            }
        }
    }
}

fn no_table() -> Markup {
    let games = game::all().iter().filter(|game| !game::is_solitaire(**game));
    html! {
        p { "No open tables right now. Open one yourself: choose a game, and anyone can join." }
        p.choices {
            @for game in games { a.button href=(urls::game_for_anyone(game.id())) { (game::name(*game)) } }
        }
    }
}

fn open_table(item: &TableItem<'_>) -> Markup {
    let people = item.summary.seats.iter().filter(|seat| seat.person.is_some());
    let names: Vec<&str> = people.map(|seat| seat.name.as_str()).collect();
    let terms = &item.spec.terms;
    html! {
        @if let Some(game) = game::find(&item.spec.game) {
            li {
                a href=(urls::table(&item.spec.id)) {
                    strong { (game::name(game)) }
                    span.deal { (names.join(", ")) " · " (terms.pace.words()) @if terms.rated { " · rated" } }
                    span.state { "Sit down" }
                }
            }
        }
    }
}
