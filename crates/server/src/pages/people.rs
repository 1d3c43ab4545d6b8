//! The people around the board: who sits where with which clock, what was asked, how to invite somebody, and what was said.

use super::time;
use crate::chat::LONGEST;
use crate::line::{Line, Question};
use crate::live::{Live, Reader, now};
use crate::seats::Sitter;
use crate::together::LONGEST_NAME;
use bagatelle_core::Seat;
use maud::{Markup, html};

/// A button that sends one event.
fn button(live: &Live, kind: &str, text: &str, label: &str, class: &str) -> Markup {
    html! {
        form method="post" action={ "/g/" (live.row.id) "/act" } data-send {
            input type="hidden" name="text" value=(text);
            button class=(class) name="kind" value=(kind) { (label) }
        }
    }
}

/// All seats: who sits there, whose turn it is, who is away, and the clocks.
pub fn seats(live: &Live, line: &Line, reader: &Reader) -> Markup {
    if line.table.seats() == 1 {
        return html! {};
    }
    let (now, turn) = (now(), line.to_act());
    html! {
        ul.seats aria-label="Players" {
            @for (seat, sitter) in Seat::all(line.table.seats()).zip(&line.sitters) {
                @let away = sitter.person().is_some_and(|p| line.people() > 1 && live.presence.away_since(&p.id, now).is_some());
                @let mine = reader.seats.contains(&seat);
                li.turn[turn == Some(seat)].away[away].own[mine] {
                    span.number { (line.table.side(seat).unwrap_or_else(|| (seat.0 + 1).to_string())) }
                    span.name {
                        @match sitter {
                            Sitter::Open => em { "open" },
                            Sitter::Person(person) if person.name.is_empty() => { @if mine { "You" } @else { "Player " (seat.0 + 1) } },
                            Sitter::Person(person) => { (person.name) @if mine && line.people() > 1 { small { " (you)" } } },
                            Sitter::Program { name, instead_of } => {
                                "“" (name) "”"
                                small { " a program" @if let Some(left) = instead_of { ", for " (left.name) } }
                            }
                        }
                        @if let Some(rating) = sitter.person().and_then(|p| live.ratings.of(&p.id)) { small.rating { " " (rating) } }
                        @if away { small { " is away" } }
                    }
                    @if turn == Some(seat) { span.to-move { "to move" } }
                    @if line.clocks.exist() && sitter.person().is_some() {
                        @let left = line.time_left(seat, now);
                        span.clock role="timer" data-ms=(left) data-down[line.clocks.runs() == Some(seat)] { (left_of(left)) }
                    }
                }
            }
        }
    }
}

/// The time that is left of some milliseconds: a second that has begun counts.
fn left_of(ms: i64) -> String {
    time((ms + 999) / 1000)
}

/// What is asked, by whom, and the answers one can give; and everything that one can ask.
pub fn manners(live: &Live, line: &Line, reader: &Reader) -> Markup {
    let Some(&own) = reader.seats.first().filter(|_| line.table.seats() > 1) else { return html! {} };
    let now = now();
    let can = |question| line.may_ask(question, own).is_ok();
    let claim = live.claimable_at(line, now).filter(|_| line.people() > 1 && !reader.acts(line));
    html! {
        @if let Some(asked) = line.asked() {
            @let agreed = reader.seats.iter().any(|seat| asked.agreed.contains(seat));
            div.asked role="status" {
                p {
                    @if agreed { "You " } @else { (line.label(asked.by)) " " }
                    @match (asked.question, agreed) {
                        (Question::Takeback, true) => "asked to take your move back.",
                        (Question::Takeback, false) => "would like to take a move back.",
                        (Question::Draw, true) => "offered a draw.",
                        (Question::Draw, false) => "offers a draw.",
                        (Question::Pause, true) => "asked for a pause.",
                        (Question::Pause, false) => "asks for a pause.",
                        (Question::Rematch, true) => "would like a rematch.",
                        (Question::Rematch, false) => "would like a rematch.",
                    }
                }
                div.steps {
                    @if agreed { (button(live, "decline", "", "Never mind", "")) }
                    @else {
                        (button(live, "agree", "", "Agree", "primary"))
                        (button(live, "decline", "", "Decline", ""))
                    }
                }
            }
        }
        @if let Some(declined) = line.declined() {
            p.declined role="status" {
                @if reader.seats.contains(&declined.no) { "You" } @else { (line.label(declined.no)) }
                " said no to "
                @if reader.seats.contains(&declined.by) { "your " } @else { (line.label(declined.by)) "’s " }
                @match declined.question {
                    Question::Takeback => "wish to take a move back.",
                    Question::Draw => "offer of a draw.",
                    Question::Pause => "wish for a pause.",
                    Question::Rematch => "wish for a rematch.",
                }
            }
        }
        @if line.is_paused() {
            div.asked { p { "The clocks stand still." } div.steps { (button(live, "resume", "", "Go on", "primary")) } }
        }
        @if let Some(at) = claim {
            div.asked {
                p {
                    (line.to_act().map_or(String::new(), |seat| line.label(seat))) " is away. "
                    @if at > now { "You may go on without in " span.clock data-ms=(at - now) data-down { (left_of(at - now)) } "." }
                }
                form.steps method="post" action={ "/g/" (live.row.id) "/act" } data-send {
                    button.primary name="kind" value="claim" disabled[at > now] data-after=(at - now) {
                        @if line.table.seats() == 2 { "Claim the game" } @else { "Let a program take over" }
                    }
                }
            }
        }
        @if !line.is_over() && line.is_full() {
            details.manners {
                summary { @if line.people() > 1 { "Ask or resign" } @else { "Resign" } }
                div.steps {
                    @if can(Question::Takeback) { (button(live, "ask", "takeback", "Ask for a takeback", "")) }
                    @if can(Question::Draw) && live.entry.draws() { (button(live, "ask", "draw", "Offer a draw", "")) }
                    @if can(Question::Pause) { (button(live, "ask", "pause", "Ask for a pause", "")) }
                    (button(live, "resign", "", "Resign", "danger"))
                }
            }
        }
        @if let Some(next) = line.next() {
            p { a.button.primary href={ "/g/" (next) } data-go { "To the rematch" } }
        } @else if can(Question::Rematch) && !live.match_goes_on(line) {
            div.steps { (button(live, "ask", "rematch", "Rematch", "primary")) }
        }
    }
}

