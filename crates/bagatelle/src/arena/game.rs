//! One game of a match.

use super::crew::Crew;
use super::player::{Kind, Player};
use super::results::{Entry, GameResult, Mistake, Note, Row};
use super::settings::Settings;
use crate::engine::{Answer, Clock, Engine, FIRST, Fault, Message, think};
use anyhow::{Context, Result, bail};
use bagatelle_catalog::{AnyGame, AnyPlay};
use bagatelle_core::program::Allowance;
use bagatelle_core::{Record, Rng, Seat, Seed, Stream, Turn, Viewer};
use bagatelle_search::arena::Schedule;
use serde_json::json;
use std::time::{Duration, Instant};

/// What all games of a match share.
pub struct Match {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// What decides the games.
    pub settings: Settings,
    /// Who plays.
    pub players: Vec<Player>,
    /// Who sits where in which game.
    pub schedule: Schedule,
}

/// A seat of a game.
struct Chair {
    player: usize,
    /// Which of the seats of this player it is.
    copy: usize,
    engine: Option<Engine>,
    /// How many actions its engine has been told.
    told: usize,
}

/// What a player answered.
struct Choice {
    action: String,
    score: Option<serde_json::Value>,
    line: Vec<String>,
    depth: Option<u32>,
    nodes: Option<u64>,
}

/// The clocks of a game: what each seat has left, in milliseconds, where there is a time for the whole game.
struct Clocks {
    left_ms: Vec<u64>,
    increment_ms: u64,
}

impl Clocks {
    fn new(clock: Option<Clock>, seats: u8) -> Clocks {
        let (start_ms, increment_ms) = match clock {
            Some(Clock::Game { start_ms, increment_ms }) => (start_ms, increment_ms),
            _ => (0, 0),
        };
        Clocks { left_ms: vec![start_ms; usize::from(seats)], increment_ms }
    }

    /// A seat has acted after so long.
    fn press(&mut self, seat: Seat, took: Duration) {
        let left = &mut self.left_ms[seat.index()];
        *left = left.saturating_sub(took.as_millis() as u64) + self.increment_ms;
    }
}

impl Match {
    /// A match. Its number of seats is that of its first deal; `margin` is how much later than its time an
    /// engine may answer.
    ///
    /// # Errors
    /// When the options are refused, or there is no such player.
    pub fn new(game: &'static dyn AnyGame, settings: Settings, margin: Duration) -> Result<Match> {
        let players = settings.players.iter().map(|text| Player::new(text, game, settings.clock, margin));
        let players = players.collect::<Result<Vec<_>>>()?;
        let seats = game.open(&deal(game, &settings, 0)?)?.seats();
        Ok(Match { game, schedule: Schedule::new(players.len(), seats), settings, players })
    }

