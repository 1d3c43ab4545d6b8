//! Advice for the seat to act: what the search would do in its place.

use crate::action::Action;
use crate::programs;
use crate::rules::Bulbous;
use crate::view::View;
use bagatelle_core::present::text::grouped;
use bagatelle_core::present::{Progress, Solved, Solver};
use bagatelle_core::program::Budget;

impl Solver<Bulbous> for Bulbous {
    fn solve(&self, view: &View, budget: &Budget<'_>, _progress: Progress<'_>) -> Option<Solved<Action>> {
        let advice = programs::advise(self, view, budget)?;
        let score = advice.score.unwrap_or_default();
        Some(Solved {
            json: serde_json::json!({
                "action": advice.action.to_string(),
                "score": score,
                "line": [advice.action.to_string()],
                "depth": null,
                "simulations": advice.nodes,
            }),
            text: format!(
                "Expected lead over the best other player: {} ({} simulations).",
                score.replace('-', "−"),
                grouped(advice.nodes)
            ),
            line: vec![advice.action],
        })
    }
}
