//! Events by link are played while servers are killed: nothing that was confirmed is lost, and no round is
//! paired twice. Once on a folder with one server, once with two servers on PostgreSQL.

use crate::api::{Api, NoAnswer};
use crate::server::{Server, command, copy};
use anyhow::{Context, Result, ensure};
use bagatelle_core::{Rng, Seed, Stream};
use bagatelle_events::{Change, Event, Stage};
use bagatelle_store::{DATABASE_FILE, Store};
use bagatelle_testdb as testdb;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::time::Duration;
use tempfile::TempDir;

/// How many accounts play.
const PLAYERS: usize = 4;
/// How often a test kills a server, and how many rounds are to be paired meanwhile.
const KILLS: usize = 12;
const ROUNDS: usize = 4;
/// On a busy machine little happens in the life of a server, so that it is killed more often.
const MOST_KILLS: usize = 10 * KILLS;
/// The longest life of a server, in milliseconds.
const LONGEST_LIFE: u32 = 700;

/// The accounts, and what they were told.
struct Crowd {
    apis: Vec<Api>,
    rng: Rng,
    /// The event that is played.
    event: Option<String>,
    /// All events that were made.
    made: Vec<String>,
    /// The games that were lost by a resignation.
    resigned: BTreeSet<String>,
    /// The events that were joined, and by which account.
    joined: BTreeSet<(String, usize)>,
}

impl Crowd {
    async fn new(server: &Server, seed: &str) -> Result<Crowd> {
        let mut apis = Vec::new();
        for number in 0..PLAYERS {
            let mut api = Api::new(server.address).await?;
            api.sign_up(&format!("Player {number}")).await?;
            apis.push(api);
        }
        let rng = Rng::new(&Seed::from_text(seed), Stream::Test);
        let (made, resigned, joined) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
        Ok(Crowd { apis, rng, event: None, made, resigned, joined })
    }

    /// Asks an event for something; returns whether it was done.
    async fn ask(&self, who: usize, event: &str, change: Value) -> Result<bool, NoAnswer> {
        let answer = self.apis[who].post(&format!("/api/v1/events/{event}/changes"), &change).await?;
        Ok(answer.status == 200)
    }

    /// Makes an event that all join.
    async fn begin(&mut self) -> Result<(), NoAnswer> {
        let form = ["round-robin", "swiss", "knock-out"][self.rng.index(3)];
        let order = json!({ "title": "Cup", "game": "baju-duel", "form": form, "rounds": 3 });
        let made = self.apis[0].post("/api/v1/events", &order).await?;
        let Some(id) = made.json()["id"].as_str().map(str::to_owned) else { return Ok(()) };
        self.made.push(id.clone());
        self.event = Some(id);
        Ok(())
    }

    /// Does one thing after another until a server is gone.
    async fn play(&mut self) -> Result<(), NoAnswer> {
        loop {
            let Some(event) = self.event.clone() else {
                // What a lost answer has left open is ended, so that all can join the next one.
                for known in self.apis[0].get("/api/v1/events").await?.json()["events"]
                    .as_array()
                    .into_iter()
                    .flatten()
                {
                    if let Some(id) = known["id"].as_str().filter(|_| known["stage"] != "over") {
                        self.ask(0, id, json!({ "kind": "end" })).await?;
                    }
                }
                self.begin().await?;
                continue;
            };
            let state = self.apis[0].get(&format!("/api/v1/events/{event}")).await?.json();
            match state["stage"].as_str() {
                Some("open") => {
                    for who in 0..PLAYERS {
                        if self.ask(who, &event, json!({ "kind": "join" })).await? {
                            self.joined.insert((event.clone(), who));
                        }
                    }
                    self.ask(0, &event, json!({ "kind": "start" })).await?;
                }
                Some("running") => self.play_round(&event).await?,
                Some("over") => self.event = None,
                _ => (),
            }
        }
    }

    /// Lets one of two resign each game that is there.
    async fn play_round(&mut self, event: &str) -> Result<(), NoAnswer> {
        for who in 0..PLAYERS {
            let state = self.apis[who].get(&format!("/api/v1/events/{event}")).await?.json();
            let Some(game) = state["your_game"].as_str() else { continue };
            if self.rng.below(2) == 0 {
                continue;
            }
            let answer = self.apis[who].event(game, &json!({ "kind": "resign" })).await?;
            if answer.status == 200 {
                self.resigned.insert(game.to_owned());
            }
        }
        Ok(())
    }

