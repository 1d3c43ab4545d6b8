//! The pages of a lesson: its steps in a list, and each step with the board of a table.

mod overview;
mod step;

pub use overview::LessonPage;
pub use step::StepPage;
