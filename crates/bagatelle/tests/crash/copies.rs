//! Three servers on one PostgreSQL database, behind a load balancer that knows no visitors: they are killed
//! and restarted one by one in the middle of games, and the database goes away for a while. All that was
//! confirmed is there, once; a move is seen at the other servers at once.
//!
//! `BAGATELLE_CRASH_COPIES=KILLS,SEED` says how often, and what clients try; `BAGATELLE_CRASH_ALL` does for
//! kills of the database together with servers.

use crate::api::Api;
use crate::database::Database;
use crate::ledger::{Count, Deed, Entry, Ledger};
use crate::player::{OpenSeats, Player, catalog};
use crate::proxy::Proxy;
use crate::server::{Server, copy};
use anyhow::{Context, Result, ensure};
use bagatelle_core::{Rng, Seed, Stream};
use bagatelle_testdb as testdb;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::task::JoinHandle;

/// How many servers there are.
const COPIES: usize = 3;
/// How many clients play at once.
const PLAYERS: u64 = 6;
/// How long all play before a server is killed, and at most as long again, in milliseconds.
const LIFE: u32 = 300;
/// How often a test kills a server.
const KILLS: u64 = 6;
/// How long anything may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// How often a server is killed, and the seed.
fn setting(variable: &str) -> (u64, u64) {
    let setting = std::env::var(variable).unwrap_or_default();
    let mut numbers = setting.split(',').map(|number| number.trim().parse::<u64>().ok());
    (numbers.next().flatten().unwrap_or(KILLS), numbers.next().flatten().unwrap_or(1))
}

