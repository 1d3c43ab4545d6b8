//! What the JSON of the game looks like, and how views are read back.

use super::{Kuhn, View, over};
use bagatelle_core::schema::{ActionText, Described, ViewError, ViewReader};
use serde::Deserialize;
use serde_json::Value;

impl Described for Kuhn {
    type ViewShape = View;
    const ACTION: ActionText = ActionText {
        about: "`pass` checks or folds, `bet` bets or calls. Chance deals `~KQ`: the king to seat 0, the \
            queen to seat 1.",
        pattern: "^(pass|bet|~[JQK][JQK])$",
    };

    fn view_reader(&self) -> Option<&dyn ViewReader<Kuhn>> {
        Some(self)
    }
}

impl ViewReader<Kuhn> for Kuhn {
    fn parse(&self, view: &Value) -> Result<View, ViewError> {
        let view = View::deserialize(view).map_err(|error| ViewError::Format(error.to_string()))?;
        let most = (0..=view.bets.len()).find(|&n| over(&view.bets[..n]));
        if view.viewer.is_some_and(|seat| seat > 1) || !view.dealt && !view.bets.is_empty() {
            return Err(ViewError::Impossible("there’s no such seat, or it has bet before the deal"));
        }
        match most {
            Some(end) if end < view.bets.len() => {
                Err(ViewError::Impossible("bets follow the end of the game"))
            }
            _ => Ok(view),
        }
    }
}
