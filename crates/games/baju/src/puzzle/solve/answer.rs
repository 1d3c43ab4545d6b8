//! The solver as pages and commands use it: solutions for hints and analysis, and the par of a deal.

use super::shortest::{Shortest, shortest};
use crate::puzzle::action::Action;
use crate::puzzle::rules::Puzzle;
use crate::puzzle::state::State;
use crate::puzzle::view::View;
use bagatelle_core::present::text::{counted, grouped};
use bagatelle_core::present::{
    Analyser, Better, Effort, Evaluation, Line, Par, ParFinder, Progress, Scale, Solved, Solver, Worth,
};
use bagatelle_core::program::Budget;
use serde_json::json;

impl Solver<Puzzle> for Puzzle {
    fn solve(&self, view: &View, budget: &Budget<'_>, progress: Progress<'_>) -> Option<Solved<Action>> {
        let layout = view.state.layout();
        let found = shortest(self, layout, budget, |limit, nodes| {
            progress(None, &format!("no solution within {limit} moves ({} positions)", grouped(nodes)));
        });
        let Shortest { swaps, lower_bound, nodes, impossible, .. } = found;
        let texts: Option<Vec<String>> =
            swaps.as_ref().map(|swaps| swaps.iter().map(ToString::to_string).collect());
        let json = json!({
            "actions": texts,
            "length": texts.as_ref().map(Vec::len),
            "lower_bound": lower_bound,
            "optimal": swaps.is_some(),
            "nodes": nodes,
        });
        let moves = |count: usize| counted(count, "move");
        let text = match &swaps {
            Some(swaps) if swaps.is_empty() => "The goal is already met.".to_owned(),
            Some(swaps) => {
                format!("Solved in {}, the proven minimum.", moves(swaps.len()))
            }
            None if impossible => "No button can move, so the goal is out of reach.".to_owned(),
            None => format!(
                "It can’t be solved in {} (proven). No one knows whether more moves would do.",
                moves(lower_bound.saturating_sub(1) as usize)
            ),
        };
        Some(Solved { line: swaps.unwrap_or_default(), json, text })
    }
}

impl Analyser<Puzzle> for Puzzle {
    fn scale(&self) -> Scale {
        Scale::Moves
    }

    /// There is one line, a shortest solution; until it is found, the moves that do not suffice are told.
    fn analyse(
        &self,
        state: &State,
        _lines: usize,
        budget: &Budget<'_>,
        better: Better<'_, Action>,
    ) -> Option<Evaluation<Action>> {
        let found = shortest(self, state.layout(), budget, |limit, nodes| {
            let lower_bound = limit + 1;
            better(&evaluation(&Shortest { swaps: None, lower_bound, nodes, work: 0, impossible: false }));
        });
        Some(evaluation(&found))
    }
}

fn evaluation(found: &Shortest) -> Evaluation<Action> {
    let left = found.swaps.as_ref().and_then(|swaps| u32::try_from(swaps.len()).ok());
    let worth = match (left, found.impossible) {
        (None, true) => Worth::Lost,
        _ => Worth::Moves { left, at_least: found.lower_bound },
    };
    let text = match left {
        Some(left) => format!("{} to go, and no fewer", counted(left as usize, "move")),
        None if found.impossible => "No button can move".to_owned(),
        None => format!("At least {} to go", counted(found.lower_bound as usize, "move")),
    };
    let line = |swaps: &Vec<Action>| Line { actions: swaps.clone(), text: text.clone() };
    Evaluation {
        lines: found.swaps.iter().filter(|swaps| !swaps.is_empty()).map(line).collect(),
        text: format!("{text}."),
        depth: Some(found.lower_bound),
        nodes: found.nodes,
        effort: Effort::Positions,
        proved: left.is_some() || found.impossible,
        worth,
    }
}

impl ParFinder<Puzzle> for Puzzle {
    fn par(&self, start: &State, budget: &Budget<'_>) -> Option<Par> {
        let found = shortest(self, start.layout(), budget, |_, _| ());
        let moves = u32::try_from(found.swaps?.len()).ok()?;
        Some(Par { moves, at_least: found.lower_bound })
    }
}