    /// Plays game `n`.
    ///
    /// # Errors
    /// When it cannot be dealt. What engines do wrong is a result.
    pub fn play(&self, n: u64, crew: &mut Crew) -> Result<Row> {
        let seed_text = self.settings.deal_seed(self.schedule.deal(n));
        let seed = Seed::from_text(&seed_text);
        let record = deal(self.game, &self.settings, self.schedule.deal(n))?;
        let mut play = opened(self.game.open(&record)?, &seed, self.settings.opening)?;
        let mut entry = Entry::new(n, self.settings.clone(), self.schedule.seats());
        let seating = self.schedule.seating(n);
        let players: Vec<Option<String>> =
            seating.iter().map(|player| self.players[*player].program().map(str::to_owned)).collect();
        let mut chairs = Vec::new();
        let mut mistake = None;
        let mut clocks = Clocks::new(self.settings.clock, self.schedule.seats());
        for (k, &player) in seating.iter().enumerate() {
            let copy = seating[..k].iter().filter(|p| **p == player).count();
            let mut chair = Chair { player, copy, engine: None, told: 0 };
            if let Err(fault) = self.sit_down(&mut chair, k, &record, play.as_ref(), &players, crew) {
                mistake.get_or_insert(Mistake { seat: k as u8, fault });
            }
            chairs.push(chair);
        }
        while mistake.is_none() && play.ply() < self.settings.limit {
            match play.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    let action = play.chance(&seed).context("chance has nothing to draw")?;
                    play.apply(&action);
                }
                Turn::Seat(seat) => {
                    let start = Instant::now();
                    let chair = &mut chairs[seat.index()];
                    let left = &clocks.left_ms;
                    let choice = self.choice(chair, play.as_ref(), seat, left, &players, &seed.nth(n));
                    let took = start.elapsed();
                    entry.note_time(seat, took);
                    let taken = choice.and_then(|choice| take(play.as_mut(), choice));
                    clocks.press(seat, took);
                    match taken.and_then(|note| self.ponder(chair, play.as_ref(), seat).map(|()| note)) {
                        Ok(note) => entry.notes.extend(note),
                        Err(fault) => {
                            // What does something wrong is killed.
                            chair.engine = None;
                            mistake = Some(Mistake { seat: seat.0, fault });
                        }
                    }
                }
            }
        }
        let result = self.result(play.as_ref(), mistake.as_ref());
        for (k, mut chair) in chairs.into_iter().enumerate() {
            let Some(mut engine) = chair.engine.take() else { continue };
            let GameResult { winners, scores, reason } = result.clone();
            let seen = seen(play.as_ref(), Seat(k as u8), &mut chair.told);
            if engine.tell(&Message::End { seen, winners, scores, reason }).is_ok() {
                crew.back(chair.player, chair.copy, engine);
            }
        }
        entry.mistake = mistake;
        let names: Vec<&String> = seating.iter().map(|&p| &self.settings.players[p]).collect();
        let more = [
            ("players", json!(names)),
            ("result", json!(result)),
            ("seed", json!(seed_text)),
            ("arena", json!(entry)),
        ];
        let more = more.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
        Row::new(Record { actions: play.actions(), more, ..record })
    }

    /// Gives a chair its engine, if its player is one, and tells it of the game.
    fn sit_down(
        &self,
        chair: &mut Chair,
        seat: usize,
        record: &Record,
        play: &dyn AnyPlay,
        players: &[Option<String>],
        crew: &mut Crew,
    ) -> Result<(), Fault> {
        let Some(mut engine) = crew.engine(&self.players, chair.player, chair.copy, self.game.id())? else {
            return Ok(());
        };
        engine.tell(&Message::Game {
            options: record.options.clone(),
            setup: record.setup.clone().filter(|_| !self.game.hidden()),
            seats: play.seats(),
            seat: seat as u8,
            players: players.to_vec(),
        })?;
        chair.engine = Some(engine);
        Ok(())
    }

    /// Asks a player for an action.
    fn choice(
        &self,
        chair: &mut Chair,
        play: &dyn AnyPlay,
        seat: Seat,
        left_ms: &[u64],
        players: &[Option<String>],
        seed: &Seed,
    ) -> Result<Choice, Fault> {
        let player = &self.players[chair.player];
        match (&player.kind, chair.engine.as_mut()) {
            (Kind::Program { name, own_ms }, _) => {
                let mut clock = player.turn_clock(left_ms, seat.index(), FIRST);
                if let (Clock::Game { .. }, Some(ms)) = (player.clock, clock.move_ms.as_mut()) {
                    *ms = (*ms).min(*own_ms);
                }
                let thought = think(play, name, players, &clock, seed);
                let thought = thought.ok_or_else(|| Fault::GaveUp { why: "it found no action".into() })?;
                Ok(Choice {
                    action: thought.action,
                    score: thought.score.map(Into::into),
                    line: thought.line,
                    depth: thought.depth,
                    nodes: None,
                })
            }
            (Kind::Engine { .. }, Some(engine)) => {
                let ply = play.ply();
                let turn = Message::Turn {
                    ply,
                    seen: seen(play, seat, &mut chair.told),
                    view: play.view(Viewer::Seat(seat)),
                    legal: play.legal(),
                    clock: player.turn_clock(left_ms, seat.index(), engine.version()),
                };
                let left = left_ms.get(seat.index()).copied().unwrap_or(0);
                match engine.choose_action(&turn, ply, player.limit(left))? {
                    Answer::Action { action, score, line } => {
                        let told = engine.take_info().unwrap_or_default();
                        Ok(Choice {
                            action,
                            score: score.or(told.score),
                            line: if line.is_empty() { told.line } else { line },
                            depth: told.depth,
                            nodes: told.nodes,
                        })
                    }
                    Answer::Error { message } => Err(Fault::gave_up(&message)),
                    other => Err(Fault::no_answer(other.kind(), "an “action” was expected")),
                }
            }
            (Kind::Engine { .. }, None) => Err(Fault::gave_up("it is not running")),
        }
    }

    /// Lets the engine that has acted think on, if that is wanted and others are to act.
    fn ponder(&self, chair: &mut Chair, play: &dyn AnyPlay, seat: Seat) -> Result<(), Fault> {
        let others = matches!(play.turn(), Turn::Seat(next) if next != seat);
        let Some(engine) = chair.engine.as_mut().filter(|engine| others && engine.ponders()) else {
            return Ok(());
        };
        if !self.settings.ponder {
            return Ok(());
        }
        let seen = seen(play, seat, &mut chair.told);
        engine.tell(&Message::Ponder { ply: play.ply(), seen, view: play.view(Viewer::Seat(seat)) })
    }

    /// How the game ended: by its rules, by what an engine did wrong, or by the limit of plies.
    fn result(&self, play: &dyn AnyPlay, mistake: Option<&Mistake>) -> GameResult {
        if let Some(Mistake { seat, fault }) = mistake {
            let winners = Seat::all(play.seats()).map(|s| s.0).filter(|s| s != seat).collect();
            return GameResult { winners, scores: None, reason: format!("seat {seat} lost: {fault}") };
        }
        match play.outcome() {
            Some(outcome) => GameResult {
                winners: outcome.winners.iter().map(|seat| seat.0).collect(),
                scores: outcome.scores,
                reason: outcome.reason,
            },
            None => GameResult {
                winners: Vec::new(),
                scores: None,
                reason: format!("abandoned after {} plies", play.ply()),
            },
        }
    }
}

