//! The page of a day: its deals, the calendar, the visitor's record, and the leaderboard.

use super::calendar::Calendar;
use super::days;
use super::played::{Played, stars};
use super::statistics::{Statistics, Streak};
use super::table::{Best, DayTable};
use super::tile::{Offer, preview, tiles};
use crate::fairness::{self, DaySeeds};
use crate::frame::{Card, Frame, Place, Script, Sheet};
use crate::table::result::MOST;
use crate::text::{NAME_PATTERN, NAME_RULE};
use crate::urls;
use bagatelle_table::WorldDate;
use maud::{Markup, html};

/// The name under which a visitor is on the leaderboards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listing<'a> {
    /// The visitor has played nothing yet.
    Nothing,
    /// The visitor is not listed; this name is suggested.
    Unlisted(&'a str),
    /// The visitor is listed under this name.
    Listed(&'a str),
}

/// The page of a day.
#[derive(Clone, Copy)]
pub struct TodayPage<'a> {
    /// The world date of the deals.
    pub date: WorldDate,
    /// The world date now.
    pub today: WorldDate,
    /// A day of the month that the calendar shows.
    pub month: WorldDate,
    /// The deals of the date.
    pub offers: &'a [Offer<'a>],
    /// Everything that the visitor has played.
    pub played: &'a [Played<'a>],
    /// The tables of the date.
    pub tables: &'a [DayTable<'a>],
    /// The best solutions of the date, or of the day before if the date is not over.
    pub best: &'a [Best<'a>],
    /// The name under which the visitor is listed.
    pub listing: Listing<'a>,
    /// From which seeds the deals were drawn.
    pub seeds: DaySeeds<'a>,
    /// Why the name was refused, if it was.
    pub refused: Option<&'a str>,
    /// The address of the server, without a slash at the end.
    pub base: &'a str,
}

impl TodayPage<'_> {
    fn is_today(&self) -> bool {
        self.date == self.today
    }

    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let games: Vec<&str> = self.offers.iter().map(|offer| offer.game.id()).collect();
        let calendar = Calendar {
            month: self.month,
            shown: self.date,
            today: self.today,
            games: &games,
            played: self.played,
        };
        let body = html! {
            main.shelf.today #table {
                div.day-head {
                    h1 { @if self.is_today() { "Today’s deals" } @else { (days::with_weekday(self.date)) } }
                    @if self.is_today() { (now(self.date)) } @else {
                        p { "This day is over. You can still play its deals, but they no longer count for \
                            your streak or that day’s leaderboard." }
                        p { a href=(urls::today()) { "Today’s deals" } }
                    }
                    (progress(self.offers))
                }
                (tiles(self.offers))
                div.day-parts {
                    (calendar.draw())
                    (record(self.played, self.today))
                    (self.day_tables())
                }
                (fairness::day(self.seeds))
            }
        };
        let title = format!("{}’s deals", days::day(self.date));
        let title = if self.is_today() { "Today’s deals" } else { &title };
        let card = Card {
            title,
            description: "A new deal or position for each game every day, the same for everyone. Solve one \
                without help and keep your streak.",
            base: self.base,
            page: &urls::today_on(self.date),
            picture: &preview(self.offers),
        };
        let frame = Frame { script: Script::Today, sheet: Some(Sheet::Today), ..Frame::new(title) };
        Frame { place: Some(Place::Today), card: Some(card), ..frame }.page(&body)
    }

    fn day_tables(&self) -> Markup {
        let solved = self.tables.iter().any(|table| !table.entries.is_empty());
        html! {
            section.card.day-tables aria-labelledby="day-tables" {
                h2 #day-tables { "Leaderboard" }
                @if solved {
                    div.tables { @for table in self.tables { (table.draw(true)) } }
                } @else {
                    p { @if self.is_today() { "No one has solved any of today’s deals yet." } @else { "No \
                        one solved any of these deals in time." } }
                }
                p.small { "Solved on the day without help: fewest moves first, then shortest time." }
                (self.listing())
                @if !self.best.is_empty() {
                    h3 { @if self.is_today() { "Yesterday’s best" } @else { "Leaderboard" } }
                    ul.mine { @for best in self.best { li { (best.draw()) } } }
                }
            }
        }
    }

    /// The form by which a visitor is listed under a name, or no longer.
    fn listing(&self) -> Markup {
        let form = |name: &str, button: &str, hidden: bool| {
            html! {
                form.listing method="post" action=(urls::today_name()) {
                    @if let Some(why) = self.refused { p.wrong role="alert" { (why) } }
                    @if hidden { input type="hidden" name="name" value=""; } @else {
                        label.field {
                            span { "Your name on the leaderboard" }
                            input name="name" value=(name) required pattern=(NAME_PATTERN) title=(NAME_RULE)
                                autocomplete="nickname";
                        }
                    }
                    button { (button) }
                }
            }
        };
        match self.listing {
            Listing::Nothing => html! {},
            Listing::Unlisted(name) => form(name, "List me", false),
            Listing::Listed(name) => html! {
                div.listed {
                    p { "You’re listed as " strong { (name) } "." }
                    (form("", "Take me off the leaderboards", true))
                }
            },
        }
    }
}

