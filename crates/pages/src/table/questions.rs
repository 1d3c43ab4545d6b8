//! What players ask each other, the answers, and continuing without a player who is away.

use super::drawing::Drawing;
use crate::text;
use bagatelle_core::present::Written;
use bagatelle_table::{Declined, Millis, OpenQuestion, Question};
use maud::{Markup, html};

impl Drawing<'_> {
    /// What people can ask each other, and how to resign there.
    pub(super) fn questions(&self) -> Markup {
        let served = self.page.served.filter(|_| self.is_asked());
        served.map_or_else(|| html! {}, |served| (served.questions)(self))
    }

    /// Whether the visitor plays with other people.
    fn is_asked(&self) -> bool {
        self.viewpoint.is_player() && !self.is_solitaire() && self.table.people() > 1
    }

    /// How to resign where no one is to be asked. It comes after what helps to go on.
    pub(super) fn parting(&self) -> Markup {
        let table = self.table;
        let ends = self.page.company.event.is_some() || !self.is_solitaire();
        let asked = self.is_asked() && self.page.served.is_some();
        html! {
            @if ends && !asked && self.viewpoint.is_player() && !table.is_over() && table.is_full() {
                (self.resignation())
            }
        }
    }

    /// The open question with its answers, and everything that one player can ask the others.
    pub(super) fn between_people(&self) -> Markup {
        let table = self.table;
        html! {
            @if let Some(open) = table.question() { (self.open_question(open)) }
            @if let Some(declined) = table.declined() { (self.declined(declined)) }
            @if table.is_paused() {
                div.asked {
                    p { "The clocks are stopped." }
                    div.steps { (self.button("resume", "", "Resume", "primary")) }
                }
            }
            @if let Some(at) = self.claimable_at() { (self.claim(at)) }
            @if !table.is_over() && table.is_full() { (self.what_to_ask()) }
            @if self.may_ask(Question::Rematch) && self.page.company.event.is_none() {
                div.steps { (self.button("ask", "rematch", "Rematch", "primary large")) }
            }
        }
    }

    fn open_question(&self, open: &OpenQuestion) -> Markup {
        let agreed = self.viewpoint.seats.iter().any(|seat| open.agreed.contains(seat));
        let asks = match (open.question, agreed) {
            (Question::Takeback, true) => "asked to take your move back.",
            (Question::Takeback, false) => "wants to take a move back.",
            (Question::Draw, true) => "offered a draw.",
            (Question::Draw, false) => "offers a draw.",
            (Question::Pause, true) => "asked for a pause.",
            (Question::Pause, false) => "asks for a pause.",
            (Question::Rematch, true) => "asked for a rematch.",
            (Question::Rematch, false) => "wants a rematch.",
        };
        html! {
            div.asked {
                p { @if agreed { "You " } @else { (self.table.label(open.by)) " " } (asks) }
                div.steps {
                    @if agreed { (self.button("decline", "", "Cancel", "")) }
                    @else {
                        (self.button("agree", "", "Accept", "primary"))
                        (self.button("decline", "", "Decline", ""))
                    }
                }
            }
        }
    }

    fn declined(&self, declined: Declined) -> Markup {
        let what = match declined.question {
            Question::Takeback => "takeback request.",
            Question::Draw => "draw offer.",
            Question::Pause => "pause request.",
            Question::Rematch => "rematch request.",
        };
        html! {
            p.declined {
                @if self.owns(declined.no) { "You" } @else { (self.table.label(declined.no)) }
                " declined "
                @if self.owns(declined.by) { "your " } @else { (self.table.label(declined.by)) "’s " }
                (what)
            }
        }
    }

    /// When the visitor may continue without the player to act, who is away.
    fn claimable_at(&self) -> Option<Millis> {
        let table = self.table;
        let away_since = table.person_to_act().and_then(|person| self.page.company.away_since(person));
        table.claimable_at(away_since).filter(|_| table.people() > 1 && !self.viewpoint.has_turn(table))
    }

    /// That the person to act is away, for all who are not told by what they can [claim](Self::claim).
    pub(super) fn absence(&self) -> String {
        let table = self.table;
        let person = table.person_to_act().filter(|_| table.people() > 1 && !self.viewpoint.has_turn(table));
        let is_away = person.is_some_and(|person| self.page.company.away_since(person).is_some());
        let claims = self.viewpoint.is_player() && self.claimable_at().is_some();
        match table.to_act().filter(|seat| is_away && !claims && !table.is_expected(*seat)) {
            Some(seat) => format!(" {} is away.", table.label(seat)),
            None => String::new(),
        }
    }

    fn claim(&self, at: Millis) -> Markup {
        let (table, left) = (self.table, at - self.page.now);
        let act = if table.is_abortable() {
            "abort the game"
        } else if table.play().seats() == 2 {
            "claim the win"
        } else {
            "let the computer take over"
        };
        html! {
            div.asked {
                p {
                    (table.to_act().map_or_else(String::new, |seat| table.label(seat))) " is away. "
                    @if left > 0 {
                        span.later {
                            "You can " (act) " in " span.clock data-ms=(left) data-down {
                                (text::time_left(left)) } "."
                        }
                    }
                }
                form.steps method="post" action=(Written(&self.act)) data-send {
                    button.primary name="kind" value="claim" disabled[left > 0] data-after=(left) {
                        (text::capitalised(act))
                    }
                }
            }
        }
    }

    fn what_to_ask(&self) -> Markup {
        html! {
            details #offers .manners {
                summary { "Offers" }
                div.steps {
                    @if self.may_ask(Question::Takeback) { (self.button("ask", "takeback", "Ask for a \
                        takeback", "")) }
                    @if self.may_ask(Question::Draw) { (self.button("ask", "draw", "Offer a draw", "")) }
                    @if self.may_ask(Question::Pause) { (self.button("ask", "pause", "Ask for a pause", "")) }
                }
            }
            (self.resignation())
        }
    }

    /// To resign, or to leave a table of more than two, takes two steps: the first says what the second does.
    fn resignation(&self) -> Markup {
        let table = self.table;
        let (step, means, done) = match table.play().seats() {
            1 => ("Give up", "The deal counts as not solved.", "Give up"),
            _ if self.page.company.event.is_some() => {
                ("Resign", "You lose this game of the event.", "Resign the game")
            }
            _ if table.is_abortable() => ("Abort", "The game ends and doesn’t count.", "Abort the game"),
            _ if table.ends_without_people() => {
                ("Leave", "The game ends without a result.", "Leave the game")
            }
            2 => ("Resign", "This counts as a loss.", "Resign the game"),
            _ => ("Leave", "The computer takes your seat and plays on.", "Leave the game"),
        };
        html! {
            details #resign .resign {
                summary { (step) "…" }
                p { (means) }
                div.steps { (self.button("resign", "", done, "danger")) }
            }
        }
    }
}
