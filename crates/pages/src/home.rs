//! The first page: today's deals, the tables that the visitor has not finished, and all games.

use crate::frame::{Card, Frame, Script, Sheet};
use crate::list::{TableItem, list, waiting};
use crate::today::{Offer, Played, preview, strip};
use crate::{game, urls};
use bagatelle_catalog::AnyGame;
use bagatelle_table::WorldDate;
use maud::{Markup, html};

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
    /// All that the visitor has played of the deals of the day.
    pub played: &'a [Played<'a>],
    /// The address of the server, without a slash at the end.
    pub base: &'a str,
}

impl HomePage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let (urgent, others): (Vec<_>, Vec<_>) =
            self.tables.iter().copied().partition(|item| item.keeps_waiting(self.person));
        let body = html! {
            main.shelf #table {
                // What was brought home from this device: see the module `sync` of the scripts.
                p #brought .brought hidden {}
                // Who keeps another person waiting sees that first.
                @if !urgent.is_empty() {
                    section aria-labelledby="your-turn" {
                        h2 #your-turn { "Your turn" }
                        (list(&urgent, self.person))
                    }
                }
                (strip(self.offers, self.played, self.today))
                @if !others.is_empty() {
                    section aria-labelledby="unfinished" {
                        h2 #unfinished { "Pick up where you left off" }
                        (list(&others, self.person))
                    }
                }
                section aria-labelledby="games" {
                    div.welcome {
                        h2 #games { "Small games, well kept." }
                        p { "Little-known tabletop games with exact rules and fair deals. Nothing to \
                            install, no account needed." }
                    }
                    div.games { @for game in game::all() { (card(*game)) } }
                }
            }
        };
        let waiting = waiting(self.tables, self.person);
        let title = "Bagatelle: small games, well kept";
        let card = Card {
            title,
            description: "Six small tabletop games with exact rules, fair deals, lessons and opponents for \
                every skill. No account needed.",
            page: &format!("{}{}", self.base, urls::home()),
            picture: &preview(self.offers, self.base),
        };
        let frame = Frame { script: Script::Today, sheet: Some(Sheet::Today), waiting, ..Frame::new(title) };
        Frame { card: Some(card), ..frame }.page(&body)
    }
}

fn card(game: &dyn AnyGame) -> Markup {
    html! {
        a.game href=(urls::game(game.id())) {
            img src=(urls::game_picture(game.id())) alt="" width="320" height="320" loading="lazy";
            h3 { (game::name(game)) }
            p { (game::tagline(game)) }
            p.small { (game::players(game)) " · " (game::minutes(game)) " · by " (game::designer(game)) }
        }
    }
}
