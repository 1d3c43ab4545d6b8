//! The solver as pages and commands use it: solutions for hints and analysis, and the par of a deal.

use super::large;
use super::position::Position;
use super::proof::Stage;
use super::search::{Limits, Solution};
use super::solver::Solver;
use crate::action::Action;
use crate::rules::BrainBurn;
use crate::state::State;
use bagatelle_core::present::text::counted;
use bagatelle_core::present::{
    self, Analyser, Better, Effort, Evaluation, Line, Par, ParFinder, Progress, Scale, Solved, Worth,
};
use bagatelle_core::program::Budget;
use std::sync::{LazyLock, Mutex};

/// The share of the time of a hint that goes into the lower bound.
const PROOF_OF_HINT: f64 = 0.15;
/// The share of the time of a par that goes into the lower bound.
const PROOF_OF_PAR: f64 = 0.4;
/// The share where a proof is wanted.
const PROOF_WANTED: f64 = 0.92;

/// The solver with its tables, which never change: built when it is first needed.
pub(super) static SOLVER: LazyLock<Solver> = LazyLock::new(Solver::new);

/// The most memory that a search takes, in bytes; it reaches this after about ten seconds.
const MEMORY: usize = 400 << 20;

/// The best solution that can be found within a budget, of which the share `proof`, or most if the budget
/// says so, goes into the lower bound.
fn solution(
    state: &State,
    budget: &Budget<'_>,
    proof: f64,
    better: &mut (dyn FnMut(&Solution, Option<&Stage>) + Send),
) -> Solution {
    let spent = |nodes: u64| match (budget.nodes, budget.spent) {
        _ if (budget.stop)() => 1.0,
        (Some(limit), _) => nodes as f64 / limit.max(1) as f64,
        (None, Some(spent)) => spent(),
        (None, None) => 0.0,
    };
    let known = Mutex::new((better, Solution::default()));
    let told = |stage: &Stage| {
        if let Ok(mut known) = known.lock() {
            let (tell, solution) = &mut *known;
            tell(solution, Some(stage));
        }
    };
    let limits = Limits {
        spent: &spent,
        workers: budget.workers,
        memory: MEMORY,
        proof: if budget.prove { PROOF_WANTED } else { proof },
        seed: 1,
        large: large::taken(),
        told: &told,
    };
    SOLVER.solve(&Position::from(state), &limits, &|better| {
        if let Ok(mut known) = known.lock() {
            let (tell, solution) = &mut *known;
            solution.clone_from(better);
            tell(better, None);
        }
    })
}

/// The result of a proof.
fn stage_in_words(solution: &Solution, stage: &Stage) -> String {
    let millions = |nodes: u64| nodes.div_ceil(1_000_000);
    let expected =
        stage.expected.map_or(String::new(), |nodes| format!(" of about {} million", millions(nodes)));
    format!(
        "best so far: {} moves; searched {:.0}% of the positions{expected} that decide whether {} are \
            enough",
        solution.slides(),
        stage.done * 100.0,
        stage.bound,
    )
}

fn in_words(solution: &Solution) -> String {
    let (slides, swaps) = (solution.slides(), solution.swaps());
    if solution.is_optimal() {
        format!("Solved in {slides} moves with {swaps} swaps, the proven minimum.")
    } else {
        format!("Solved in {slides} moves with {swaps} swaps.")
    }
}

impl present::Solver<BrainBurn> for BrainBurn {
    fn solve(&self, view: &State, budget: &Budget<'_>, progress: Progress<'_>) -> Option<Solved<Action>> {
        if view.is_solved() {
            let json = serde_json::json!({ "actions": [], "length": 0, "lower_bound": 0, "optimal": true });
            return Some(Solved { line: Vec::new(), json, text: "Solved in 0 moves.".into() });
        }
        let solution = solution(view, budget, PROOF_OF_HINT, &mut |better, stage| match stage {
            Some(stage) => progress(None, &stage_in_words(better, stage)),
            None => progress(None, &in_words(better)),
        });
        let json = serde_json::json!({
            "actions": solution.moves.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "length": solution.slides(),
            "lower_bound": solution.lower_bound,
            "optimal": solution.is_optimal(),
        });
        let text = in_words(&solution);
        Some(Solved { line: solution.moves, json, text })
    }
}

impl ParFinder<BrainBurn> for BrainBurn {
    fn par(&self, start: &State, budget: &Budget<'_>) -> Option<Par> {
        let solution = solution(start, budget, PROOF_OF_PAR, &mut |_, _| ());
        Some(Par { moves: solution.slides(), at_least: solution.lower_bound })
    }

    /// All the time goes into the solution.
    fn left(&self, state: &State, budget: &Budget<'_>) -> Option<u32> {
        let left = || solution(state, budget, 0.0, &mut |_, _| ()).slides();
        Some(if state.is_solved() { 0 } else { left() })
    }
}

impl Analyser<BrainBurn> for BrainBurn {
    fn scale(&self) -> Scale {
        Scale::Moves
    }

    /// There is only one line, the best solution that was found.
    fn analyse(
        &self,
        state: &State,
        _lines: usize,
        budget: &Budget<'_>,
        better: Better<'_, Action>,
    ) -> Option<Evaluation<Action>> {
        let found = solution(state, budget, PROOF_OF_HINT, &mut |found, stage| {
            if stage.is_none() {
                better(&evaluation(found));
            }
        });
        (!state.is_solved()).then(|| evaluation(&found))
    }
}

fn evaluation(found: &Solution) -> Evaluation<Action> {
    let worth = Worth::Moves { left: Some(found.slides()), at_least: found.lower_bound };
    let slides = counted(found.slides() as usize, "move");
    let minimum = if found.is_optimal() { ", the minimum" } else { "" };
    let text = format!("Solved in {slides}{minimum}");
    Evaluation {
        lines: vec![Line { actions: found.moves.clone(), text: text.clone() }],
        text: format!("{text}."),
        depth: Some(found.slides()),
        nodes: 0,
        effort: Effort::Positions,
        proved: found.is_optimal(),
        worth,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bagatelle_core::{Game, Rng, Seed, Stream};

    #[test]
    fn an_evaluation_repeats_and_its_line_solves_the_position() {
        let game = BrainBurn::new(&Default::default()).unwrap();
        let mut rng = Rng::new(&Seed::from_text("evaluation"), Stream::Deal);
        let start = game.start(&game.deal(&Default::default(), &mut rng).unwrap()).unwrap();
        let look = || game.analyse(&start, 3, &Budget::nodes(20_000), &mut |_| ()).unwrap();
        let found = look();
        assert_eq!(found, look());
        let mut state = start;
        for &action in &found.lines[0].actions {
            game.play(&mut state, action).unwrap();
        }
        assert!(state.is_solved());
        assert!(matches!(found.worth, Worth::Moves { left: Some(left), at_least } if at_least <= left
                && at_least > 0));
    }
}
