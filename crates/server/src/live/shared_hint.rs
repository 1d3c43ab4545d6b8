//! The solver's work on a hint, shared among servers on the same database: a visitor's requests may reach
//! any of them.

use super::registry::Registry;
use super::table::{LiveTable, TableState};
use bagatelle_core::present::Solved;
use bagatelle_session::{FoundHint, HintState, Strength};
use bagatelle_store::{SharedHint, StoreError};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;

/// [`HintState`] as it is kept.
#[derive(Serialize, Deserialize)]
enum Kept {
    Running { strength: u8, done: Option<f64>, found: String },
    Found { from: Vec<String>, line: Vec<String>, json: Value, text: String, strength: u8, asked_at: usize },
}

impl Kept {
    fn of(state: &HintState) -> Option<Kept> {
        match state {
            HintState::None => None,
            HintState::Running { strength, progress, status } => {
                Some(Kept::Running { strength: strength.number(), done: *progress, found: status.clone() })
            }
            HintState::Found(found) => Some(Kept::Found {
                from: found.from.clone(),
                line: found.solved.line.clone(),
                json: found.solved.json.clone(),
                text: found.solved.text.clone(),
                strength: found.strength.number(),
                asked_at: found.asked_at,
            }),
        }
    }

    fn into_state(self) -> HintState {
        let strength = |number| Strength::from_number(number).unwrap_or(Strength::Nudge);
        match self {
            Kept::Running { strength: number, done, found } => {
                HintState::Running { strength: strength(number), progress: done, status: found }
            }
            Kept::Found { from, line, json, text, strength: number, asked_at } => {
                HintState::Found(FoundHint {
                    from,
                    solved: Arc::new(Solved { line, json, text }),
                    strength: strength(number),
                    asked_at,
                })
            }
        }
    }
}

impl TableState {
    /// Takes on what another server tells of a hint. This server's work on an older hint ends.
    pub fn set_hint_elsewhere(&mut self, hint: Option<SharedHint>) {
        if hint.as_ref().is_some_and(|hint| hint.own) {
            return;
        }
        let kept = hint.and_then(|hint| {
            let kept = serde_json::from_str(&hint.state).ok()?;
            // The work of a server that has ended comes to nothing.
            (hint.alive || matches!(kept, Kept::Found { .. })).then_some(kept)
        });
        self.set_hint(kept.map_or(HintState::None, Kept::into_state));
    }
}

impl Registry {
    /// Tells the other servers how far the hint of a table has come.
    pub async fn tell_hint(&self, live: &LiveTable, state: &TableState) {
        let Some(copies) = self.store().copies() else { return };
        let kept = Kept::of(state.session.hint()).and_then(|kept| serde_json::to_string(&kept).ok());
        if let Err(error) = copies.keep_hint(live.id(), kept.as_deref()).await {
            tracing::debug!(table = live.id(), %error, "the other servers cannot be told of a hint");
        }
    }

    /// The strength of the hint that a server was working on at a table when it ended.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn hint_left(&self, table: &str) -> Result<Option<Strength>, StoreError> {
        let Some(copies) = self.store().copies() else { return Ok(None) };
        let left = copies.hint(table).await?.filter(|hint| !hint.alive);
        Ok(left.and_then(|hint| match serde_json::from_str(&hint.state) {
            Ok(Kept::Running { strength, .. }) => Strength::from_number(strength),
            _ => None,
        }))
    }
}
