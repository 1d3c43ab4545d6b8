//! The goal of the game at the end of a lesson, and the link back to the lesson.

use super::drawing::Drawing;
use crate::urls;
use maud::{Markup, html};

impl Drawing<'_> {
    /// The region above all others at the end of a lesson.
    pub(super) fn finale(&self) -> Markup {
        let (table, id) = (self.table, self.table.game().id());
        let lesson = table.game().lesson().filter(|_| table.spec().ends_lesson());
        html! {
            @if let Some(lesson) = lesson {
                section.finale aria-label="Lesson" {
                    @if self.outcome.is_some() {
                        p { (lesson.finale.done) }
                        a #next.button.primary.large href=(urls::lesson_done(id, table.id())) { "Finish the \
                            lesson" }
                    } @else {
                        p { strong { "End of the lesson. " } (lesson.finale.task) }
                        p.small { a href=(urls::lesson(id)) { "Back to the steps" } }
                    }
                }
            }
        }
    }
}