/// Waits until something is so.
async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) -> Result<()> {
    let begun = Instant::now();
    while !is_so().await {
        ensure!(begun.elapsed() < PATIENCE, "{what}: this did not come");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Ok(())
}

/// Servers on one database.
struct Copies {
    address: String,
    folder: TempDir,
    servers: Vec<Option<Server>>,
    proxy: Proxy,
}

impl Copies {
    async fn start(address: String) -> Result<Copies> {
        let mut copies = Copies {
            address,
            folder: TempDir::new()?,
            servers: (0..COPIES).map(|_| None).collect(),
            proxy: Proxy::start().await?,
        };
        for number in 0..COPIES {
            copies.start_again(number)?;
        }
        Ok(copies)
    }

    fn log(&self) -> PathBuf {
        self.folder.path().join("log")
    }

    fn logged(&self) -> String {
        std::fs::read_to_string(self.log()).unwrap_or_default()
    }

    fn addresses(&self) -> Vec<SocketAddr> {
        self.servers.iter().flatten().map(|server| server.address).collect()
    }

    /// Starts one of them, if it does not run.
    fn start_again(&mut self, number: usize) -> Result<()> {
        if self.servers[number].is_none() {
            self.servers[number] = Some(Server::start(copy(&self.address), &self.log())?);
            self.proxy.set(self.addresses());
        }
        Ok(())
    }

    /// Kills one of them, in the middle of whatever it does.
    fn kill(&mut self, number: usize) {
        self.servers[number] = None;
    }

    /// Asks one of them to end.
    async fn end(&mut self, number: usize) -> Result<()> {
        match self.servers[number].take() {
            Some(server) => tokio::task::spawn_blocking(move || server.end()).await?,
            None => Ok(()),
        }
    }
}

/// Clients who play by way of the load balancer, and what they were told.
struct Crowd {
    players: Vec<Player>,
    ledger: Ledger,
    total: Count,
}

impl Crowd {
    async fn new(proxy: &Proxy, seed: &Seed) -> Result<Crowd> {
        let (open, mut players) = (OpenSeats::default(), Vec::new());
        for number in 1..=PLAYERS {
            let api = Api::new(proxy.address).await?;
            let games = api.get("/api/v1/catalog").await.ok().context("no catalog")?.json();
            let rng = Rng::new(&seed.nth(number), Stream::Test);
            players.push(Player::new(api, rng, Arc::new(catalog(&games)), Arc::clone(&open)));
        }
        Ok(Crowd { players, ledger: Ledger::default(), total: Count::default() })
    }

    /// Lets all play until the load balancer is closed.
    fn play(&mut self) -> Playing {
        let stop = Arc::<AtomicBool>::default();
        let play = |mut player: Player| {
            let stop = Arc::clone(&stop);
            tokio::spawn(async move {
                loop {
                    let played = player.play().await;
                    if played.is_err() || stop.load(Ordering::SeqCst) {
                        return (player, played);
                    }
                    // A server was lost; the load balancer knows others.
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
            })
        };
        Playing { players: self.players.drain(..).map(play).collect(), stop }
    }

    /// Lets all stop, and compares what they were told with what is there.
    async fn rest(&mut self, playing: Playing, copies: &Copies, all: bool) -> Result<Count> {
        playing.stop.store(true, Ordering::SeqCst);
        copies.proxy.close(true);
        for player in playing.players {
            let (mut player, played) = player.await?;
            played.with_context(|| copies.logged())?;
            for entry in player.take_entries() {
                self.ledger.add(entry);
            }
            self.players.push(player);
        }
        let database = Database::connect(&copies.address).await?;
        let checked = self.ledger.check(&database, all).await;
        database.close().await;
        let count = checked.with_context(|| copies.logged())?;
        self.total += count;
        copies.proxy.close(false);
        Ok(count)
    }
}

/// Players at work.
struct Playing {
    players: Vec<JoinHandle<(Player, Result<()>)>>,
    stop: Arc<AtomicBool>,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_was_confirmed_survives_the_end_of_a_copy() {
    let (kills, seed) = setting("BAGATELLE_CRASH_COPIES");
    let (begun, database) = (Instant::now(), testdb::Database::new().await);
    let mut copies = Copies::start(database.address()).await.unwrap();
    let seed = Seed::from_text(&format!("copies {seed}"));
    let mut rng = Rng::new(&seed, Stream::Test);
    let mut crowd = Crowd::new(&copies.proxy, &seed).await.unwrap();
    for kill in 1..=kills {
        let playing = crowd.play();
        let pause = |ms: u32| tokio::time::sleep(Duration::from_millis(u64::from(ms)));
        pause(LIFE + rng.below(LIFE)).await;
        let number = rng.index(COPIES);
        // One of three ends as in a rolling restart, and is back before the others are looked at.
        let rolling = kill % 3 == 0;
        if rolling {
            copies.end(number).await.unwrap();
            copies.start_again(number).unwrap();
        } else {
            copies.kill(number);
        }
        pause(rng.below(LIFE)).await;
        let count = crowd.rest(playing, &copies, kill == kills).await.unwrap();
        copies.start_again(number).unwrap();
        let Count { moves, in_flight, arrived, lost, .. } = count;
        eprintln!(
            "{} {kill}: {moves} moves confirmed, {in_flight} in flight ({arrived} of them there), {lost} \
             lost",
            if rolling { "restart" } else { "kill" }
        );
    }
    let Count { moves, others, in_flight, arrived, lost } = crowd.total;
    eprintln!(
        "{kills} ends of one of {COPIES} servers in {} s, {} games: {moves} confirmed moves and {others} \
         other confirmed things, \
         {lost} lost, none doubled or torn; {in_flight} moves in flight, {arrived} of them there",
        begun.elapsed().as_secs(),
        crowd.ledger.games(),
    );
    assert!(moves > kills * 5 && others > kills, "only {moves} moves and {others} other things");
    let store = bagatelle_store::Store::connect(&database.address()).await.unwrap();
    let downtimes = bagatelle_store::Store::downtimes(&store).await.unwrap();
    assert!(downtimes.is_empty(), "a server always ran: {downtimes:?}");
}

/// The database and one or all of the servers are killed within a moment of each other, in either order, and
/// started again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_was_confirmed_survives_the_end_of_copies_and_database() {
    let (kills, seed) = setting("BAGATELLE_CRASH_ALL");
    let (begun, mut database) = (Instant::now(), testdb::Server::start_lasting());
    let mut copies = Copies::start(database.address("postgres")).await.unwrap();
    let seed = Seed::from_text(&format!("all {seed}"));
    let mut rng = Rng::new(&seed, Stream::Test);
    let mut crowd = Crowd::new(&copies.proxy, &seed).await.unwrap();
    crowd.players.iter_mut().for_each(|player| player.api.loses_database = true);
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let mut killed = 0;
    for kill in 1..=kills {
        let playing = crowd.play();
        let pause = |ms: u32| tokio::time::sleep(Duration::from_millis(u64::from(ms)));
        pause(LIFE + rng.below(LIFE)).await;
        let one = rng.index(COPIES);
        let numbers = if rng.below(3) == 0 { 0..COPIES } else { one..one + 1 };
        killed += numbers.len();
        let database_first = rng.below(2) == 0;
        if !database_first {
            numbers.clone().for_each(|number| copies.kill(number));
            pause(rng.below(20)).await;
        }
        database = tokio::task::spawn_blocking(move || {
            database.stop();
            database
        })
        .await
        .unwrap();
        if database_first {
            pause(rng.below(20)).await;
            numbers.clone().for_each(|number| copies.kill(number));
        }
        database = tokio::task::spawn_blocking(move || {
            database.start_again();
            database
        })
        .await
        .unwrap();
        for number in numbers {
            copies.start_again(number).unwrap();
        }
        for server in copies.addresses() {
            let ready = async || {
                let answer = client.get(format!("http://{server}/readyz")).send().await;
                answer.is_ok_and(|answer| answer.status() == 200)
            };
            until("ready", ready).await.unwrap();
        }
        let count = crowd.rest(playing, &copies, kill == kills).await.unwrap();
        let Count { moves, in_flight, arrived, lost, .. } = count;
        eprintln!(
            "kill {kill}: {moves} moves confirmed, {in_flight} in flight ({arrived} there), {lost} lost"
        );
    }
    let Count { moves, others, in_flight, arrived, lost } = crowd.total;
    eprintln!(
        "{kills} kills of the database and {killed} of servers in {} s, {} games: {moves} confirmed \
         moves and {others} other confirmed things, {lost} lost, none doubled or torn; {in_flight} \
         moves in flight, {arrived} of them there",
        begun.elapsed().as_secs(),
        crowd.ledger.games(),
    );
    assert!(moves > kills * 5 && others > kills, "only {moves} moves and {others} other things");
}

/// A stream of a table's page at one server.
struct Watch(reqwest::Response, String);

impl Watch {
    async fn new(server: SocketAddr, api: &Api, game: &str) -> Result<Watch> {
        let client = reqwest::Client::builder().no_proxy().build()?;
        let request = client.get(format!("http://{server}/g/{game}/events"));
        let response = request.header("authorization", api.authorization()).send().await?;
        ensure!(response.status() == 200, "{response:?}");
        Ok(Watch(response, String::new()))
    }

    /// Reads until it tells that there are this many events.
    async fn hears(&mut self, events: u64) -> Result<()> {
        loop {
            let heard = self.1.rsplit("data: ").find_map(|rest| rest.split('.').next()?.parse::<u64>().ok());
            if heard.is_some_and(|heard| heard >= events) {
                return Ok(());
            }
            let part =
                tokio::time::timeout(PATIENCE, self.0.chunk()).await??.context("the stream has ended")?;
            self.1.push_str(std::str::from_utf8(&part)?);
        }
    }
}

/// A duel of two visitors, each at a server of their own.
async fn duel(one: SocketAddr, other: SocketAddr) -> Result<([Api; 2], String)> {
    let players = [Api::new(one).await?, Api::new(other).await?];
    let order = json!({ "game": "baju-duel", "programs": ["open"], "name": "Ann" });
    let made = players[0].post("/api/v1/games", &order).await.ok().context("no answer")?;
    let game = made.json()["id"].as_str().context("a game")?.to_owned();
    let sat = players[1].event(&game, &json!({ "kind": "sit", "text": "Bob" })).await;
    ensure!(sat.is_ok_and(|answer| answer.status == 200), "Bob does not sit");
    Ok((players, game))
}

/// Lets a player act; returns the state after it, or none if there was no such answer.
async fn act(player: &Api, game: &str) -> Option<Value> {
    let state = player.state(game).await.ok()?.json();
    let action = json!({ "text": state["legal"][0], "version": state["version"] });
    let answer = player.event(game, &action).await.ok()?;
    (answer.status == 200).then(|| answer.json())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_is_seen_at_the_other_copies_at_once() {
    let database = testdb::Database::new().await;
    let copies = Copies::start(database.address()).await.unwrap();
    let [one, other, third] = copies.addresses()[..] else { panic!("three servers") };
    let mut times = Vec::new();
    for _ in 0..3 {
        let (players, game) = duel(one, other).await.unwrap();
        let spectator = Api::new(third).await.unwrap();
        let mut watch = Watch::new(third, &spectator, &game).await.unwrap();
        for turn in 0..16 {
            let player = &players[turn % 2];
            let state = player.state(&game).await.unwrap().json();
            if state["turn"] == "over" {
                break;
            }
            let action = json!({ "text": state["legal"][0], "version": state["version"] });
            let events = state["version"].as_u64().unwrap() + 2;
            let begun = Instant::now();
            let answer = player.event(&game, &action).await.unwrap();
            assert_eq!(answer.status, 200, "{answer:?}");
            watch.hears(events).await.unwrap();
            times.push(begun.elapsed());
        }
    }
    times.sort_unstable();
    let median = times[times.len() / 2];
    eprintln!(
        "a move is seen at another server after {} ms in the middle, {} ms at most, its writing included ({} \
         moves)",
        median.as_millis(),
        times[times.len() - 1].as_millis(),
        times.len()
    );
    assert!(median < Duration::from_secs(1), "{times:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_go_on_by_themselves_after_the_database_was_gone() {
    let mut database = testdb::Server::start_lasting();
    let copies = Copies::start(database.address("postgres")).await.unwrap();
    let mut crowd = Crowd::new(&copies.proxy, &Seed::from_text("gone")).await.unwrap();
    let [one, other, third] = copies.addresses()[..] else { panic!("three servers") };
    let (players, game) = duel(one, other).await.unwrap();
    // That game is looked after here, not in the ledger.
    let person = players[0].person().to_owned();
    crowd.ledger.add(Entry { person, game: String::new(), deed: Deed::Made, confirmed: false });
    let mut watch = Watch::new(third, &players[0], &game).await.unwrap();
    assert!(act(&players[0], &game).await.is_some());
    watch.hears(2).await.unwrap();
    let playing = crowd.play();
    tokio::time::sleep(Duration::from_millis(700)).await;
    let before = crowd.rest(playing, &copies, true).await.unwrap();
    assert!(before.moves > 0, "{before:?}");

    let (mut database, gone) = tokio::task::spawn_blocking(move || {
        database.stop();
        (database, Instant::now())
    })
    .await
    .unwrap();
    let refused = players[1].state(&game).await.unwrap();
    assert!(refused.status == 503 && refused.text.contains("try again"), "{refused:?}");
    for server in copies.addresses() {
        let api = players[0].at(server);
        assert_eq!(api.get("/healthz").await.unwrap().status, 200, "it is alive");
        until("not ready", async || api.get("/readyz").await.is_ok_and(|answer| answer.status == 503))
            .await
            .unwrap();
    }
    tokio::time::sleep(Duration::from_secs(5).saturating_sub(gone.elapsed())).await;
    let _database = tokio::task::spawn_blocking(move || {
        database.start_again();
        database
    })
    .await
    .unwrap();

    for server in copies.addresses() {
        let api = players[0].at(server);
        until("ready", async || api.get("/readyz").await.is_ok_and(|answer| answer.status == 200))
            .await
            .unwrap();
    }
    // What was confirmed is there, and the stream that was open all the time hears what is new.
    until("a move", async || act(&players[1], &game).await.is_some()).await.unwrap();
    watch.hears(3).await.unwrap();
    let playing = crowd.play();
    tokio::time::sleep(Duration::from_millis(700)).await;
    let after = crowd.rest(playing, &copies, true).await.unwrap();
    assert!(after.moves > 0, "{after:?}");
}