/// How much of a day is solved without help; a stamp for all of it.
fn progress(offers: &[Offer<'_>]) -> Markup {
    let solved = offers.iter().filter(|offer| offer.played.is_some_and(|played| played.is_solved_alone()));
    let (solved, all) = (solved.count(), offers.len());
    html! {
        @if solved > 0 && solved == all {
            p.stamp { strong { "Full day" } " " span { "all " (all) " solved" } }
        } @else if solved > 0 {
            p { (solved) " of " (all) " solved without help." }
        }
    }
}

/// The date, and when the next deals come. A script shows both by the visitor's clock.
fn now(today: WorldDate) -> Markup {
    let next = today.tomorrow();
    html! {
        p.when data-today=(today) data-next=(format!("{next}T00:00:00Z")) {
            time datetime=(today) { (days::with_weekday(today)) }
            ". "
            span { "New deals at midnight UTC." }
        }
    }
}

/// The visitor's streak and figures.
fn record(played: &[Played<'_>], today: WorldDate) -> Markup {
    let (streak, all) = (Streak::of(played, today), Statistics::of(played));
    let most = all.marks.iter().chain([&all.helped]).copied().max().unwrap_or(0).max(1);
    html! {
        section.card.record aria-labelledby="record" {
            h2 #record { "Your record" }
            dl.numbers {
                (number(streak.now, "day streak"))
                (number(streak.longest, "longest"))
                (number(all.played, "played"))
                (number(all.solved, "solved without help"))
                (number(all.on_par, "on par"))
            }
            @if played.is_empty() {
                p.small { "Solve a deal on its day, without help, to begin a streak. This browser remembers \
                    it. With an account, your other devices do, too." }
            } @else {
                ul.bars aria-label="Solutions by stars" {
                    @for marks in (1..=MOST).rev() {
                        @let n = all.marks[marks as usize - 1];
                        li { (stars(marks)) (bar(n, most)) span.n { (n) } }
                    }
                    li { span.small { "with help" } (bar(all.helped, most)) span.n { (all.helped) } }
                }
                p.small { (streak_words(streak)) }
            }
        }
    }
}

fn number(value: u32, label: &str) -> Markup {
    html! { div { dt { (label) } dd { (value) } } }
}

/// A bar of a chart, with its length relative to the longest one.
fn bar(value: u32, most: u32) -> Markup {
    let long = 100.0 * f64::from(value) / f64::from(most);
    html! {
        svg.bar viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" {
            rect.ground width="100" height="10" rx="1" {}
            rect width=(format!("{long:.1}")) height="10" rx="1" {}
        }
    }
}

fn streak_words(streak: Streak) -> &'static str {
    match (streak.now, streak.today) {
        (_, true) => "Today counts for your streak. To keep it, solve one deal each day, without help.",
        (0, false) => "Solve one of today’s deals without help to begin a streak.",
        (_, false) => "Solve one of today’s deals without help to keep your streak.",
    }
}

/// What the first page says about today: the date, how much is solved, the streak.
pub(crate) fn head(offers: &[Offer<'_>], played: &[Played<'_>], today: WorldDate) -> Markup {
    let streak = Streak::of(played, today);
    let is_solved = |offer: &&Offer<'_>| offer.played.is_some_and(|own| own.is_solved_alone());
    let solved = offers.iter().filter(is_solved).count();
    html! {
        div.day-head {
            h2 #today { "Today" }
            (now(today))
            p.more-today {
                @if solved > 0 { span { strong { (solved) } " of " (offers.len()) " solved" } }
                @if streak.now > 0 {
                    span.streak { strong { (streak.now) } " " @if streak.now == 1 { "day" } @else { "days" }
                        " in a row" }
                }
                a href=(urls::today()) { "Calendar and leaderboard" }
            }
        }
    }
}
