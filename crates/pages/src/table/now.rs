//! What can be done now, or how the game ended.

use super::drawing::Drawing;
use super::words::result_sentence;
use crate::board::entry::controls;
use crate::day::next_of_day;
use crate::fairness::randomness_field;
use crate::once::key_field;
use crate::{game, text, urls};
use bagatelle_core::present::Written;
use bagatelle_core::{Seat, Turn};
use bagatelle_table::{Ending, Occupant, Round, WorldDate};
use maud::{Markup, html};
use std::sync::LazyLock;

/// The link to the table that follows.
fn next_table(table: &str, go: &str, begun: &str, label: &str) -> Markup {
    html! {
        div.asked.next {
            p { (begun) }
            a.button.primary href=(urls::table(table)) data-go=(go) data-begun=(begun) { (label) }
        }
    }
}

impl Drawing<'_> {
    /// The region under the board on phones, beside it elsewhere. The result is a separate element that
    /// takes its place, so nothing jumps.
    pub(super) fn now(&self) -> Markup {
        if self.outcome.is_some() {
            return html! {
                article.now.over.lost[self.is_lost()] aria-label="Result" {
                    div #result .result {
                        p #status .status { (Written(self.status())) }
                        (self.result())
                        (self.next_action())
                        (self.detours())
                    }
                    (self.actions())
                }
            };
        }
        html! {
            section.now aria-label="Now" {
                p #status .status { (Written(self.status())) }
                (self.actions())
            }
        }
    }

    /// What else can be done.
    fn actions(&self) -> Markup {
        let (table, plays) = (self.table, self.viewpoint.is_player());
        html! {
            @if plays && table.is_full() {
                (controls(self.table.play(), self.viewpoint.viewer))
                @if self.may_step() { (self.takebacks()) }
            }
            @if let (Some(served), Some(planned)) = (self.page.served, self.page.planned) {
                ((served.planned)(self, planned))
            }
            (self.questions())
            (self.what_follows())
            @if let Some(round) = &table.spec().round { (self.match_score(round)) }
            @if self.is_followed() { (self.after()) }
        }
    }

    /// Whether the game is over and its player sees what can be done after it.
    pub(super) fn is_followed(&self) -> bool {
        self.outcome.is_some() && (self.viewpoint.is_player() || self.viewpoint.owner)
    }

    /// Whether the game is over and there is nothing to celebrate: it was aborted, or the visitor's seats are
    /// not among those that have won it.
    fn is_lost(&self) -> bool {
        self.outcome.as_ref().is_some_and(|outcome| {
            let aborted = self.table.ending() == Some(Ending::Aborted);
            let loses = !outcome.winners.is_empty() || self.is_solitaire();
            aborted || loses && !self.viewpoint.seats.is_empty() && !self.is_won()
        })
    }

    /// Whether the game is over and one of the visitor's seats has won it.
    pub(super) fn is_won(&self) -> bool {
        let seats = &self.viewpoint.seats;
        self.outcome.as_ref().is_some_and(|outcome| seats.iter().any(|seat| outcome.winners.contains(seat)))
    }

    fn status(&self) -> String {
        let (table, viewpoint) = (self.table, self.viewpoint);
        if let Some(outcome) = &self.outcome {
            return result_sentence(table, outcome, &viewpoint.seats);
        }
        if !table.is_full() {
            let open = table.seating().iter().filter(|occupant| **occupant == Occupant::Open).count();
            return match (open, viewpoint.is_player()) {
                (1, true) => "Waiting for one more player.".into(),
                (more, true) => format!("Waiting for {more} more players."),
                (1, false) => "One seat is open.".into(),
                (seats, false) => format!("{seats} seats are open."),
            };
        }
        if let Some(planned) = self.planned_status() {
            return planned;
        }
        let watching = if viewpoint.is_player() { "" } else { "You’re watching. " };
        watching.to_owned() + &self.stage() + &self.absence()
    }

    /// What the table waits for.
    fn stage(&self) -> String {
        let (table, viewpoint) = (self.table, self.viewpoint);
        if table.is_paused() {
            return "The game is paused.".into();
        }
        if let Some(asked) = viewpoint.can_act(table).then(|| table.play().asked(viewpoint.viewer)).flatten()
        {
            return self.whose_move() + &asked;
        }
        if let Some(waiting) = table.play().waiting(viewpoint.viewer) {
            return waiting;
        }
        match table.play().turn() {
            Turn::Seat(seat) => match table.seating().get(seat.index()) {
                Some(Occupant::Program { .. }) => format!("{} is thinking…", table.label(seat)),
                _ => format!("{} to move.", table.label(seat)),
            },
            Turn::Chance => "Drawing at random…".into(),
            Turn::Over => game::name(table.game()).into(),
        }
    }

    /// The words before the question, if more than one seat moves.
    pub(super) fn whose_move(&self) -> String {
        match (self.table.play().turn(), self.viewpoint.seats.len()) {
            _ if self.is_solitaire() => String::new(),
            (Turn::Seat(seat), 2..) => format!("{} to move. ", self.table.play().seat_name(seat)),
            _ => "Your move. ".into(),
        }
    }

    /// Whether the player steps back and forth in the game. A duel with the computer is done with at its end:
    /// another one follows, and the replay shows what could have been.
    fn may_step(&self) -> bool {
        let table = self.table;
        let done = table.is_over() && table.programs().iter().any(Option::is_some);
        table.is_alone() && !table.is_settled() && !done
    }

    fn takebacks(&self) -> Markup {
        let table = self.table;
        let (back, again) = (table.can_take_back(), table.can_replay());
        let why_not = table.why_not_take_back().map(|reason| text::sentence(&reason.to_string()));
        // A grey button can be pressed: the server answers why nothing can be done, which a title tells
        // neither to a finger nor, where the button is disabled, to a screen reader.
        let grey = |can: bool| (!can).then_some("true");
        html! {
            form.steps method="post" action=(Written(&self.act)) data-send {
                input type="hidden" name="version" value=(table.version());
                button name="kind" value="undo" data-key="z" aria-disabled=[grey(back)]
                    title=(why_not.as_deref().unwrap_or("Undo (Z)")) { (ARROWS[0]) "Undo" }
                button name="kind" value="redo" data-key="y" aria-disabled=[grey(again)] title="Redo (Y)" {
                    "Redo" (ARROWS[1])
                }
                @if !game::is_hidden(table.game()) {
                    button name="kind" value="restart" aria-disabled=[grey(table.can_restart())]
                        title="Back to the start; you can redo your moves" { "Restart" }
                }
            }
        }
    }

    /// The score of a match.
    fn match_score(&self, round: &Round) -> Markup {
        let outcome = self.outcome.as_ref();
        let [first, second] = round.score_after(outcome);
        let winner = round.winner_after(outcome).map(|player| self.match_player(round, player));
        html! {
            p.match {
                "Round " (round.round) ", best of " (round.best_of) ": "
                (self.match_player(round, 0)) " " strong { (first) } "–" strong { (second) } " "
                    (self.match_player(round, 1))
                @match winner.as_deref() {
                    Some("you") => ". You win the match.",
                    Some(name) => { ". " (name) " wins the match." }
                    None => {}
                }
            }
        }
    }

    fn match_player(&self, round: &Round, player: u8) -> String {
        let seat = round.players.iter().position(|&p| p == player).unwrap_or(0);
        let seat = Seat(u8::try_from(seat).unwrap_or(0));
        match self.table.person(seat) {
            Some(person) if person.name.is_empty() && self.viewpoint.seats.len() == 1 => "you".into(),
            Some(person) if person.name.is_empty() => format!("player {}", player + 1),
            _ => self.table.label(seat),
        }
    }

    /// The link to the table that follows, for everyone at this one.
    fn what_follows(&self) -> Markup {
        let table = self.table;
        if let Some((next, what)) = self.page.company.event.and_then(|event| event.next) {
            let begun = format!("{what}: your game is ready.");
            return next_table(next, "", &begun, "Go to your game");
        }
        let Some(next) = table.next() else { return html! {} };
        let round =
            table.spec().round.as_ref().filter(|_| table.match_goes_on()).map(|round| round.round + 1);
        let (begun, name) = match round {
            Some(round) => (format!("Round {round} has begun."), format!("round {round}")),
            None => ("The rematch has begun.".to_owned(), "the rematch".to_owned()),
        };
        let along = self.viewpoint.seats.iter().any(|&seat| table.has_agreed_to_next(seat));
        let verb = if self.viewpoint.is_player() { "Go to" } else { "Watch" };
        next_table(next, if along { "along" } else { "" }, &begun, &format!("{verb} {name}"))
    }

    /// What most players do next: the next of the day, the next deal, the same game again, the next round.
    fn next_action(&self) -> Markup {
        if let Some(event) = self.page.company.event {
            return html! {
                a.button.large.primary[event.next.is_none()] href=(urls::event(event.id)) {
                    "Back to " (event.title)
                }
            };
        }
        let (table, plays) = (self.table, self.viewpoint.is_player() || self.viewpoint.owner);
        let label = match self.may_play_again() {
            _ if plays && table.match_goes_on() && table.next().is_none() => "Next round",
            true => "Play again",
            false => return html! {},
        };
        let day = self.day();
        html! {
            @if let Some(date) = day { (self.next_of_day(date)) }
            form method="post" action=(urls::again(table.id())) {
                (key_field())
                (randomness_field())
                button.primary[day.is_none()].large[day.is_none()] data-key="n" aria-keyshortcuts="n"
                    title="N" { (label) }
            }
        }
    }

    /// The link to what is left of a day.
    fn next_of_day(&self, date: WorldDate) -> Markup {
        let ended = self.page.company.of_day.map_or(&[][..], |of_day| &of_day.ended);
        next_of_day(date, self.table.game().id(), ended, "button primary large")
    }

    /// Whether the visitor may play the same game again. A lesson ends with one game.
    pub(super) fn may_play_again(&self) -> bool {
        self.table.may_play_again(self.viewpoint) && !self.table.spec().ends_lesson()
    }

    /// What else can be done after the end. The pages on which the game is studied are in the heading.
    fn after(&self) -> Markup {
        let (id, game) = (self.table.id(), self.table.game());
        html! {
            div.after {
                (self.share())
                @if self.table.has_review() {
                    a.button href=(urls::in_browser(&urls::review_of(id))) { "Review the game" }
                }
                @if self.table.commitment().is_some() { a.button href=(urls::verify_table(id)) { "Verify the \
                    deal" } }
                (self.follow())
                @if !self.may_play_again() { a.button href=(urls::game(game.id())) { "New "
                    (game::deal_or_game(game)) } }
            }
        }
    }

    /// For a player, a button by which each other person at the table is followed.
    fn follow(&self) -> Markup {
        let table = self.table;
        let is_other = |seat: &Seat| {
            let person = table.person(*seat).filter(|_| !self.owns(*seat));
            person.is_some_and(|person| !self.page.company.is_bot(person))
        };
        let others: Vec<Seat> = table.seats().filter(is_other).collect();
        html! {
            @if !others.is_empty() && self.viewpoint.is_player() {
                form.follow method="post" action=(urls::friends()) {
                    input type="hidden" name="game" value=(table.id());
                    @for seat in others {
                        button name="seat" value=(seat.0) { "Follow " (table.label(seat)) }
                    }
                }
            }
        }
    }
}

/// An arrow that goes back, and one that goes on.
static ARROWS: LazyLock<[Markup; 2]> = LazyLock::new(|| {
    ["M8 4 3 9l5 5M3.5 9H12a5 5 0 0 1 0 10H9", "M12 4l5 5-5 5M16.500 9H8a5 5 0 0 0 0 10h3"].map(|path| {
        html! {
            svg.icon viewBox="0 0 20 22" aria-hidden="true" {
                path d=(path) fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round"
                    stroke-linejoin="round" {}
            }
        }
    })
});
