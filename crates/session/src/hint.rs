//! Hints: a player asks, the solver works, and its solution is valid as long as the player follows it. A
//! nudge or a move is shown only for the position for which it was requested. Help is recorded as an event of
//! the table before it is shown.

use bagatelle_catalog::AnyPlay;
use bagatelle_core::Viewer;
use bagatelle_core::present::{Hint, Solved};
use bagatelle_table::{Help, rest_of_solution};
use std::sync::Arc;

/// How much a hint tells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Strength {
    /// Where to look.
    Nudge,
    /// The next move.
    Move,
    /// The whole solution.
    Solution,
}

impl Strength {
    /// All strengths, weakest first.
    pub const ALL: [Strength; 3] = [Strength::Nudge, Strength::Move, Strength::Solution];

    /// The number in requests, 1 to 3.
    #[must_use]
    pub fn number(self) -> u8 {
        match self {
            Strength::Nudge => 1,
            Strength::Move => 2,
            Strength::Solution => 3,
        }
    }

    /// Reads the number in a request; those over 3 mean the strongest. `None` for 0, which cancels.
    #[must_use]
    pub fn from_number(number: u8) -> Option<Strength> {
        match number {
            0 => None,
            1 => Some(Strength::Nudge),
            2 => Some(Strength::Move),
            _ => Some(Strength::Solution),
        }
    }
}

/// What the solver does for the player.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum HintView {
    /// No hint was requested, or the one found does not belong to this position.
    #[default]
    Idle,
    /// The solver is at work.
    Running {
        /// The strength that was asked for.
        strength: Strength,
        /// How far it has come, 0.0 to 1.0, where that is known.
        progress: Option<f64>,
        /// What it has found so far.
        status: String,
    },
    /// It has found something for this position.
    Found {
        /// What was found, in a sentence or two, if this is still the position it was asked for.
        text: Option<String>,
        /// The hint.
        hint: Hint,
        /// The actions of the solution from here.
        rest: Vec<String>,
        /// The strength that was asked for.
        strength: Strength,
    },
}

/// The solver's work on a hint.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum HintState {
    /// No hint was asked for.
    #[default]
    None,
    /// The solver is at work.
    Running {
        /// The strength that was asked for.
        strength: Strength,
        /// The share that is done, 0.0 to 1.0, where that is known.
        progress: Option<f64>,
        /// What it has found so far.
        status: String,
    },
    /// A solution.
    Found(FoundHint),
}

impl HintState {
    /// The solver begins to work.
    #[must_use]
    pub fn begun(strength: Strength) -> HintState {
        HintState::Running { strength, progress: None, status: String::new() }
    }
}

/// A change of the hint that is decided but not yet made: first the help is noted, then the state is
/// [set](crate::Session::set_hint).
#[derive(Clone, PartialEq, Debug, Default)]
pub struct HintChange {
    /// The help that the player is about to be shown, if it tells something new.
    pub help: Option<Help>,
    /// The state after it.
    pub state: HintState,
}

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
    /// The result for the position after the actions `from`; empty if the solver found nothing.
    #[must_use]
    pub fn new(from: Vec<String>, solved: Option<Solved<String>>, strength: Strength) -> FoundHint {
        let nothing =
            || Solved { line: Vec::new(), json: serde_json::Value::Null, text: "No hint here.".into() };
        FoundHint { asked_at: from.len(), from, solved: Arc::new(solved.unwrap_or_else(nothing)), strength }
    }

    /// The actions of the solution that follow those taken by `now`; `None` for a player who has left it.
    #[must_use]
    pub fn rest(&self, now: &[String]) -> Option<&[String]> {
        rest_of_solution(&self.from, &self.solved.line, now)
    }

    /// The same solution, shown again only when it is asked for again.
    pub fn put_away(&mut self) {
        (self.strength, self.asked_at) = (Strength::Nudge, usize::MAX);
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
    /// What a hint of this strength tells a player with this line of actions ahead.
    #[must_use]
    pub fn help(self, line: &[String]) -> Help {
        match self {
            // The evaluation is shown even if there is no action to show.
            _ if line.is_empty() => Help::Nudge,
            Strength::Nudge => Help::Nudge,
            Strength::Move => Help::Move,
            Strength::Solution => Help::Solution(line.to_vec()),
        }
    }
}
