//! How a table stands, from its reader's side and its stored summary.

use crate::{game, text};
use bagatelle_core::Seat;
use bagatelle_core::persona::Persona;
use bagatelle_table::{Ending, ListGroup, SeatResult, SeatSummary, Stage, Summary};

/// Who has a seat, as pages call them: a program by its persona.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Player {
    pub(crate) name: String,
    pub(crate) persona: Option<Persona>,
}

/// The players of a game, seat by seat.
pub(crate) fn players(game: &str, summary: &Summary) -> Vec<Player> {
    let seats = &summary.seats;
    let personas = game::find(game)
        .map_or(Vec::new(), |game| game.personas(&mut seats.iter().map(SeatSummary::program)));
    let personas = personas.into_iter().chain(std::iter::repeat(None));
    let player = |(seat, persona): (&SeatSummary, Option<Persona>)| Player {
        name: persona.map_or_else(|| seat.name.clone(), |persona| persona.name.to_owned()),
        persona,
    };
    seats.iter().zip(personas).map(player).collect()
}

/// The state of a game for a person: `Your turn`, `Waiting for Hugo`, `You won 31–21`.
pub(crate) fn standing(game: &str, summary: &Summary, person: &str) -> String {
    let names: Vec<String> = players(game, summary).into_iter().map(|player| player.name).collect();
    let stand = Stand { summary, names: &names, person };
    match (summary.stage, summary.group(person)) {
        (Stage::Over, _) if summary.helped => stand.ended() + " · help used",
        (Stage::Over, _) => stand.ended(),
        (Stage::Open, _) => stand.open(),
        // The others may wait for a player who is not the one to move.
        (Stage::Playing, ListGroup::OwnTurn) if summary.plies == 0 => "Ready to start".into(),
        (Stage::Playing, ListGroup::OwnTurn) => "Your turn".into(),
        (Stage::Playing, ListGroup::Alone) if summary.plies == 0 => "No moves yet".into(),
        (Stage::Playing, ListGroup::Alone) => {
            text::count(summary.moves.map_or(summary.plies, u64::from), "move")
        }
        (Stage::Playing, _) => stand.waiting(),
    }
}

struct Stand<'a> {
    summary: &'a Summary,
    names: &'a [String],
    person: &'a str,
}

