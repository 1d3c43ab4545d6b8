//! What an engine thinks of the position of an analysis: in words, as a bar, with its best lines, and how far
//! it has looked.

use super::arrow::Arrow;
use crate::text;
use bagatelle_catalog::AnyPlay;
use bagatelle_core::present::{Effort, Evaluation, Line, Worth};
use bagatelle_core::{Turn, Viewer};
use maud::{Markup, html};

/// How many lines can be asked for.
pub const MOST_LINES: usize = 4;
/// How many actions of a line are shown.
const TOLD: usize = 6;

/// The engine of an analysis.
#[derive(Clone, PartialEq, Debug)]
pub struct Engine {
    /// Whether it evaluates the positions that are shown.
    pub on: bool,
    /// How many lines it shows, 1 to [`MOST_LINES`].
    pub lines: usize,
    /// How often it was told to look deeper in this position.
    pub more: u32,
    /// Whether it is working.
    pub working: bool,
    /// What it has found in this position.
    pub found: Option<Evaluation<String>>,
    /// How long that took, in milliseconds.
    pub took: f64,
}

impl Default for Engine {
    fn default() -> Engine {
        Engine { on: true, lines: 1, more: 0, working: false, found: None, took: 0.0 }
    }
}

impl Engine {
    /// What it has found, while it is on.
    pub(super) fn shown(&self) -> Option<&Evaluation<String>> {
        self.found.as_ref().filter(|_| self.on)
    }

    /// The arrows of its best lines.
    pub(super) fn arrows(&self, play: &dyn AnyPlay) -> Vec<Arrow> {
        let lines = self.shown().map_or(&[][..], |found| &found.lines);
        let arrow = |(rank, line): (usize, &Line<String>)| Arrow::of(play, line.actions.first()?, rank);
        lines.iter().enumerate().filter_map(arrow).collect()
    }

    /// The panel, for a form that sends which button is pressed.
    pub(super) fn panel(&self, play: &dyn AnyPlay, act: &str, first: &str) -> Markup {
        html! {
            section.engine aria-labelledby="engine" data-lines=[self.on.then_some(self.lines)] {
                h2 #engine { "Engine" }
                // What it finds comes and goes below the buttons, which stay in place.
                form.steps method="post" action=(act) data-send {
                    input type="hidden" name="kind" value="engine";
                    @if self.on {
                        button name="engine" value="off" { "Turn off" }
                        button name="engine" value="fewer" disabled[self.lines <= 1]
                            aria-label="Fewer lines" { "−" }
                        span.small { (text::count(self.lines as u64, "line")) }
                        button name="engine" value="further-lines" disabled[self.lines >= MOST_LINES]
                            aria-label="More lines" { "+" }
                        @if self.working {
                            button name="engine" value="stop" { "Stop" }
                        } @else if self.shown().is_some_and(|found| !found.proved) {
                            button name="engine" value="more" { "Search deeper" }
                        }
                    } @else {
                        button name="engine" value="on" { "Turn on" }
                    }
                }
                @if let Some(found) = self.shown() {
                    @if let Some(share) = found.worth.bar() { (bar(share, first)) }
                    p.verdict { strong { (found.text) } }
                    // The rules know how a finished game ended: the engine has found nothing.
                    @if play.turn() != Turn::Over {
                        p.small.effort role="status" { (self.effort(found)) }
                    }
                    @if !found.lines.is_empty() {
                        ol.lines {
                            @for (n, line) in found.lines.iter().enumerate() {
                                (self.line(n, line, play, act))
                            }
                        }
                        @if found.proved && found.lines.len() < self.lines {
                            p.small { "The result is certain, so the engine looks for no other line." }
                        }
                    }
                    (bound(&found.worth))
                } @else if self.on {
                    p.small role="status" { @if self.working { "Looking…" } @else { "No evaluation here." } }
                }
            }
        }
    }

    /// How far it has looked, and how fast.
    fn effort(&self, found: &Evaluation<String>) -> String {
        let what = match found.effort {
            Effort::Positions => "position",
            Effort::Simulations => "simulation",
        };
        let mut parts = Vec::new();
        if found.proved {
            parts.push("Proven".to_owned());
        }
        parts.extend(found.depth.map(|depth| format!("{} deep", text::count(depth.into(), "move"))));
        if found.nodes > 0 {
            parts.push(text::count(found.nodes, what));
            if self.took >= 50.0 {
                let each_second = (found.nodes as f64 * 1000.0 / self.took).round() as u64;
                parts.push(format!("{} per second", text::grouped(each_second)));
            }
        }
        if self.working {
            parts.push("still looking…".to_owned());
        }
        parts.join(" · ")
    }

    /// A line: its worth, its first action as a button, and its continuation.
    fn line(&self, n: usize, line: &Line<String>, play: &dyn AnyPlay, act: &str) -> Markup {
        let mut after = play.duplicate();
        for action in line.actions.iter().take(TOLD) {
            if after.play(action).is_err() {
                break;
            }
        }
        let told = after.open_log(after.ply() - play.ply());
        html! {
            li {
                span.small { (line.text) }
                @if let (Some(action), Some(first)) = (line.actions.first(), told.first()) {
                    form method="post" action=(act) data-send {
                        input type="hidden" name="kind" value="act";
                        button name="text" value=(action) { (first.sentence) }
                    }
                }
                @if told.len() > 1 {
                    details #{ "line-" (n) } {
                        summary { "Full line" }
                        ol { @for entry in &told[1..] { li { (entry.sentence) } } }
                    }
                }
            }
        }
    }
}

/// What is proven about a puzzle, compared with the best known solution: shown under *More*.
fn bound(worth: &Worth) -> Markup {
    let Worth::Moves { left: Some(left), at_least } = worth else { return html! {} };
    html! {
        @if at_least < left {
            details #bound {
                summary { "More" }
                p.small {
                    "Any solution takes at least " (text::count((*at_least).into(), "move")) " (proven)."
                }
            }
        }
    }
}

/// Who looks at the position of an analysis: the seat to act.
pub(super) fn viewer_of(play: &dyn AnyPlay) -> Viewer {
    match play.turn() {
        Turn::Seat(seat) => Viewer::Seat(seat),
        _ => Viewer::Spectator,
    }
}

/// A bar, a share of which belongs to the first seat.
fn bar(share: f64, first: &str) -> Markup {
    let hundredths = format!("{:.0}", share * 100.0);
    let whose = if first.is_empty() { "the win" } else { first };
    html! {
        svg.evaluation viewBox="0 0 100 5" preserveAspectRatio="none" role="img" aria-label={ (hundredths)
            " of 100 for " (whose) } {
            rect.ground width="100" height="5" {}
            rect.share width=(hundredths) height="5" {}
        }
    }
}
