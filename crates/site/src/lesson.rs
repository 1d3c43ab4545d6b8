//! Lessons. Nothing about a step is kept: the page sends the moves so far with each try. The host keeps which
//! steps are done.

use crate::{Refused, Reply};
use bagatelle_catalog::AnyGame;
use bagatelle_core::present::Lesson;
use bagatelle_pages::lesson::{LessonPage, StepPage};
use bagatelle_table::{DealSource, Learned, LessonTry, NewGame, Table};

/// The lesson of a game.
///
/// # Errors
/// When it has none.
fn of(game: &dyn AnyGame) -> Result<&'static Lesson, Refused> {
    game.lesson().ok_or(Refused::NotFound)
}

/// The page of a lesson: its steps, and which of them are done.
///
/// # Errors
/// When the game has no lesson.
pub fn overview(game: &dyn AnyGame, learned: &Learned, base: &str) -> Result<Reply, Refused> {
    Ok(Reply::Html(LessonPage { game, lesson: of(game)?, learned, base }.page()))
}

/// A step of a lesson that is being tried.
pub struct Step {
    game: &'static dyn AnyGame,
    lesson: &'static Lesson,
    number: usize,
    now: LessonTry,
    /// How many actions the page shows that asked.
    shown: Option<usize>,
}

impl Step {
    /// The step `number`, from 0, after the moves so far, which are separated by spaces; `lit` if the
    /// right move is lit.
    ///
    /// # Errors
    /// When the lesson has no such step.
    pub fn open(game: &'static dyn AnyGame, number: usize, played: &str, lit: bool) -> Result<Step, Refused> {
        let lesson = of(game)?;
        let step = lesson.steps.get(number).ok_or(Refused::NotFound)?;
        Ok(Step { game, lesson, number, now: LessonTry::open(game, step, played, lit)?, shown: None })
    }

    /// Takes a try, or a request for help or a restart. Returns what to store if it completes the step.
    ///
    /// # Errors
    /// When `kind` is none of these.
    pub fn ask(&mut self, kind: &str, text: &str, learned: &Learned) -> Result<Option<Learned>, Refused> {
        self.shown = Some(self.now.play.play().ply());
        self.now.ask(kind, text)?;
        Ok(self.now.play.is_done().then(|| with(learned, self.game, self.number)))
    }

    /// The page of the step, or the part that changes.
    #[must_use]
    pub fn show(&self, learned: &Learned, is_part: bool, base: &str) -> Reply {
        let Step { game, lesson, number, now, shown } = self;
        let LessonTry { play, verdict, lit, .. } = now;
        let page = StepPage {
            game: *game,
            lesson,
            number: *number,
            play,
            verdict: verdict.as_ref(),
            lit: *lit,
            learned,
            base,
        };
        Reply::Html(if is_part { page.part(*shown) } else { page.page() })
    }

    /// Why picks, separated by spaces, make no legal action.
    #[must_use]
    pub fn why(&self, picks: &str) -> Reply {
        Reply::Sentence(self.now.why_not(picks))
    }
}

/// The game at the end of a lesson.
///
/// # Errors
/// When the game has no lesson.
pub fn finale(game: &dyn AnyGame) -> Result<NewGame, Refused> {
    of(game)?;
    Ok(NewGame::new(game.id(), DealSource::Lesson))
}

/// What to store when a visitor comes back from a table: that the lesson is done, if the game at its end was
/// played there.
///
/// # Errors
/// When the game has no lesson.
pub fn finished(
    game: &dyn AnyGame,
    table: Option<&Table>,
    learned: &Learned,
) -> Result<Option<Learned>, Refused> {
    let lesson = of(game)?;
    let ended =
        |table: &Table| table.spec().ends_lesson() && table.game().id() == game.id() && table.is_over();
    Ok(table.is_some_and(ended).then(|| with(learned, game, lesson.steps.len())))
}

fn with(learned: &Learned, game: &dyn AnyGame, step: usize) -> Learned {
    let mut learned = learned.clone();
    learned.add(game.id(), step);
    learned
}
