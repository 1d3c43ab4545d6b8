//! What a solver has found for a player, and what of it the player is shown.

use super::model::{HintView, Strength};
use bagatelle_catalog::AnyPlay;
use bagatelle_core::Viewer;
use bagatelle_core::present::{Hint, Solved};
use bagatelle_table::{Help, rest_of_solution};
use std::sync::Arc;

/// A solution that was found for a player. It holds as long as the player follows it; a nudge or a move is
/// shown for the position that it was asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct FoundHint {
    /// The actions before it.
    pub from: Vec<String>,
    /// The solution.
    pub solved: Arc<Solved<String>>,
    /// The strength that was asked for last.
    pub strength: Strength,
    /// How many actions there were then.
    pub asked_at: usize,
}

impl FoundHint {
    /// What was found in the position after the actions `from`; nothing where the solver has nothing to say.
    #[must_use]
    pub fn new(from: Vec<String>, solved: Option<Solved<String>>, strength: Strength) -> FoundHint {
        let nothing = || Solved {
            line: Vec::new(),
            json: serde_json::Value::Null,
            text: "Nothing was found that helps here.".into(),
        };
        FoundHint { asked_at: from.len(), from, solved: Arc::new(solved.unwrap_or_else(nothing)), strength }
    }

    /// The actions of the solution after those by now; `None` for a player who has left it.
    #[must_use]
    pub fn rest(&self, now: &[String]) -> Option<&[String]> {
        rest_of_solution(&self.from, &self.solved.line, now)
    }

    /// What a viewer of a position is shown.
    #[must_use]
    pub fn view(&self, play: &dyn AnyPlay, viewer: Viewer) -> HintView {
        let now = play.actions();
        let Some(rest) = self.rest(&now) else { return HintView::Idle };
        if self.strength < Strength::Solution && now.len() != self.asked_at {
            return HintView::Idle;
        }
        let solved = &self.solved;
        let here = Solved { line: rest.to_vec(), json: solved.json.clone(), text: solved.text.clone() };
        HintView::Found {
            text: (rest.len() == solved.line.len()).then(|| solved.text.clone()),
            hint: if rest.is_empty() {
                Hint::default()
            } else {
                play.hint(viewer, &here, self.strength.number())
            },
            rest: here.line,
            strength: self.strength,
        }
    }
}

impl Strength {
    /// What a hint of this strength tells a player who has a line of actions before them.
    #[must_use]
    pub fn help(self, line: &[String]) -> Help {
        match self {
            // How the position stands is told even where there is nothing to play.
            _ if line.is_empty() => Help::Nudge,
            Strength::Nudge => Help::Nudge,
            Strength::Move => Help::Move,
            Strength::Solution => Help::Solution(line.to_vec()),
        }
    }
}
