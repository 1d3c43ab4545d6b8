//! The hardest known deals: those that searches through many deals have found for each goal, on the default
//! board.
//!
//! The files are written by `examples/baju_hunt.rs`: first the number of deals examined, then, one line for
//! each deal kept, its seed, its position, how many positions it took to prove that no solution is shorter,
//! and a shortest solution.

use super::action::Action;
use super::goal::Goal;
use std::fmt;

/// What a hunt for one goal has found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hunted {
    /// How many deals were looked at: those of the seeds `hunt:0`, `hunt:1` and so on.
    pub deals: u64,
    /// The deals with the longest shortest solutions, the longest first; of equal ones, the first.
    pub hardest: Vec<Hardest>,
}

/// A deal with a long shortest solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hardest {
    /// The text of its seed.
    pub seed: String,
    /// Its rows.
    pub position: String,
    /// How many positions were looked at to prove that no solution is shorter.
    pub positions: u64,
    /// A shortest solution.
    pub swaps: Vec<Action>,
}

impl Hunted {
    /// What was found for a goal.
    #[must_use]
    pub fn of(goal: Goal) -> Hunted {
        let text = match goal {
            Goal::Pair => include_str!("../../hardest/goal-1.tsv"),
            Goal::PairInSequence => include_str!("../../hardest/goal-2.tsv"),
            Goal::TwoPairs => include_str!("../../hardest/goal-3.tsv"),
            Goal::TwoPairsInSequence => include_str!("../../hardest/goal-4.tsv"),
        };
        Hunted::read(text).unwrap_or_default()
    }

    /// Reads what [`Hunted`] writes; `None` for any other text.
    #[must_use]
    pub fn read(text: &str) -> Option<Hunted> {
        let mut lines = text.lines();
        let deals = lines.next()?.strip_prefix("deals\t")?.parse().ok()?;
        let hardest = lines.map(|line| {
            let mut fields = line.split('\t');
            let mut field = || fields.next();
            Some(Hardest {
                seed: field()?.to_owned(),
                position: field()?.to_owned(),
                positions: field()?.parse().ok()?,
                swaps: field()?.split(' ').map(|swap| swap.parse().ok()).collect::<Option<_>>()?,
            })
        });
        Some(Hunted { deals, hardest: hardest.collect::<Option<_>>()? })
    }
}

impl fmt::Display for Hunted {
    /// As the files hold it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "deals\t{}", self.deals)?;
        for Hardest { seed, position, positions, swaps } in &self.hardest {
            let swaps: Vec<String> = swaps.iter().map(ToString::to_string).collect();
            writeln!(f, "{seed}\t{position}\t{positions}\t{}", swaps.join(" "))?;
        }
        Ok(())
    }
}
