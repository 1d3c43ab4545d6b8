//! The puzzle on a page.

use super::{board_question, count, ends, picks, trail};
use crate::draw::Picture;
use crate::rulepage;
use crate::rules::goal::Goal;
use crate::rules::puzzle::{Puzzle, Swap};
use crate::solve;
use crate::things::Button;
use crate::view::PuzzleView;
use bagatelle_core::playable::{About, Fact, Playable, Progress, Question, Scene, Solved, Step};
use bagatelle_core::program::Budget;

impl Playable for Puzzle {
    fn about() -> About {
        About {
            name: "baju puzzle",
            tagline: "Sixteen buttons in disorder: swap them into white and black lines that match.",
            designer: "Adam Obren",
            players: "1",
            minutes: "5 min",
        }
    }

    fn rules() -> String {
        rulepage::puzzle()
    }

    fn option_questions() -> Vec<Question> {
        let answer = |goal: Goal| (goal.number().to_string(), format!("{}: {}", goal.number(), goal.words()));
        vec![
            Question {
                key: "goal",
                label: "Goal",
                help: "On the first board a best solution takes about 4, 7, 8 and 12 moves.",
                answers: Goal::ALL.map(answer).into(),
                grid: None,
            },
            board_question(),
        ]
    }

    fn draw(&self, scene: &Scene<'_, Puzzle>) -> String {
        let view = scene.view;
        let layout = *view.state.layout();
        let mut picture = Picture::of(self.board(), layout);
        picture.picks = true;
        picture.label = if view.state.is_solved() {
            format!("baju puzzle: solved in {}", count(view.state.moves() as usize, "move"))
        } else {
            format!("baju puzzle, goal {}: {}", view.goal.number(), view.goal.words())
        };
        picture.lit =
            view.goal.pairs_met(&layout).into_iter().flat_map(|(white, black)| [white, black]).collect();
        picture.trail = scene.last.and_then(ends).and_then(|(from, to)| {
            let button = layout.button(to)?;
            trail(self.board().way(button.colour(), button.value(), from, to))
        });
        for Swap { from, to } in scene.legal {
            if let Some(button) = layout.button(*from)
                && let Some(way) = self.board().way(button.colour(), button.value(), *from, *to)
            {
                picture.routes.push((button, way));
            }
        }
        picture.svg()
    }

    fn path(&self, view: &PuzzleView, action: Swap) -> Vec<Step> {
        view.state.layout().button(action.from).map(|button| picks(button, action.to)).unwrap_or_default()
    }

    fn say(&self, before: &PuzzleView, seen: &str) -> String {
        let layout = before.state.layout();
        let name = |button: Button| format!("{} {}", button.colour().word(), button.value());
        let sentence = || {
            let (from, to) = ends(seen)?;
            let (mover, other) = layout.button(from).zip(layout.button(to))?;
            Some(format!(
                "{} goes from {from} to {to}, in exchange for {}.",
                capital(&name(mover)),
                name(other)
            ))
        };
        sentence().unwrap_or_else(|| seen.to_owned())
    }

    fn facts(&self, view: &PuzzleView, _seen: &[String]) -> Vec<Fact> {
        let mut facts = vec![Fact::new("Moves", view.state.moves()), Fact::new("Goal", view.goal.number())];
        if !view.state.is_solved() {
            facts.push(Fact::new("Still needed, at least", solve::at_least(view.goal, view.state.layout())));
        }
        facts
    }

    fn solve(&self, view: &PuzzleView, budget: &Budget<'_>, progress: Progress<'_>) -> Option<Solved<Swap>> {
        Some(solve::solve(self, view, budget, progress))
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_ascii_uppercase().to_string() + chars.as_str()).unwrap_or_default()
}
