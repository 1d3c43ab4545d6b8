//! Lessons. Nothing about a step is kept: the page sends the moves so far with each try. Which steps are done
//! is remembered.

use crate::fault::Fault;
use crate::message::{Method, Request, Response};
use crate::site::{Asked, Site};
use bagatelle_catalog::AnyGame;
use bagatelle_core::present::Lesson;
use bagatelle_pages::lesson::{LessonPage, StepPage};
use bagatelle_pages::urls;
use bagatelle_table::{DealSource, Learned, LessonTry, NewGame};

/// A step that is asked for.
struct Step {
    game: &'static dyn AnyGame,
    lesson: &'static Lesson,
    number: usize,
    now: LessonTry,
}

impl Site {
    /// The answer at an address below that of a lesson.
    pub(crate) fn lesson(
        &mut self,
        game: &'static dyn AnyGame,
        rest: &[&str],
        asked: &Asked<'_>,
    ) -> Result<Response, Fault> {
        let lesson = game.lesson().ok_or(Fault::NotFound)?;
        let step = |number: &str| {
            let number: usize =
                number.parse().ok().and_then(|n: usize| n.checked_sub(1)).ok_or(Fault::NotFound)?;
            let step = lesson.steps.get(number).ok_or(Fault::NotFound)?;
            let played = asked.query("played").unwrap_or_default();
            let now = LessonTry::open(game, step, played, asked.query("lit") == Some("1"))?;
            Ok::<_, Fault>(Step { game, lesson, number, now })
        };
        let learned = Learned::read(&self.memory().learned);
        match (asked.request.method, rest) {
            (Method::Get, []) => Ok(Response::html(LessonPage { game, lesson, learned: &learned }.page())),
            (Method::Post, ["finale"]) => self.make(NewGame::new(game.id(), DealSource::Lesson), asked),
            (Method::Get, ["done"]) => self.finished(game, lesson, asked),
            (Method::Get, [number]) => Ok(shown(&step(number)?, &learned, asked.request)),
            (Method::Post, [number, "act"]) => self.attempt(step(number)?, asked),
            (Method::Get, [number, "why"]) => {
                let picks = asked.query("picks").unwrap_or_default();
                Ok(Response::reason(step(number)?.now.why_not(picks)))
            }
            _ => Err(Fault::NotFound),
        }
    }

    /// A try, or the wish for help or for a new beginning.
    fn attempt(&mut self, mut step: Step, asked: &Asked<'_>) -> Result<Response, Fault> {
        step.now.ask(asked.field("kind"), asked.field("text"))?;
        let memory = step.now.play.is_done().then(|| self.learn(step.game, step.number));
        let learned = Learned::read(&self.memory().learned);
        Ok(Response { memory, ..shown(&step, &learned, asked.request) })
    }

    /// Remembers that a step is done.
    fn learn(&mut self, game: &dyn AnyGame, step: usize) -> crate::message::Memory {
        self.remember(|memory| {
            let mut learned = Learned::read(&memory.learned);
            learned.add(game.id(), step);
            memory.learned = learned.to_string();
        })
    }

    /// Comes back from the game at the end of a lesson.
    fn finished(
        &mut self,
        game: &'static dyn AnyGame,
        lesson: &Lesson,
        asked: &Asked<'_>,
    ) -> Result<Response, Fault> {
        let table = self.held(asked.query("table").unwrap_or_default())?.table();
        let ended = table.spec().ends_lesson() && table.game().id() == game.id() && table.is_over();
        let memory = ended.then(|| self.learn(game, lesson.steps.len()));
        Ok(Response { memory, ..Response::to(urls::lesson(game.id())) })
    }
}

fn shown(step: &Step, learned: &Learned, request: &Request) -> Response {
    let Step { game, lesson, number, now } = step;
    let LessonTry { play, verdict, lit, .. } = now;
    let page = StepPage {
        game: *game,
        lesson,
        number: *number,
        play,
        verdict: verdict.as_ref(),
        lit: *lit,
        learned,
    };
    Response::html(if request.part { page.part() } else { page.page() })
}
