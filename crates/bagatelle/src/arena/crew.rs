//! The engines of one thread of the arena. Each plays one game after another; an engine that did something
//! wrong is killed, and started again for its next game.

use super::player::{Kind, Player};
use crate::engine::{Engine, Fault};
use std::collections::HashMap;

/// The engines that are running. A player that has several seats at a table has a process for each of them,
/// so that no seat knows the cards of another.
#[derive(Default)]
pub struct Crew {
    waiting: HashMap<(usize, usize), Engine>,
}

impl Crew {
    /// Hands out the engine of a player, its `copy`th at this table; `None` for a program of the game.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn engine(
        &mut self,
        players: &[Player],
        player: usize,
        copy: usize,
        game: &str,
    ) -> Result<Option<Engine>, Fault> {
        let Kind::Engine { command, options } = &players[player].kind else { return Ok(None) };
        if let Some(mut engine) = self.waiting.remove(&(player, copy))
            && engine.is_running()
        {
            return Ok(Some(engine));
        }
        Engine::start(command, game, options).map(Some)
    }

    /// Takes an engine back after a game that it played well.
    pub fn back(&mut self, player: usize, copy: usize, engine: Engine) {
        self.waiting.insert((player, copy), engine);
    }

    /// Lets all engines end.
    pub fn dismiss(self) {
        self.waiting.into_values().for_each(Engine::quit);
    }
}
