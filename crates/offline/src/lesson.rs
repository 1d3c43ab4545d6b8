//! Lessons. Nothing about a step is kept: the page sends the moves so far with each try. Which steps are done is remembered.

use crate::fault::Fault;
use crate::message::{Method, Request, Response};
use crate::site::{Asked, Site};
use bagatelle_catalog::AnyGame;
use bagatelle_core::present::{Help, Lesson, LessonStep};
use bagatelle_pages::lesson::{LessonPage, StepPage};
use bagatelle_pages::text::sentence;
use bagatelle_pages::urls;
use bagatelle_table::{DealSource, Learned, LessonPlay, NewGame, Terms, Verdict};
use serde_json::Value;

/// The most moves of a step that are read.
const LONGEST: usize = 64;

/// A step that is asked for.
struct Step<'a> {
    game: &'static dyn AnyGame,
    lesson: &'static Lesson,
    number: usize,
    step: &'static LessonStep,
    played: &'a str,
    lit: bool,
}

impl Step<'_> {
    /// The step after the moves so far.
    fn open(&self) -> Result<LessonPlay, Fault> {
        let played: Vec<&str> = self.played.split_whitespace().take(LONGEST).collect();
        Ok(LessonPlay::open(self.game, self.step, &played)?)
    }
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
            let number: usize = number.parse().ok().and_then(|n: usize| n.checked_sub(1))?;
            let step = lesson.steps.get(number)?;
            let lit = asked.query("lit") == Some("1") || step.help == Help::Lit;
            Some(Step { game, lesson, number, step, played: asked.query("played").unwrap_or_default(), lit })
        };
        let learned = Learned::read(&self.memory().learned);
        match (asked.request.method, rest) {
            (Method::Get, []) => Ok(Response::html(LessonPage { game, lesson, learned: &learned }.page())),
            (Method::Post, ["finale"]) => self.make(finale(game), asked),
            (Method::Get, ["done"]) => self.finished(game, lesson, asked),
            (Method::Get, [number]) => {
                let step = step(number).ok_or(Fault::NotFound)?;
                Ok(shown(&step, &step.open()?, None, &learned, asked.request))
            }
            (Method::Post, [number, "act"]) => self.attempt(step(number).ok_or(Fault::NotFound)?, asked),
            (Method::Get, [number, "why"]) => {
                let play = step(number).ok_or(Fault::NotFound)?.open()?;
                let picks: Vec<&str> = asked.query("picks").unwrap_or_default().split_whitespace().collect();
                let refusal = play.play().refusal(play.viewer(), &picks).filter(|_| !play.is_done());
                Ok(match refusal {
                    Some(reason) => Response::of("text/plain", sentence(&reason)),
                    None => Response { status: 204, ..Response::default() },
                })
            }
            _ => Err(Fault::NotFound),
        }
    }

    /// A try, or the wish for help or for a new beginning.
    fn attempt(&mut self, mut step: Step<'_>, asked: &Asked<'_>) -> Result<Response, Fault> {
        let mut play = step.open()?;
        let verdict = match asked.field("kind") {
            kind @ ("act" | "amend") => Some(play.attempt(asked.field("text").trim(), kind == "amend")),
            "again" => {
                step.played = "";
                play = step.open()?;
                None
            }
            "show" => {
                step.lit = true;
                None
            }
            _ => return Err(Fault::Refused("a step of a lesson knows act, amend, again and show".into())),
        };
        // A learner who has tried in vain is shown the way.
        step.lit |= matches!(verdict, Some(Verdict::Wrong { .. }));
        let memory = play.is_done().then(|| self.learn(step.game, step.number));
        let learned = Learned::read(&self.memory().learned);
        Ok(Response { memory, ..shown(&step, &play, verdict.as_ref(), &learned, asked.request) })
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
        let table = &self.held(asked.query("table").unwrap_or_default())?.table;
        let ended = table.spec().ends_lesson() && table.game().id() == game.id() && table.is_over();
        let memory = ended.then(|| self.learn(game, lesson.steps.len()));
        Ok(Response { memory, ..Response::to(urls::lesson(game.id())) })
    }
}

fn shown(
    step: &Step<'_>,
    play: &LessonPlay,
    verdict: Option<&Verdict>,
    learned: &Learned,
    request: &Request,
) -> Response {
    let Step { game, lesson, number, lit, .. } = *step;
    let page = StepPage { game, lesson, number, play, verdict, lit, learned };
    Response::html(if request.part { page.part() } else { page.page() })
}

/// The game at the end of the lesson of a game.
fn finale(game: &dyn AnyGame) -> NewGame {
    NewGame {
        game: game.id().to_owned(),
        options: Value::Null,
        deal_options: Value::Null,
        source: DealSource::Lesson,
        others: Vec::new(),
        sit: None,
        name: String::new(),
        terms: Terms::default(),
        best_of: 1,
    }
}
