//! The page of a game in play: the same five regions for every game. `head` says which game and deal it is, `board` is
//! the drawing, `now` says what can be done, `figures` counts, `story` tells what happened.

use super::{Card, Frame, card, page_with, people, time};
use crate::assets::Assets;
use crate::line::Line;
use crate::live::{Live, Reader, now};
use crate::origin::Origin;
use crate::rounds::Round;
use crate::seats::Sitter;
use crate::solver::{STRONGEST, Shown};
use bagatelle_core::playable::Fact;
use bagatelle_core::{Outcome, Seat, Turn, Viewer};
use maud::{Markup, PreEscaped, html};

/// A figure with more letters than this is a sentence and takes a row of its own.
pub(super) const LONG_FACT: usize = 14;
/// How many of the last actions are told.
const TOLD: usize = 60;

/// The full page. `base` is the address of the server.
#[must_use]
pub fn full(assets: &Assets, live: &Live, line: &Line, reader: &Reader, name: &str, base: &str) -> Markup {
    let about = live.entry.about();
    let title = format!("{} · {}", about.name, deal_name(live, line));
    let nobody = Reader::nobody();
    let description = match line.outcome() {
        Some(outcome) => status(live, line, &nobody, Some(&outcome)),
        None if !line.is_full() => "A seat is open: sit down and play.".into(),
        None => about.tagline.into(),
    };
    let head = card(&Card {
        title: &title,
        description: &description,
        page: &format!("{base}/g/{}", live.row.id),
        picture: &format!("{base}/g/{}/picture.png", live.row.id),
    });
    page_with(&Frame { title: &title, assets, live: true }, &head, &table(live, line, reader, name))
}

/// Which deal it is, for people: what it tells is as open as the game itself.
#[must_use]
pub fn deal_name(live: &Live, line: &Line) -> String {
    match (&live.row.daily, live.row.dealt, &live.origin) {
        (Some(date), ..) => format!("daily deal of {date}"),
        (None, true, _) if !live.entry.dealt() => String::new(),
        (None, true, _) if live.entry.hidden() && !line.is_over() => "fresh deal".into(),
        (None, true, _) => live.row.seed.clone(),
        (None, false, Some(Origin { game: Some(_), plies })) => {
            format!("goes on from move {plies} of another game")
        }
        (None, false, Some(_)) => "goes on from a record".into(),
        (None, false, None) => "a set-up of its own".into(),
    }
}

