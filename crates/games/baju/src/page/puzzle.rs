//! The puzzle on a page.

use super::{board_question, count, ends, picks, trail, workshop};
use crate::draw::Picture;
use crate::rulepage;
use crate::rules::goal::Goal;
use crate::rules::puzzle::{Puzzle, PuzzleState, Swap};
use crate::solve;
use crate::things::Button;
use crate::view::PuzzleView;
use bagatelle_core::playable::{About, Fact, Hint, Mark, Playable, Progress, Question, Scene, Solved, Step};
use bagatelle_core::program::Budget;
use maud::html;

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
                own: false,
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
        let mut facts = vec![
            Fact::new("Moves", view.state.moves()).scored(),
            Fact::new("Goal", view.goal.number()).scored(),
        ];
        if !view.state.is_solved() {
            facts.push(Fact::new("Still needed, at least", solve::at_least(view.goal, view.state.layout())));
        }
        facts
    }

    fn solve(&self, view: &PuzzleView, budget: &Budget<'_>, progress: Progress<'_>) -> Option<Solved<Swap>> {
        Some(solve::solve(self, view, budget, progress))
    }

    fn solve_ms() -> Option<u32> {
        Some(20_000)
    }

    fn hint(&self, view: &PuzzleView, solved: &Solved<Swap>, strength: u8) -> Hint {
        let Some(&action) = solved.line.first() else { return Hint::default() };
        let names = self.path(view, action).into_iter().filter_map(|step| match step {
            Step::One(name) => Some(name),
            Step::Set(_) => None,
        });
        let to_go = count(solved.line.len(), "move");
        if strength <= 1 {
            return Hint {
                text: format!("{to_go} to go at best. The marked button is next."),
                marks: names.take(1).collect(),
            };
        }
        Hint {
            text: format!("{} {to_go} to go at best.", self.say(view, &action.to_string())),
            marks: names.collect(),
        }
    }

    fn mark(&self, start: &PuzzleState, budget: &Budget<'_>) -> Option<Mark> {
        let found = solve::shortest(self, start.layout(), budget, |_, _| ());
        let moves = u32::try_from(found.swaps?.len()).ok()?;
        Some(Mark { moves, at_least: found.lower_bound })
    }

    fn mark_ms() -> Option<u32> {
        Some(20_000)
    }

    fn workshop(text: &str) -> Option<String> {
        let choices = html! {
            label.field {
                span { "Goal" }
                select name="option.goal" {
                    @for goal in Goal::ALL { option value=(goal.number()) { (goal.number()) ": " (goal.words()) } }
                }
            }
            input type="hidden" name="sit" value="0" {}
        };
        Some(workshop::page(text, &choices, "Deal on this board"))
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_ascii_uppercase().to_string() + chars.as_str()).unwrap_or_default()
}