/// The record of a deal of a match.
fn deal(game: &dyn AnyGame, settings: &Settings, deal: u64) -> Result<Record> {
    game.check_wishes(&settings.options, &settings.deal_options)?;
    Ok(game.deal_by(
        &settings.options,
        &settings.deal_options,
        &settings.deal_seed(deal),
        &Allowance::default(),
    )?)
}

/// Takes an action, if it is legal. Says what the player thought, if it did say so.
fn take(play: &mut dyn AnyPlay, choice: Choice) -> Result<Option<Note>, Fault> {
    let ply = play.ply();
    play.play(&choice.action).map_err(|refused| Fault::illegal(&choice.action, &refused))?;
    let Choice { action: _, score, line, depth, nodes } = choice;
    let said = score.is_some() || !line.is_empty() || depth.is_some() || nodes.is_some();
    Ok(said.then_some(Note { ply, score, line, depth, nodes }))
}

/// What a seat saw since it was told last.
fn seen(play: &dyn AnyPlay, seat: Seat, told: &mut usize) -> Vec<String> {
    let all: Vec<String> = serde_json::from_str(play.seen_text(Viewer::Seat(seat)).get()).unwrap_or_default();
    let new = all[(*told).min(all.len())..].to_vec();
    *told = all.len();
    new
}

/// Plays `plies` actions at random, the same for a seed, such that the game is not over and a seat is to act.
fn opened(start: Box<dyn AnyPlay>, seed: &Seed, plies: usize) -> Result<Box<dyn AnyPlay>> {
    if plies == 0 {
        return Ok(start);
    }
    for attempt in 0..100 {
        let mut play = start.duplicate();
        let seed = seed.nth(attempt);
        let mut rng = Rng::new(&seed, Stream::Arena);
        let mut left = plies;
        loop {
            let action = match play.turn() {
                Turn::Over => break,
                Turn::Chance => play.chance(&seed),
                Turn::Seat(_) if left == 0 => return Ok(play),
                Turn::Seat(_) => {
                    left -= 1;
                    rng.choose(&play.legal()).cloned()
                }
            };
            play.apply(&action.context("there is nothing to do")?);
        }
    }
    bail!("no opening of {plies} random plies leaves the game in progress")
}
