//! The first page: a board for newcomers, the tables that the visitor has not finished, and all games,
//! with today's offers for each.

mod demo;

pub use demo::demo_setup;

use crate::frame::{Card, Frame, Script, Sheet};
use crate::list::{TableItem, list, waiting};
use crate::today::{Offer, Played, head};
use crate::{game, ornament, urls};
use bagatelle_catalog::AnyGame;
use bagatelle_table::WorldDate;
use maud::{Markup, html};

/// How many unfinished games the first page shows.
const FEW: usize = 4;

/// The first page.
#[derive(Clone, Copy)]
pub struct HomePage<'a> {
    /// The visitor's id; empty for a visitor without one.
    pub person: &'a str,
    /// The visitor's tables that are not finished, newest first.
    pub tables: &'a [TableItem<'a>],
    /// The world date now.
    pub today: WorldDate,
    /// Today's deals.
    pub offers: &'a [Offer<'a>],
    /// Everything that the visitor has played of the deals of the day.
    pub played: &'a [Played<'a>],
    /// The address of the server, without a slash at the end.
    pub base: &'a str,
    /// Whether the host begins the game of the board for newcomers.
    pub has_demo: bool,
}

impl HomePage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let (urgent, others): (Vec<_>, Vec<_>) =
            self.tables.iter().copied().partition(|item| item.keeps_waiting(self.person));
        let demo = (self.has_demo && self.tables.is_empty() && self.played.is_empty()).then(demo::board);
        let demo = demo.flatten();
        let body = html! {
            main.shelf.home #table {
                // What was brought home from this device: see the module `sync` of the scripts.
                p #brought .brought hidden {}
                // A visitor who keeps another person waiting sees that first.
                @if !urgent.is_empty() {
                    section aria-labelledby="your-turn" {
                        h2 #your-turn { "Your turn" }
                        (list(&urgent, self.person))
                    }
                }
                @match &demo {
                    Some(demo) => section.hero aria-labelledby="hero" {
                        div.told {
                            h1 #hero { "Small games, well kept." }
                            p.lead { "Bagatelle is six little-known tabletop games with exact rules, fair \
                                deals, lessons and opponents at every level." }
                            p { "Nothing to install, no account needed." }
                        }
                        (demo)
                    },
                    None => h1.unseen { "Bagatelle" },
                }
                @if !others.is_empty() {
                    section aria-labelledby="unfinished" {
                        h2 #unfinished { "Pick up where you left off" }
                        (list(&others[..others.len().min(FEW)], self.person))
                        @if others.len() > FEW { p.small { a href=(urls::archive()) { "All my games" } } }
                    }
                }
                section.today aria-labelledby="today" {
                    (head(self.offers, self.played, self.today))
                    ul.games { @for game in game::all() { li.game { (self.card(*game)) } } }
                }
            }
        };
        let waiting = waiting(self.tables, self.person);
        let title = "Bagatelle: small games, well kept";
        let card = Card {
            title,
            description: "Six small tabletop games with exact rules, fair deals, lessons and opponents at \
                every level. No account needed.",
            base: self.base,
            page: &urls::home(),
            picture: &urls::site_preview(),
        };
        let frame = Frame { script: Script::Home, sheet: Some(Sheet::Today), waiting, ..Frame::new(title) };
        Frame { card: Some(card), ..frame }.page(&body)
    }

    /// A game: what it is, and the ways to begin it.
    fn card(&self, game: &dyn AnyGame) -> Markup {
        let offer = self.offers.iter().find(|offer| offer.game.id() == game.id());
        let picture = offer.map_or_else(|| urls::game_picture(game.id()), Offer::picture);
        let page = urls::game(game.id());
        html! {
            div.drawing { img src=(picture) alt="" width="320" height="320" loading="lazy"; }
            div.told {
                h3 { a href=(page) { (game::name(game)) " " (ornament::small(game)) } }
                p { (game::tagline(game)) }
                p.small {
                    (game::players(game)) " · " (game::minutes(game))
                    span.by { " · by " (game::designer(game)) }
                }
                @if let Some(standing) = offer.and_then(Offer::standing) { p.small.standing { (standing) } }
            }
            div.ways {
                // Who has begun a deal needs no lesson, and goes on first.
                @let begun = offer.is_some_and(Offer::is_under_way);
                @let (first, last) = if begun { (offer, None) } else { (None, offer) };
                @if let Some(offer) = first { (offer.today()) }
                a.button.primary[!begun] href=(page) { "Play" span.unseen { " " (game::name(game)) } }
                @if !begun && game.lesson().is_some() {
                    a.button href=(urls::lesson(game.id())) { "Learn" span.unseen { " " (game::name(game)) } }
                }
                @if let Some(offer) = last { (offer.today()) }
            }
        }
    }
}
