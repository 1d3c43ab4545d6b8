//! Who plays: a program of the game, or an engine.

use crate::engine::{Clock, Limit, TurnClock};
use crate::records;
use anyhow::{Context, Result, ensure};
use bagatelle_catalog::AnyGame;
use serde_json::{Map, Value};
use std::time::Duration;

/// How long an engine thinks if nothing else is said.
const ENGINE_MS: u64 = 1000;
/// How long an engine may take for a move that is limited by nodes.
const LONGEST: Duration = Duration::from_secs(60);

/// A player of a match.
pub struct Player {
    /// What plays.
    pub kind: Kind,
    /// How long it thinks.
    pub clock: Clock,
    /// How much later than its time an answer may come.
    margin: Duration,
}

/// What plays.
pub enum Kind {
    /// A program of the game.
    Program {
        /// Its name.
        name: &'static str,
        /// How long it thinks about a move by itself, in milliseconds.
        own_ms: u64,
    },
    /// A command that is run by the shell.
    Engine {
        /// The command.
        command: String,
        /// What is chosen about it.
        options: Map<String, Value>,
    },
}

impl Player {
    /// The name of its program; `None` for an engine.
    pub fn program(&self) -> Option<&'static str> {
        match self.kind {
            Kind::Program { name, .. } => Some(name),
            Kind::Engine { .. } => None,
        }
    }

    /// Reads a player: `6`, `baju-duel:6`, `cmd:./my-engine` or `cmd(threads=2):./my-engine`.
    ///
    /// # Errors
    /// When the game has no such program, or options are not of the form `NAME=VALUE`.
    pub fn new(text: &str, game: &dyn AnyGame, clock: Option<Clock>, margin: Duration) -> Result<Player> {
        if let Some((options, command)) = engine(text).with_context(|| format!("“{text}”"))? {
            ensure!(!command.trim().is_empty(), "“{text}” is not a command");
            let kind = Kind::Engine { command: command.to_owned(), options };
            return Ok(Player { kind, clock: clock.unwrap_or(Clock::MoveMs(ENGINE_MS)), margin });
        }
        let name = records::program(game, text)?;
        let own = game.programs().into_iter().find(|info| info.name == name).map_or(0, |info| info.think_ms);
        let own_ms = own.into();
        let kind = Kind::Program { name, own_ms };
        Ok(Player { kind, clock: clock.unwrap_or(Clock::MoveMs(own_ms)), margin })
    }

    /// The clock of a move, for what speaks this version of the protocol.
    pub fn turn_clock(&self, left_ms: &[u64], seat: usize, version: u32) -> TurnClock {
        TurnClock::new(self.clock, left_ms, seat, version)
    }

    /// How long an answer may take.
    pub fn limit(&self, left_ms: u64) -> Limit {
        match self.clock {
            Clock::MoveMs(ms) => Limit { stop: Duration::from_millis(ms), margin: self.margin },
            Clock::Nodes(_) => Limit { stop: LONGEST, margin: self.margin },
            Clock::Game { .. } => Limit { stop: Duration::from_millis(left_ms), margin: self.margin },
        }
    }
}

/// The options and the command of an engine; `None` for other players.
fn engine(text: &str) -> Result<Option<(Map<String, Value>, &str)>> {
    if let Some(command) = text.strip_prefix("cmd:") {
        return Ok(Some((Map::new(), command)));
    }
    let Some(rest) = text.strip_prefix("cmd(") else { return Ok(None) };
    let (options, command) = rest.split_once("):").context("the form is cmd(NAME=VALUE,…):COMMAND")?;
    let one = |option: &str| {
        let (name, value) = option.split_once('=').context("the form is cmd(NAME=VALUE,…):COMMAND")?;
        Ok((name.trim().to_owned(), Value::from(value.trim())))
    };
    Ok(Some((options.split(',').map(one).collect::<Result<_>>()?, command)))
}
