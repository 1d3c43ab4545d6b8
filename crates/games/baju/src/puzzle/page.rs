//! The puzzle on a page: its picture, how a move is picked, the sentences, the figures beside the board.

use super::action::Action;
use super::goal::Goal;
use super::guide;
use super::hardest::{Hardest, Hunted};
use super::lesson::LESSON;
use super::rulepage;
use super::rules::Puzzle;
use super::view::{Seen, View};
use super::workshop;
use crate::draw::{BoardPicture, place_id};
use crate::layout::Layout;
use crate::notation::read_layout;
use crate::page::{board_question, exchange, picks};
use crate::pieces::Space;
use bagatelle_core::present::text::{capitalised, counted};
use bagatelle_core::present::{
    Analyser, EASY_TO_EXPERT, Fact, Grader, HardDeal, HardDeals, Hint, Lesson, Manifest, Motion, ParFinder,
    Playable, Question, Scene, Solved, Solver, Sound, Step, Surface, Workshop, beginning, beginnings,
    in_moves,
};
use maud::Markup;
use std::time::Duration;

impl Playable for Puzzle {
    const MANIFEST: Manifest = Manifest {
        name: "baju puzzle",
        tagline: "Sixteen jumbled buttons: swap them into matching white and black lines.",
        designer: "Adam Obren",
        seats: 1..=1,
        minutes: 5..=5,
        options,
        solve_limit: Some(Duration::from_secs(20)),
        grades: EASY_TO_EXPERT,
        hardest,
        par_limit: Some(Duration::from_secs(20)),
        surface: Surface::Linen,
        ornament: "M-6.5 0a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0zM-3.5 0a1.3 1.3 0 1 0 2.6 0 \
            a1.3 1.3 0 1 0-2.6 0zM0.9 0a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0-2.6 0zM-11 -1.5h3v3h-3 \
            zM8 -1.5h3v3h-3zM-1.5 -11h3v3h-3zM-1.5 8h3v3h-3z",
        on_paper: true,
        laid: true,
        ..Manifest::BASE
    };

    fn rules_page() -> Markup {
        rulepage::html()
    }

    fn goal(&self, view: &View) -> String {
        view.state.goal().sentence().into()
    }

    const GOAL_FIGURE: bool = true;

    fn goal_figure(&self, view: &View) -> Option<String> {
        let goal = view.state.goal();
        let layout = read_layout(goal.example()).ok()?;
        let mut picture = BoardPicture::of(self.board(), layout);
        picture.label = format!("Goal met. {}", goal.words());
        picture.lit = lit(goal, &layout);
        Some(picture.svg())
    }

    fn status(&self, _view: &View, picks: &[&str]) -> String {
        guide::status(picks)
    }

    fn why_not(&self, view: &View, picks: &[&str]) -> Option<String> {
        guide::why_not(self, &view.state, picks)
    }

