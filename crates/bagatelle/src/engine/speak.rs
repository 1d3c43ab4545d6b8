//! `bagatelle engine`: one of our programs speaks the protocol, for other arenas.

use super::protocol::{Answer, Message, VERSION};
use super::think::{think, with_budget};
use crate::args::Engine;
use crate::records;
use anyhow::{Context, Result, ensure};
use bagatelle_catalog::{AnyPlay, AnySeat, DescribedGame, described_games};
use bagatelle_core::record::FORMAT;
use bagatelle_core::{Record, Seat, Seed};
use serde_json::{Map, Value};
use std::io::{self, BufRead, Write};

/// Answers the lines of standard input until it ends.
pub fn speak(options: &Engine) -> Result<()> {
    let game = records::game(&options.game)?;
    let level = records::program(game, &options.level)?;
    let game = described_games().iter().copied().find(|one| one.id() == game.id());
    let game = game.context("this game is not described")?;
    let seed = Seed::from_text(&options.seed);
    let mut player = Player { game, level, seed, games: 0, players: Vec::new(), told: None };
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
    game: &'static dyn DescribedGame,
    level: &'static str,
    seed: Seed,
    games: u64,
    /// The programs on the seats of the game that is played.
    players: Vec<Option<String>>,
    told: Option<Told>,
}

/// What is known of the game that is played.
enum Told {
    /// All of it: its set-up and the actions so far, where nothing is hidden.
    Game(Box<dyn AnyPlay>),
    /// What the seat sees at its turns.
    Views(Box<dyn AnySeat>),
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
            Message::Game { options, setup, seat, players, .. } => {
                self.games += 1;
                self.players = players;
                self.told = None;
                self.told = Some(match self.game.hidden() {
                    true => Told::Views(self.game.seat(&options, Seat(seat))?),
                    false => Told::Game(self.open(options, setup)?),
                });
                Ok(None)
            }
            Message::Turn { seen, clock, ply, view, .. } => {
                let seed = self.seed.nth(self.games);
                let thought = match self.told.as_mut().context("no game has begun")? {
                    Told::Game(play) => {
                        follow(play.as_mut(), &seen)?;
                        think(play.as_ref(), self.level, &self.players, clock, &seed)
                    }
                    Told::Views(seat) => with_budget(clock, |budget| {
                        seat.think(&view, ply, self.level, &self.players, budget, &seed)
                    })?,
                };
                let thought = thought.context("it’s not this player’s turn")?;
                let score = thought.score.map(Into::into);
                Ok(Some(Answer::Action { action: thought.action, score, line: thought.line }))
            }
            Message::End { .. } => {
                self.told = None;
                Ok(None)
            }
        }
    }

    /// The start of a game that hides nothing.
    fn open(&self, options: Value, setup: Option<Value>) -> Result<Box<dyn AnyPlay>> {
        let (game, actions, more) = (self.game.id().to_owned(), Vec::new(), Map::new());
        Ok(self.game.open(&Record { bagatelle: FORMAT, game, options, setup, actions, more })?)
    }
}

/// Takes the actions that were seen.
fn follow(play: &mut dyn AnyPlay, seen: &[String]) -> Result<()> {
    for action in seen {
        play.play(action).with_context(|| format!("“{action}” doesn’t fit the game so far"))?;
    }
    Ok(())
}
