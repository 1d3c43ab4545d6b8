//! Where a deal of the day has brought its player, and from a deal or position of the day to the next one.

use crate::{game, urls};
use bagatelle_catalog::AnyGame;
use bagatelle_table::WorldDate;
use maud::{Markup, html};
use std::fmt;

/// What a day offers, in the order of its page: deals, then positions.
fn of_a_day() -> impl Iterator<Item = &'static dyn AnyGame> {
    let all = || game::all().iter().copied();
    all().filter(|game| game::has_deal(*game)).chain(all().filter(|game| game.has_positions()))
}

/// The link to what follows on the page of a day: the next one that the visitor has not ended, from the start
/// again after the last one. If all are ended, it leads to that page. `ended` has the games that are.
pub(crate) fn next_of_day(date: WorldDate, id: &str, ended: &[String], class: &str) -> Markup {
    let all: Vec<_> = of_a_day().collect();
    let here = all.iter().position(|game| game.id() == id).map_or(0, |at| at + 1);
    let is_left = |game: &dyn AnyGame| game.id() != id && !ended.iter().any(|other| other == game.id());
    let next = all[here..].iter().chain(&all[..here]).find(|game| is_left(**game));
    html! {
        @match next {
            Some(next) => a #next class=(class) href=(urls::daily(date, next.id())) {
                "Next: " (game::name(*next))
            },
            None => a #next class=(class) href=(urls::today_on(date)) { "All of the day" },
        }
    }
}

/// What the player of a deal of the day has done on that day.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OfDay {
    /// Where the solution has brought the player, if it counts.
    pub standing: Option<DayStanding>,
    /// The ids of the games whose deals or positions of that day are ended.
    pub ended: Vec<String>,
}

/// Where a solved deal of the day has brought its player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DayStanding {
    /// The days in a row.
    pub streak: u32,
    /// The place among all who have solved the deal on its day, from 1, and how many they are.
    pub place: Option<(u32, u32)>,
}

impl fmt::Display for DayStanding {
    /// In a few words: `7-day streak · place 2 of 12`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let streak = (self.streak > 0).then(|| format!("{}-day streak", self.streak));
        let place = self.place.map(|(place, of)| match of {
            1 => "first to solve it".to_owned(),
            _ => format!("place {place} of {of}"),
        });
        f.write_str(&streak.into_iter().chain(place).collect::<Vec<_>>().join(" · "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_leads_to_the_next_that_is_left_and_the_last_to_the_day() {
        let date = WorldDate::new(2026, 11, 23);
        let ids: Vec<&str> = of_a_day().map(|game| game.id()).collect();
        assert_eq!(ids.len(), 6, "{ids:?}");
        let link = |id: &str, ended: &[&str]| {
            let ended: Vec<String> = ended.iter().map(|id| (*id).to_owned()).collect();
            next_of_day(date, id, &ended, "button").into_string()
        };
        for pair in ids.windows(2) {
            let link = link(pair[0], &[pair[0]]);
            assert!(link.contains(&format!("2026-11-23/{}\"", pair[1])), "{link}");
            // How far along the page it stands is no progress of the player.
            assert!(link.contains("Next: ") && !link.contains(" of 6"), "{link}");
        }
        // What is ended is left out, and what was left out before comes after the last one.
        assert!(link(ids[0], &ids[..3]).contains(&format!("/{}\"", ids[3])));
        assert!(link(ids[5], &ids[3..]).contains(&format!("/{}\"", ids[0])));
        assert!(link(ids[2], &ids).contains("href=\"/today/2026-11-23\""));
    }

    #[test]
    fn a_standing_says_what_is_worth_saying() {
        let told = |streak, place| DayStanding { streak, place }.to_string();
        assert_eq!(told(7, Some((2, 12))), "7-day streak · place 2 of 12");
        assert_eq!(told(1, Some((2, 12))), "1-day streak · place 2 of 12");
        assert_eq!(told(1, Some((1, 1))), "1-day streak · first to solve it");
        assert_eq!(told(0, None), "");
    }
}
