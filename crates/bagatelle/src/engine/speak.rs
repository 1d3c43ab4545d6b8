//! `bagatelle engine`: one of our programs speaks the protocol, for other arenas.

use super::protocol::{Answer, EngineOption, FIRST, Info, Message, NEWEST, OptionKind, TurnClock, share};
use super::think::with_budget;
use crate::args::Engine;
use crate::records;
use anyhow::{Context, Result, bail, ensure};
use bagatelle_catalog::{AnyPlay, AnySeat, DescribedGame, described_games};
use bagatelle_core::record::FORMAT;
use bagatelle_core::{Record, Seat, Seed};
use serde_json::{Map, Value};
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};

/// How many lines may wait while the program thinks.
const QUEUE: usize = 16;

/// Answers the lines of standard input until it ends.
pub fn speak(options: &Engine) -> Result<()> {
    let game = records::game(&options.game)?;
    let level = records::program(game, &options.level)?;
    let game = described_games().iter().copied().find(|one| one.id() == game.id());
    let game = game.context("this game is not described")?;
    let seed = Seed::from_text(&options.seed);
    let told = None;
    let mut player =
        Player { game, level, seed, games: 0, seat: Seat(0), players: Vec::new(), told, version: FIRST };
    let stopped = Arc::new(AtomicU64::new(0));
    let lines = listen(Arc::clone(&stopped));
    let (mut out, mut turns) = (io::stdout().lock(), 0);
    for line in lines {
        let told = serde_json::from_str(&line?).context("not a message");
        turns += u64::from(matches!(told, Ok(Message::Turn { .. })));
        let stop = || stopped.load(Ordering::Relaxed) >= turns;
        let answers = told.and_then(|told| player.hear(told, &stop));
        let answers = answers.unwrap_or_else(|error| vec![Answer::Error { message: format!("{error:#}") }]);
        for answer in answers {
            serde_json::to_writer(&mut out, &answer)?;
            out.write_all(b"\n")?;
            out.flush()?;
        }
    }
    Ok(())
}

/// Reads standard input while the program thinks. A `stop` is for the last turn that was read before it: its
/// number, from 1, is noted at once.
fn listen(stopped: Arc<AtomicU64>) -> Receiver<io::Result<String>> {
    let (sender, lines) = sync_channel(QUEUE);
    std::thread::spawn(move || {
        let mut turns = 0;
        for line in io::stdin().lock().lines() {
            match line.as_deref().ok().and_then(|line| serde_json::from_str(line).ok()) {
                Some(Message::Stop { .. }) => {
                    stopped.store(turns, Ordering::Relaxed);
                    continue;
                }
                Some(Message::Turn { .. }) => turns += 1,
                _ => (),
            }
            let blank = line.as_ref().is_ok_and(|line| line.trim().is_empty());
            if !blank && sender.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

/// A level with the game that it plays.
struct Player {
    game: &'static dyn DescribedGame,
    level: &'static str,
    seed: Seed,
    games: u64,
    /// Its seat in the game that is played.
    seat: Seat,
    /// The version that the other side speaks.
    version: u32,
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
    fn hear(&mut self, told: Message, stop: &(dyn Fn() -> bool + Sync)) -> Result<Vec<Answer>> {
        match told {
            Message::Hello { protocol, newest, game } => {
                let newest = newest.unwrap_or(protocol);
                ensure!(
                    protocol <= NEWEST && newest >= FIRST,
                    "this engine speaks versions {FIRST} to {NEWEST} of the protocol, not {protocol}"
                );
                ensure!(game == self.game.id(), "this engine plays {}, not {game}", self.game.id());
                self.version = newest.min(NEWEST);
                let name = Some(format!("bagatelle {}:{}", self.game.id(), self.level));
                let options = if self.version > FIRST { self.options() } else { Vec::new() };
                let ponders = (self.version > FIRST).then_some(false);
                Ok(vec![Answer::Hello { protocol: self.version, name, options, ponders }])
            }
            Message::Options { values } => {
                self.choose(&values)?;
                Ok(vec![Answer::Ready {}])
            }
            Message::Game { options, setup, seat, players, .. } => {
                self.games += 1;
                self.players = players;
                self.seat = Seat(seat);
                self.told = None;
                self.told = Some(match self.game.hidden() {
                    true => Told::Views(self.game.seat(&options, Seat(seat))?),
                    false => Told::Game(self.open(options, setup)?),
                });
                Ok(Vec::new())
            }
            Message::Turn { seen, clock, ply, view, .. } => {
                let seed = self.seed.nth(self.games);
                let clock = self.clock(clock);
                let players = &self.players;
                let thought = match self.told.as_mut().context("no game has begun")? {
                    Told::Game(play) => {
                        follow(play.as_mut(), &seen)?;
                        with_budget(&clock, stop, |budget| play.think(self.level, players, budget, &seed))
                    }
                    Told::Views(seat) => with_budget(&clock, stop, |budget| {
                        seat.think(&view, ply, self.level, players, budget, &seed)
                    })?,
                };
                let thought = thought.context("it’s not this player’s turn")?;
                let score: Option<Value> = thought.score.map(Into::into);
                let info = Info {
                    depth: thought.depth,
                    nodes: None,
                    score: score.clone(),
                    line: thought.line.clone(),
                };
                let told = self.version > FIRST && info.depth.is_some();
                let action = Answer::Action { action: thought.action, score, line: thought.line };
                Ok(told.then_some(Answer::Info(info)).into_iter().chain([action]).collect())
            }
            // What is told while others are to act: the programs do not use their time.
            Message::Ponder { seen, .. } => {
                if let Some(Told::Game(play)) = self.told.as_mut() {
                    follow(play.as_mut(), &seen)?;
                }
                Ok(Vec::new())
            }
            Message::Stop { .. } => Ok(Vec::new()),
            Message::End { .. } => {
                self.told = None;
                Ok(Vec::new())
            }
        }
    }

    /// What can be chosen about the program.
    fn options(&self) -> Vec<EngineOption> {
        let levels = self.game.programs().iter().map(|program| program.name.to_owned()).collect();
        let option = |name: &str, kind| EngineOption { name: name.to_owned(), kind };
        vec![
            option("level", OptionKind::Choice { default: self.level.to_owned(), choices: levels }),
            option("seed", OptionKind::Text { default: "1".to_owned() }),
        ]
    }

    fn choose(&mut self, values: &Map<String, Value>) -> Result<()> {
        for (name, value) in values {
            let text = value.as_str().with_context(|| format!("the option {name} is a text"))?;
            match name.as_str() {
                "level" => self.level = records::program(self.game, text)?,
                "seed" => self.seed = Seed::from_text(text),
                _ => bail!("there is no option “{name}”"),
            }
        }
        Ok(())
    }

    /// What the clock of a turn leaves for this move: of a clock for the whole game a share, and no more than
    /// the program thinks by itself.
    fn clock(&self, clock: TurnClock) -> TurnClock {
        let Some(left) = clock.left_ms.as_ref().and_then(|all| all.get(self.seat.index())) else {
            return clock;
        };
        let own = self.game.programs().into_iter().find(|info| info.name == self.level);
        let own = own.map_or(u64::MAX, |info| info.think_ms.into());
        TurnClock::of_move(share(*left, clock.increment_ms.unwrap_or(0)).min(own))
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
