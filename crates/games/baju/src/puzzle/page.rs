//! The puzzle on a page: its picture, how a move is picked, the sentences, the figures beside the board.

use super::action::Action;
use super::goal::Goal;
use super::rulepage;
use super::rules::Puzzle;
use super::solve;
use super::view::{Seen, View};
use super::workshop;
use crate::draw::BoardPicture;
use crate::page::{board_question, picks};
use bagatelle_core::present::text::{capitalised, counted};
use bagatelle_core::present::{
    Fact, Hint, Manifest, ParFinder, Playable, Question, Scene, Solved, Solver, Step, Workshop,
};
use maud::Markup;
use std::time::Duration;

impl Playable for Puzzle {
    const MANIFEST: Manifest = Manifest {
        name: "baju puzzle",
        tagline: "Sixteen buttons in disorder: swap them into white and black lines that match.",
        designer: "Adam Obren",
        seats: 1..=1,
        minutes: 5..=5,
        options,
        solve_limit: Some(Duration::from_secs(20)),
        par_limit: Some(Duration::from_secs(20)),
        ..Manifest::BASE
    };

    fn rules_page() -> Markup {
        rulepage::html()
    }

    fn goal(&self, view: &View) -> String {
        format!("Swap buttons until there is {}.", view.state.goal().words())
    }

    fn status(&self, _view: &View, _picks: &[&str]) -> String {
        "Choose a button to swap.".into()
    }

    fn svg(&self, scene: &Scene<'_, Puzzle>) -> String {
        let state = &scene.view.state;
        let goal = state.goal();
        let mut picture = BoardPicture::of(self.board(), *state.layout());
        picture.picks = true;
        picture.label = if state.is_solved() {
            format!("baju puzzle: solved in {}", counted(state.moves() as usize, "move"))
        } else {
            format!("baju puzzle, goal {}: {}", goal.number(), goal.words())
        };
        let pairs = goal.pairs_met(state.layout());
        picture.lit = pairs.into_iter().flat_map(|(white, black)| [white, black]).collect();
        picture.trail = scene.last.and_then(|seen| {
            let (mover, _) = seen.swapped?;
            self.board().way(mover, seen.action.from, seen.action.to)
        });
        picture.offer(scene.legal.iter().map(|action| (action.from, action.to)));
        picture.svg()
    }

    /// The button, then the space.
    fn path(&self, view: &View, action: Action) -> Vec<Step> {
        view.state.layout().button(action.from).map(|button| picks(button, action.to)).unwrap_or_default()
    }

    fn say(&self, _before: &View, seen: &Seen) -> String {
        let Some((mover, other)) = seen.swapped else { return seen.to_string() };
        let Action { from, to } = seen.action;
        let mover = capitalised(&mover.words());
        format!("{mover} goes from {from} to {to}, in exchange for {}.", other.words())
    }

    fn facts(&self, view: &View, _seen: &[Seen]) -> Vec<Fact> {
        let state = &view.state;
        let mut facts = vec![
            Fact::new("Moves", state.moves()).scored(),
            Fact::new("Goal", state.goal().number()).scored(),
        ];
        if !state.is_solved() {
            facts.push(Fact::new("Still needed, at least", solve::at_least(state.goal(), state.layout())));
        }
        facts
    }

    fn hint(&self, view: &View, solved: &Solved<Action>, strength: u8) -> Hint {
        let Some(&action) = solved.line.first() else { return Hint::default() };
        let path = self.path(view, action);
        let names = path.iter().flat_map(|step| step.names().iter().cloned());
        let to_go = counted(solved.line.len(), "move");
        if strength <= 1 {
            let text = format!("{to_go} to go at best. The marked button is next.");
            return Hint { text, marks: names.take(1).collect() };
        }
        let text = format!("{} {to_go} to go at best.", self.foretell(view, action));
        Hint { text, marks: names.collect() }
    }

    fn solver(&self) -> Option<&dyn Solver<Puzzle>> {
        Some(self)
    }

    fn par(&self) -> Option<&dyn ParFinder<Puzzle>> {
        Some(self)
    }

    fn workshop() -> Option<&'static dyn Workshop> {
        Some(&workshop::Workshop)
    }
}

fn options() -> Vec<Question> {
    let answer = |goal: Goal| (goal.number(), format!("{}: {}", goal.number(), goal.words()));
    vec![
        Question::choice("goal", "Goal")
            .help("On the first board a best solution takes about 4, 7, 8 and 12 moves.")
            .answers(Goal::ALL.map(answer)),
        board_question(),
    ]
}
