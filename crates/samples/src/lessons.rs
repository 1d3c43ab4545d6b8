//! Samples of lessons.

use super::sample::Sample;
use super::story::{ANN, BASE, Story, order};
use bagatelle_catalog::AnyGame;
use bagatelle_core::present::{Lesson, LessonStep, Way};
use bagatelle_pages::lesson::{LessonPage, StepPage};
use bagatelle_table::{DealSource, Learned, LessonPlay, NewGame, Verdict};

const GAME: &str = "baju-puzzle";

/// A page of each kind for one game, and the first step of each lesson.
pub(crate) fn samples() -> Vec<Sample> {
    let any = bagatelle_catalog::find(GAME).expect("a game");
    let lesson = any.lesson().expect("a lesson");
    let mut begun = Learned::default();
    begun.add(GAME, 0);
    let mut all = Learned::default();
    (0..=lesson.steps.len()).for_each(|step| all.add(GAME, step));
    let overview = |name: &str, learned: &Learned| {
        Sample::new(name, LessonPage { game: any, lesson, learned, base: BASE }.page())
    };
    let end = Story::new(NewGame { source: DealSource::Lesson, ..order(GAME) });
    let mut samples = vec![
        overview("lesson", &Learned::default()),
        overview("lesson-begun", &begun),
        overview("lesson-finished", &all),
        end.sample("lesson-end", ANN),
        tried("lesson-right", any, lesson, |step| Some(first(step))),
        tried("lesson-wrong", any, lesson, wrong),
        tried("lesson-refused", any, lesson, |_| Some("a1a2")),
    ];
    for any in bagatelle_catalog::games() {
        if let Some(lesson) = any.lesson() {
            samples.push(tried(&format!("lesson-{}", any.id()), *any, lesson, |_| None));
        }
    }
    samples
}

/// The first step after a try.
fn tried(
    name: &str,
    game: &dyn AnyGame,
    lesson: &Lesson,
    pick: impl Fn(&LessonStep) -> Option<&'static str>,
) -> Sample {
    let mut play = LessonPlay::open(game, &lesson.steps[0], &[]).expect("a position");
    let verdict: Option<Verdict> = pick(&lesson.steps[0]).map(|text| play.attempt(text, false));
    let mut learned = Learned::default();
    if play.is_done() {
        learned.add(game.id(), 0);
    }
    let page = StepPage {
        game,
        lesson,
        number: 0,
        play: &play,
        verdict: verdict.as_ref(),
        lit: true,
        learned: &learned,
        base: BASE,
    };
    Sample::new(name, page.page())
}

fn first(step: &LessonStep) -> &'static str {
    match step.way {
        Way::Line(moves) => moves[0].actions[0],
        Way::Win { line, .. } => line[0],
    }
}

fn wrong(step: &LessonStep) -> Option<&'static str> {
    match step.way {
        Way::Line(moves) => moves[0].tries,
        Way::Win { tries, .. } => tries,
    }
    .first()
    .map(|(text, _)| *text)
}
