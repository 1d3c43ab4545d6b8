//! A client that makes games, sits down at those of others, plays what is legal at random, takes back, and
//! talks.

use crate::api::{Answer, Api, NoAnswer};
use crate::ledger::{Deed, Entry};
use anyhow::{Result, bail, ensure};
use bagatelle_core::Rng;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, PoisonError};

/// How many games a player plays at once.
const GAMES: usize = 6;

/// A game of the catalog.
pub struct Known {
    id: String,
    alone: bool,
    program: Option<String>,
}

/// All games.
pub fn catalog(answer: &Value) -> Vec<Known> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let known = |game: &Value| Known {
        id: text(&game["id"]).unwrap_or_default(),
        alone: game["players"] == "1",
        program: text(&game["programs"][0]),
    };
    answer.as_array().map_or_else(Vec::new, |games| games.iter().map(known).collect())
}

/// The seats that wait for players: game and seat.
pub type OpenSeats = Arc<Mutex<Vec<(String, u8)>>>;

/// Something that was asked for and not answered.
struct Unanswered {
    game: String,
    event: Value,
    deed: Deed,
}

/// A player.
pub struct Player {
    pub api: Api,
    rng: Rng,
    catalog: Arc<Vec<Known>>,
    open: OpenSeats,
    games: Vec<String>,
    said: u64,
    unanswered: Option<Unanswered>,
    entries: Vec<Entry>,
}

impl Player {
    pub fn new(api: Api, rng: Rng, catalog: Arc<Vec<Known>>, open: OpenSeats) -> Player {
        Player { api, rng, catalog, open, games: Vec::new(), said: 0, unanswered: None, entries: Vec::new() }
    }

    /// What was asked for since the last call.
    pub fn take_entries(&mut self) -> Vec<Entry> {
        std::mem::take(&mut self.entries)
    }

    /// Plays until the server is gone.
    ///
    /// # Errors
    /// When the server gives an answer that it should not give.
    pub async fn play(&mut self) -> Result<()> {
        // What was not answered is sent again, for the same version.
        if let Some(Unanswered { game, event, deed }) = self.unanswered.take()
            && self.ask(&game, event, deed).await?.is_none()
        {
            return Ok(());
        }
        while self.step().await?.is_some() {}
        Ok(())
    }

    /// Does one thing; `None` if there was no answer.
    pub async fn step(&mut self) -> Result<Option<()>> {
        if self.games.len() < GAMES && (self.games.is_empty() || self.rng.below(4) == 0) {
            return if self.rng.below(2) == 0 { self.sit().await } else { self.make().await };
        }
        if self.rng.below(30) == 0 {
            // Most games would go on for ever.
            self.games.remove(0);
        }
        let Some(game) = self.rng.choose(&self.games).cloned() else { return self.make().await };
        if self.rng.below(20) == 0 {
            return self.say(&game).await;
        }
        let Ok(state) = self.api.state(&game).await else { return Ok(None) };
        ensure!(state.status == 200, "{game}: {state:?}");
        self.act(&game, &state.json()).await
    }

    /// Makes a game: alone, with a program, or with seats for others.
    async fn make(&mut self) -> Result<Option<()>> {
        let known = &self.catalog[self.rng.index(self.catalog.len())];
        let mut order = json!({ "game": known.id });
        let mut open = false;
        if !known.alone {
            open = known.program.is_none() || self.rng.below(3) > 0;
            let other = if open { "open" } else { known.program.as_deref().unwrap_or_default() };
            order["programs"] = json!([other]);
        }
        let answer = self.api.post("/api/v1/games", &order).await;
        let mut entry = Entry {
            person: self.api.person().to_owned(),
            game: String::new(),
            deed: Deed::Made,
            confirmed: false,
        };
        let Ok(answer) = answer else {
            self.entries.push(entry);
            return Ok(None);
        };
        ensure!(answer.status == 201, "{order}: {answer:?}");
        let state = answer.json();
        let id = state["id"].as_str().unwrap_or_default().to_owned();
        ensure!(!id.is_empty(), "{answer:?}");
        (entry.game, entry.confirmed) = (id.clone(), true);
        self.entries.push(entry);
        let seats = state["seats"].as_array().map_or(0, Vec::len);
        if open {
            let seats = (1..seats).filter_map(|seat| Some((id.clone(), u8::try_from(seat).ok()?)));
            self.open.lock().unwrap_or_else(PoisonError::into_inner).extend(seats);
        }
        self.games.push(id);
        Ok(Some(()))
    }

