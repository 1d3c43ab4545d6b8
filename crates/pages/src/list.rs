//! Tables in lists, from their stored summaries: no game is replayed for a list.

use crate::standing::{Player, players, standing};
use crate::{game, text, urls};
use bagatelle_core::present::face;
use bagatelle_table::{ListGroup, Millis, SeatSummary, Stage, Summary, TableSpec, timestamp};
use maud::{Markup, html};

/// A table in a list.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TableItem<'a> {
    /// What was decided before its first event.
    pub spec: &'a TableSpec,
    /// How far it has come.
    pub summary: &'a Summary,
}

impl TableItem<'_> {
    /// Whether it ended.
    pub(crate) fn is_over(&self) -> bool {
        self.summary.stage == Stage::Over
    }

    /// The others who have seats, and how many seats are open.
    fn others(&self, person: &str) -> Vec<Player> {
        let seats = &self.summary.seats;
        let others = seats.iter().zip(players(&self.spec.game, self.summary));
        let others = others.filter(|(seat, _)| seat.person.as_deref() != Some(person));
        let (open, taken): (Vec<_>, Vec<_>) = others.partition(|(seat, _)| seat.is_open());
        let mut all: Vec<Player> = taken.into_iter().map(|(_, player)| player).collect();
        if !open.is_empty() {
            all.push(Player { name: text::count(open.len() as u64, "open seat"), persona: None });
        }
        all
    }

    /// Whether the person is to act while others wait.
    fn awaits(&self, person: &str) -> bool {
        self.summary.group(person) == ListGroup::OwnTurn
    }

    /// What distinguishes the table from others of the same game.
    fn description(&self) -> String {
        match (&self.spec.daily, self.spec.dealt) {
            (Some(date), _) => format!("daily deal of {}", text::long_date(date)),
            _ if self.spec.ends_lesson() => "end of the lesson".into(),
            (None, true) if self.summary.seats.len() > 1 => "on one screen".into(),
            (None, true) => "new deal".into(),
            (None, false) => "from a position".into(),
        }
    }

    /// How far it has come, in a few words.
    pub(crate) fn state(&self, person: &str) -> String {
        standing(&self.spec.game, self.summary, person)
    }

    /// Whether another person waits for this one to act.
    pub(crate) fn keeps_waiting(&self, person: &str) -> bool {
        let other = |seat: &SeatSummary| seat.person.as_deref().is_some_and(|id| id != person);
        self.awaits(person) && self.summary.seats.iter().any(other)
    }
}

/// With whom a person plays, and in which event, or what else sets the table apart.
fn with(item: &TableItem<'_>, person: &str) -> Markup {
    let others = item.others(person);
    html! {
        @if let Some(event) = &item.summary.event { (event) @if !others.is_empty() { ", " } }
        @if others.is_empty() { @if item.summary.event.is_none() { (item.description()) } } @else {
            "with "
            @for (n, other) in others.iter().enumerate() {
                @if n > 0 { @if n + 1 == others.len() { " and " } @else { ", " } }
                @if let Some(persona) = &other.persona { span.called { (face(persona)) (other.name) } }
                    @else { (other.name) }
            }
        }
    }
}

/// How many of some tables wait for a person.
pub(crate) fn waiting(tables: &[TableItem<'_>], person: &str) -> usize {
    tables.iter().filter(|item| item.awaits(person)).count()
}

fn heading(group: ListGroup) -> &'static str {
    match group {
        ListGroup::OwnTurn => "Your turn",
        ListGroup::OthersTurn => "Waiting for others",
        ListGroup::Alone => "In progress",
        ListGroup::Over => "Finished",
    }
}

/// Tables with the board of each, in the order of their groups, which have headings if there are several.
pub(crate) fn boards(tables: &[TableItem<'_>], person: &str, now: Millis) -> Markup {
    let group = |item: &TableItem<'_>| item.summary.group(person);
    let groups: Vec<_> = tables.chunk_by(|one, next| group(one) == group(next)).collect();
    html! {
        @for tables in &groups {
            @if groups.len() > 1 { h2 { (heading(group(&tables[0]))) } }
            ul.mine.boards {
                @for item in *tables {
                    @if let Some(game) = game::find(&item.spec.game) {
                        li.over[item.is_over()].turn[item.awaits(person)] {
                            a href=(urls::table(&item.spec.id)) {
                                img src=(urls::thumbnail(&item.spec.id)) alt="" width="72" height="72"
                                    loading="lazy";
                                span.what {
                                    strong { (game::name(game)) }
                                    span.deal { (with(item, person)) }
                                }
                                span.state {
                                    span { (item.state(person)) }
                                    (moment(item.summary.changed, now))
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A moment as people write it. The script `today` writes it by the visitor's clock.
fn moment(at: Millis, now: Millis) -> Markup {
    html! { time datetime=(timestamp(at)) data-moment { (text::moment(at, now)) } }
}

/// Tables in which a person takes part, without those whose game is no longer in the catalog.
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
