//! Tables in lists, from what is stored of them: no game is replayed for a list.

use crate::{game, text, urls};
use bagatelle_core::persona::Persona;
use bagatelle_core::present::face;
use bagatelle_table::{Occupant, SeatResult, SeatSummary, Stage, Summary, TableSpec};
use maud::{Markup, html};

/// A table in a list.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TableItem<'a> {
    /// What was decided before its first event.
    pub spec: &'a TableSpec,
    /// Where it stands.
    pub summary: &'a Summary,
}

impl TableItem<'_> {
    /// Whether it ended.
    fn is_over(&self) -> bool {
        self.summary.stage == Stage::Over
    }

    /// The others who have seats, and how many seats are open.
    fn others(&self, person: &str) -> Vec<Other> {
        let open = Occupant::Open.label();
        let seats = &self.summary.seats;
        let personas = game::find(&self.spec.game)
            .map_or(Vec::new(), |game| game.personas(&mut seats.iter().map(SeatSummary::program)));
        let personas = personas.into_iter().chain(std::iter::repeat(None));
        let others = seats.iter().zip(personas).filter(|(seat, _)| seat.person.as_deref() != Some(person));
        let (open, taken): (Vec<_>, Vec<_>) = others.partition(|(seat, _)| seat.name == open);
        let open =
            Some(open.len() as u64).filter(|count| *count > 0).map(|count| text::count(count, "open seat"));
        let other = |(seat, persona): (&SeatSummary, Option<Persona>)| Other {
            name: persona.map_or_else(|| seat.name.clone(), |persona| persona.name.to_owned()),
            persona,
        };
        let mut all: Vec<Other> = taken.into_iter().map(other).collect();
        all.extend(open.map(|name| Other { name, persona: None }));
        all
    }

    /// Whether the person is to act while others wait.
    fn awaits(&self, person: &str) -> bool {
        let is_own = |seat: &SeatSummary| seat.person.as_deref() == Some(person);
        let seats = &self.summary.seats;
        !seats.iter().all(is_own) && seats.iter().any(|seat| seat.turn && is_own(seat))
    }

    /// What distinguishes the table from others of the same game.
    fn description(&self) -> String {
        match (&self.spec.daily, self.spec.dealt) {
            (Some(date), _) => format!("daily deal of {}", text::long_date(date)),
            _ if self.spec.ends_lesson() => "end of the lesson".into(),
            (None, true) if self.summary.seats.len() > 1 => "on one screen".into(),
            (None, true) => "fresh deal".into(),
            (None, false) => "custom position".into(),
        }
    }

    /// How far it is, in a few words.
    pub(crate) fn state(&self, person: &str) -> String {
        let state = self.standing(person);
        if self.summary.helped && self.is_over() { state + ", with help" } else { state }
    }

    fn standing(&self, person: &str) -> String {
        let ending = self.summary.ending_text();
        match self.summary.stage {
            Stage::Over => match self.result(person) {
                Some(word) if ending.is_empty() => word.into(),
                Some(word) => format!("{word}: {ending}"),
                None => ending,
            },
            Stage::Open => "waiting".into(),
            Stage::Playing if self.awaits(person) => "your turn".into(),
            Stage::Playing if self.summary.plies == 0 => "not begun".into(),
            Stage::Playing => text::count(self.moves(), "move"),
        }
    }

    /// The moves so far, as its table counts them.
    fn moves(&self) -> u64 {
        self.summary.moves.map_or(self.summary.plies, u64::from)
    }

    /// How a game of several ended for a person who had one side of it. The text of a draw says so by itself.
    fn result(&self, person: &str) -> Option<&'static str> {
        let own = self.summary.seats.iter().filter(|seat| seat.person.as_deref() == Some(person));
        let mut results = own.filter_map(|seat| seat.result);
        let first = results.next()?;
        if self.summary.seats.len() < 2 || results.any(|other| other != first) {
            return None;
        }
        match first {
            SeatResult::Won => Some("won"),
            SeatResult::Lost => Some("lost"),
            SeatResult::Drawn => None,
        }
    }
}

/// One of the others at a table, for lists.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Other {
    name: String,
    persona: Option<Persona>,
}

/// With whom a person plays, or what else distinguishes the table.
fn with(item: &TableItem<'_>, person: &str) -> Markup {
    let others = item.others(person);
    html! {
        @if others.is_empty() { (item.description()) } @else {
            "with "
            @for (n, other) in others.iter().enumerate() {
                @if n > 0 { ", " }
                @if let Some(persona) = &other.persona { (face(persona)) }
                (other.name)
            }
        }
    }
}

impl TableItem<'_> {
    /// Whether another person waits for this one to act.
    pub(crate) fn keeps_waiting(&self, person: &str) -> bool {
        let other = |seat: &SeatSummary| seat.person.as_deref().is_some_and(|id| id != person);
        self.summary.stage == Stage::Playing && self.awaits(person) && self.summary.seats.iter().any(other)
    }
}

/// How many of some tables wait for a person.
pub(crate) fn waiting(tables: &[TableItem<'_>], person: &str) -> usize {
    tables.iter().filter(|item| item.awaits(person)).count()
}

/// The same with the board of each.
pub(crate) fn boards(tables: &[TableItem<'_>], person: &str) -> Markup {
    html! {
        ul.mine.boards {
            @for item in tables {
                @if let Some(game) = game::find(&item.spec.game) {
                    li.over[item.is_over()].turn[item.awaits(person)] {
                        a href=(urls::table(&item.spec.id)) {
                            img src=(urls::thumbnail(&item.spec.id)) alt="" width="72" height="72"
                                loading="lazy";
                            span.what {
                                strong { (game::name(game)) }
                                span.deal { (with(item, person)) }
                            }
                            span.state { (item.state(person)) }
                        }
                    }
                }
            }
        }
    }
}

/// Tables that a person has a part in, without those whose game is no longer in the catalog.
pub(crate) fn list(tables: &[TableItem<'_>], person: &str) -> Markup {
    html! {
        ul.mine {
            @for item in tables {
                @if let Some(game) = game::find(&item.spec.game) {
                    li.over[item.is_over()].turn[item.awaits(person)] {
                        a href=(urls::table(&item.spec.id)) {
                            strong { (game::name(game)) }
                            span.deal { (with(item, person)) }
                            span.state { (item.state(person)) }
                        }
                    }
                }
            }
        }
    }
}
