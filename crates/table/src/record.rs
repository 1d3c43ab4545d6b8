//! Records of a table: what can be exported, and when.

use crate::table::Table;
use bagatelle_core::record::Record;
use serde_json::json;

impl Table {
    /// Whether the set-up would give away what players may not know yet.
    #[must_use]
    pub fn has_secrets(&self) -> bool {
        self.game().hidden() && !self.is_over() || !self.spec().is_dealt()
    }

    /// Everything that was played, with seed, players, terms and result. `None` while the game has secrets:
    /// the set-up would give them away.
    #[must_use]
    pub fn public_record(&self) -> Option<Record> {
        if self.has_secrets() {
            return None;
        }
        let spec = self.spec();
        let mut record = spec.record();
        record.actions = self.play().actions();
        let mut add = |key: &str, value| record.more.insert(key.to_owned(), value);
        if spec.dealt {
            add("seed", spec.seed.clone().into());
        }
        if let Some(date) = &spec.daily {
            add("daily", date.clone().into());
        }
        if let Some(origin) = &spec.forked_from {
            add("begun", origin.to_json());
        }
        if let Some(fairness) = &spec.fairness {
            add("commitment", fairness.committed.commitment().into());
            if !fairness.deal_options.is_null() {
                add("wish", fairness.deal_options.clone());
            }
            if spec.daily.is_none() {
                add("randomness", json!(fairness.added));
            }
            if let Some(committed) = self.revealed() {
                add("revealed", json!(committed));
            }
        }
        let outcome = self.outcome();
        if let Some(round) = &spec.round {
            let score = round.score_after(outcome.as_ref());
            add("match", json!({ "round": round.round, "best_of": round.best_of, "score": score }));
        }
        if self.had_company() {
            add("terms", json!(self.terms()));
        }
        if self.is_helped() {
            add("help", json!(self.help_taken()));
            let played_for = self.played_for();
            if !played_for.is_empty() {
                add("played_for", json!(played_for));
            }
        }
        add("players", self.seats().map(|seat| self.stored_label(seat)).collect());
        if let Some(outcome) = outcome {
            add("result", json!(outcome));
        }
        Some(record)
    }
}
