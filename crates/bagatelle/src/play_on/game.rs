//! One game on the server, from wherever it stands to its end: its stream says what has happened, the engine
//! says what to do.

use super::config::Config;
use super::remote::{Failure, Link};
use crate::engine::{Answer, Clock, Engine, FIRST, Fault, Limit, Message, TurnClock};
use crate::output::note;
use crate::printable::printable;
use anyhow::{Context, Result};
use bagatelle_table::Pace;
use hyper::Method;
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;

/// How often an engine may fail in one game before that is given up.
const TRIES: u32 = 2;

/// A game as the server tells it.
#[derive(Deserialize)]
struct State {
    game: String,
    options: Value,
    version: u64,
    turn: Value,
    yours: bool,
    may_act: Vec<u8>,
    legal: Vec<String>,
    seen: Vec<String>,
    seen_from: usize,
    view: Value,
    seats: Vec<Seat>,
    asked: Option<String>,
    asked_by: Option<u8>,
    terms: Terms,
    outcome: Option<Outcome>,
    paused: bool,
}

#[derive(Deserialize)]
struct Seat {
    name: String,
    yours: bool,
    left_ms: Option<i64>,
}

#[derive(Deserialize)]
struct Terms {
    pace: Pace,
}

#[derive(Deserialize)]
struct Outcome {
    winners: Vec<u8>,
    scores: Option<Vec<i32>>,
    reason: String,
}

impl State {
    fn is_over(&self) -> bool {
        self.turn == "over"
    }

    /// The seat that the bot acts for, or has.
    fn own_seat(&self) -> usize {
        let own = |seat: &usize| self.seats.get(*seat).is_some_and(|seat| seat.yours);
        let acting = self.may_act.iter().map(|seat| usize::from(*seat)).find(own);
        acting.or_else(|| (0..self.seats.len()).find(own)).unwrap_or(0)
    }

    /// Those who play against the bot.
    fn others(&self) -> String {
        let names = self.seats.iter().filter(|seat| !seat.yours).map(|seat| printable(&seat.name));
        names.collect::<Vec<_>>().join(", ")
    }
}

/// A game that a bot plays.
pub struct Game<'a> {
    link: Link,
    config: &'a Config,
    command: &'a str,
    id: String,
    path: String,
    engine: Option<Engine>,
    /// The actions that the bot knows.
    seen: Vec<String>,
    /// How many of them the engine was told; `None` before it was told of the game.
    told: Option<usize>,
    /// The version of the position in which the bot has acted last.
    acted: Option<u64>,
    /// The version at which a question was answered.
    answered: Option<u64>,
    greeted: bool,
    failures: u32,
}

