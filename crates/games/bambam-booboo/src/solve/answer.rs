//! Analysis of a position as pages and commands use it: the best action, what it is worth, and what follows.

use super::search::{STRONGEST, Search};
use crate::action::Action;
use crate::rules::BambamBooboo;
use crate::state::State;
use bagatelle_core::Game;
use bagatelle_core::present::{Progress, Solved, Solver};
use bagatelle_core::program::Budget;
use serde_json::json;

impl Solver<BambamBooboo> for BambamBooboo {
    /// Analyses a position with the strongest program's search. `None` when the game is over.
    fn solve(&self, view: &State, budget: &Budget<'_>, progress: Progress<'_>) -> Option<Solved<Action>> {
        let mut legal = Vec::new();
        self.legal(view, &mut legal);
        if legal.is_empty() {
            return None;
        }
        progress(None, "looking for attacks");
        let found = Search::new(self, STRONGEST, budget).run(view, &legal);
        let verdict = found.verdict();
        let texts: Vec<String> = found.line.iter().map(Action::to_string).collect();
        let json = json!({
            "action": texts.first(),
            "score": verdict,
            "line": texts,
            "depth": found.depth,
            "wins_in": found.wins_in,
            "must_block": found.must_block,
            "nodes": found.nodes,
        });
        let text = match found.wins_in {
            Some(1) => "This move wins at once.".to_owned(),
            Some(n) => format!("This wins in {n} turns, whatever the answer."),
            None if found.must_block => "The other side threatens to win. This move stops it.".to_owned(),
            None => "This move looks best.".to_owned(),
        };
        Some(Solved { line: found.line, json, text })
    }
}
