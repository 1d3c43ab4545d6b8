//! Advice for the seat to act: what the search would do in its place.

use crate::action::Action;
use crate::judge::lead;
use crate::programs;
use crate::rules::Bulbous;
use crate::view::View;
use bagatelle_core::present::{Progress, Solved, Solver};
use bagatelle_core::program::Budget;

impl Solver<Bulbous> for Bulbous {
    fn solve(&self, view: &View, budget: &Budget<'_>, _progress: Progress<'_>) -> Option<Solved<Action>> {
        let (tried, simulations) = programs::advise(self, view, budget)?;
        let &(action, points) = tried.first()?;
        Some(Solved {
            json: serde_json::json!({
                "action": action.to_string(),
                "score": format!("{points:+.1} points"),
                "line": [action.to_string()],
                "depth": null,
                "simulations": simulations,
            }),
            text: format!("You can expect to finish {}.", lead(points)),
            line: vec![action],
        })
    }
}
