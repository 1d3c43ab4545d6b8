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
    pub(super) fn panel(&self, play: &dyn AnyPlay, reader: Viewer, act: &str, first: &str) -> Markup {
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
                // On a phone its opinion stands at the board.
                div.opinion {
                    @if let Some(found) = self.shown() {
                        @if let Some(share) = found.worth.bar() { (bar(share, first)) }
                        p.verdict { strong { (found.text) } }
                        // The rules know how a finished game ended: the engine has found nothing.
                        @if play.turn() != Turn::Over {
                            p.small.effort role="status" { (self.how_sure(found)) }
                        }
                    } @else if self.on {
                        p.small role="status" {
                            @if self.working { "Looking…" } @else { "No evaluation here." }
                        }
                    }
                }
                div.best {
                    @if let Some(found) = self.shown() {
                        @if !found.lines.is_empty() {
                            ol.lines {
                                @for (n, line) in found.lines.iter().enumerate() {
                                    (self.line((n, line), found.lines.len() > 1, play, reader, act))
                                }
                            }
                            @if found.proved && found.lines.len() < self.lines {
                                p.small { "The result is certain, so the engine searches no further." }
                            }
                        }
                        @if play.turn() != Turn::Over { (self.figures(found)) }
                    }
                }
            }
        }
    }

    /// How sure it is, and whether it goes on looking.
    fn how_sure(&self, found: &Evaluation<String>) -> &'static str {
        match (self.working, found.proved) {
            (true, _) => "Still looking…",
            (false, true) => "This is certain.",
            (false, false) => "This is an estimate.",
        }
    }

    /// What is proven, how far it has looked, and how fast: shown under *More*.
    fn figures(&self, found: &Evaluation<String>) -> Markup {
        let mut told = Vec::new();
        if let Worth::Moves { left: Some(left), at_least } = &found.worth
            && at_least < left
        {
            let least = text::count((*at_least).into(), "move");
            told.push(format!("Any solution takes at least {least} (proven)."));
        }
        told.extend(
            found.depth.map(|depth| format!("It looked {} ahead.", text::count(depth.into(), "move"))),
        );
        if found.nodes > 0 {
            let what = match found.effort {
                Effort::Positions => format!("It searched {}", text::count(found.nodes, "position")),
                Effort::Simulations => format!("It played the game out {}", text::count(found.nodes, "time")),
            };
            let each_second = (found.nodes as f64 * 1000.0 / self.took.max(1.0)).round() as u64;
            let speed = format!(", {} per second", text::grouped(each_second));
            told.push(format!("{what}{}.", if self.took >= 50.0 { &speed } else { "" }));
        }
        html! {
            @if !told.is_empty() {
                details #bound { summary { "More" } p.small { (told.join(" ")) } }
            }
        }
    }

    /// A line: its worth, where lines are compared, its first action as a button, and all its moves.
    fn line(
        &self,
        (n, line): (usize, &Line<String>),
        compared: bool,
        play: &dyn AnyPlay,
        reader: Viewer,
        act: &str,
    ) -> Markup {
        let mut after = play.duplicate();
        for action in &line.actions {
            if after.play(action).is_err() {
                break;
            }
        }
        let told = after.open_log(reader, after.ply() - play.ply());
        // Each move of the line leads to the position after it.
        let leads_to = |n: usize| line.actions[..=n].join(" ");
        html! {
            li {
                @if compared { span.small { (line.text) } }
                @if let (Some(action), Some(first)) = (line.actions.first(), told.first()) {
                    form method="post" action=(act) data-send {
                        input type="hidden" name="kind" value="act";
                        button name="text" value=(action) { (first.sentence) }
                    }
                }
                @if told.len() > 1 {
                    details #{ "line-" (n) } {
                        summary { "Full line" }
                        form method="post" action=(act) data-send {
                            input type="hidden" name="kind" value="line";
                            ol {
                                @for (n, entry) in told.iter().enumerate() {
                                    li { button name="text" value=(leads_to(n)) { (entry.sentence) } }
                                }
                            }
                        }
                    }
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
    let whose = match first {
        "" => "the win",
        "You" => "you",
        first => first,
    };
    html! {
        svg.evaluation viewBox="0 0 100 5" preserveAspectRatio="none" role="img" aria-label={ (hundredths)
            " of 100 for " (whose) } {
            rect.ground width="100" height="5" {}
            rect.share width=(hundredths) height="5" {}
        }
    }
}
