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

/// The question which seat the player takes. Where the form asks how many play, there is a question for each
/// number, and the style sheet shows that of the chosen one.
pub(super) fn question(game: &dyn AnyGame) -> Markup {
    let counts = game.manifest().seats.clone();
    if counts.start() == counts.end() {
        return field(game, *counts.end(), "sit", None);
    }
    html! { @for count in counts { (field(game, count, &key_for(count), Some(count))) } }
}

/// The question for a table of `count` players.
fn field(game: &dyn AnyGame, count: u8, key: &str, shown_for: Option<u8>) -> Markup {
    let sides = (game.manifest().sides)(count);
    let all = if count == 2 { "Either" } else { "Any" };
    html! {
        label.field.not-screen data-seats=[shown_for] {
            span { @if sides.is_empty() { "Your seat" } @else { "You play" } }
            select name=(key) {
                @for seat in 0..count {
                    @let name = sides.get(usize::from(seat)).or(ORDER.get(usize::from(seat)));
                    option value=(seat) { (capitalised(name.copied().unwrap_or_default())) }
                }
                option value=(BY_LOT) { (all) ", at random" }
                option value=(WATCH) { "I’ll just watch" }
            }
        }
    }
}

/// The key of the question for a table with this many players.
pub(super) fn key_for(count: u8) -> String {
    format!("sit.{count}")
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
    use bagatelle_table::WorldDate;

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
    fn each_number_of_players_has_its_own_seats() {
        let bulbous = find("bulbous").expect("bulbous");
        let html = question(bulbous).into_string();
        let fields: Vec<&str> = html.split("<label").skip(1).collect();
        let all = [
            vec!["Triangle", "Circle"],
            vec!["First", "Second", "Third"],
            vec!["Red", "Blue", "Yellow", "Green"],
        ];
        assert_eq!(fields.len(), all.len(), "{html}");
        for (count, (field, names)) in (2..).zip(fields.iter().zip(all)) {
            assert!(field.contains(&format!("data-seats=\"{count}\"")), "{field}");
            let offered: Vec<&str> = field.split("<option value=\"").skip(1).collect();
            let seats: Vec<String> =
                names.iter().enumerate().map(|(seat, name)| format!("{seat}\">{name}</option>")).collect();
            assert_eq!(offered[..count], seats, "{field}");
            assert_eq!(offered.len(), count + 2, "chance and watching: {field}");
        }
    }

    #[test]
    fn the_seat_is_that_of_the_chosen_number_of_players() {
        let bulbous = find("bulbous").expect("bulbous");
        let sits = |fields: &[(&str, &str)]| {
            let form: Form =
                fields.iter().map(|(key, text)| ((*key).to_owned(), (*text).to_owned())).collect();
            read(bulbous, &form, &Asked { date: WorldDate::new(2026, 11, 23), name: "Ann", lot: 5 })
                .expect("a game")
                .sit
        };
        let each = [("sit.2", "1"), ("sit.3", "watch"), ("sit.4", "3")];
        let with = |seats| sits(&[each.as_slice(), &[("wish.seats", seats)]].concat());
        assert_eq!(["2", "3", "4"].map(with), [Some(1), None, Some(3)]);
        assert_eq!(sits(&each), Some(3), "four play if the form does not say");
        assert_eq!(sits(&[("wish.seats", "3"), ("sit.3", BY_LOT)]), Some(2));
        assert_eq!(sits(&[("wish.seats", "3"), ("sit", "1")]), Some(1), "as in forms of earlier versions");
        let alone = [("way", "screen"), ("wish.seats", "2"), ("sit.2", "watch")];
        assert_eq!(sits(&alone), Some(0), "one who plays all sides has no seat to choose");
    }

    #[test]
    fn an_answer_for_another_number_of_players_does_not_count() {
        let bulbous = find("bulbous").expect("bulbous");
        for (seats, kept) in [("2", false), ("3", true), ("4", false)] {
            let form = [("wish.seats", seats), ("option.full-deck", "true"), ("wish.without", "\"B\"")];
            let form: Form = form.map(|(key, text)| (key.to_owned(), text.to_owned())).into();
            let new =
                read(bulbous, &form, &Asked { date: WorldDate::new(2026, 11, 23), name: "Ann", lot: 0 })
                    .expect("a game");
            let has = [(&new.options, "full-deck"), (&new.deal_options, "without")];
            assert_eq!(has.map(|(answers, key)| answers.get(key).is_some()), [kept; 2], "{seats}");
        }
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
                    let asked = Asked { date: WorldDate::new(2026, 11, 23), name: "Ann", lot };
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
