//! What an engine can do wrong. Each of these loses the game.

use crate::printable::within;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What an engine did wrong.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Fault {
    /// Its command cannot be run.
    #[error("can’t start the engine: {why}")]
    NotStarted {
        /// What the system says.
        why: String,
    },
    /// Its process has ended, or has closed its output.
    #[error("the engine ended ({status}){}", after(last_words))]
    Ended {
        /// Its exit status.
        status: String,
        /// The end of what it wrote to standard error.
        last_words: String,
    },
    /// It does not have the options that are chosen, or not with these values.
    #[error("{why}")]
    BadOptions {
        /// What is wrong with them.
        why: String,
    },
    /// It did not answer in time.
    #[error("the engine did not answer within {limit_ms} ms")]
    TooSlow {
        /// How long it had.
        limit_ms: u64,
    },
    /// Its answer cannot be read.
    #[error("the engine answered “{line}”, which isn’t valid: {why}")]
    NoAnswer {
        /// What it wrote, shortened.
        line: String,
        /// What is wrong with that.
        why: String,
    },
    /// It wrote a line before it was asked.
    #[error("the engine wrote “{line}” without being asked")]
    NotAsked {
        /// What it wrote, shortened.
        line: String,
    },
    /// Its action is not understood or not legal.
    #[error("the engine chose “{action}”: {why}")]
    Illegal {
        /// What it chose, shortened.
        action: String,
        /// The words of the game.
        why: String,
    },
    /// It said itself that it cannot go on.
    #[error("the engine gave up: {why}")]
    GaveUp {
        /// What it said.
        why: String,
    },
}

impl Fault {
    /// A line that is not an answer.
    pub fn no_answer(line: &str, why: impl ToString) -> Fault {
        Fault::NoAnswer { line: shortened(line), why: why.to_string() }
    }

    /// An action that was refused.
    pub fn illegal(action: &str, why: impl ToString) -> Fault {
        Fault::Illegal { action: shortened(action), why: why.to_string() }
    }

    /// What an engine said when it gave up.
    pub fn gave_up(why: &str) -> Fault {
        Fault::GaveUp { why: shortened(why) }
    }
}

/// The first 80 characters of a text, with control characters escaped.
pub fn shortened(text: &str) -> String {
    within(text.trim(), 80)
}

fn after(last_words: &str) -> String {
    match last_words.trim().lines().next_back() {
        Some(line) => format!(": {}", shortened(line)),
        None => String::new(),
    }
}
