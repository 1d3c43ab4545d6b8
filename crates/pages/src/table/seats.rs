//! Who sits where, and with which clock.

use super::drawing::Drawing;
use crate::text;
use bagatelle_core::Seat;
use bagatelle_core::present::face;
use bagatelle_table::{Ending, Occupant, Person};
use maud::{Markup, html};

impl Drawing<'_> {
    /// All seats.
    pub(super) fn seats(&self) -> Markup {
        html! {
            // A finished game lists them by rank, in its result.
            @if !self.is_solitaire() && (self.outcome.is_none()
                || self.table.ending() == Some(Ending::Aborted)) {
                ul.seats.timed[self.table.is_full() && self.table.clocks().exist()] aria-label="Players" {
                    @for (seat, occupant) in self.table.seats().zip(self.table.seating()) { (self.seat(seat,
                        occupant)) }
                }
            }
        }
    }

    fn seat(&self, seat: Seat, occupant: &Occupant) -> Markup {
        let (table, company) = (self.table, self.page.company);
        let turn = table.may_act().any(|other| other == seat);
        // The seat from which the board is seen: on a narrow screen, and with a clock, it is below the board.
        let near = self.viewpoint.seats.first().copied().unwrap_or(Seat(0)) == seat;
        let person = occupant.person();
        let expected = table.is_expected(seat) && !table.is_over();
        let away = table.people() > 1 && person.is_some_and(|person| company.away_since(person).is_some());
        html! {
            li.turn[turn].away[away || expected].own[self.owns(seat)].near[near] {
                span.number { (table.play().side(seat).unwrap_or_else(|| (seat.0 + 1).to_string())) }
                span.name {
                    (self.player(seat, occupant))
                    @if let Some(rating) = person.and_then(|person| company.rating(person)) { small.rating {
                        " " (rating) } }
                    @if person.is_some_and(|person| company.is_bot(person)) { small.bot { " bot" } }
                    @if expected { small { " hasn’t joined yet" } }
                    @else if away { small { " is away" } }
                }
                @if turn { span.to-move { "to move" } }
                @else if table.has_answered(seat) { span.to-move { "has answered" } }
                @if table.clocks().exist() && person.is_some() { (self.clock(seat)) }
            }
        }
    }

    fn player(&self, seat: Seat, occupant: &Occupant) -> Markup {
        let mine = self.owns(seat);
        html! {
            @match occupant {
                Occupant::Open => em { "open" },
                Occupant::Person(person) if person.name.is_empty() => {
                    @if mine { "You" } @else { (self.table.label(seat)) }
                }
                Occupant::Person(person) => { (person.name) @if mine && self.table.people() > 1 { small {
                    " (you)" } } }
                Occupant::Program { instead_of, .. } => (self.program(seat, instead_of.as_ref())),
            }
        }
    }

    fn program(&self, seat: Seat, instead_of: Option<&Person>) -> Markup {
        let persona = self.table.persona(seat);
        html! {
            @if let Some(persona) = &persona { (face(persona)) }
            (self.table.label(seat))
            small {
                " " @match &persona { Some(persona) => (persona.skill), None => "a program" }
                @match instead_of {
                    Some(left) if left.name.is_empty() => ", for a player who left",
                    Some(left) => { ", for " (left.name) }
                    None => {}
                }
            }
        }
    }

    fn clock(&self, seat: Seat) -> Markup {
        let left = self.table.time_left(seat, self.page.now);
        let runs = self.table.clocks().runs() == Some(seat);
        html! { span.clock role="timer" data-ms=(left) data-down[runs] { (text::time_left(left)) } }
    }
}
