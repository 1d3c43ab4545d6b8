//! The name plates at the rim of the board: who sits where, whose turn it is, and how much time is left.

use super::drawing::Drawing;
use super::mood::{at_end, in_play};
use crate::board::{Below, Rim};
use crate::text;
use bagatelle_core::persona::Mood;
use bagatelle_core::present::{face_in, peg};
use bagatelle_core::{Seat, Turn};
use bagatelle_table::{Occupant, Replay, Table};
use maud::{Markup, html};

/// The frame of a seat that is open.
const EMPTY: &str = "M32 6a26 26 0 1 0 .1 0z";

/// How well a program plays, and for whom; `None` where no program has the seat.
pub(crate) fn skill(table: &Table, seat: Seat) -> Option<Markup> {
    let Occupant::Program { instead_of, .. } = table.seating().get(seat.index())? else { return None };
    Some(html! {
        @match table.persona(seat) { Some(persona) => (persona.skill), None => "computer" }
        @match instead_of {
            Some(left) if left.name.is_empty() => ", for a player who left",
            Some(left) => { ", for " (left.name) }
            None => {}
        }
    })
}

/// The portrait of the player on a seat.
pub(crate) fn portrait(table: &Table, seat: Seat, mood: Mood) -> Markup {
    match table.seating().get(seat.index()) {
        Some(Occupant::Person(person)) => peg(person.own_name(&table.play().seat_name(seat)), mood),
        Some(Occupant::Program { .. }) => match table.persona(seat) {
            Some(persona) => face_in(&persona, mood),
            None => peg(&table.label(seat), mood),
        },
        Some(Occupant::Open) | None => html! {
            svg.face.open viewBox="0 0 64 64" aria-hidden="true" focusable="false" {
                path d=(EMPTY) fill="none" stroke="currentColor" stroke-width="3" stroke-dasharray="6 5.7" {}
            }
        },
    }
}

/// What a seat is called after its pieces, where its player is not called the same.
fn side(called: &str, name: &str) -> Markup {
    html! { @if called != name { small { (name) } } }
}

/// What stands on a plate: the player, and what is to be known of the seat.
fn named(called: &Markup, detail: &Markup) -> Markup {
    html! { span.name { span.called { (called) } " " span.detail { (detail) } } }
}

fn to_move() -> Markup {
    html! { small.to-move { "to move" } }
}

/// The seats in the order in which they sit, with the one from which the board is seen last.
fn around(near: Seat, seats: u8) -> impl Iterator<Item = Seat> {
    (1..=seats).map(move |step| Seat((near.0 + step) % seats))
}

