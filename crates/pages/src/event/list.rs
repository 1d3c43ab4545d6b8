//! The list of the events of an account.

use super::Stage;
use crate::frame::{Card, Frame, Place};
use crate::{game, ornament, text, urls};
use bagatelle_table::Millis;
use maud::{Markup, html};

/// What events are.
const ABOUT: &str = "Tournaments that you join by a link: round robin, Swiss, knockout or duplicate.";

/// An event in the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventItem {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// The id of the game.
    pub game: String,
    /// How far it is.
    pub stage: Stage,
    /// How many players are in it; of one that is over, how many took part.
    pub players: u32,
    /// The names of those who won it, if it is over.
    pub winners: Vec<String>,
    /// Whether the visitor organizes it.
    pub organizes: bool,
    /// When it was made.
    pub created: Millis,
}

/// The list of events.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EventsPage<'a> {
    /// The events, the newest first.
    pub events: &'a [EventItem],
    /// Whether the visitor has an account, which can make and join events.
    pub has_account: bool,
    /// The address of the server, without a slash at the end.
    pub base: &'a str,
}

impl EventsPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let body = html! {
            main.prose #table {
                h1 { "Events" }
                p { (ABOUT) }
                @if self.events.is_empty() { (ornament::all()) }
                @if !self.has_account {
                    p { "You need an account to create or join an event." }
                    p.choices { a.button.primary href=(urls::account_then_event("")) { "Log in or sign up" } }
                } @else {
                    @if self.events.is_empty() {
                        p { "You’re not in any events yet. Create one and send its link, or open a link \
                            you’ve been sent." }
                    }
                    p.choices { a.button.primary href=(urls::new_event()) { "Create event" } }
                }
                @if !self.events.is_empty() {
                    ul.mine.tables { @for event in self.events { (item(event)) } }
                }
            }
        };
        let page = urls::events();
        let card = Some(Card::of_site("Events", ABOUT, self.base, &page));
        Frame { place: Some(Place::Tables), card, ..Frame::new("Events") }.page(&body)
    }
}

fn item(event: &EventItem) -> Markup {
    html! {
        li {
            a href=(urls::event(&event.id)) {
                strong { (event.title) }
                span.deal {
                    (game::name_of(&event.game)) " · " (text::count(event.players.into(), "player")) " · "
                    (text::day_of(event.created)) @if event.organizes { " · you organize it" }
                }
                span.state {
                    @match event.winners.as_slice() {
                        [] => (event.stage.word()),
                        [winner] => { (winner) " won" }
                        winners => { (text::listed(winners)) " shared first place" }
                    }
                }
            }
        }
    }
}
