//! The steps of a lesson, which of them are done, and where to continue.

use crate::frame::{Card, Frame};
use crate::once::key_field;
use crate::text::count;
use crate::{game, urls};
use bagatelle_catalog::AnyGame;
use bagatelle_core::present::Lesson;
use bagatelle_table::Learned;
use maud::{Markup, html};

/// The page of a lesson.
#[derive(Clone, Copy)]
pub struct LessonPage<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// Its lesson.
    pub lesson: &'a Lesson,
    /// What the visitor has done.
    pub learned: &'a Learned,
    /// The address of the server, without a slash at the end.
    pub base: &'a str,
}

impl LessonPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let (id, name) = (self.game.id(), game::name(self.game));
        let steps = self.lesson.steps.len();
        let body = html! {
            main.lobby #table {
                div.about {
                    img src=(urls::game_picture(id)) alt="" width="480" height="480";
                    div {
                        p.back { a href=(urls::game(id)) { "← " (name) } }
                        h1 { "Learn " (name) }
                        p.lead { (self.lesson.about) }
                        p.small { (count(steps as u64, "step")) " and a whole game, on the real board." }
                        (self.go_on())
                    }
                }
                section.course aria-labelledby="steps" {
                    h2 #steps { "The steps" }
                    ol {
                        @for (n, step) in self.lesson.steps.iter().enumerate() {
                            li.learned[self.has(n)] {
                                a href=(urls::lesson_step(id, n)) {
                                    span.place aria-hidden="true" { (mark(self.has(n), n)) }
                                    span { (step.title) @if self.has(n) { span.unseen { ", done" } } }
                                }
                            }
                        }
                        li.learned[self.has(steps)] {
                            form method="post" action=(urls::lesson_finale(id)) {
                                (key_field())
                                button {
                                    span.place aria-hidden="true" { (mark(self.has(steps), steps)) }
                                    span { "A whole game" @if self.has(steps) { span.unseen { ", done" } } }
                                }
                            }
                        }
                    }
                }
            }
        };
        let title = format!("Learn {name}");
        let card = Card {
            title: &title,
            description: game::tagline(self.game),
            base: self.base,
            page: &urls::lesson(self.game.id()),
            picture: &urls::game_preview(self.game.id(), ""),
        };
        Frame { card: Some(card), ..Frame::new(&title) }.page(&body)
    }

    fn has(&self, step: usize) -> bool {
        self.learned.has(self.game.id(), step)
    }

    /// The button that leads to the first step that is not done.
    fn go_on(&self) -> Markup {
        let (id, steps) = (self.game.id(), self.lesson.steps.len());
        let open = (0..=steps).find(|&n| !self.has(n));
        html! {
            @match open {
                Some(n) if n < steps => {
                    p {
                        a.button.primary.large href=(urls::lesson_step(id, n)) {
                            @if self.learned.has_begun(id) { "Continue with step " (n + 1) } @else { "Begin" }
                        }
                    }
                }
                Some(_) => (play_finale(id)),
                None => {
                    p.done role="status" { strong { "You’ve finished this lesson. " }
                        (self.lesson.finale.done) }
                    p { a.button.primary.large href=(urls::game(id)) { "Play " (game::name(self.game)) } }
                }
            }
        }
    }
}

/// The button that begins the game at the end of a lesson.
pub(super) fn play_finale(game: &str) -> Markup {
    html! {
        form method="post" action=(urls::lesson_finale(game)) {
            (key_field())
            button.primary.large #next { "Play a whole game" }
        }
    }
}

fn mark(done: bool, n: usize) -> Markup {
    html! { @if done { "✓" } @else { (n + 1) } }
}
