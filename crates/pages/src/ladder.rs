//! The ladder: house bots, people and bots of others on one scale, each with a dot for the rating and a bar
//! for how sure it is.

use crate::frame::{Card, Frame, Place, Sheet};
use crate::once::key_field;
use crate::text::{capitalised, count};
use crate::{game, ornament, urls};
use bagatelle_core::present::face;
use bagatelle_table::Rating;
use maud::{Markup, html};

/// Who a player is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Who {
    /// A house bot: the name of its program within the game.
    House(String),
    /// A bot of an account.
    Bot,
    /// A person.
    Person,
}

/// A player on the ladder of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct LadderItem {
    /// The name.
    pub name: String,
    /// Who it is.
    pub who: Who,
    /// The rating; `None` for a house bot that has not played yet.
    pub rating: Option<Rating>,
    /// Whether all may see the player's profile.
    pub public: bool,
    /// Whether the visitor is this one.
    pub own: bool,
}

/// The ladder of a game, the best first.
#[derive(Clone, PartialEq, Debug)]
pub struct LadderList {
    /// The id of the game in the catalog.
    pub game: String,
    /// The players.
    pub players: Vec<LadderItem>,
}

/// Who looks at the ladder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Onlooker {
    /// A visitor without an account, who cannot play on it.
    Visitor,
    /// An account that is not shown to others.
    Hidden,
    /// An account that is shown to others.
    Shown,
}

/// The page of the ladder.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LadderPage<'a> {
    /// Whether this host runs house bots.
    pub open: bool,
    /// The ladders, one for each game.
    pub lists: &'a [LadderList],
    /// Whether the page is about one game.
    pub one: bool,
    /// Who looks.
    pub onlooker: Onlooker,
    /// Why a challenge was refused, in a sentence.
    pub wrong: Option<&'a str>,
    /// The address of the server, without a slash at the end.
    pub base: &'a str,
}

impl LadderPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let title = match (self.one, self.lists) {
            (true, [list]) => format!("The ladder of {}", game::name_of(&list.game)),
            _ => "The ladder".to_owned(),
        };
        let body = html! {
            main.lobby #table {
                div.welcome {
                    h1 { (title) }
                    @if self.open { (self.about()) } @else {
                        p { "There’s no ladder on this site yet. You can still play the computer at any \
                            level." }
                    }
                }
                @if let Some(wrong) = self.wrong { p.wrong role="alert" { (wrong) } }
                @if self.open {
                    @for list in self.lists { (self.list(list)) }
                } @else { (ornament::all()) }
                p.choices {
                    @if !self.open { a.button.primary href=(urls::home()) { "All games" } }
                    @if self.one { a href=(urls::ladder()) { "The ladders of all games" } }
                    a href=(urls::people()) { "People and records" }
                }
            }
        };
        let card = Card {
            title: &title,
            description: "Programs and players, ranked by the rated games they’ve played here.",
            base: self.base,
            page: &urls::ladder(),
            picture: &urls::site_preview(),
        };
        let sheet = Some(Sheet::People);
        Frame { place: Some(Place::Tables), sheet, card: Some(card), ..Frame::new(&title) }.page(&body)
    }

    fn about(&self) -> Markup {
        html! {
            p {
                "House bots are programs run by this host. A rated game against one counts only on the \
                    ladder: "
                "it doesn’t change the rating you have from games with people, and those don’t change the \
                    ladder. On the ladder, people and programs share one scale."
            }
            p {
                "The dot is the rating; the bar is its margin of error (95%). Everyone begins at 1500 with a \
                    long bar, and every game makes it shorter."
            }
            p {
                @match self.onlooker {
                    Onlooker::Visitor => { a href=(urls::account()) { "Log in or sign up" } " to challenge a \
                        player on the ladder." }
                    Onlooker::Hidden => {
                        "Challenge a house bot, and the game begins at once. The ladder shows only people \
                            with a public profile. Make yours public on "
                        a href=(urls::account()) { "your page" } "."
                    }
                    Onlooker::Shown => { "Challenge a house bot, and the game begins at once." }
                }
            }
        }
    }

    fn list(&self, list: &LadderList) -> Markup {
        let heading = format!("of-{}", list.game);
        let scale = Scale::of(&list.players);
        html! {
            section.card.results aria-labelledby=(heading) {
                h2 id=(heading) {
                    @if self.one { "Ratings" } @else { a href=(urls::ladder_of(&list.game)) {
                        (game::name_of(&list.game)) } }
                }
                @if list.players.is_empty() {
                    (ornament::of_id(&list.game))
                    p { "No one is on this ladder yet." }
                    p { a.button href=(urls::game(&list.game)) { "Play " (game::name_of(&list.game)) } }
                }
                @if let Some(scale) = &scale { div.axis aria-hidden="true" { (scale.axis()) } }
                ol.ladder { @for player in &list.players { li { (self.player(&list.game, player,
                    scale.as_ref())) } } }
            }
        }
    }

    fn player(&self, id: &str, player: &LadderItem, scale: Option<&Scale>) -> Markup {
        html! {
            (name(id, player))
            @match (&player.rating, scale) {
                (Some(rating), Some(scale)) => {
                    span.bar aria-hidden="true" { (scale.bar(rating)) }
                    (told(rating))
                }
                _ => { span.bar {} span.value { small { "no games yet" } } }
            }
            span.dare { (self.challenge(id, player)) }
        }
    }

    fn challenge(&self, id: &str, player: &LadderItem) -> Markup {
        let label = format!("Challenge {}", player.name);
        html! {
            @if !player.own && self.onlooker != Onlooker::Visitor {
                @match player.who {
                    Who::House(_) => {
                        form method="post" action=(urls::ladder_of(id)) {
                            (key_field())
                            button name="to" value=(player.name) aria-label=(label) { "Challenge" }
                        }
                    }
                    Who::Bot | Who::Person => { a.button href=(urls::challenge_to(&player.name))
                        aria-label=(label) { "Challenge" } }
                }
            }
        }
    }
}