/// How to come to the table: for somebody at it the invitation, for others a seat.
pub fn invitation(live: &Live, line: &Line, reader: &Reader, name: &str) -> Markup {
    let base = format!("/g/{}", live.row.id);
    let back = line.sitters.iter().any(|sitter| match sitter {
        Sitter::Program { instead_of: Some(left), .. } => reader.id.as_deref() == Some(&left.id),
        _ => false,
    });
    if line.is_over() || (line.is_full() && !back) {
        return html! {};
    }
    let first_open = line.sitters.iter().position(|sitter| *sitter == Sitter::Open);
    html! {
        @if !reader.plays() {
            section.invite aria-label="Take a seat" {
                h2 { @if back { "Your seat is kept warm" } @else { "There is a seat for you" } }
                (terms(live, line))
                @if line.terms.rated && !reader.account {
                    p { "To sit down, " a href={ "/me?to=" (live.row.id) } { "log in or sign up" } " first." }
                } @else { form method="post" action={ (base) "/act" } {
                    label.field {
                        span { "Your name" }
                        input name="text" value=(name) maxlength=(LONGEST_NAME) required autocomplete="nickname";
                    }
                    button.primary name="kind" value="sit" { @if back { "Take it back" } @else { "Sit down" } }
                } }
            }
        } @else {
            section.invite aria-label="Invite somebody" {
                h2 { "Waiting for company" }
                p { "Whoever has this link can sit down. The game begins when all seats are taken." }
                div.link {
                    input readonly value=(base) data-absolute aria-label="The link to this table";
                    button.primary type="button" data-copy=(base) { "Copy the link" }
                }
                img.qr src={ (base) "/qr.svg" } alt="The link as a QR code" width="160" height="160";
                (terms(live, line))
                div.steps {
                    @if let (Some(seat), true, false) = (first_open, reader.owner && !line.terms.rated, live.entry.programs().is_empty()) {
                        form.fill method="post" action={ (base) "/act" } data-send {
                            input type="hidden" name="seat" value=(seat);
                            select name="text" aria-label="A program for the open seat" {
                                @for program in live.entry.programs().iter().rev() { option value=(program.name) { "“" (program.name) "”" } }
                            }
                            button name="kind" value="program" { "Seat this program" }
                        }
                    }
                    (button(live, "stand", "", "Leave the table", ""))
                }
            }
        }
    }
}

/// What is agreed at this table.
pub fn terms(live: &Live, line: &Line) -> Markup {
    html! {
        ul.terms {
            @if let Some(round) = &live.round { li { "A match, best of " (round.best_of) "." } }
            @for sentence in line.terms.words(line.table.seats()) { li { (sentence) } } }
    }
}

/// What was said, and a line to say something.
pub fn chat(live: &Live, line: &Line, reader: &Reader) -> Markup {
    let said = live.chat.last();
    if line.people() < 2 && said.is_empty() {
        return html! {};
    }
    let seated: Vec<&str> =
        line.sitters.iter().filter_map(|s| s.person()).map(|person| person.id.as_str()).collect();
    let watching = live.presence.others(&seated);
    html! {
        section.chat aria-label="Chat" {
            h2 { "Chat" @if watching > 0 { small { " · " (watching) " watching" } } }
            ol aria-live="polite" {
                @for (n, said) in &said {
                    li id={ "said-" (n) } data-name=(said.name) {
                        strong { (said.name) } " " span { (said.text) }
                        @if reader.id.as_deref() != Some(&said.who) {
                            button.mute type="button" data-mute=(said.name) title="Hide what they say" { "Mute" }
                        }
                    }
                }
            }
            @if reader.plays() {
                form.say method="post" action={ "/g/" (live.row.id) "/say" } data-send {
                    input name="text" maxlength=(LONGEST) autocomplete="off" placeholder="Say something" aria-label="Say something";
                    button { "Say" }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::left_of;

    #[test]
    fn time_left_is_short_and_never_says_zero_too_early() {
        let told = [1, 59_000, 61_000, 3_600_000, 25 * 3_600_000].map(left_of);
        assert_eq!(told, ["0:01", "0:59", "1:01", "1:00:00", "1 d 1 h"]);
    }
}
