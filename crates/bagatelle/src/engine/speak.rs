//! `bagatelle engine`: a program of ours that speaks the protocol, for arenas of others.

use super::protocol::{Answer, Message, VERSION};
use super::think::think;
use crate::args::Engine;
use crate::records;
use anyhow::{Context, Result, ensure};
use bagatelle_catalog::{AnyGame, AnyPlay};
use bagatelle_core::record::FORMAT;
use bagatelle_core::{Record, Seed};
use serde_json::Map;
use std::io::{self, BufRead, Write};

/// Answers the lines of standard input until it ends.
pub fn speak(options: &Engine) -> Result<()> {
    let game = records::game(&options.game)?;
    let level = records::program(game, &options.level)?;
    // A view is written for people and programs to read, not to be made into a position again. Where nothing is hidden, the set-up
    // and the actions are the position.
    ensure!(
        !game.hidden(),
        "{} hides something; only games that hide nothing can be played",
        game.manifest().name
    );
    let mut player = Player { game, level, seed: Seed::from_text(&options.seed), games: 0, play: None };
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let answer = serde_json::from_str(&line).context("not a message").and_then(|told| player.hear(told));
        let answer = answer.unwrap_or_else(|error| Some(Answer::Error { message: format!("{error:#}") }));
        if let Some(answer) = answer {
            serde_json::to_writer(&mut out, &answer)?;
            out.write_all(b"\n")?;
            out.flush()?;
        }
    }
    Ok(())
}

/// A level with the game that it plays.
struct Player {
    game: &'static dyn AnyGame,
    level: &'static str,
    seed: Seed,
    games: u64,
    play: Option<Box<dyn AnyPlay>>,
}

impl Player {
    fn hear(&mut self, told: Message) -> Result<Option<Answer>> {
        match told {
            Message::Hello { protocol, game } => {
                ensure!(protocol == VERSION, "this is version {VERSION} of the protocol, not {protocol}");
                ensure!(game == self.game.id(), "this engine plays {}, not {game}", self.game.id());
                let name = Some(format!("bagatelle {}:{}", self.game.id(), self.level));
                Ok(Some(Answer::Hello { protocol: VERSION, name }))
            }
            Message::Game { options, setup, .. } => {
                let record = Record {
                    bagatelle: FORMAT,
                    game: self.game.id().to_owned(),
                    options,
                    setup,
                    actions: Vec::new(),
                    more: Map::new(),
                };
                self.games += 1;
                self.play = Some(self.game.open(&record)?);
                Ok(None)
            }
            Message::Turn { seen, clock, .. } => {
                let play = self.play.as_deref_mut().context("no game has begun")?;
                follow(play, &seen)?;
                let thought = think(play, self.level, clock, &self.seed.nth(self.games));
                let thought = thought.context("it is not a player's turn")?;
                let score = thought.score.map(Into::into);
                Ok(Some(Answer::Action { action: thought.action, score, line: thought.line }))
            }
            Message::End { .. } => {
                self.play = None;
                Ok(None)
            }
        }
    }
}

/// Takes the actions that were seen.
fn follow(play: &mut dyn AnyPlay, seen: &[String]) -> Result<()> {
    for action in seen {
        play.play(action).with_context(|| format!("“{action}” does not fit the game so far"))?;
    }
    Ok(())
}
