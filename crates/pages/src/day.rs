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

/// The link to what follows on the page of a day; after the last one, to that page.
pub(crate) fn next_of_day(date: WorldDate, id: &str, class: &str) -> Markup {
    let before = of_a_day().take_while(|game| game.id() != id).count();
    html! {
        @match of_a_day().nth(before + 1) {
            Some(next) => a #next class=(class) href=(urls::daily(date, next.id())) {
                "Next up: " (game::name(next))
            },
            None => a #next class=(class) href=(urls::today_on(date)) { "All of the day" },
        }
    }
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
    /// In a few words; nothing for a single day and a single player.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let streak = (self.streak > 1).then(|| format!("{} days in a row", self.streak));
        let place = self.place.filter(|(_, of)| *of > 1).map(|(place, of)| format!("place {place} of {of}"));
        f.write_str(&streak.into_iter().chain(place).collect::<Vec<_>>().join(" · "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_leads_to_the_next_and_the_last_to_the_day() {
        let date = WorldDate::new(2026, 11, 23);
        let ids: Vec<&str> = of_a_day().map(|game| game.id()).collect();
        assert_eq!(ids.len(), 6, "{ids:?}");
        for pair in ids.windows(2) {
            let link = next_of_day(date, pair[0], "button").into_string();
            assert!(link.contains(&format!("2026-11-23/{}\"", pair[1])), "{link}");
        }
        let last = next_of_day(date, ids[5], "button").into_string();
        assert!(last.contains("href=\"/today/2026-11-23\""), "{last}");
    }

    #[test]
    fn a_standing_says_what_is_worth_saying() {
        let told = |streak, place| DayStanding { streak, place }.to_string();
        assert_eq!(told(7, Some((2, 12))), "7 days in a row · place 2 of 12");
        assert_eq!(told(1, Some((2, 12))), "place 2 of 12");
        assert_eq!(told(2, Some((1, 1))), "2 days in a row");
        assert_eq!(told(1, None), "");
    }
}
