//! The page of all people who want to be seen: ratings, and the best solutions of each solitaire.

use crate::frame::{Card, Frame, Place, Sheet};
use crate::par::beside;
use crate::results::downloads;
use crate::table::Par;
use crate::{game, ornament, text, urls};
use bagatelle_table::{BestResult, RankedPlayer};
use maud::{Markup, html};

/// The page of all people.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PeoplePage<'a> {
    /// The names, in order.
    pub names: &'a [String],
    /// The best solutions, by game, the best first.
    pub records: &'a [BestResult],
    /// The ratings, by game, the best first.
    pub ratings: &'a [RankedPlayer],
    /// Whether this host runs house bots, so that there is a ladder.
    pub ladder: bool,
    /// The address of the server, without a slash at the end; empty if it is unknown.
    pub base: &'a str,
}

impl PeoplePage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let body = html! {
            main.lobby #table {
                div.welcome {
                    h1 { "People and records" }
                    p { "Players who have made their profiles public. You can do the same on " a
                        href=(urls::account()) { "your page" } "." }
                    @if self.ladder { p { "See people and programs side by side on " a
                        href=(urls::ladder()) { "the ladder" } "." } }
                }
                @if self.names.is_empty() {
                    (ornament::all())
                    p { "No one has made a profile public yet." }
                    p { a.button href=(urls::account()) { "Make mine public" } }
                } @else {
                    @for game in game::all() { (self.of(game.id())) }
                    section.card.results aria-labelledby="people" {
                        h2 #people { "All people" }
                        ul.names { @for name in self.names { li { (person(name)) } } }
                    }
                    (downloads(&urls::api_people()))
                }
            }
        };
        let (title, page) = ("People and records", urls::people());
        let about = "The best solutions of each solitaire, the ratings of each game, and who plays here.";
        let card = Some(Card::of_site(title, about, self.base, &page));
        Frame { place: Some(Place::Tables), sheet: Some(Sheet::People), card, ..Frame::new(title) }
            .page(&body)
    }

    /// The lists of a game, if there are any.
    fn of(&self, id: &str) -> Markup {
        let best: Vec<&BestResult> = self.records.iter().filter(|one| one.game == id).collect();
        let rated: Vec<&RankedPlayer> = self.ratings.iter().filter(|one| one.rating.game == id).collect();
        let heading = format!("of-{id}");
        html! {
            @if !(best.is_empty() && rated.is_empty()) {
                section.card.results aria-labelledby=(heading) {
                    h2 id=(heading) { (game::name_of(id)) }
                    @if !best.is_empty() { (solutions(&best)) }
                    @if !rated.is_empty() { (players(&rated)) }
                }
            }
        }
    }
}

fn person(name: &str) -> Markup {
    html! { a href=(urls::person(name)) { (name) } }
}

fn solutions(best: &[&BestResult]) -> Markup {
    html! {
        p.small { "Solved without help, ranked by moves against par, then by time." }
        div.scroll {
            table.ranked {
                thead { tr { th scope="col" { "Player" } th scope="col" { "Result" } th scope="col" {
                    "Moves" } th scope="col" { "Time" } th scope="col" { "Day" } } }
                tbody {
                    @for one in best {
                        tr {
                            th scope="row" { (person(&one.name)) }
                            td { (beside(one.moves, Par { moves: one.par, at_least: one.par })) }
                            td { (one.moves) }
                            td { @if let Some(ms) = one.took { (text::time(ms / 1000)) } @else { "–" } }
                            td { (text::day_of(one.ended)) }
                        }
                    }
                }
            }
        }
    }
}

fn players(rated: &[&RankedPlayer]) -> Markup {
    html! {
        div.scroll {
            table.ranked {
                thead { tr { th scope="col" { "Player" } th scope="col" { "Rating" } th scope="col" {
                    "Games" } } }
                tbody {
                    @for one in rated {
                        tr { th scope="row" { (person(&one.name)) } td { (one.rating) } td {
                            (one.rating.games) } }
                    }
                }
            }
        }
    }
}
