//! The page on which a game is looked back at, ply by ply, and the page to which records are brought. Every step is a link, so
//! both work without a script; `assets/js/replay.js` makes the steps smooth.

use super::{Card, Frame, card, page, page_with, play, script};
use crate::assets::Assets;
use crate::live::Reader;
use crate::replay::{Eye, Replay};
use crate::together::LONGEST_NAME;
use bagatelle_core::record::LARGEST;
use bagatelle_core::{Seat, Turn, Viewer};
use maud::{Markup, PreEscaped, html};

/// How many actions are told before and after the one that is shown.
const AROUND: usize = 150;
/// The speeds at which a game plays by itself: what they are called, and the time from ply to ply in milliseconds.
const SPEEDS: [(&str, u32); 2] = [("Play", 1400), ("Fast", 500)];

/// The full page. `name` is what the reader is called so far, `base` the address of the server.
#[must_use]
pub fn full(assets: &Assets, replay: &Replay<'_>, name: &str, base: &str) -> Markup {
    let (live, ply) = (replay.live, replay.ply());
    let title = format!("{}: replay", live.entry.about().name);
    let head = html! {
        (card(&Card {
            title: &title,
            description: &format!("{} {}", place(replay), happened(replay)),
            page: &format!("{base}/g/{}/replay?ply={ply}", live.row.id),
            picture: &format!("{base}/g/{}/picture.png?ply={ply}", live.row.id),
        }))
        (script(assets, "replay"))
    };
    page_with(&Frame { title: &title, assets, live: false }, &head, &table(replay, name))
}

/// The part that a step replaces.
#[must_use]
pub fn table(replay: &Replay<'_>, name: &str) -> Markup {
    let live = replay.live;
    html! {
        main #table .replay.over[is_at_end(replay)] data-ply=(replay.ply()) data-plies=(replay.plies) data-at=(replay.address("")) {
            div.head {
                h1 { a href={ "/" (live.entry.id()) } { (live.entry.about().name) } }
                p.deal { a href={ "/g/" (live.row.id) } { "Replay" } @let deal = play::deal_name(live, replay.line); @if !deal.is_empty() { " · " (deal) } }
            }
            div.board { (PreEscaped(replay.draw())) }
            div.side {
                (steps(replay))
                (eyes(replay))
                (story(replay))
                (figures(replay))
                @if replay.may_play_on() { (play_on(replay, name)) }
                section.more {
                    nav {
                        a href={ "/g/" (live.row.id) } { "The game" }
                        @if replay.is_open() {
                            a href={ "/g/" (live.row.id) "/record.json" } download={ (live.entry.id()) "-" (live.row.id) ".json" } { "Record" }
                        }
                        a href={ "/" (live.entry.id()) "/rules" } { "Rules" }
                    }
                }
            }
        }
    }
}

/// Which ply is shown.
fn place(replay: &Replay<'_>) -> String {
    match replay.ply() {
        0 => {
            format!("The beginning of {} {}.", replay.plies, if replay.plies == 1 { "move" } else { "moves" })
        }
        ply => format!("Move {ply} of {}.", replay.plies),
    }
}

/// What led to the position, and how the game ended, if it ended there.
fn happened(replay: &Replay<'_>) -> String {
    let told = replay.table.story(replay.viewer(), 1).pop().map_or(String::new(), |(_, sentence)| sentence);
    let outcome = replay.line.outcome().filter(|_| replay.ply() == replay.plies);
    match outcome {
        Some(outcome) => {
            let nobody = Reader::nobody();
            format!("{told} {}", play::status(replay.live, replay.line, &nobody, Some(&outcome)))
        }
        None => told,
    }
}

