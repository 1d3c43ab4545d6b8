//! Advice for the seat to act: what the search would do in its place.

use crate::action::Action;
use crate::programs;
use crate::rules::Bulbous;
use crate::view::View;
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
            text: told(&score),
            line: vec![advice.action],
        })
    }
}

/// How far ahead of all others a player can expect to finish, from a score such as `+3.2 points`.
fn told(score: &str) -> String {
    let (figure, side) = match score.strip_prefix('-') {
        Some(behind) => (behind, "behind the leader"),
        None => (score.trim_start_matches('+'), "ahead"),
    };
    match figure {
        "" => "There’s only one thing to do.".into(),
        "0.0 points" => "You can expect to finish level with the leader.".into(),
        figure => format!("You can expect to finish {figure} {side}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_told_as_the_lead_to_expect() {
        assert_eq!(told("+3.2 points"), "You can expect to finish 3.2 points ahead.");
        assert_eq!(told("-1.0 points"), "You can expect to finish 1.0 points behind the leader.");
        assert_eq!(told("0.0 points"), "You can expect to finish level with the leader.");
    }
}
