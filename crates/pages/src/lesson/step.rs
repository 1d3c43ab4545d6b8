//! A step of a lesson: the task, the board of a table, and the result of the last try.

use super::overview::play_finale;
use crate::board::entry::{controls, typed_move_folded};
use crate::board::{Rim, board};
use crate::frame::{Card, Frame, Script};
use crate::json::Json;
use crate::{game, table, urls, verdict};
use bagatelle_catalog::AnyGame;
use bagatelle_core::Seat;
use bagatelle_core::present::{Fixed, Lesson};
use bagatelle_table::{Learned, LessonPlay, Verdict};
use maud::{Markup, html};
use std::collections::BTreeMap;

/// A step of a lesson, as a learner sees it.
#[derive(Clone, Copy)]
pub struct StepPage<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// Its lesson.
    pub lesson: &'a Lesson,
    /// Which step, from 0.
    pub number: usize,
    /// How far it has come.
    pub play: &'a LessonPlay,
    /// The outcome of the last try.
    pub verdict: Option<&'a Verdict>,
    /// Whether the right move is lit on the board.
    pub lit: bool,
    /// What the visitor has done.
    pub learned: &'a Learned,
    /// The address of the server, without a slash at the end.
    pub base: &'a str,
}

impl StepPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let title = format!("{}: {}", game::name(self.game), self.play.step().title);
        let card = Card {
            title: &title,
            description: game::tagline(self.game),
            base: self.base,
            page: &urls::lesson_step(self.game.id(), self.number),
            picture: &urls::game_preview(self.game.id(), ""),
        };
        let frame = Frame { laid: true, script: Script::Live, ..Frame::new(&title) };
        Frame { card: Some(card), ..frame }.page(&self.part(None))
    }

    /// The part that each try replaces. With it come the [moments](bagatelle_catalog::Moment) of all actions
    /// that are not among the first `shown`, which the page shows already.
    #[must_use]
    pub fn part(&self, shown: Option<usize>) -> Markup {
        let (id, play) = (self.game.id(), self.play);
        let near = Seat(play.step().seat);
        let moments = |shown| play.play().moments(play.viewer(), near, Fixed::Drawn, shown);
        let lead = play.lead().filter(|_| self.lit).map(|offer| Json(offer.path.clone()));
        html! {
            main #table.lesson.over[play.is_done()] data-version=(play.played().len()) data-seq="0"
                data-revision="0"
                data-offers=(Json(play.offers())) data-asks=[self.asks()] data-lead=[lead]
                data-act=(urls::lesson_act(id, self.number, play.played(), self.lit))
                data-part=(urls::lesson_at(id, self.number, play.played(), self.lit))
                data-why=(urls::lesson_why(id, self.number, play.played())) {
                (self.heading())
                (board(self.game, &play.play().svg_from(play.viewer(), near), &Rim::default()))
                div.side {
                    p #goal { (self.task()) }
                    section.now aria-label="Task" {
                        p #status.status { (self.status()) }
                        (controls(play.play(), play.viewer()))
                        @if !play.is_done() { (self.help()) }
                        // It has room from the start, so that nothing below moves when it comes.
                        div #verdict { (self.verdict()) }
                        @if play.is_done() { (self.next()) }
                    }
                    (self.more())
                }
                (table::moments(&shown.map(moments).unwrap_or_default()))
            }
        }
    }

    fn heading(&self) -> Markup {
        let (id, steps) = (self.game.id(), self.lesson.steps);
        html! {
            div.head {
                h1 { (self.play.step().title) }
                p.deal { a href=(urls::lesson(id)) { span.of { (game::name(self.game)) " · " } "Step "
                    (self.number + 1) " of " (steps.len()) } }
                nav.dots aria-label="Steps" {
                    @for (n, step) in steps.iter().enumerate() {
                        @let done = self.learned.has(id, n);
                        a.learned[done] href=(urls::lesson_step(id, n)) title=(step.title)
                            aria-current=[(n == self.number).then_some("step")]
                            aria-label={ "Step " (n + 1) ": " (step.title) @if done { ", done" } } {}
                    }
                }
            }
        }
    }

    /// The task. How a keyboard does it is for those who have one.
    fn task(&self) -> Markup {
        let mut lines = self.play.task().lines();
        html! {
            (lines.next().unwrap_or_default())
            @for keys in lines { span.by-keys { " " (keys) } }
        }
    }

    /// What the game asks of the learner now.
    fn status(&self) -> String {
        if self.play.is_done() {
            return "Step done.".into();
        }
        self.play.play().asked(self.play.viewer()).unwrap_or_else(|| "Your move.".into())
    }

    /// What is asked after each beginning of a path, as JSON.
    fn asks(&self) -> Option<Json<BTreeMap<String, String>>> {
        let (play, viewer) = (self.play.play(), self.play.viewer());
        (!self.play.is_done()).then(|| Json(play.asks(viewer, &play.offers(viewer))))
    }

    fn verdict(&self) -> Markup {
        let hint = self.play.step().hint;
        html! {
            @match self.verdict {
                Some(verdict) => (verdict::told(verdict, self.play.is_done(), if self.lit { hint } else {
                    "" })),
                None if self.lit && self.is_found() && !hint.is_empty() => div.hint { p { (hint) } },
                None => {}
            }
        }
    }

    /// Whether the step lets the learner find the way.
    fn is_found(&self) -> bool {
        self.play.step().help == bagatelle_core::present::Help::Asked
    }

    /// The way on, to the next step.
    fn next(&self) -> Markup {
        let (id, steps) = (self.game.id(), self.lesson.steps);
        html! {
            @match steps.get(self.number + 1) {
                Some(next) => a #next.button.primary.large href=(urls::lesson_step(id, self.number + 1))
                    title=(next.title) { "Next step" },
                None => (play_finale(id)),
            }
        }
    }

    /// The way to the answer, and back to the start. What cannot be pressed now keeps its place.
    fn help(&self) -> Markup {
        let act = urls::lesson_act(self.game.id(), self.number, self.play.played(), self.lit);
        html! {
            form.steps method="post" action=(act) data-send {
                @if self.is_found() {
                    button #show name="kind" value="show" disabled[self.lit] { "Show me" }
                }
                button name="kind" value="again" data-key="z" disabled[self.play.played().is_empty()] {
                    "Start this step again" }
            }
        }
    }

    /// The section of the rules that matters now.
    fn rules(&self) -> String {
        let topic = self.play.play().topic(self.play.viewer());
        let rules = urls::rules(self.game.id());
        if topic.is_empty() { rules } else { format!("{rules}#{topic}") }
    }

    fn more(&self) -> Markup {
        let (id, act) =
            (self.game.id(), urls::lesson_act(self.game.id(), self.number, self.play.played(), self.lit));
        html! {
            section.more aria-label="More" {
                nav aria-label="This lesson" {
                    a href=(urls::lesson(id)) { "All steps" }
                    a href=(self.rules()) data-panel { "Rules" }
                    a href=(urls::game(id)) { "Play " (game::name(self.game)) }
                }
                @if !self.play.is_done() {
                    (typed_move_folded(act, "act", "Play"))
                }
            }
        }
    }
}
