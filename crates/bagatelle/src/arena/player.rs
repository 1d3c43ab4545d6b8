//! Who plays: a program of the game, or an engine.

use crate::engine::Clock;
use crate::records;
use anyhow::{Result, ensure};
use bagatelle_catalog::AnyGame;
use std::time::Duration;

/// How long an engine thinks if nothing else is said.
const ENGINE_MS: u64 = 1000;
/// How long an engine may take for a move that is limited by nodes.
const LONGEST: Duration = Duration::from_secs(60);

/// A player of a match.
pub enum Player {
    /// A program of the game.
    Program {
        /// Its name.
        name: &'static str,
        /// How long it thinks.
        clock: Clock,
    },
    /// A command that is run by the shell.
    Engine {
        /// The command.
        command: String,
        /// How long it thinks.
        clock: Clock,
        /// How long an answer may take.
        limit: Duration,
    },
}

impl Player {
    /// The name of its program; `None` for an engine.
    pub fn program(&self) -> Option<&'static str> {
        match self {
            Player::Program { name, .. } => Some(name),
            Player::Engine { .. } => None,
        }
    }

    /// Reads a player: `6`, `baju-duel:6` or `cmd:./my-engine`.
    ///
    /// # Errors
    /// When the game has no such program.
    pub fn new(text: &str, game: &dyn AnyGame, clock: Option<Clock>, margin: Duration) -> Result<Player> {
        if let Some(command) = text.strip_prefix("cmd:") {
            ensure!(!command.trim().is_empty(), "“{text}” is not a command");
            let clock = clock.unwrap_or(Clock::MoveMs(ENGINE_MS));
            let limit = match clock {
                Clock::MoveMs(ms) => Duration::from_millis(ms) + margin,
                Clock::Nodes(_) => LONGEST,
            };
            return Ok(Player::Engine { command: command.to_owned(), clock, limit });
        }
        let name = records::program(game, text)?;
        let own = game.programs().into_iter().find(|info| info.name == name).map_or(0, |info| info.think_ms);
        Ok(Player::Program { name, clock: clock.unwrap_or(Clock::MoveMs(own.into())) })
    }
}
