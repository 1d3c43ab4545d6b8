//! Lessons: every line of every lesson is played, and every wrong move that is explained is tried, by the
//! rules.

use bagatelle_catalog::{AnyGame, games};
use bagatelle_core::present::{FinaleStart, Lesson, LessonStep, Way};
use bagatelle_core::program::Allowance;
use bagatelle_core::{Seat, Turn};
use bagatelle_table::{DealSource, Learned, LessonPlay, NewGame, Occupant, Table, Terms, Verdict, Visitor};
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The games that have a lesson.
fn lessons() -> Vec<(&'static dyn AnyGame, &'static Lesson)> {
    games().iter().filter_map(|game| Some((*game, game.lesson()?))).collect()
}

fn open(game: &dyn AnyGame, step: &'static LessonStep, played: &[&str]) -> LessonPlay {
    LessonPlay::open(game, step, played)
        .unwrap_or_else(|error| panic!("{} “{}”: {error}", game.id(), step.title))
}

/// Wrong moves, each with its reason.
type Tries = &'static [(&'static str, &'static str)];

/// The solution of a step: for each move the action, and the wrong tries with their reasons.
fn solution(step: &LessonStep) -> Vec<(Option<&'static str>, Tries)> {
    match step.way {
        Way::Line(moves) => moves.iter().map(|next| (next.actions.first().copied(), next.tries)).collect(),
        Way::Win { line, tries, .. } => line
            .iter()
            .enumerate()
            .map(|(n, action)| (Some(*action), if n == 0 { tries } else { &[] }))
            .collect(),
    }
}

/// Follows what is lit until the step is done.
fn follow(game: &dyn AnyGame, step: &'static LessonStep, mut each: impl FnMut(&LessonPlay)) -> LessonPlay {
    let mut lesson = open(game, step, &[]);
    for _ in 0..2 * solution(step).len() {
        each(&lesson);
        if lesson.is_done() {
            break;
        }
        let at = format!("{} “{}” after {:?}", game.id(), step.title, lesson.played());
        let lead = lesson.lead().unwrap_or_else(|| panic!("{at}: nothing is lit"));
        let controls = lesson.play().controls(lesson.viewer());
        let svg = lesson.play().svg(lesson.viewer());
        for name in lead.path.iter().flat_map(|step| step.names()) {
            let there =
                svg.contains(&format!("data-pick=\"{name}\"")) || controls.iter().any(|c| c.id == *name);
            assert!(there, "{at}: {name} is not there to pick");
        }
        let verdict = lesson.attempt(&lead.text, lead.amends);
        assert!(
            matches!(verdict, Verdict::Right { .. } | Verdict::Begun { .. }),
            "{at}: {} is {verdict:?}",
            lead.text
        );
    }
    lesson
}

#[test]
fn every_step_is_solved_by_what_is_lit() {
    for (game, lesson) in lessons() {
        assert!((4..=8).contains(&lesson.steps.len()), "{}: {} steps", game.id(), lesson.steps.len());
        for step in lesson.steps {
            let at = format!("{} “{}”", game.id(), step.title);
            let begin = open(game, step, &[]);
            assert_eq!(begin.play().turn(), Turn::Seat(Seat(step.seat)), "{at}: it is the learner’s turn");
            let end = follow(game, step, |_| ());
            assert!(end.is_done() && end.offers().is_empty() && end.lead().is_none(), "{at}: done");
            // The page holds the moves so far and sends them back.
            let played: Vec<&str> = end.played().iter().map(String::as_str).collect();
            assert!(open(game, step, &played).is_done(), "{at}: {played:?}");
            assert!(played.iter().all(|text| !text.contains(char::is_whitespace)), "{at}: {played:?}");
        }
    }
}

#[test]
fn every_solution_as_written_is_right() {
    for (game, lesson) in lessons() {
        for step in lesson.steps {
            let mut lesson = open(game, step, &[]);
            for (action, _) in solution(step) {
                let text = action.map_or_else(|| lesson.play().legal()[0].clone(), str::to_owned);
                let verdict = lesson.attempt(&text, false);
                assert!(
                    matches!(verdict, Verdict::Right { .. }),
                    "{} “{}”: {text} is {verdict:?}",
                    game.id(),
                    step.title
                );
            }
            assert!(lesson.is_done(), "{} “{}”", game.id(), step.title);
            let Way::Line(moves) = step.way else { continue };
            // All that is listed as right is legal; only the line of the first ones goes on.
            let last = moves.last().expect("a move");
            let before: Vec<&str> =
                moves[..moves.len() - 1].iter().filter_map(|m| m.actions.first().copied()).collect();
            for text in last.actions {
                let mut lesson = open(game, step, &before);
                let verdict = lesson.attempt(text, false);
                assert!(lesson.is_done(), "{} “{}”: {text} is {verdict:?}", game.id(), step.title);
            }
        }
    }
}