    /// Compares what is stored with what was confirmed; returns how many rounds there are.
    async fn check(&self, store: &Store) -> Result<usize> {
        let (mut rounds, mut games, mut over) = (0, 0, BTreeSet::new());
        for id in &self.made {
            let kept = store.event(id).await?.with_context(|| format!("the event {id} is lost"))?;
            // That each change can have happened rules out a round that is paired twice.
            let event = Event::restore(kept.spec, &kept.log)?;
            for (_, who) in self.joined.iter().filter(|(event, _)| event == id) {
                let account = self.apis[*who].account().context("an account")?;
                ensure!(event.number_of(account).is_some(), "{account} is not in {id}");
            }
            let paired: Vec<u32> = kept
                .log
                .iter()
                .filter_map(|entry| match entry.change {
                    Change::Paired { round, .. } => Some(round),
                    _ => None,
                })
                .collect();
            ensure!(paired.iter().copied().eq(1..=event.last_round()), "{id}: {paired:?}");
            rounds += paired.len();
            let mut places = BTreeSet::new();
            for game in store.event_games(id).await? {
                ensure!(places.insert((game.round, game.place, game.game)), "{id}: {game:?} is there twice");
                ensure!(event.table(game.round, game.place).is_some(), "{id}: {game:?} was not paired");
                games += usize::from(game.made);
                if game.over {
                    over.insert(game.table.clone());
                }
                let past = game.round < event.last_round();
                ensure!(!past || game.made && game.over, "{id}: {game:?} was not played");
            }
            ensure!(event.stage() != Stage::Open || places.is_empty(), "{id} has not begun");
        }
        ensure!(self.resigned.is_subset(&over), "a resignation is lost");
        let tables = store.table_ids("", 100_000).await?.len();
        // An event whose making was not answered has no players.
        ensure!(tables == games, "there are {tables} tables for {games} games");
        Ok(rounds)
    }

    /// Lets all play for a while; then the server must be gone.
    async fn play_until<T>(&mut self, end: impl Future<Output = T>) -> T {
        let mut end = Box::pin(end);
        let ended = tokio::select! {
            _ = self.play() => None,
            ended = &mut end => Some(ended),
        };
        match ended {
            Some(ended) => ended,
            None => end.await,
        }
    }
}

/// How long a server lives, in milliseconds. On a busy machine little is done in that time: after the kills
/// that are wanted, it lives longer each time.
fn life(crowd: &mut Crowd, kills: usize) -> u64 {
    100 + u64::from(crowd.rng.below(LONGEST_LIFE)) + 40 * kills.saturating_sub(KILLS) as u64
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_event_goes_on_after_each_kill_and_pairs_no_round_twice() {
    let folder = TempDir::new().unwrap();
    let log = folder.path().join("log");
    let start = || Server::start(command(folder.path(), &[]), &log).unwrap();
    let mut server = start();
    let mut crowd = Crowd::new(&server, "events").await.unwrap();
    let (mut kills, mut rounds) = (0, 0);
    while kills < KILLS || rounds < ROUNDS && kills < MOST_KILLS {
        kills += 1;
        let life = Duration::from_millis(life(&mut crowd, kills));
        crowd
            .play_until(async {
                tokio::time::sleep(life).await;
                drop(server);
            })
            .await;
        let store = Store::open(&folder.path().join(DATABASE_FILE)).await.unwrap();
        rounds = crowd.check(&store).await.unwrap();
        store.close().await;
        server = start();
        crowd.apis.iter_mut().for_each(|api| api.address = server.address);
    }
    assert!(rounds >= ROUNDS, "only {rounds} rounds were paired in {kills} kills");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_event_on_two_servers_goes_on_when_either_is_killed_and_pairs_no_round_twice() {
    let (database, folder) = (testdb::Database::new().await, TempDir::new().unwrap());
    let log = folder.path().join("log");
    let start = || Server::start(copy(&database.address()), &log).unwrap();
    let mut servers = [Some(start()), Some(start())];
    let mut crowd = Crowd::new(servers[0].as_ref().unwrap(), "events on two").await.unwrap();
    let (mut kills, mut rounds) = (0, 0);
    while kills < KILLS || rounds < ROUNDS && kills < MOST_KILLS {
        kills += 1;
        // Each account is at one of the two.
        for api in &mut crowd.apis {
            let number = crowd.rng.index(2);
            api.address = servers[number].as_ref().unwrap().address;
        }
        let (life, killed) = (life(&mut crowd, kills), crowd.rng.index(2));
        let victim = servers[killed].take();
        crowd
            .play_until(async {
                tokio::time::sleep(Duration::from_millis(life)).await;
                drop(victim);
            })
            .await;
        // The other one goes on by itself.
        let other = servers[1 - killed].as_ref().unwrap().address;
        crowd.apis.iter_mut().for_each(|api| api.address = other);
        crowd.play_until(tokio::time::sleep(Duration::from_millis(life))).await;
        let store = Store::connect(&database.address()).await.unwrap();
        let checked = crowd.check(&store).await;
        rounds = match checked {
            Ok(rounds) => rounds,
            // A server writes while it is read.
            Err(_) => {
                tokio::time::sleep(Duration::from_secs(3)).await;
                crowd.check(&store).await.unwrap()
            }
        };
        store.close().await;
        servers[killed] = Some(start());
    }
    assert!(rounds >= ROUNDS, "only {rounds} rounds were paired in {kills} kills");
}
