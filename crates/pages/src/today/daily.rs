//! The page of one deal before it is begun: the target of the shared link.

use super::days;
use super::table::DayTable;
use super::tile::Offer;
use crate::frame::{Card, Frame, Place, Script, Sheet};
use crate::par;
use crate::{game, urls};
use bagatelle_table::WorldDate;
use maud::{Markup, html};

/// The page of a deal of the day.
#[derive(Clone, Copy)]
pub struct DailyPage<'a> {
    /// The deal.
    pub offer: Offer<'a>,
    /// The world date now.
    pub today: WorldDate,
    /// The table of its day.
    pub table: DayTable<'a>,
    /// The address of the server, without a slash at the end.
    pub base: &'a str,
    /// Whether a server shows the deal large, for laying it out by hand.
    pub lays: bool,
}

impl DailyPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let Offer { game, date, par, .. } = self.offer;
        let (name, late) = (game::name(game), date != self.today);
        let address = urls::daily(date, game.id());
        let body = html! {
            main.lobby #table {
                div.begin.daily {
                    div.about { img src=(urls::daily_picture(date, game.id())) alt="" width="480"
                        height="480"; }
                    div.card {
                        div {
                            p.small { a href=(urls::today_on(date)) { (days::with_weekday(date)) } }
                            h1 { (name) }
                            p.lead { (game::tagline(game)) }
                            // Its par has a sentence of its own.
                            p.small { (Offer { par: None, ..self.offer }.level()) }
                        }
                        @if let Some(par) = par { p { (par::sentence(game, par)) } }
                        @if late { p { "This day is over. You can still play its deal, but it no longer \
                            counts for your streak or that day’s leaderboard." } }
                        @else { p { "The daily deal, the same for everyone. Solve it without help and \
                            it counts for your streak and the leaderboard." } }
                        form method="post" action=(address) { button.primary.large { "Play" } }
                        p.ways-in {
                            a href=(urls::rules(game.id())) { "How to play" }
                            @if self.lays && game::is_laid(game) {
                                a href=(urls::daily_lay_out(date, game.id())) { "Set it up by hand" }
                            }
                        }
                        @if !self.table.entries.is_empty() {
                            section aria-labelledby="day-table" {
                                h2 #day-table { "Leaderboard" }
                                (self.table.draw(false))
                            }
                        }
                    }
                }
            }
        };
        let title = format!("{name} of {}", days::day(date));
        let card = Card {
            title: &title,
            description: game::tagline(game),
            base: self.base,
            page: &address,
            picture: &urls::daily_preview(date, game.id()),
        };
        Frame {
            place: Some(Place::Today),
            script: Script::Today,
            sheet: Some(Sheet::Today),
            card: Some(card),
            ..Frame::new(&title)
        }
        .page(&body)
    }
}
