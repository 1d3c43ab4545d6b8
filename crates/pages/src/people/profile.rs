//! The public page of a person: ratings over time, and results.

use crate::frame::{Card, Frame, Place, Sheet};
use crate::results::chart::{Chart, Point};
use crate::results::{downloads, sections};
use crate::{friends, game, text, urls};
use bagatelle_table::{Finished, RatedGame, Rating, RatingPool};
use maud::{Markup, html};

/// The page of a person.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ProfilePage<'a> {
    /// The name.
    pub name: &'a str,
    /// The day on which the account was made.
    pub since: &'a str,
    /// The ratings, by game.
    pub ratings: &'a [Rating],
    /// The rated games, the oldest first.
    pub rated: &'a [RatedGame],
    /// The finished games, the newest first.
    pub finished: &'a [Finished],
    /// Whether the visitor follows the person; `None` where that cannot be chosen.
    pub followed: Option<bool>,
    /// The address of the server, without a slash at the end; empty if it is unknown.
    pub base: &'a str,
}

impl ProfilePage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let body = html! {
            main.lobby #table {
                div.welcome {
                    h1 { (self.name) }
                    p { "Joined on " time datetime=(self.since) { (text::long_date(self.since)) } ". " a
                        href=(urls::people()) { "All people" } }
                }
                @if let Some(followed) = self.followed { (friends::on_profile(self.name, followed)) }
                @if !self.ratings.is_empty() { (self.ratings()) }
                (sections(self.finished, false))
                @if self.finished.is_empty() { p { "No finished games yet." } }
                (downloads(&urls::api_person(self.name)))
                p { a href=(urls::report_person(self.name)) rel="nofollow" { "Report or block "
                    (self.name) } }
            }
        };
        let page = urls::person(self.name);
        let about = format!("{}’s ratings and results on Bagatelle.", self.name);
        let card = Some(Card::of_site(self.name, &about, self.base, &page));
        Frame { place: Some(Place::Tables), sheet: Some(Sheet::People), card, ..Frame::new(self.name) }
            .page(&body)
    }

    fn ratings(&self) -> Markup {
        html! {
            section.card.results aria-labelledby="ratings" {
                h2 #ratings { "Ratings" }
                dl.told {
                    @for rating in self.ratings {
                        div { dt { (game::rated(rating)) } dd { (rating) } }
                    }
                }
                @for rating in self.ratings.iter().filter(|rating| rating.pool == RatingPool::People) {
                    (self.history(&rating.game)) }
            }
        }
    }

    fn history(&self, game: &str) -> Markup {
        let of_game = self.rated.iter().filter(|one| one.game == game);
        let point = |one: &RatedGame| Point {
            day: text::day_of(one.ended),
            value: one.rating.round(),
            told: format!("{:.0}", one.rating),
            hollow: false,
        };
        let points: Vec<Point> = of_game.map(point).collect();
        let title = format!("Rating in {}", game::name_of(game));
        Chart { title: &title, column: "Rating", points: &points, level: None, joined: true }.draw()
    }
}
