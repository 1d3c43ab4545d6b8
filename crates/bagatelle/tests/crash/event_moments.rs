//! Servers are killed at the very moments at which an event goes on by itself: when it starts at its time,
//! and when the last game of a round ends. Each kill follows a change that was seen in the database, so it
//! comes between the steps that make up such a moment. Afterwards the event has started once, each round is
//! paired once, and each pairing has one game.
//!
//! Once on a folder with one server, once with two servers on PostgreSQL.

use crate::api::Api;
use crate::server::{Server, command, copy};
use anyhow::{Context, Result, ensure};
use bagatelle_core::{Rng, Seed, Stream};
use bagatelle_events::{Change, Event, Stage};
use bagatelle_store::{DATABASE_FILE, Store};
use bagatelle_testdb as testdb;
use serde_json::json;
use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tempfile::TempDir;

/// How many accounts play, and how many rounds.
const PLAYERS: usize = 4;
const ROUNDS: u32 = 2;
/// How many events are played.
const EVENTS: usize = 2;
/// How often servers are killed in each moment.
const KILLS: usize = 3;
/// How long after a change a server is killed at most, in milliseconds.
const LATEST: u32 = 12;
/// How long before an event starts it is made, in milliseconds.
const AHEAD: i64 = 2000;
/// How often the database is looked at.
const LOOK: Duration = Duration::from_millis(2);
/// How long anything may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(90);

/// Servers on a folder or on a database.
struct Place {
    folder: TempDir,
    database: Option<testdb::Database>,
    servers: Vec<Option<Server>>,
    store: Store,
    rng: Rng,
    kills: usize,
}

impl Place {
    async fn new(database: Option<testdb::Database>, servers: usize) -> Result<Place> {
        let folder = TempDir::new()?;
        let start = || match &database {
            None => Server::start(command(folder.path(), &[]), &folder.path().join("log")),
            Some(database) => Server::start(copy(&database.address()), &folder.path().join("log")),
        };
        let servers = (0..servers).map(|_| start().map(Some)).collect::<Result<_>>()?;
        let store = match &database {
            None => Store::open(&folder.path().join(DATABASE_FILE)).await?,
            Some(database) => Store::connect(&database.address()).await?,
        };
        let rng = Rng::new(&Seed::from_text("moments"), Stream::Test);
        Ok(Place { folder, database, servers, store, rng, kills: 0 })
    }

    /// Kills one of the servers or, seldom, all of them, and starts them again.
    fn kill(&mut self) -> Result<()> {
        let one = self.rng.index(self.servers.len());
        let all = self.rng.below(4) == 0;
        let killed: Vec<usize> = (0..self.servers.len()).filter(|number| all || *number == one).collect();
        for number in &killed {
            self.servers[*number] = None;
            self.kills += 1;
        }
        for number in killed {
            let command = match &self.database {
                None => command(self.folder.path(), &[]),
                Some(database) => copy(&database.address()),
            };
            self.servers[number] = Some(Server::start(command, &self.folder.path().join("log"))?);
        }
        Ok(())
    }

    fn address(&mut self) -> SocketAddr {
        let running: Vec<SocketAddr> = self.servers.iter().flatten().map(|server| server.address).collect();
        running[self.rng.index(running.len())]
    }

    async fn pause(&mut self, longest: u32) {
        tokio::time::sleep(Duration::from_millis(self.rng.below(longest).into())).await;
    }

    async fn event(&self, id: &str) -> Result<(Event, Vec<Change>)> {
        let kept = self.store.event(id).await?.context("the event is lost")?;
        let event = Event::restore(kept.spec, &kept.log)?;
        Ok((event, kept.log.into_iter().map(|entry| entry.change).collect()))
    }

    /// A number that grows with each step of an event: its changes, the games it has noted, their tables.
    async fn steps(&self, id: &str) -> Result<usize> {
        let games = self.store.event_games(id).await?;
        let made = games.iter().filter(|game| game.made).count();
        Ok(self.event(id).await?.1.len() + games.len() + made)
    }

    /// Whether an event has come as far as it can by itself after this many rounds were played.
    async fn has_gone_on(&self, id: &str, played: u32) -> Result<bool> {
        let event = self.event(id).await?.0;
        if played == ROUNDS {
            return Ok(event.is_over());
        }
        let games = self.store.event_games(id).await?;
        let made = games.iter().filter(|game| game.round == played + 1 && game.made).count();
        let tables = event.rounds().last().map_or(0, |round| round.tables().len());
        Ok(event.stage() == Stage::Running && event.last_round() == played + 1 && made == tables)
    }

    /// Kills servers after changes of an event until it has gone on.
    async fn strike(&mut self, id: &str, played: u32) -> Result<()> {
        let (begun, mut left, mut seen) = (Instant::now(), KILLS, self.steps(id).await?);
        while !self.has_gone_on(id, played).await? {
            let log = || std::fs::read_to_string(self.folder.path().join("log")).unwrap_or_default();
            ensure!(begun.elapsed() < PATIENCE, "{id} does not go on after round {played}\n{}", log());
            tokio::time::sleep(LOOK).await;
            if left > 0 && self.steps(id).await? > seen {
                left -= 1;
                self.pause(LATEST).await;
                self.kill()?;
                seen = self.steps(id).await?;
            }
        }
        Ok(())
    }