/// The part that live updates replace. `name` is what the reader is called so far.
#[must_use]
pub fn table(live: &Live, line: &Line, reader: &Reader, name: &str) -> Markup {
    let (viewer, plays) = (reader.viewer, reader.plays());
    let near = reader.seats.first().copied().unwrap_or(Seat(0));
    let about = live.entry.about();
    let base = format!("/g/{}", live.row.id);
    let offers = if plays && line.is_open_to_picks() { line.table.offers(viewer) } else { Vec::new() };
    let offers = serde_json::to_string(&offers).unwrap_or_default();
    let mut facts = line.table.facts(viewer);
    facts.retain(|fact| !(fact.passing && line.is_over()));
    html! {
        main #table.over[line.is_over()] data-version=(line.version()) data-seq=(line.seq()) data-revision=(live.version().revision) data-offers=(offers)
            data-turn[reader.acts(line) && line.people() > 1] data-account[reader.account] data-act={ (base) "/act" } data-part={ (base) "/table" } data-events={ (base) "/events" } {
            div.head {
                h1 { a href={ "/" (live.entry.id()) } { (about.name) } }
                p.deal {
                    @match &live.origin {
                        Some(Origin { game: Some(game), plies }) => { a href={ "/g/" (game) "/replay?ply=" (plies) } { (deal_name(live, line)) } }
                        _ => { (deal_name(live, line)) }
                    }
                }
            }
            div.board { (PreEscaped(line.table.draw_from(viewer, near))) p #asks role="status" {} }
            div.side {
                (people::seats(live, line, reader))
                (people::invitation(live, line, reader, name))
                (now_region(live, line, reader, &facts))
                @if plays && line.is_alone() && !line.is_over() && live.entry.solve_ms().is_some() { (solver(live, line, reader)) }
                (figures(live, line, &facts))
                (people::chat(live, line, reader))
                (story(line, viewer, &base))
                (more(live, line, &base, plays))
            }
        }
    }
}

/// What can be done now, or how it ended.
fn now_region(live: &Live, line: &Line, reader: &Reader, facts: &[Fact]) -> Markup {
    let (outcome, viewer, plays) = (line.outcome(), reader.viewer, reader.plays());
    html! {
        section.now.over[outcome.is_some()] aria-label="Now" {
            p.status.prompt[line.table.prompt(viewer).is_some()] role="status" { (status(live, line, reader, outcome.as_ref())) }
            @if plays {
                div.controls {
                    button #turn type="button" data-key="r" hidden { "Turn it" }
                    @for control in line.table.controls(viewer) {
                        button type="button" data-pick=(control.id) disabled { (control.label) }
                    }
                }
                @if line.is_alone() && !live.is_settled(line) { form.steps method="post" action={ "/g/" (live.row.id) "/act" } data-send {
                    input type="hidden" name="version" value=(line.version());
                    button name="kind" value="undo" data-key="z" disabled[!line.can_undo()] title="Take back (Z)" { (arrow(true)) "Undo" }
                    button name="kind" value="redo" data-key="y" disabled[!line.can_redo()] title="Play again (Y)" { "Redo" (arrow(false)) }
                    @if !live.entry.hidden() {
                        button name="kind" value="restart" disabled[!line.can_undo()] title="Back to the start; Redo brings it back" { "Restart" }
                    }
                } }
            }
            (people::manners(live, line, reader))
            @if let Some(round) = &live.round { (match_score(line, round, reader, outcome.as_ref())) }
            @if outcome.is_some() && (plays || reader.owner) {
                div.after {
                    @if live.match_goes_on(line) {
                        form method="post" action={ "/g/" (live.row.id) "/again" } { button.primary { "Next round" } }
                    }
                    @let again = live.may_begin_again(line, reader);
                    @if again { form method="post" action={ "/g/" (live.row.id) "/again" } { button.primary { "Play again" } } }
                    button.primary[line.table.seats() == 1] type="button" data-share=(share(live, line, facts)) data-link=(link(live, line)) { "Share the result" }
                    a.button href={ "/g/" (live.row.id) "/replay" } { "Replay" }
                    @if line.table.review().is_some() { a.button href={ "/g/" (live.row.id) "/review" } { "What the game tells" } }
                    @if !again { a.button href={ "/" (live.entry.id()) } { "Another " (if live.entry.dealt() { "deal" } else { "game" }) } }
                }
            }
        }
    }
}

/// How a match stands.
fn match_score(line: &Line, round: &Round, reader: &Reader, outcome: Option<&Outcome>) -> Markup {
    let score = round.score_after(outcome);
    let name = |player: u8| {
        let seat = round.players.iter().position(|&p| p == player).unwrap_or(0);
        let seat = Seat(u8::try_from(seat).unwrap_or(0));
        match &line.sitters[seat.index()] {
            Sitter::Person(person) if person.name.is_empty() && reader.seats.len() == 1 => "you".into(),
            Sitter::Person(person) if person.name.is_empty() => format!("player {}", player + 1),
            _ => line.label(seat),
        }
    };
    html! {
        p.match {
            "Round " (round.round) ", best of " (round.best_of) ": "
            (name(0)) " " strong { (score[0]) } " : " strong { (score[1]) } " " (name(1))
            @if let Some(winner) = round.winner_after(outcome) { ". The match goes to " (name(winner)) "." }
        }
    }
}

fn arrow(back: bool) -> Markup {
    let d = if back {
        "M8 4 3 9l5 5M3.5 9H12a5 5 0 0 1 0 10H9"
    } else {
        "M12 4l5 5-5 5M16.500 9H8a5 5 0 0 0 0 10h3"
    };
    html! { svg.icon viewBox="0 0 20 22" aria-hidden="true" { path d=(d) fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" {} } }
}

pub(super) fn status(live: &Live, line: &Line, reader: &Reader, outcome: Option<&Outcome>) -> String {
    let solo = line.table.seats() == 1;
    let one = reader.seats.len() == 1;
    let called = |seat: Seat| line.label(seat);
    if let Some(outcome) = outcome {
        let won = reader.seats.iter().any(|seat| outcome.winners.contains(seat));
        return match (solo, outcome.winners.as_slice()) {
            (true, []) => format!("Lost: {}.", outcome.reason),
            (true, _) => format!("{}!", capital(&outcome.reason)),
            (false, []) => format!("{}.", capital(&outcome.reason)),
            (false, _) if one && won => format!("You win: {}.", outcome.reason),
            (false, _) if one => {
                // Whoever reads that they have resigned need not be named.
                let own = reader.seats.first().and_then(|&seat| outcome.reason.strip_prefix(&called(seat)));
                let reason = own.filter(|rest| rest.starts_with(' ')).map(|rest| format!("you{rest}"));
                format!("You lose: {}.", reason.as_ref().unwrap_or(&outcome.reason))
            }
            (false, winners) => {
                let names: Vec<String> = winners.iter().map(|&seat| called(seat)).collect();
                let verb = if names.len() == 1 { "wins" } else { "win" };
                format!("{} {verb}: {}.", capital(&names.join(" and ")), outcome.reason)
            }
        };
    }
    if !line.is_full() {
        return "Waiting for all seats to be taken.".into();
    }
    if line.is_paused() {
        return "The game is paused.".into();
    }
    if let Some(prompt) = line.table.prompt(reader.viewer) {
        return prompt;
    }
    match line.table.turn() {
        _ if !reader.plays() && line.people() < 2 => "You are watching.".into(),
        Turn::Seat(_) if solo || one && reader.acts(line) => "Your move.".into(),
        Turn::Seat(seat) => match &line.sitters[seat.index()] {
            Sitter::Program { name, .. } => format!("The program “{name}” is thinking …"),
            _ => format!("{} is to move.", line.label(seat)),
        },
        Turn::Chance => "Chance decides …".into(),
        Turn::Over => live.entry.about().name.into(),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn figures(live: &Live, line: &Line, facts: &[Fact]) -> Markup {
    let played = line.played_ms(now());
    html! {
        section.figures aria-label="Figures" {
            dl {
                @for fact in facts { div.long[fact.value.chars().count() > LONG_FACT] { dt { (fact.label) } dd { (fact.value) } } }
                @if let Some(mark) = live.desk.mark() {
                    div { dt { "Mark to beat" } dd { (mark.moves) } }
                    div { dt { "Cannot be under" } dd { (mark.at_least) } }
                }
                @if line.table.seats() == 1 {
                    div {
                        dt { "Time" }
                        dd { span #clock data-ms=(played.unwrap_or(0)) data-running=[(played.is_some() && !line.is_over()).then_some("1")] { (time(played.unwrap_or(0) / 1000)) } }
                    }
                }
            }
            @if line.table.seats() > 1 {
                label.switch { input type="checkbox" data-loud; span { "Sound" } }
            }
            @for overlay in live.entry.overlays() {
                label.switch { input type="checkbox" data-mark=(overlay.id); span { (overlay.label) } }
            }
        }
    }
}

/// What the solver can do for the player, is doing, or has found.
fn solver(live: &Live, line: &Line, reader: &Reader) -> Markup {
    let (shown, acts) = (live.desk.shown(line.table.as_ref(), reader.viewer), reader.acts(line));
    let action = format!("/g/{}/hint", live.row.id);
    html! {
        section.solver aria-label="The solver" {
            @match shown {
                Shown::Running(part, what) => {
                    div.work {
                        progress max="1" value=[part] aria-label="The solver is at work" {}
                        span.small { (what) }
                        form method="post" action=(action) data-send { button name="strength" value="0" { "Cancel" } }
                    }
                }
                Shown::Nothing => (ask(&action, acts)),
                // What a program at the table might do is not told.
                Shown::Found { rest, .. } if rest.is_empty() || !acts => (ask(&action, acts)),
                Shown::Found { text, hint, rest, strength } => {
                    div.found data-hint=(hint.marks.join(" ")) {
                        @if let Some(text) = text.filter(|_| strength == STRONGEST) { p { (text) } }
                        @if !hint.text.is_empty() { p { strong { (hint.text) } } }
                        @if strength == STRONGEST {
                            // What the others would do is for them to play.
                            @let own = if line.table.seats() > 1 { &rest[..1] } else { &rest };
                            @let ten = &own[..own.len().min(10)];
                            div.steps {
                                button type="button" data-play=(ten.join(" ")) {
                                    @if ten.len() == 1 { "Play it" } @else { "Play the next " (ten.len()) }
                                }
                                @if own.len() > 10 { button type="button" data-play=(own.join(" ")) { "Play all " (own.len()) } }
                            }
                        }
                    }
                    (ask(&action, acts))
                }
            }
        }
    }
}

/// The three strengths of a hint, for whoever is to act.
fn ask(action: &str, acts: bool) -> Markup {
    html! {
        form.steps method="post" action=(action) data-send {
            button name="strength" value="1" disabled[!acts] { "Nudge me" }
            button name="strength" value="2" disabled[!acts] { "Show a move" }
            button name="strength" value=(STRONGEST) disabled[!acts] { "Play it for me" }
        }
    }
}

fn story(line: &Line, viewer: Viewer, base: &str) -> Markup {
    let told = line.table.story(viewer, TOLD);
    html! {
        section.story aria-label="What happened" {
            h2 { "What happened" }
            @if told.is_empty() { p.small { "Nothing yet." } }
            ol {
                @for (ply, sentence) in told.iter().rev() { li value=(ply) { (sentence) } }
            }
            @if told.first().is_some_and(|(ply, _)| *ply > 1) {
                p.small { a href={ (base) "/replay?ply=0" } { "What happened before" } " is in the replay." }
            }
        }
    }
}

fn more(live: &Live, line: &Line, base: &str, plays: bool) -> Markup {
    html! {
        section.more {
            @if line.had_company() || !line.is_full() {
                details.agreed { summary { "What is agreed" } (people::terms(live, line)) }
            }
            @if plays && !line.is_over() {
                form.type-move method="post" action={ (base) "/act" } data-send {
                    input type="hidden" name="kind" value="act";
                    label { span { "Type a move" } input name="text" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="400"; }
                    button { "Play" }
                }
            }
            nav {
                a href={ "/" (live.entry.id()) "/rules" } { "Rules" }
                @if line.table.ply() > 0 { a href={ (base) "/replay" } { "Replay" } }
                a href={ (base) "/record.json" } download={ (live.entry.id()) "-" (live.row.id) ".json" } { "Record" }
                a href={ (base) "/picture.svg" } download={ (live.entry.id()) ".svg" } { "Picture" }
                a href={ "/" (live.entry.id()) } { "New " (if live.entry.dealt() { "deal" } else { "game" }) }
            }
        }
    }
}

/// The result as a text to send to friends.
fn share(live: &Live, line: &Line, facts: &[Fact]) -> String {
    let mut parts: Vec<String> =
        facts.iter().filter(|f| f.scored).map(|f| format!("{} {}", f.label, f.value)).collect();
    if line.table.seats() == 1 {
        parts.extend(line.played_ms(now()).map(|ms| time(ms / 1000)));
    }
    let name = live.entry.about().name;
    let result = match line.outcome() {
        Some(outcome) if line.table.seats() > 1 => {
            status(live, line, &Reader::nobody(), Some(&outcome)) + " "
        }
        Some(outcome) if outcome.winners.is_empty() => format!("{} ", capital(&outcome.reason)),
        _ => String::new(),
    };
    let head = ["Bagatelle".to_owned(), name.to_owned(), deal_name(live, line)];
    let head: Vec<String> = head.into_iter().filter(|part| !part.is_empty()).collect();
    format!("{}\n{result}{}", head.join(" · "), parts.join(" · "))
}

/// Where friends find the same deal, or see how those who sat together played it.
fn link(live: &Live, line: &Line) -> String {
    match &live.row.daily {
        None if line.table.seats() > 1 => format!("/g/{}/replay?ply=0", live.row.id),
        None if live.row.dealt => format!("/{}?seed={}", live.entry.id(), live.row.seed.replace(' ', "+")),
        _ => format!("/{}", live.entry.id()),
    }
}