fn name(id: &str, player: &LadderItem) -> Markup {
    let LadderItem { name, who, own, public, .. } = player;
    let called = html! { @if *public { a href=(urls::person(name)) { (name) } } @else { (name) } };
    let persona = match who {
        Who::House(program) => {
            game::find(id).and_then(|game| game::opponents(game).find(|(name, _)| name == program))
        }
        Who::Bot | Who::Person => None,
    };
    html! {
        span.who {
            span.mark { @if let Some((_, persona)) = &persona { (face(persona)) } }
            span.name {
                @match who {
                    Who::House(program) => {
                        strong { (name) }
                        small { @if let Some((_, persona)) = &persona {
                            (capitalised(&persona.skill.to_string())) ", level " } (program) }
                    }
                    Who::Bot => { strong { (called) } small { "A bot" @if *own { ", your own" } } }
                    Who::Person => { strong { (called) } small { @if *own { "You" } @else { "A person" } } }
                }
            }
        }
    }
}

fn told(rating: &Rating) -> Markup {
    let (low, high) = rating.interval();
    html! {
        span.value {
            strong { (format!("{:.0}", rating.rating)) }
            small { (format!("{low:.0} to {high:.0}")) }
            small { (count(rating.games.into(), "game")) }
        }
    }
}

/// The most that the scale goes beyond the ratings: a longer bar is cut off.
const BEYOND: f64 = 300.0;
/// The most parts of the scale: the numbers between them fit side by side on a phone, too.
const PARTS: f64 = 5.0;

/// A scale of ratings, from the left to the right.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Scale {
    low: f64,
    high: f64,
    step: f64,
}

impl Scale {
    /// The scale on which all these fit; `None` if none has a rating.
    fn of(players: &[LadderItem]) -> Option<Scale> {
        let ratings = players.iter().filter_map(|player| player.rating.as_ref());
        let spans = ratings.map(|rating| {
            let (low, high) = rating.interval();
            (low.max(rating.rating - BEYOND), high.min(rating.rating + BEYOND))
        });
        let (low, high) = spans.reduce(|(a, b), (low, high)| (a.min(low), b.max(high)))?;
        let steps = [50.0, 100.0, 200.0, 500.0];
        let step = steps.into_iter().find(|step| (high - low) / step <= PARTS).unwrap_or(1000.0);
        Some(Scale { low: (low / step).floor() * step, high: (high / step).ceil() * step, step })
    }

    /// Where a rating stands, in percent of the width.
    fn place(&self, rating: f64) -> f64 {
        (100.0 * (rating - self.low) / (self.high - self.low)).clamp(0.0, 100.0)
    }

    fn lines(&self) -> impl Iterator<Item = f64> {
        let Scale { low, high, step } = *self;
        // The outermost ones are the edges.
        (1..((high - low) / step).round() as u32).map(move |n| low + step * f64::from(n))
    }

    fn axis(&self) -> Markup {
        html! {
            svg width="100%" height="20" {
                @for line in self.lines() { text x=(percent(self.place(line))) y="15" text-anchor="middle" {
                    (line) } }
            }
        }
    }

    fn bar(&self, rating: &Rating) -> Markup {
        let (low, high) = rating.interval();
        html! {
            svg width="100%" height="100%" {
                @for line in self.lines() {
                    line.grid x1=(percent(self.place(line))) x2=(percent(self.place(line))) y1="0"
                        y2="100%" {}
                }
                line.interval x1=(percent(self.place(low))) x2=(percent(self.place(high))) y1="50%"
                    y2="50%" {}
                circle cx=(percent(self.place(rating.rating))) cy="50%" r="6" {}
            }
        }
    }
}

fn percent(value: f64) -> String {
    format!("{value:.2}%")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(rating: f64, deviation: f64) -> LadderItem {
        let rating = Some(Rating { rating, deviation, ..Rating::initial("g") });
        LadderItem { name: "Ann".into(), who: Who::Person, rating, public: true, own: false }
    }

    #[test]
    fn all_ratings_are_on_the_scale_and_long_bars_are_cut() {
        let players =
            [player(1480.0, 350.0), player(2010.0, 20.0), LadderItem { rating: None, ..player(0.0, 0.0) }];
        let scale = Scale::of(&players).unwrap();
        assert_eq!((scale.low, scale.high, scale.step), (1000.0, 2200.0, 200.0));
        assert_eq!(scale.lines().collect::<Vec<_>>(), [1200.0, 1400.0, 1600.0, 1800.0, 2000.0]);
        assert_eq!((scale.place(1000.0), scale.place(1600.0), scale.place(0.0)), (0.0, 50.0, 0.0));
        assert_eq!(Scale::of(&players[2..]), None);
        let one = Scale::of(&players[1..2]).unwrap();
        assert!(one.low <= 1970.0 && one.high >= 2049.0 && one.lines().count() > 0, "{one:?}");
    }
}
