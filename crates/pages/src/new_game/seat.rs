//! The seat of the player who begins a game, by the game's own names of its seats.

use crate::game;
use crate::text::capitalised;
use bagatelle_catalog::AnyGame;
use maud::{Markup, html};
use serde_json::Value;

/// The key of the question that is never folded away: how many people play.
pub(super) const SEATS: &str = "seats";
/// The answer of a player who leaves the seat to chance.
pub(super) const BY_LOT: &str = "random";
/// The answer of a visitor who only watches.
pub(super) const WATCH: &str = "watch";

/// What seats without names are called.
const ORDER: [&str; 4] = ["first", "second", "third", "fourth"];

/// The question which seat the player takes.
pub(super) fn question(game: &dyn AnyGame) -> Markup {
    let named = !(game.manifest().sides)(*game.manifest().seats.start()).is_empty();
    let all = if game::is_for_two(game) { "Either" } else { "Any" };
    html! {
        label.field.not-screen {
            span { @if named { "You play" } @else { "Your seat" } }
            select name="sit" {
                @for seat in 0..*game.manifest().seats.end() { option value=(seat) { (name(game, seat)) } }
                option value=(BY_LOT) { (all) ", at random" }
                option value=(WATCH) { "I’ll just watch" }
            }
        }
    }
}

/// What a seat is called in tables of each size that has it: `Red with 2 players, Blue with 3 or 4 players`.
fn name(game: &dyn AnyGame, seat: u8) -> String {
    let seats = game.manifest().seats.clone();
    let mut names: Vec<(&str, Vec<String>)> = Vec::new();
    for count in seats.clone().filter(|count| seat < *count) {
        let sides = (game.manifest().sides)(count);
        let name = sides.get(usize::from(seat)).or(ORDER.get(usize::from(seat))).copied().unwrap_or_default();
        match names.last_mut().filter(|(last, _)| *last == name) {
            Some((_, counts)) => counts.push(count.to_string()),
            None => names.push((name, vec![count.to_string()])),
        }
    }
    let told = |(name, counts): &(&str, Vec<String>)| match counts.len() == seats.len() {
        true => (*name).to_owned(),
        false => format!("{name} with {} players", counts.join(" or ")),
    };
    capitalised(&names.iter().map(told).collect::<Vec<_>>().join(", "))
}

/// How many players the table that a form with these wishes asks for will have.
pub(super) fn count(game: &dyn AnyGame, wish: &Value) -> u8 {
    let seats = &game.manifest().seats;
    let wished = wish.get(SEATS).and_then(Value::as_u64).and_then(|count| u8::try_from(count).ok());
    let usual = || {
        let questions = game::deal_questions(game);
        questions.iter().find(|question| question.key == SEATS)?.answers.first()?.value.parse().ok()
    };
    wished.or_else(usual).filter(|count| seats.contains(count)).unwrap_or(*seats.start())
}

#[cfg(test)]
mod tests {
    use super::super::form::{Asked, Form, read};
    use super::*;
    use crate::game::find;

    #[test]
    fn seats_are_called_by_what_they_play() {
        let names = |id| question(find(id).expect(id)).into_string();
        for (id, sides) in [("baju-duel", ["White", "Black"]), ("bambam-booboo", ["Light", "Dark"])] {
            let html = names(id);
            for (seat, side) in sides.iter().enumerate() {
                assert!(html.contains(&format!("<option value=\"{seat}\">{side}</option>")), "{id}: {html}");
            }
            assert!(!html.contains("irst") && html.contains("You play"), "{id}: {html}");
        }
    }

    #[test]
    fn seats_are_called_by_their_colours_for_each_number_of_players() {
        let html = question(find("bulbous").expect("bulbous")).into_string();
        for (seat, name) in [
            (0, "Triangle with 2 players, Red or Blue with 3 players, Red with 4 players"),
            (1, "Circle with 2 players, Blue or Yellow with 3 players, Blue with 4 players"),
            (2, "Yellow or Green with 3 players, Yellow with 4 players"),
            (3, "Green with 4 players"),
        ] {
            assert!(html.contains(&format!("<option value=\"{seat}\">{name}</option>")), "{html}");
        }
        assert!(!html.contains("irst") && html.contains("You play"), "{html}");
    }

    #[test]
    fn chance_gives_any_seat_of_the_table() {
        for game in game::all() {
            for seats in game.manifest().seats.clone() {
                let form: Form = [
                    ("sit", BY_LOT.to_owned()),
                    ("program", "open".into()),
                    ("wish.seats", seats.to_string()),
                ]
                .map(|(key, value)| (key.to_owned(), value))
                .into();
                let sits = |lot| {
                    let asked = Asked { date: "2026-11-23", name: "Ann", lot };
                    read(*game, &form, &asked).unwrap_or_else(|why| panic!("{}: {why:?}", game.id())).sit
                };
                let mut all: Vec<Option<u8>> = (0..=u8::MAX).map(sits).collect();
                all.sort_unstable();
                all.dedup();
                assert_eq!(all, (0..seats).map(Some).collect::<Vec<_>>(), "{} for {seats}", game.id());
            }
        }
    }
}
