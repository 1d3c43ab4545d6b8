//! A month of days, each with the visitor's results in its deals.

use super::days::{self, FIRST_DAY, is_open};
use super::played::{Played, Standing};
use super::statistics;
use crate::{game, urls};
use bagatelle_table::WorldDate;
use maud::{Markup, html};

/// A calendar.
#[derive(Clone, Copy)]
pub(super) struct Calendar<'a> {
    /// A day of the month to show.
    pub(super) month: WorldDate,
    /// The day whose deals are shown beside it.
    pub(super) shown: WorldDate,
    /// The world date now.
    pub(super) today: WorldDate,
    /// The ids of the games that have deals, in their order.
    pub(super) games: &'a [&'a str],
    /// Everything that the visitor has played.
    pub(super) played: &'a [Played<'a>],
}

impl Calendar<'_> {
    pub(super) fn draw(&self) -> Markup {
        let first = self.month.first_of_month();
        let counted = statistics::days(self.played);
        // A week begins on Monday.
        let all: Vec<Option<WorldDate>> =
            std::iter::repeat_n(None, first.weekday()).chain(first.days_of_month().map(Some)).collect();
        let next = first.days_of_month().last().map(WorldDate::tomorrow);
        html! {
            section.card.calendar aria-labelledby="calendar" {
                div.month {
                    h2 #calendar { (days::month(first)) }
                    (self.step(Some(first.yesterday()).filter(|day| *day >= FIRST_DAY), "Earlier", "‹"))
                    (self.step(next.filter(|day| *day <= self.today), "Later", "›"))
                }
                table {
                    thead { tr { @for name in days::WEEK { th scope="col" abbr=(name) { (&name[..2]) } } } }
                    tbody {
                        @for week in all.chunks(7) {
                            tr {
                                @for day in week {
                                    @match day {
                                        Some(day) => td.counts[counted.contains(day)].today[*day ==
                                            self.today] { (self.cell(*day)) },
                                        None => td {},
                                    }
                                }
                            }
                        }
                    }
                }
                p.legend.small {
                    span { (dot(Some(Dot::Solved))) " solved" }
                    span { (dot(Some(Dot::Beside))) " solved with help, or late" }
                    span { (dot(Some(Dot::Begun))) " begun" }
                }
            }
        }
    }

    /// The link to another month; where there is none, its place stays empty.
    fn step(&self, day: Option<WorldDate>, label: &str, sign: &str) -> Markup {
        html! {
            @match day {
                Some(day) => a.step href=(urls::today_month(self.shown, day)) aria-label=(format!("{label}: \
                    {}", days::month(day))) { (sign) },
                None => span.step aria-hidden="true" { (sign) },
            }
        }
    }

    fn cell(&self, day: WorldDate) -> Markup {
        let number = day.day();
        if !is_open(day, self.today) {
            return html! { span.day { (number) } };
        }
        let played = |game: &str| self.played.iter().find(|played| played.date == day && played.game == game);
        let all: Vec<_> = self.games.iter().map(|game| (*game, played(game))).collect();
        let told: Vec<String> = all
            .iter()
            .filter_map(|(game, played)| {
                Some(format!("{} {}", game::name_of(game), played.as_ref()?.words()))
            })
            .collect();
        let label = match told.is_empty() {
            true => days::day(day),
            false => format!("{}: {}", days::day(day), told.join("; ")),
        };
        html! {
            a.day href=(urls::today_on(day)) aria-label=(label)
                aria-current=[(day == self.shown).then_some("date")] {
                (number)
                span.dots { @for (_, played) in &all { (dot(played.and_then(Dot::of))) } }
            }
        }
    }
}

/// The meaning of a dot in the calendar.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dot {
    Solved,
    /// Solved with help, or begun on a later day.
    Beside,
    /// Begun, and not solved.
    Begun,
}

impl Dot {
    /// No dot for a deal that was only looked at.
    fn of(played: &Played<'_>) -> Option<Dot> {
        match (played.standing(), played.counts()) {
            (_, true) => Some(Dot::Solved),
            (Standing::Solved, false) => Some(Dot::Beside),
            _ if !played.is_begun() => None,
            (Standing::Open | Standing::Unsolved, _) => Some(Dot::Begun),
        }
    }
}

/// A dot: full, a ring, a dash, or the place of one.
fn dot(dot: Option<Dot>) -> Markup {
    html! {
        svg.dot viewBox="0 0 10 10" aria-hidden="true" {
            @match dot {
                Some(Dot::Solved) => circle cx="5" cy="5" r="4.500" {},
                Some(Dot::Beside) => circle.ring cx="5" cy="5" r="3.500" {},
                Some(Dot::Begun) => path.ring d="M1.500 5h7" {},
                None => circle.none cx="5" cy="5" r="1.200" {},
            }
        }
    }
}