fn steps(replay: &Replay<'_>) -> Markup {
    let (ply, plies) = (replay.ply(), replay.plies);
    let step = |to: usize, name: &str, key: &str, path: &str| {
        html! {
            a.button data-ply=(to) href=(replay.address(to)) aria-label=(name) title={ (name) " (" (key) ")" } aria-disabled=[(to == ply).then_some("true")] {
                svg.icon viewBox="0 0 20 20" aria-hidden="true" { path d=(path) fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" {} }
            }
        }
    };
    html! {
        section.now aria-label="Steps" {
            nav.steps aria-label="Moves" {
                (step(0, "First", "Home", "M5 4v12M15 4l-7 6 7 6"))
                (step(ply.saturating_sub(1), "Back", "←", "M13 4l-7 6 7 6"))
                (step((ply + 1).min(plies), "Forward", "→", "M7 4l7 6-7 6"))
                (step(plies, "Last", "End", "M15 4v12M5 4l7 6-7 6"))
            }
            form.slide method="get" action={ "/g/" (replay.live.row.id) "/replay" } {
                @if replay.eyes.len() > 1 { input type="hidden" name="as" value=(replay.eye); }
                input type="range" name="ply" min="0" max=(plies) value=(ply) aria-label="Move" aria-valuetext=(place(replay));
                button { "Show" }
            }
            div.auto {
                @for (name, every) in SPEEDS { button type="button" data-auto=(every) aria-pressed="false" { (name) } }
            }
            p.status role="status" { span.small { (place(replay)) } " " (happened(replay)) }
        }
    }
}

/// The choice of whose view it is, where there is one.
fn eyes(replay: &Replay<'_>) -> Markup {
    let called = |eye: &Eye| match eye {
        Eye::Of(Viewer::Seat(seat)) => {
            let side = replay.table.seat_name(*seat);
            let name = replay.line.label(*seat);
            if name == side { side } else { format!("{side}, {name}") }
        }
        Eye::Of(Viewer::Spectator) => "A spectator".into(),
        Eye::All => "All hands open".into(),
    };
    html! {
        @if replay.eyes.len() > 1 {
            nav.eyes aria-label="As seen by" {
                span.small { "As seen by" }
                @for eye in &replay.eyes {
                    a.button href=(replay.address_as(*eye, replay.ply())) aria-current=[(*eye == replay.eye).then_some("true")] { (called(eye)) }
                }
            }
        }
    }
}

/// Whether what is shown is how the game ended.
fn is_at_end(replay: &Replay<'_>) -> bool {
    replay.line.is_over() && replay.ply() == replay.plies
}

fn figures(replay: &Replay<'_>) -> Markup {
    html! {
        section.figures aria-label="Figures" {
            dl {
                @for fact in replay.table.facts(replay.viewer()).iter().filter(|fact| !(fact.passing && is_at_end(replay))) {
                    div.long[fact.value.chars().count() > play::LONG_FACT] { dt { (fact.label) } dd { (fact.value) } }
                }
            }
        }
    }
}

fn story(replay: &Replay<'_>) -> Markup {
    let (ply, viewer) = (replay.ply(), replay.viewer());
    let until = (ply + AROUND).min(replay.plies);
    let told = replay.line.table.at(until).story(viewer, AROUND + until - ply);
    let line = |n: usize, sentence: &str| {
        html! {
            li value=(n) { a data-ply=(n) href=(replay.address(n)) aria-current=[(n == ply).then_some("step")] { (sentence) } }
        }
    };
    html! {
        section.story aria-label="What happened" {
            h2 { "What happened" }
            ol {
                @if told.first().is_none_or(|(n, _)| *n == 1) { (line(0, "The beginning")) }
                @for (n, sentence) in &told { (line(*n, sentence)) }
            }
        }
    }
}

/// A new game that goes on from here.
fn play_on(replay: &Replay<'_>, name: &str) -> Markup {
    let (entry, seats) = (replay.live.entry, replay.table.seats());
    let turn = match replay.table.turn() {
        Turn::Seat(seat) => seat,
        _ => Seat(0),
    };
    html! {
        section.play-on aria-label="Play on from here" {
            h2 { "Play on from here" }
            form method="post" action={ "/g/" (replay.live.row.id) "/play-on" } {
                input type="hidden" name="ply" value=(replay.ply());
                @if seats > 1 {
                    label.field {
                        span { "You play" }
                        select name="program" {
                            @for program in entry.programs().iter().rev() {
                                option value=(program.name) { "against “" (program.name) "”" }
                            }
                            option value="open" { "with friends: you get a link" }
                            @if !entry.hidden() { option value="" { "all sides, at this screen" } }
                        }
                    }
                    label.field {
                        span { "Your seat" }
                        select name="sit" {
                            @for seat in Seat::all(seats) {
                                option value=(seat.0) selected[seat == turn] { (replay.table.seat_name(seat)) @if seat == turn { ", to move" } }
                            }
                        }
                    }
                    label.field.who {
                        span { "Your name" }
                        input name="name" value=(if name.is_empty() { "Guest" } else { name }) maxlength=(LONGEST_NAME) autocomplete="nickname";
                    }
                }
                button { "Play on" }
            }
        }
    }
}

/// The page to which records are brought: `text` is what was sent, if something is `wrong` with it.
#[must_use]
pub fn records(assets: &Assets, text: &str, wrong: Option<&str>) -> Markup {
    let body = html! {
        main.prose #table {
            h1 { "Bring a record" }
            p { "A record is a text that holds a game: its options, its deal and its moves. Every game has a link to its own. Bring one, and it becomes a game of yours, to look back at and to play on from any move." }
            form.card.bring method="post" action="/records" {
                label.field {
                    span { "From a file" }
                    input type="file" data-into="record" accept=".json,application/json";
                }
                label.field {
                    span { "Or as text" }
                    textarea name="record" rows="12" spellcheck="false" required aria-invalid=[wrong.map(|_| "true")] aria-describedby=[wrong.map(|_| "wrong")] { (text) }
                }
                @if let Some(wrong) = wrong { p #wrong .wrong role="alert" { (wrong) } }
                @else { p.small { "At most " (LARGEST >> 20) " MiB and " (crate::origin::LONGEST) " moves." } }
                button.primary { "Open it" }
            }
        }
    };
    page(&Frame { title: "Bring a record", assets, live: false }, &body)
}
