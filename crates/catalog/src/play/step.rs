//! One step of a game: the position before it, the action, and what each viewer is told about it.
//!
//! An answer of the API tells all steps after each move. What a viewer is told about a step never changes, so
//! it is made once; copies of the game share it.

use super::any::LogEntry;
use bagatelle_core::Viewer;
use bagatelle_core::present::Playable;
use std::sync::{Arc, OnceLock};

/// How many viewers there are: the spectator and the seats of the largest table.
pub(super) const VIEWERS: usize = 5;

/// A position, and the action taken there.
pub(super) struct Step<G: Playable> {
    pub(super) before: G::State,
    pub(super) action: G::Action,
    told: [OnceLock<Box<Told<G>>>; VIEWERS],
}

/// What one viewer is told of a step.
pub(super) struct Told<G: Playable> {
    /// The action as this viewer saw it.
    pub(super) seen: G::Observation,
    /// The text of the observation as a JSON string, once it was asked for.
    #[cfg(not(target_family = "wasm"))]
    pub(super) json: OnceLock<Box<serde_json::value::RawValue>>,
}

/// The place of a viewer among all.
pub(super) fn place(viewer: Viewer) -> usize {
    // There is no seat beyond the last one, so it gets the public text.
    viewer.seat().map_or(0, |seat| seat.index() + 1) % VIEWERS
}

impl<G: Playable> Step<G> {
    pub(super) fn new(before: G::State, action: G::Action) -> Arc<Step<G>> {
        const { assert!(*G::MANIFEST.seats.end() < VIEWERS as u8, "a viewer for each seat, one for others") }
        Arc::new(Step { before, action, told: Default::default() })
    }

    /// What the viewer is told; `after` is the position after the step.
    pub(super) fn told(&self, game: &G, after: &G::State, viewer: Viewer) -> &Told<G> {
        let place = place(viewer);
        let viewer = if place == 0 { Viewer::Spectator } else { viewer };
        self.told[place].get_or_init(|| {
            let seen = game.observe(&self.before, self.action, after, viewer);
            Box::new(Told {
                seen,
                #[cfg(not(target_family = "wasm"))]
                json: OnceLock::new(),
            })
        })
    }

    /// The step in a sentence, as the viewer whom `told` is for reads it.
    pub(super) fn entry(&self, game: &G, told: &Told<G>, viewer: Viewer, ply: usize) -> LogEntry {
        let before = game.view(&self.before, viewer);
        let (sentence, lights) = (game.say(&before, &told.seen), game.lights(&before, &told.seen));
        LogEntry { ply, sentence, lights }
    }
}
