//! How to join the table: for a player the link to send, for others a seat.

use super::drawing::Drawing;
use super::model::Reach;
use crate::fairness::randomness_field;
use crate::new_game::opponent_options;
use crate::text::{NAME_PATTERN, NAME_RULE};
use crate::{game, text, urls};
use bagatelle_table::{Occupant, Person};
use maud::{Markup, html};

impl Drawing<'_> {
    /// How to join the table: for a player the invitation, for others a seat.
    pub(super) fn invitation(&self) -> Markup {
        let (table, viewpoint) = (self.table, self.viewpoint);
        let mut left = table.seating().iter().filter_map(Occupant::replaced);
        let back = left.find(|left| Some(&left.id) == viewpoint.id.as_ref());
        match () {
            () if table.is_over() || (table.is_full() && back.is_none()) => html! {},
            () if viewpoint.is_player() => self.invite_others(),
            () => self.free_seat(back),
        }
    }

    /// A seat to take; for a player who has left it, `back`, the own one, without asking for a name again.
    fn free_seat(&self, back: Option<&Person>) -> Markup {
        let (table, id, game) = (self.table, self.table.id(), self.table.game());
        let names: Vec<String> =
            table.seating().iter().filter_map(|occupant| Some(occupant.person()?.name.clone())).collect();
        html! {
            section.invite.guest aria-labelledby="invite" {
                h2 #invite {
                    @if back.is_some() { "Your seat is waiting for you" }
                    @else if names.is_empty() { "There’s a seat for you" }
                    @else { (text::listed(&names)) @if names.len() == 1 { " invites" } @else { " invite" }
                        " you to a game" }
                }
                @if back.is_none() {
                    p.links {
                        @if game.lesson().is_some() { a href=(urls::lesson(game.id())) { "Learn it first" } }
                        a href=(urls::rules(game.id())) { "How to play" }
                    }
                }
                @if table.terms().rated && !self.viewpoint.account {
                    p { "To sit down, " a href=(urls::account_then(id)) { "log in or sign up" } " first." }
                } @else {
                    form method="post" action=(urls::act(id)) {
                        @if let Some(back) = back.filter(|back| !back.name.is_empty()) {
                            input type="hidden" name="text" value=(back.name);
                        } @else {
                            label.field {
                                span { "Your name" }
                                input name="text" value=(self.page.name) required pattern=(NAME_PATTERN)
                                    title=(NAME_RULE) autocomplete="nickname";
                            }
                        }
                        (randomness_field())
                        button.primary.large name="kind" value="sit" {
                            @if back.is_some() { "Sit down again" } @else { "Sit down and play" }
                        }
                    }
                }
                details #invite-terms .agreed { summary { "Terms" } (self.terms()) }
            }
        }
    }

    fn invite_others(&self) -> Markup {
        let path = urls::table(self.table.id());
        let whole = match self.page.reach {
            Reach::Anywhere | Reach::ThisMachine { .. } => None,
            Reach::Network { base } => Some(format!("{base}{path}")),
        };
        let shown = whole.clone().unwrap_or_else(|| format!("{}{path}", self.page.base));
        // The script shows the address under which this visitor sees the page, unless it leads nowhere on
        // other machines.
        let seen = whole.is_none().then_some(&path);
        html! {
            section.invite aria-labelledby="invite" {
                h2 #invite { "Invite players" }
                p {
                    @if self.table.terms().listed {
                        "Your table is listed, so anyone can sit down. You can also send this link. "
                    } @else { "Send this link. Anyone with the link can sit down. " }
                    "The game begins once every seat is taken."
                    @if !self.table.spec().is_dealt() { " The cards are dealt then." }
                }
                div.link {
                    input readonly value=(shown) data-absolute=[seen] aria-label="The link to this table";
                    button.primary type="button" data-copy=(path) data-whole=[whole] { "Copy the link" }
                }
                @match self.page.reach {
                    Reach::ThisMachine { port } => (only_here(port)),
                    Reach::Anywhere => {}
                    Reach::Network { .. } => {
                        p.small { "Devices on your network can open this address." }
                    }
                }
                @if !matches!(self.page.reach, Reach::ThisMachine { .. }) {
                    img.qr src=(urls::qr(self.table.id())) alt="The link as a QR code" width="160"
                        height="160";
                }
                details #invite-terms .agreed { summary { "Terms" } (self.terms()) }
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
        let open = table.seats().zip(table.seating()).find(|(_, occupant)| **occupant == Occupant::Open);
        let may =
            self.viewpoint.owner && !table.terms().rated && game::opponents(table.game()).next().is_some();
        html! {
            @if let Some((seat, _)) = open.filter(|_| may) {
                form.fill method="post" action=(urls::act(table.id())) data-send {
                    input type="hidden" name="seat" value=(seat.0);
                    select name="text" aria-label="Opponent for the open seat" {
                        (opponent_options(table.game(), "", None)) }
                    button name="kind" value="program" { "Add this opponent" }
                }
            }
        }
    }

    /// The terms of this table.
    pub(super) fn terms(&self) -> Markup {
        html! {
            ul.terms {
                @if let Some(round) = &self.table.spec().round { li { "A match, best of " (round.best_of)
                    "." } }
                @for sentence in self.table.terms().words(self.table.play().seats()) { li { (sentence) } }
            }
        }
    }
}

/// What to do if the address of the page opens only on this machine.
fn only_here(port: u16) -> Markup {
    html! {
        div.only-here role="note" {
            p { strong { "Only this computer can open this address." } }
            p {
                "To let others in, start the server with " code { "bagatelle --listen 0.0.0.0:" (port) }
                ". Then this panel shows the address on your network."
            }
        }
    }
}