impl Stand<'_> {
    fn is_own(&self, seat: &SeatSummary) -> bool {
        seat.person.as_deref() == Some(self.person)
    }

    fn name(&self, seat: Seat) -> String {
        self.names.get(seat.index()).cloned().unwrap_or_default()
    }

    /// The names of the seats for which a condition holds.
    fn those(&self, holds: impl Fn(&SeatSummary) -> bool) -> Vec<String> {
        let named = self.summary.seats.iter().zip(self.names);
        named.filter(|(seat, _)| holds(seat)).map(|(_, name)| name.clone()).collect()
    }

    fn open(&self) -> String {
        match self.summary.seats.iter().filter(|seat| seat.is_open()).count() {
            0 | 1 => "Waiting for a player".into(),
            count => format!("Waiting for {count} players"),
        }
    }

    fn waiting(&self) -> String {
        let awaited = self.those(|seat| seat.turn && !self.is_own(seat));
        if awaited.is_empty() {
            "In progress".into()
        } else {
            format!("Waiting for {}", text::listed(&awaited))
        }
    }

    fn ended(&self) -> String {
        let Summary { ending, seats, .. } = self.summary;
        let own: Vec<usize> = (0..seats.len()).filter(|n| self.is_own(&seats[*n])).collect();
        match (ending, own.as_slice()) {
            (Some(Ending::Aborted), _) => "Game aborted".into(),
            _ if seats.len() == 1 => self.solitaire(),
            (Some(Ending::DrawAgreed), _) => "Draw by agreement".into(),
            (Some(ending), &[own]) => self.own(*ending, own),
            (Some(ending), _) => self.others(*ending),
            (None, _) => "Game over".into(),
        }
    }

    fn solitaire(&self) -> String {
        let Summary { ending, seats, moves, .. } = self.summary;
        match (seats[0].result, moves, ending) {
            (Some(SeatResult::Won), Some(moves), _) => {
                format!("Solved in {}", text::count((*moves).into(), "move"))
            }
            (Some(SeatResult::Won), None, _) => "Solved".into(),
            (_, _, Some(Ending::GivenUp)) => "Given up".into(),
            _ => "Not solved".into(),
        }
    }

    /// How a game of several ended for one of its players.
    fn own(&self, ending: Ending, own: usize) -> String {
        let name = |seat: Seat| if seat.index() == own { "you".into() } else { self.name(seat) };
        let winners = self.summary.seats.iter().filter(|seat| seat.result == Some(SeatResult::Won));
        let shared =
            winners.clone().count() > 1 && winners.map(|seat| seat.score).is_sorted_by(|a, b| a == b);
        match (self.summary.seats[own].result, ending.describe(name)) {
            (Some(SeatResult::Won), Some(why)) => format!("You won: {why}"),
            (Some(SeatResult::Lost), Some(why)) => text::capitalised(&why),
            (Some(SeatResult::Won), None) if shared => "You shared the win".to_owned() + &self.points(own),
            (Some(SeatResult::Won), None) => "You won".to_owned() + &self.points(own),
            (Some(SeatResult::Lost), None) => "You lost".to_owned() + &self.points(own),
            (Some(SeatResult::Drawn), _) => "Draw".into(),
            (None, _) => "Game over".into(),
        }
    }

    /// How it ended, for a viewer who watched or had several seats.
    fn others(&self, ending: Ending) -> String {
        if let Some(why) = ending.describe(|seat| self.name(seat)) {
            return text::capitalised(&why);
        }
        let has_won = |seat: &SeatSummary| seat.result == Some(SeatResult::Won);
        match self.those(has_won).as_slice() {
            [] => "Draw".into(),
            winners => {
                let first = self.summary.seats.iter().position(has_won).unwrap_or_default();
                format!("{} won{}", text::listed(winners), self.points(first))
            }
        }
    }

    /// The points of a seat, beside those of the other seat if two play.
    fn points(&self, seat: usize) -> String {
        let seats = &self.summary.seats;
        match (seats[seat].score, seats.len()) {
            (Some(own), 2) => seats[1 - seat].score.map_or(String::new(), |other| format!(" {own}–{other}")),
            (Some(own), _) => format!(" with {}", text::points(own)),
            (None, _) => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(person: Option<&str>, name: &str, result: Option<SeatResult>, score: Option<i32>) -> SeatSummary {
        SeatSummary { person: person.map(str::to_owned), name: name.into(), turn: false, result, score }
    }

    fn told(ending: Ending, seats: &[SeatSummary]) -> String {
        let (stage, ending) = (Stage::Over, Some(ending));
        standing("bulbous", &Summary { stage, ending, seats: seats.to_vec(), ..Summary::default() }, "me")
    }

    #[test]
    fn an_ended_game_is_told_to_its_player() {
        use SeatResult::{Drawn, Lost, Won};
        let two = |mine, own, others, other| {
            [seat(Some("me"), "Ann", Some(mine), own), seat(Some("b"), "Hugo", Some(others), other)]
        };
        assert_eq!(told(Ending::ByRules, &two(Won, Some(31), Lost, Some(21))), "You won 31–21");
        assert_eq!(told(Ending::ByRules, &two(Lost, Some(21), Won, Some(31))), "You lost 21–31");
        assert_eq!(told(Ending::ByRules, &two(Won, Some(9), Won, Some(9))), "You shared the win 9–9");
        assert_eq!(told(Ending::ByRules, &two(Won, None, Lost, None)), "You won");
        assert_eq!(told(Ending::ByRules, &two(Drawn, None, Drawn, None)), "Draw");
        assert_eq!(told(Ending::Resigned(Seat(1)), &two(Won, None, Lost, None)), "You won: Hugo resigned");
        assert_eq!(told(Ending::OutOfTime(Seat(0)), &two(Lost, None, Won, None)), "You ran out of time");
        assert_eq!(told(Ending::DrawAgreed, &two(Drawn, None, Drawn, None)), "Draw by agreement");
        let three = [
            seat(Some("b"), "Hugo", Some(Won), Some(31)),
            seat(Some("me"), "Ann", Some(Lost), Some(1)),
            seat(Some("c"), "Cleo", Some(Lost), Some(0)),
        ];
        assert_eq!(told(Ending::ByRules, &three), "You lost with 1 point");
        let watched = three.map(|seat| SeatSummary { person: None, ..seat });
        assert_eq!(told(Ending::ByRules, &watched), "Hugo won with 31 points");
    }

    #[test]
    fn all_who_are_awaited_are_named() {
        let awaited = |person, name: &str| SeatSummary { turn: true, ..seat(Some(person), name, None, None) };
        let seats = vec![seat(Some("me"), "Ann", None, None), awaited("b", "Hugo"), awaited("c", "Willow")];
        let summary = Summary { plies: 3, seats, ..Summary::default() };
        assert_eq!(standing("bulbous", &summary, "me"), "Waiting for Hugo and Willow");
        assert_eq!(standing("bulbous", &summary, "b"), "Your turn");
    }
}