    /// The games of a round that are not over, by table.
    async fn open_games(&self, id: &str, round: u32) -> Result<BTreeSet<String>> {
        let games = self.store.event_games(id).await?.into_iter();
        Ok(games.filter(|game| game.round == round && !game.over).map(|game| game.table).collect())
    }

    /// Lets one of two resign each game of the round.
    async fn play_round(&mut self, players: &mut [Api], id: &str) -> Result<()> {
        let begun = Instant::now();
        let round = self.event(id).await?.0.last_round();
        // A server learns from the others with a delay, so that a player may have to ask again.
        while !self.open_games(id, round).await?.is_empty() {
            ensure!(begun.elapsed() < PATIENCE, "a game of round {round} is left");
            for player in players.iter_mut() {
                player.address = self.address();
                let state =
                    player.get(&format!("/api/v1/events/{id}")).await.ok().context("no answer")?.json();
                let open = self.open_games(id, round).await?;
                let Some(game) = state["your_game"].as_str().filter(|game| open.contains(*game)) else {
                    continue;
                };
                let answer =
                    player.event(game, &json!({ "kind": "resign" })).await.ok().context("no answer")?;
                ensure!(answer.status == 200, "{answer:?}");
            }
        }
        Ok(())
    }
}

/// Makes an event that starts by itself soon, and joins it.
async fn begin(place: &mut Place, players: &mut [Api]) -> Result<(String, i64)> {
    players.iter_mut().for_each(|player| player.address = place.address());
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis();
    let starts = i64::try_from(now)? + AHEAD;
    let order = json!({ "title": "Cup", "game": "baju-duel", "form": "swiss", "rounds": ROUNDS,
        "starts_at": starts });
    let made = players[0].post("/api/v1/events", &order).await.ok().context("no answer")?;
    let id = made.json()["id"].as_str().with_context(|| format!("{made:?}"))?.to_owned();
    for player in players.iter() {
        let path = format!("/api/v1/events/{id}/changes");
        let answer = player.post(&path, &json!({ "kind": "join" })).await.ok().context("no answer")?;
        ensure!(answer.status == 200, "{answer:?}");
    }
    let now = i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis())?;
    ensure!(now < starts, "joining took too long");
    Ok((id, starts - now))
}

/// What must be true of an event that is over; returns how many games it had.
async fn check(place: &Place, id: &str) -> Result<usize> {
    let (event, log) = place.event(id).await?;
    let count = |is: fn(&Change) -> bool| log.iter().filter(|change| is(change)).count();
    ensure!(count(|change| matches!(change, Change::Started { .. })) == 1, "not started once: {log:?}");
    ensure!(count(|change| matches!(change, Change::Ended { .. })) == 1, "not ended once: {log:?}");
    let paired = log.iter().filter_map(|change| match change {
        Change::Paired { round, .. } => Some(*round),
        _ => None,
    });
    ensure!(paired.eq(1..=ROUNDS), "not each round is paired once: {log:?}");
    let pairings: usize = event.rounds().iter().map(|round| round.tables().len()).sum();
    ensure!(count(|change| matches!(change, Change::Reported { .. })) == pairings, "{log:?}");
    let games = place.store.event_games(id).await?;
    let places: BTreeSet<(u32, u32)> = games.iter().map(|game| (game.round, game.place)).collect();
    ensure!(places.len() == pairings && games.len() == pairings, "{pairings} pairings have {games:?}");
    ensure!(games.iter().all(|game| game.made && game.over), "{games:?}");
    Ok(games.len())
}

async fn play(place: &mut Place) -> Result<()> {
    let mut players = Vec::new();
    for number in 0..PLAYERS {
        let mut api = Api::new(place.address()).await?;
        api.sign_up(&format!("Player {number}")).await?;
        players.push(api);
    }
    let (mut games, mut number) = (0, 0);
    let least = EVENTS * (ROUNDS as usize + 1);
    // On a busy machine an event may go on by itself before a server is killed: another one begins.
    while number < EVENTS || place.kills < least {
        ensure!(number < 5 * EVENTS, "only {} kills in {number} events", place.kills);
        let (id, ahead) = begin(place, &mut players).await?;
        if number % 2 == 0 {
            // The moment passes while no server, or one less, is there.
            tokio::time::sleep(Duration::from_millis(u64::try_from(ahead)?.saturating_sub(20))).await;
            place.kill()?;
        }
        place.strike(&id, 0).await?;
        for round in 1..=ROUNDS {
            place.play_round(&mut players, &id).await?;
            if place.rng.below(2) == 0 {
                place.pause(LATEST).await;
                place.kill()?;
            }
            place.strike(&id, round).await?;
        }
        games += check(place, &id).await?;
        number += 1;
    }
    let tables: Vec<String> = place.store.table_ids("", 100_000).await?;
    ensure!(tables.len() == games, "there are {} tables for {games} games", tables.len());
    eprintln!("{number} events and {games} games, {} kills", place.kills);
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_event_that_starts_by_itself_does_so_once_however_its_server_is_killed() {
    let mut place = Place::new(None, 1).await.unwrap();
    play(&mut place).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_event_that_starts_by_itself_does_so_once_on_two_servers() {
    let mut place = Place::new(Some(testdb::Database::new().await), 2).await.unwrap();
    play(&mut place).await.unwrap();
}