impl<'a> Game<'a> {
    /// A game with this id.
    pub fn new(link: Link, config: &'a Config, command: &'a str, id: &str) -> Game<'a> {
        Game {
            link,
            config,
            command,
            id: id.to_owned(),
            path: format!("/games/{id}"),
            engine: None,
            seen: Vec::new(),
            told: None,
            acted: None,
            answered: None,
            greeted: false,
            failures: 0,
        }
    }

    /// Plays it to its end, however often the connection breaks.
    ///
    /// # Errors
    /// When the server refuses what it cannot do without.
    pub fn play(mut self) -> Result<()> {
        loop {
            let mut lines = match self.link.stream(&format!("{}/stream", self.path)) {
                Ok(lines) => lines,
                Err(Failure::Refused { status: hyper::StatusCode::NOT_FOUND, .. }) => {
                    note!("{}: the game is gone", self.id);
                    return Ok(());
                }
                error => error.with_context(|| format!("game {}", self.id))?,
            };
            while let Some(line) = lines.next() {
                let state =
                    serde_json::from_value(line).context("the server tells of a game in unknown words")?;
                if self.hear(state)? {
                    return Ok(());
                }
            }
            // The server may have closed the stream at once.
            std::thread::sleep(Duration::from_millis(200));
        }
    }

    /// Does what a state asks for. Returns whether the game is over.
    fn hear(&mut self, state: State) -> Result<bool> {
        self.follow(&state);
        if state.is_over() {
            self.end(&state);
            return Ok(true);
        }
        self.greet()?;
        self.answer_question(&state)?;
        if state.yours && !state.paused && self.acted != Some(state.version) {
            self.act(&state)?;
        }
        Ok(false)
    }

    /// Notes what has been done. What was taken back is forgotten, and the engine is told the whole game
    /// again.
    fn follow(&mut self, state: &State) {
        let mut seen = self.seen.clone();
        seen.truncate(state.seen_from);
        seen.extend(state.seen.iter().cloned());
        let common = self.seen.iter().zip(&seen).take_while(|(old, new)| old == new).count();
        if self.told.is_some_and(|told| told > common) {
            self.told = None;
        }
        self.seen = seen;
    }

    /// Says the greeting, unless it was said before: the bot may have been restarted.
    fn greet(&mut self) -> Result<()> {
        if std::mem::replace(&mut self.greeted, true) {
            return Ok(());
        }
        let Some(greeting) = &self.config.greeting else { return Ok(()) };
        let chat = format!("{}/chat", self.path);
        let said = done(self.link.ask(Method::GET, &chat, None))?.unwrap_or_default();
        if said.as_array().into_iter().flatten().any(|message| message["yours"] == true) {
            return Ok(());
        }
        self.say(&greeting.clone())
    }

    fn say(&mut self, text: &str) -> Result<()> {
        let chat = format!("{}/chat", self.path);
        match self.link.ask(Method::POST, &chat, Some(&json!({ "text": text }))) {
            Err(failure) if failure.is_final() => Err(failure.into()),
            Err(failure) => {
                note!("{}: the message was not sent: {}", self.id, printable(&failure.to_string()));
                Ok(())
            }
            Ok(_) => Ok(()),
        }
    }

    fn answer_question(&mut self, state: &State) -> Result<()> {
        let own = state.own_seat();
        let Some(asked) =
            state.asked.as_deref().filter(|_| state.asked_by.is_some_and(|by| usize::from(by) != own))
        else {
            self.answered = None;
            return Ok(());
        };
        if self.answered == Some(state.version) {
            return Ok(());
        }
        self.answered = Some(state.version);
        let agrees = match asked {
            "draw" => self.config.draws,
            "takeback" => self.config.takebacks,
            "pause" => self.config.pauses,
            "rematch" => self.config.rematches,
            _ => false,
        };
        self.event(&json!({ "kind": if agrees { "agree" } else { "decline" } })).map(drop)
    }

    /// Sends an event. `None` if the server refuses it: things have changed meanwhile, and its stream will
    /// say how.
    fn event(&mut self, event: &Value) -> Result<Option<Value>> {
        done(self.link.ask(Method::POST, &format!("{}/events", self.path), Some(event)))
    }

    /// Lets the engine act. What fails twice loses the game, so that no one waits for it.
    fn act(&mut self, state: &State) -> Result<()> {
        loop {
            let (action, clock) = match self.choose(state) {
                Ok(action) => action,
                Err(fault) => {
                    if self.has_failed(&fault)? {
                        return Ok(());
                    }
                    continue;
                }
            };
            let event = json!({ "kind": "act", "text": action, "version": state.version });
            let sent = self.link.ask(Method::POST, &format!("{}/events", self.path), Some(&event));
            match sent {
                Ok(now) => {
                    self.acted = Some(state.version);
                    return self.ponder(now, clock);
                }
                Err(failure) if failure.is_final() => return Err(failure.into()),
                Err(failure) if failure.code() == "action-illegal" => {
                    if self.has_failed(&Fault::illegal(&action, &failure))? {
                        return Ok(());
                    }
                }
                // The game has moved on: the stream says how. What the engine was told may not have happened.
                Err(_) => return Ok(()),
            }
        }
    }

    /// Notes what the engine did wrong, and ends it. Returns whether the game is given up.
    fn has_failed(&mut self, fault: &Fault) -> Result<bool> {
        (self.engine, self.told) = (None, None);
        self.failures += 1;
        let gives_up = self.failures >= TRIES;
        let next = if gives_up { "it fails again, so the bot resigns" } else { "it is started again" };
        note!("{}: {}; {next}", self.id, printable(&fault.to_string()));
        if gives_up {
            self.event(&json!({ "kind": "resign" }))?;
        }
        Ok(gives_up)
    }

    /// What the engine chooses, and the version of the protocol that it speaks.
    fn choose(&mut self, state: &State) -> Result<(String, u32), Fault> {
        if self.engine.as_mut().is_some_and(|engine| !engine.is_running()) {
            (self.engine, self.told) = (None, None);
        }
        let mut engine = match self.engine.take() {
            Some(engine) => engine,
            None => Engine::start(self.command, &state.game, &self.config.options)?,
        };
        let seat = state.own_seat();
        let told = match self.told {
            Some(told) => told,
            None => {
                engine.tell(&Message::Game {
                    options: state.options.clone(),
                    setup: self.setup(&state.game),
                    seats: state.seats.len() as u8,
                    seat: seat as u8,
                    players: Vec::new(),
                })?;
                0
            }
        };
        let (clock, limit) = self.clock(state, seat, engine.version());
        let ply = self.seen.len();
        let seen = self.seen[told.min(ply)..].to_vec();
        let turn = Message::Turn { ply, seen, view: state.view.clone(), legal: state.legal.clone(), clock };
        self.told = Some(ply);
        let answer = engine.choose_action(&turn, ply, limit)?;
        let version = engine.version();
        self.engine = Some(engine);
        match answer {
            Answer::Action { action, .. } if state.legal.contains(&action) => Ok((action, version)),
            Answer::Action { action, .. } => {
                Err(Fault::illegal(&action, "it is not among the legal actions"))
            }
            Answer::Error { message } => Err(Fault::gave_up(&message)),
            other => Err(Fault::no_answer(other.kind(), "an “action” was expected")),
        }
    }

    /// The set-up, of a game that hides nothing.
    fn setup(&mut self, game: &str) -> Option<Value> {
        let open = bagatelle_catalog::find(game).is_some_and(|game| !game.hidden());
        let record = open.then(|| self.link.ask(Method::GET, &format!("{}/record", self.path), None));
        record?.ok()?.get("setup").filter(|setup| !setup.is_null()).cloned()
    }

    /// The clock of a move and how long the answer may take: less than the server says, since it has to get
    /// there.
    fn clock(&self, state: &State, seat: usize, version: u32) -> (TurnClock, Limit) {
        let lag = Duration::from_millis(self.config.lag_ms);
        let Pace::RealTime { increment_s, .. } = state.terms.pace else {
            let ms = self.config.think_ms;
            return (TurnClock::of_move(ms), Limit { stop: Duration::from_millis(ms), margin: lag * 10 });
        };
        let increment_ms = u64::from(increment_s) * 1000;
        let left = state.seats.iter().enumerate().map(|(k, one)| {
            let left = u64::try_from(one.left_ms.unwrap_or(0)).unwrap_or(0);
            if k == seat { left.saturating_sub(self.config.lag_ms).max(1) } else { left }
        });
        let left: Vec<u64> = left.collect();
        let clock = TurnClock::new(Clock::Game { start_ms: 0, increment_ms }, &left, seat, version);
        let own = Duration::from_millis(left.get(seat).copied().unwrap_or(1));
        let stop = clock.move_ms.map_or(own, Duration::from_millis);
        (clock, Limit { stop, margin: own.saturating_sub(stop).max(lag / 2) })
    }

    /// Lets the engine think while others are to act, if it can and that is wanted.
    fn ponder(&mut self, now: Value, version: u32) -> Result<()> {
        if version == FIRST || !self.config.ponder {
            return Ok(());
        }
        let now: State =
            serde_json::from_value(now).context("the server tells of a game in unknown words")?;
        self.follow(&now);
        let (Some(engine), Some(told)) = (self.engine.as_mut().filter(|engine| engine.ponders()), self.told)
        else {
            return Ok(());
        };
        if now.is_over() || now.yours {
            return Ok(());
        }
        let seen = self.seen[told.min(self.seen.len())..].to_vec();
        let ponder = Message::Ponder { ply: self.seen.len(), seen, view: now.view };
        match engine.tell(&ponder) {
            Ok(()) => self.told = Some(self.seen.len()),
            // It is started again at its next turn.
            Err(fault) => {
                note!("{}: {}", self.id, printable(&fault.to_string()));
                (self.engine, self.told) = (None, None);
            }
        }
        Ok(())
    }

    /// Says how the game ended, to all who want to know.
    fn end(&mut self, state: &State) {
        let own = state.own_seat() as u8;
        let (winners, scores, reason) = match &state.outcome {
            Some(outcome) => (outcome.winners.clone(), outcome.scores.clone(), outcome.reason.clone()),
            None => (Vec::new(), None, "aborted".to_owned()),
        };
        let result = match winners.as_slice() {
            [] => "no one won",
            winners if winners.contains(&own) => "won",
            _ => "lost",
        };
        note!("{}: {result} against {}: {}", self.id, state.others(), printable(&reason));
        if let Some(mut engine) = self.engine.take() {
            let seen = self.seen[self.told.unwrap_or(0).min(self.seen.len())..].to_vec();
            // It may have ended by itself.
            let _ = engine.tell(&Message::End { seen, winners, scores, reason });
            engine.quit();
        }
        if let Some(farewell) = self.config.farewell.clone().filter(|_| self.greeted) {
            // The game is over: what is not said now is not said.
            let _ = self.say(&farewell);
        }
    }
}

/// An answer; `None` if the server refuses, unless it would refuse everything.
fn done(answer: Result<Value, Failure>) -> Result<Option<Value>> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(failure) if failure.is_final() => Err(failure.into()),
        Err(_) => Ok(None),
    }
}