    fn topic(&self, view: &View) -> &'static str {
        guide::topic(&view.state)
    }

    fn sound(&self, _seen: &Seen) -> Sound {
        Sound::Button
    }

    /// The two spaces whose buttons have changed places.
    fn lights(&self, _before: &View, seen: &Seen) -> Vec<String> {
        [seen.action.from, seen.action.to].map(place_id).into()
    }

    fn svg(&self, scene: &Scene<'_, Puzzle>) -> String {
        let state = &scene.view.state;
        let goal = state.goal();
        let mut picture = BoardPicture::of(self.board(), *state.layout());
        picture.picks = true;
        picture.fixed = scene.fixed;
        picture.label = if state.is_solved() {
            format!("baju puzzle: solved in {}", counted(state.moves() as usize, "move"))
        } else {
            format!("baju puzzle. {}", goal.words())
        };
        picture.lit = lit(goal, state.layout());
        picture.decided = state.is_solved();
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

    fn motions(&self, view: &View, action: Action) -> Vec<Motion> {
        exchange(view.state.layout(), action.from, action.to, false)
    }

    fn say(&self, _before: &View, seen: &Seen) -> String {
        let Some((mover, other)) = seen.swapped else { return seen.to_string() };
        format!("{} swaps places with {}.", capitalised(&mover.words()), other.words())
    }

    fn advise(&self, view: &View, action: Action) -> String {
        let layout = view.state.layout();
        match (layout.button(action.from), layout.button(action.to)) {
            (Some(one), Some(other)) => format!("Swap {} with {}.", one.words(), other.words()),
            _ => self.foretell(view, action),
        }
    }

    fn facts(&self, view: &View, _seen: &mut dyn ExactSizeIterator<Item = &Seen>) -> Vec<Fact> {
        let state = &view.state;
        vec![Fact::new("Moves", state.moves()).scored(), Fact::new("Goal", state.goal().name()).scored()]
    }

    fn picked_first(&self, _view: &View, _action: Action) -> &'static str {
        "button"
    }

    /// That the goal or a part of it is reached, or after how many moves of the line a button lies where it
    /// stays. In a whole solution it is a button of the lines that match in the end.
    fn reason(&self, view: &View, line: &[Action]) -> Option<String> {
        let goal = view.state.goal();
        let mut after = *view.state.layout();
        let mut end = after;
        line.iter().for_each(|action| end.exchange(action.from, action.to));
        let matched = goal.pairs_met(&end).iter().fold(0, |all, (white, black)| all | white | black);
        let counts = |space: Space| !goal.is_met(&end) || matched & space.bit() != 0;
        let before = goal.pairs_met(&after).len();
        for (n, action) in line.iter().enumerate() {
            after.exchange(action.from, action.to);
            if n == 0 && goal.is_met(&after) {
                return Some("solves the puzzle".into());
            }
            if n == 0 && goal.pairs_met(&after).len() > before {
                return Some("completes a pair of lines".into());
            }
            let rests = |space: &Space| {
                counts(*space)
                    && line[n + 1..].iter().all(|action| action.from != *space && action.to != *space)
            };
            let rested = [action.from, action.to].into_iter().find(rests);
            if let Some(button) = rested.and_then(|space| after.button(space)) {
                return Some(in_moves(n + 1, "put", &format!("{} where it can stay", button.words())));
            }
        }
        None
    }

    fn hint(&self, view: &View, solved: &Solved<Action>, strength: u8, legal: &[Action]) -> Hint {
        let Some(&action) = solved.line.first() else { return Hint::default() };
        if strength <= 1 {
            let marks = beginnings(|action| beginning(&self.path(view, action)), action, legal);
            let (moves, which) = (solved.line.len(), self.marked(view, action, marks.len()));
            let text = format!("You can solve it in {}. Try {which}.", counted(moves, "move"));
            return Hint { text, marks };
        }
        Hint::whole(self.advise(view, action), self.reason(view, &solved.line), &self.path(view, action))
    }

    fn solver(&self) -> Option<&dyn Solver<Puzzle>> {
        Some(self)
    }

    fn analyser(&self) -> Option<&dyn Analyser<Puzzle>> {
        Some(self)
    }

    fn grader(&self) -> Option<&dyn Grader<Self>> {
        Some(self)
    }

    fn par(&self) -> Option<&dyn ParFinder<Puzzle>> {
        Some(self)
    }

    fn lesson() -> Option<&'static Lesson> {
        Some(&LESSON)
    }

    fn workshop() -> Option<&'static dyn Workshop> {
        Some(&workshop::Workshop)
    }
}

/// The lines that count for the goal.
fn lit(goal: Goal, layout: &Layout) -> Vec<u16> {
    goal.pairs_met(layout).into_iter().flat_map(|(white, black)| [white, black]).collect()
}

fn hardest() -> Vec<HardDeals> {
    let row = |goal: Goal| {
        let Hunted { deals, hardest } = Hunted::of(goal);
        let deal = |Hardest { seed, swaps, .. }: Hardest| HardDeal { seed, moves: swaps.len() as u32 };
        HardDeals {
            label: goal.name().to_owned(),
            options: vec![("goal", goal.number().to_string())],
            of: deals,
            deals: hardest.into_iter().map(deal).collect(),
        }
    };
    Goal::ALL.into_iter().map(row).collect()
}

fn options() -> Vec<Question> {
    let answer = |goal: Goal| (goal.number(), goal.words());
    vec![
        Question::choice("goal", "Goal")
            .help(
                "Lines match if they have the same numbers in the same order. In sequence, the numbers go \
                 up or down by one. The shortest solutions take about 4, 7, 8 or 12 moves.",
            )
            .answers(Goal::ALL.map(answer)),
        board_question(),
    ]
}
