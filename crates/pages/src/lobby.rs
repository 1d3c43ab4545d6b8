//! The list of tables with open seats.

use crate::frame::{Card, Frame, Place, Script};
use crate::list::TableItem;
use crate::seek::{self, SeekItem};
use crate::text::count;
use crate::{game, ornament, urls};
use bagatelle_table::SeatSummary;
use maud::{Markup, html};

/// An open table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OpenTable<'a> {
    /// The table.
    pub table: TableItem<'a>,
    /// The rating of each seat, where it counts and is known.
    pub ratings: &'a [Option<f64>],
}

/// The list of open tables.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LobbyPage<'a> {
    /// The number of the list's version, as the stream sends it.
    pub version: u64,
    /// The tables, newest first.
    pub tables: &'a [OpenTable<'a>],
    /// The people who wait for an opponent, the oldest first.
    pub seeks: &'a [SeekItem],
    /// The id of the visitor who reads it.
    pub reader: Option<&'a str>,
    /// Whether that visitor has an account, which can be challenged.
    pub has_account: bool,
    /// How many public games are being played.
    pub live: usize,
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
        let body = html! {
            main.prose.opponents {
                h1 { "Open tables" }
                // What is chosen in it stays when the lists change.
                (seek::form(self.has_account))
                (self.part())
            }
        };
        Frame { card: Some(card), ..frame }.page(&body)
    }

    /// The part that live updates replace.
    #[must_use]
    pub fn part(&self) -> Markup {
        let none = self.tables.is_empty() && self.seeks.is_empty();
        html! {
            div.lists #table data-version=(self.version) data-seq="0" data-revision=(self.version)
                data-part=(urls::lobby_part()) data-events=(urls::lobby_events()) {
                @if none {
                    (ornament::all())
                    p { "No one is waiting right now." }
                }
                (seek::waiting(self.seeks, self.has_account))
                @if !self.tables.is_empty() {
                    ul.mine.tables {
                        @for item in self.tables { (open_table(item, self.reader)) }
                    }
                }
                @if self.live > 0 {
                    p { a.button href=(urls::live()) { "Watch " (count(self.live as u64, "live game")) } }
                }
                (open_one())
                p { "Or " a href=(urls::events()) { "create an event" } ", a small tournament that your \
                    friends join by a link." }
                p.small {
                    @if self.live == 0 { a href=(urls::live()) { "Live games" } " · " }
                    @if self.has_ladder { a href=(urls::ladder()) { "Ladder" } " · " }
                    a href=(urls::friends()) { "Friends" } " · "
                    a href=(urls::people()) { "People and records" }
                    @if self.has_account { " · " a href=(urls::challenges()) { "Challenges" } }
                }
            }
        }
    }
}

/// The ways to open a table.
fn open_one() -> Markup {
    let games = game::all().iter().filter(|game| !game::is_solitaire(**game));
    html! {
        h2 { "A table of your own" }
        p { "Choose the rules and the clock. Anyone can sit down, and you can send the link to a friend." }
        p.choices {
            @for game in games { a.button href=(urls::game_for_anyone(game.id())) { (game::name(*game)) } }
        }
    }
}

/// A table that is listed. Who sits there already is led back to it.
fn open_table(OpenTable { table: item, ratings }: &OpenTable<'_>, reader: Option<&str>) -> Markup {
    let ratings = ratings.iter().copied().chain(std::iter::repeat(None));
    let people = item.summary.seats.iter().zip(ratings).filter(|(seat, _)| seat.person.is_some());
    let is_own = people.clone().any(|(seat, _)| seat.person.as_deref() == reader);
    let name = |(seat, rating): (&SeatSummary, Option<f64>)| match rating {
        Some(rating) => format!("{} ({rating:.0})", seat.name),
        None => seat.name.clone(),
    };
    let names: Vec<String> = people.map(name).collect();
    let terms = &item.spec.terms;
    html! {
        @if let Some(game) = game::find(&item.spec.game) {
            li {
                a href=(urls::table(&item.spec.id)) {
                    strong { (game::name(game)) }
                    span.deal { (names.join(", ")) " · " (terms.pace.words()) @if terms.rated { " · rated" }
                        @if terms.public { " · anyone may watch" } }
                    @if is_own { span.state { "Your table" } } @else { span.state.button { "Sit down" } }
                }
            }
        }
    }
}