impl Drawing<'_> {
    /// The seat from which the board is seen.
    fn near(&self) -> Seat {
        self.viewpoint.near(self.table)
    }

    /// The plates of all seats. One who plays alone against the deal needs none.
    pub(super) fn rim(&self) -> Rim {
        let (table, counts) = (self.table, Some(self.counts()));
        let below = Below::of(table, self.viewpoint.is_player(), self.viewpoint.viewer);
        if self.is_solitaire() {
            return Rim { counts, below, ..Rim::default() };
        }
        let moods = match &self.outcome {
            Some(outcome) => at_end(table.play().seats(), outcome, table.ending()),
            None => in_play(table.play(), |seat| table.may_act().any(|other| other == seat)),
        };
        let plates = html! {
            ul.seats aria-label="Players" {
                @for seat in around(self.near(), table.play().seats()) {
                    (self.plate(seat, &table.seating()[seat.index()], moods[seat.index()]))
                }
            }
        };
        Rim { players: table.play().seats().into(), plates: Some(plates), counts, below }
    }

    fn plate(&self, seat: Seat, occupant: &Occupant, mood: Mood) -> Markup {
        let (table, company) = (self.table, self.page.company);
        let turn = table.may_act().any(|other| other == seat);
        let (person, label) = (occupant.person(), table.label_for(seat, &self.viewpoint.seats));
        let expected = table.is_expected(seat) && !table.is_over();
        let away = table.people() > 1 && person.is_some_and(|person| company.away_since(person).is_some());
        html! {
            li.turn[turn].away[away || expected].own[self.owns(seat)].near[seat == self.near()] {
                (portrait(table, seat, mood))
                (named(&self.player(seat, occupant, &label), &html! {
                    // The side first: it stays where it is when the turn comes.
                    (side(&label, &table.play().seat_name(seat)))
                    @if expected { small { "hasn’t joined yet" } }
                    @else if away { small { "away" } }
                    @if let Some(skill) = skill(table, seat) { small.skill { (skill) } }
                    @if let Some(rating) = person.and_then(|person| company.rating(person)) {
                        small.rating { (rating) }
                    }
                    @if person.is_some_and(|person| company.is_bot(person)) { small.bot { "bot" } }
                    @if turn { (to_move()) }
                    @else if table.has_answered(seat) { small.to-move { "answered" } }
                }))
                @if table.clocks().exist() && person.is_some() { (self.clock(seat)) }
            }
        }
    }

    fn player(&self, seat: Seat, occupant: &Occupant, label: &str) -> Markup {
        let mine = self.owns(seat);
        // One who plays alone needs no telling, but one who waits for others does.
        let told = mine && (self.table.people() > 1 || !self.table.is_full());
        html! {
            @match occupant {
                Occupant::Open => em { "open" },
                Occupant::Person(person) if !person.name.is_empty() => {
                    (person.name) @if told { small { " (you)" } }
                }
                Occupant::Person(_) | Occupant::Program { .. } => (label),
            }
        }
    }

    fn clock(&self, seat: Seat) -> Markup {
        let left = self.table.time_left(seat, self.page.now);
        let runs = self.table.clocks().runs() == Some(seat);
        html! { span.clock role="timer" data-ms=(left) data-down[runs] { (text::time_left(left)) } }
    }
}

/// A plate of a game that is looked back at.
pub(crate) struct Plate {
    /// The portrait of the player.
    pub(crate) face: Markup,
    /// What the player is called.
    pub(crate) label: String,
    /// What the seat is called after its pieces.
    pub(crate) side: String,
    /// How well a program plays that has the seat.
    pub(crate) skill: Option<Markup>,
    /// Whether it is the turn of the seat.
    pub(crate) turn: bool,
}

/// The plates of a game that is looked back at, from the side of a seat. One who plays alone against the deal
/// needs none.
pub(crate) fn plates(near: Seat, below: Below, plates: &[Plate]) -> Rim {
    let seats = u8::try_from(plates.len()).unwrap_or_default();
    if seats < 2 {
        return Rim { below, ..Rim::default() };
    }
    let drawn = html! {
        ul.seats aria-label="Players" {
            @for seat in around(near, seats) {
                @let Plate { face, label, side: name, skill, turn } = &plates[seat.index()];
                li.turn[*turn].near[near == seat] {
                    (face)
                    (named(&html! { (label) }, &html! {
                        (side(label, name))
                        @if let Some(skill) = skill { small.skill { (skill) } }
                        @if *turn { (to_move()) }
                    }))
                }
            }
        }
    };
    Rim { players: seats.into(), plates: Some(drawn), counts: None, below }
}

/// The plates of a replay: who played, whose turn it was, and how it ended.
pub(crate) fn plates_at(replay: &Replay<'_>, at_its_end: bool) -> Rim {
    let (table, play) = (replay.table, replay.play.as_ref());
    let turn = |seat: Seat| !at_its_end && play.turn() == Turn::Seat(seat);
    let moods = match table.outcome().filter(|_| at_its_end) {
        Some(outcome) => at_end(play.seats(), &outcome, table.ending()),
        None => in_play(play, turn),
    };
    let plate = |seat: Seat| Plate {
        face: portrait(table, seat, moods[seat.index()]),
        label: replay.label(seat),
        side: play.seat_name(seat),
        skill: skill(table, seat),
        turn: turn(seat),
    };
    let below = Below::of(table, replay.is_player(), replay.viewer());
    plates(replay.near(), below, &Seat::all(play.seats()).map(plate).collect::<Vec<_>>())
}