    /// Takes a seat at a game of another player, or makes a game if there is none.
    async fn sit(&mut self) -> Result<Option<()>> {
        let seat = {
            let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
            let found = open.iter().position(|(game, _)| !self.games.contains(game));
            found.map(|index| open.swap_remove(index))
        };
        let Some((game, seat)) = seat else { return self.make().await };
        self.games.push(game.clone());
        self.ask(&game, json!({ "kind": "sit", "text": "Player", "seat": seat }), Deed::Seat(seat)).await
    }

    async fn say(&mut self, game: &str) -> Result<Option<()>> {
        self.said += 1;
        let text = format!("{}x{}", self.api.person(), self.said);
        let said = self.api.say(game, &text).await;
        self.note(game, Deed::Said(text), matches!(&said, Ok(answer) if answer.status == 200));
        match said {
            Err(NoAnswer) => Ok(None),
            // Refused for talking too much, or as one who has not got the seat.
            Ok(answer) if answer.status == 200 || answer.status / 100 == 4 => Ok(Some(())),
            Ok(answer) => bail!("{game}: {answer:?}"),
        }
    }

    /// Acts at random, or takes back.
    async fn act(&mut self, game: &str, state: &Value) -> Result<Option<()>> {
        let own =
            state["seats"].as_array().is_some_and(|seats| seats.iter().any(|seat| seat["yours"] == true));
        if state["turn"] == "over" || !own {
            self.games.retain(|id| id != game);
            return Ok(Some(()));
        }
        let version = state["version"].as_u64().unwrap_or_default();
        let played = state["seen"].as_array().is_some_and(|seen| !seen.is_empty());
        let (kind, text) = match self.rng.below(40) {
            0..3 if played => ("undo", ""),
            3 => ("redo", ""),
            4 if played => ("restart", ""),
            _ => {
                let legal = state["legal"].as_array().map_or(&[][..], Vec::as_slice);
                // It is the turn of another player.
                let Some(action) = self.rng.choose(legal) else { return Ok(Some(())) };
                ("act", action.as_str().unwrap_or_default())
            }
        };
        let deed = Deed::Move { version, kind: kind.to_owned(), text: text.to_owned() };
        self.ask(game, json!({ "kind": kind, "text": text, "version": version }), deed).await
    }

    /// Asks for something in a game, and notes what came of it.
    async fn ask(&mut self, game: &str, event: Value, deed: Deed) -> Result<Option<()>> {
        match self.api.event(game, &event).await {
            Err(NoAnswer) => {
                self.note(game, deed.clone(), false);
                self.unanswered = Some(Unanswered { game: game.to_owned(), event, deed });
                Ok(None)
            }
            Ok(Answer { status: 200, .. }) => {
                self.note(game, deed, true);
                Ok(Some(()))
            }
            // The game has moved on, or that cannot be done.
            Ok(Answer { status, .. }) if status / 100 == 4 => Ok(Some(())),
            Ok(answer) => bail!("{game}: {event}: {answer:?}"),
        }
    }

    fn note(&mut self, game: &str, deed: Deed, confirmed: bool) {
        let person = self.api.person().to_owned();
        self.entries.push(Entry { person, game: game.to_owned(), deed, confirmed });
    }
}
