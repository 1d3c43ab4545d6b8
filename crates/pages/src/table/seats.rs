//! Who sits where, with which clock; how to invite other players, and how to sit down.

use super::drawing::Drawing;
use crate::{game, text, urls};
use bagatelle_core::Seat;
use bagatelle_table::{LONGEST_NAME, Occupant};
use maud::{Markup, html};

impl Drawing<'_> {
    /// All seats.
    pub(super) fn seats(&self) -> Markup {
        html! {
            @if !self.is_solitaire() {
                ul.seats aria-label="Players" {
                    @for (seat, occupant) in self.table.seats().zip(self.table.seating()) { (self.seat(seat, occupant)) }
                }
            }
        }
    }

    fn seat(&self, seat: Seat, occupant: &Occupant) -> Markup {
        let (table, company) = (self.table, self.page.company);
        let turn = table.to_act() == Some(seat);
        let person = occupant.person();
        let expected = table.is_expected(seat) && !table.is_over();
        let away = table.people() > 1 && person.is_some_and(|person| company.away_since(person).is_some());
        html! {
            li.turn[turn].away[away || expected].own[self.owns(seat)] {
                span.number { (table.play().side(seat).unwrap_or_else(|| (seat.0 + 1).to_string())) }
                span.name {
                    (self.player(seat, occupant))
                    @if let Some(rating) = person.and_then(|person| company.rating(person)) { small.rating { " " (rating) } }
                    @if expected { small { " has not come yet" } }
                    @else if away { small { " is away" } }
                }
                @if turn { span.to-move { "to move" } }
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
                    @if mine { "You" } @else { "Player " (seat.0 + 1) }
                }
                Occupant::Person(person) => { (person.name) @if mine && self.table.people() > 1 { small { " (you)" } } }
                Occupant::Program { name, instead_of } => {
                    "“" (name) "”"
                    small { " a program" @if let Some(left) = instead_of { ", for " (left.name) } }
                }
            }
        }
    }

    fn clock(&self, seat: Seat) -> Markup {
        let left = self.table.time_left(seat, self.page.now);
        let runs = self.table.clocks().runs() == Some(seat);
        html! { span.clock role="timer" data-ms=(left) data-down[runs] { (text::time_left(left)) } }
    }

    /// How to come to the table: for a player the invitation, for others a seat.
    pub(super) fn invitation(&self) -> Markup {
        let (table, viewpoint) = (self.table, self.viewpoint);
        let returns = |occupant: &Occupant| {
            occupant.replaced().is_some_and(|left| Some(&left.id) == viewpoint.id.as_ref())
        };
        let back = table.seating().iter().any(returns);
        match () {
            () if table.is_over() || (table.is_full() && !back) => html! {},
            () if viewpoint.is_player() => self.invite_others(),
            () => self.free_seat(back),
        }
    }

    fn free_seat(&self, back: bool) -> Markup {
        let (table, id) = (self.table, self.table.id());
        html! {
            section.invite aria-labelledby="invite" {
                h2 #invite { @if back { "Your seat is kept for you" } @else { "There is a seat for you" } }
                (self.terms())
                @if table.terms().rated && !self.viewpoint.account {
                    p { "To sit down, " a href=(urls::account_then(id)) { "log in or sign up" } " first." }
                } @else {
                    form method="post" action=(urls::act(id)) {
                        label.field {
                            span { "Your name" }
                            input name="text" value=(self.page.name) maxlength=(LONGEST_NAME) required autocomplete="nickname";
                        }
                        button.primary name="kind" value="sit" { @if back { "Take it back" } @else { "Sit down" } }
                    }
                }
            }
        }
    }

    fn invite_others(&self) -> Markup {
        let link = urls::table(self.table.id());
        html! {
            section.invite aria-labelledby="invite" {
                h2 #invite { "Waiting for other players" }
                p { "Anyone with this link can sit down. The game begins when all seats are taken." }
                div.link {
                    input readonly value=(link) data-absolute aria-label="The link to this table";
                    button.primary type="button" data-copy=(link) { "Copy the link" }
                }
                img.qr src=(urls::qr(self.table.id())) alt="The link as a QR code" width="160" height="160";
                (self.terms())
                div.steps {
                    (self.seat_program())
                    (self.button("stand", "", "Leave the table", ""))
                }
            }
        }
    }

    /// For the owner: a program takes the first open seat.
    fn seat_program(&self) -> Markup {
        let table = self.table;
        let programs = game::programs(table.game());
        let open = table.seats().zip(table.seating()).find(|(_, occupant)| **occupant == Occupant::Open);
        let may = self.viewpoint.owner && !table.terms().rated && !programs.is_empty();
        html! {
            @if let Some((seat, _)) = open.filter(|_| may) {
                form.fill method="post" action=(urls::act(table.id())) data-send {
                    input type="hidden" name="seat" value=(seat.0);
                    select name="text" aria-label="A program for the open seat" {
                        @for program in programs.iter().rev() { option value=(program.name) { "“" (program.name) "”" } }
                    }
                    button name="kind" value="program" { "Seat this program" }
                }
            }
        }
    }

    /// What is agreed at this table.
    pub(super) fn terms(&self) -> Markup {
        html! {
            ul.terms {
                @if let Some(round) = &self.table.spec().round { li { "A match, best of " (round.best_of) "." } }
                @for sentence in self.table.terms().words(self.table.play().seats()) { li { (sentence) } }
            }
        }
    }
}