#[test]
fn every_explained_try_is_legal_and_wrong_and_the_board_goes_back() {
    for (game, lesson) in lessons() {
        let mut tried = 0;
        for step in lesson.steps {
            let mut before: Vec<&str> = Vec::new();
            for (action, tries) in solution(step) {
                for (text, reason) in tries {
                    let at = format!("{} “{}”: {text}", game.id(), step.title);
                    let mut lesson = open(game, step, &before);
                    let position = lesson.play().view(lesson.viewer());
                    let Verdict::Wrong { would, why } = lesson.attempt(text, false) else {
                        panic!("{at} is not wrong")
                    };
                    assert_eq!(why, *reason, "{at}");
                    assert!(!would.is_empty(), "{at}: it does something");
                    assert_eq!(lesson.play().view(lesson.viewer()), position, "{at}: the board goes back");
                    tried += 1;
                }
                before.extend(action);
            }
        }
        assert!(tried > 0, "{}: a wrong try is explained", game.id());
    }
}

#[test]
fn the_rules_refuse_what_is_not_legal() {
    for (game, lesson) in lessons() {
        let texts: BTreeSet<String> =
            lesson.steps.iter().flat_map(|step| open(game, step, &[]).play().legal()).collect();
        let mut refused = 0;
        for step in lesson.steps {
            let legal = open(game, step, &[]).play().legal();
            let Some(text) = texts.iter().find(|text| !legal.contains(text)) else { continue };
            let mut lesson = open(game, step, &[]);
            let expected = lesson.play().check(text).expect_err("it is not legal").to_string();
            assert_eq!(
                lesson.attempt(text, false),
                Verdict::Refused { why: expected },
                "{} {text}",
                game.id()
            );
            assert!(lesson.played().is_empty());
            refused += 1;
        }
        assert!(refused > 0, "{}: the rules refuse a try", game.id());
    }
}

#[test]
fn the_texts_are_sentences() {
    let sentence = |at: &str, text: &str| {
        let whole = text.ends_with(['.', '!', '?', '”']) && text.starts_with(|c: char| !c.is_lowercase());
        assert!(whole && !text.contains("  "), "{at}: “{text}” is no sentence");
    };
    for (game, lesson) in lessons() {
        let mut titles = BTreeSet::new();
        sentence(game.id(), lesson.about);
        sentence(game.id(), lesson.finale.task);
        sentence(game.id(), lesson.finale.done);
        for step in lesson.steps {
            let at = format!("{} “{}”", game.id(), step.title);
            assert!(
                titles.insert(step.title) && !step.title.is_empty() && !step.title.ends_with('.'),
                "{at}"
            );
            for text in [step.task, step.otherwise, step.right] {
                sentence(&at, text);
            }
            let mut more: Vec<&str> =
                solution(step).iter().flat_map(|(_, tries)| tries.iter().map(|(_, why)| *why)).collect();
            more.push(step.hint);
            if let Way::Line(moves) = step.way {
                assert!(!moves.is_empty(), "{at}: moves");
                more.extend(moves.iter().flat_map(|next| [next.task, next.right]));
                assert!(moves[moves.len() - 1].right.is_empty(), "{at}: the last move is told by the step");
                assert!(
                    moves[..moves.len() - 1].iter().all(|next| !next.right.is_empty()),
                    "{at}: each move is told"
                );
            }
            more.iter().filter(|text| !text.is_empty()).for_each(|text| sentence(&at, text));
        }
    }
}

#[test]
fn every_lesson_ends_with_a_game_with_help() {
    for (game, lesson) in lessons() {
        let new = NewGame {
            game: game.id().into(),
            options: Value::Null,
            deal_options: Value::Null,
            source: DealSource::Lesson,
            others: Vec::new(),
            sit: None,
            name: String::new(),
            terms: Terms::default(),
            best_of: 1,
        };
        let ann = Visitor::anonymous("ann");
        let spec =
            new.plan(&ann, "table".into(), &["seed".into()], 0, &Allowance::default()).expect("a game");
        assert!(spec.ends_lesson());
        assert_eq!(spec.dealt, matches!(lesson.finale.start, FinaleStart::Deal { .. }));
        let person = spec.seating[usize::from(lesson.finale.seat)].person().expect("the learner sits there");
        assert_eq!(person.id, "ann");
        for (seat, occupant) in spec.seating.iter().enumerate() {
            let other = matches!(occupant, Occupant::Program { name, .. } if name == lesson.finale.opponent);
            assert!(other || seat == usize::from(lesson.finale.seat), "{}: {occupant:?}", game.id());
        }
        let table = Table::new(spec, Arc::new([])).expect("a table");
        assert!(!table.is_over());
    }
}

#[test]
fn what_is_learned_is_read_as_it_is_written() {
    let (game, _) = lessons()[0];
    let mut learned = Learned::default();
    assert!(!learned.has_begun(game.id()) && learned.to_string().is_empty());
    learned.add(game.id(), 0);
    learned.add(game.id(), 7);
    learned.add(game.id(), 99);
    let read = Learned::read(&learned.to_string());
    assert_eq!(read, learned);
    assert!(
        read.has(game.id(), 0)
            && read.has(game.id(), 7)
            && !read.has(game.id(), 1)
            && !read.has(game.id(), 99)
    );
    for damaged in ["", ".", "chess_1", "___", &format!("{}_zz", game.id()), &format!("{}_fffff", game.id())]
    {
        assert_eq!(Learned::read(damaged), Learned::default(), "{damaged}");
    }
}
