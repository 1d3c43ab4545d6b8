//! The server is killed at random moments, while clients play; all that was confirmed is there afterwards.
//!
//! `BAGATELLE_CRASH=KILLS,SEED` says how often, and what clients try.

use crate::api::Api;
use crate::database::Database;
use crate::ledger::{Count, Ledger};
use crate::player::{OpenSeats, Player, catalog};
use crate::server::{Server, command};
use anyhow::{Context, Result, ensure};
use bagatelle_core::{Rng, Seed, Stream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How many clients play at once.
const PLAYERS: u64 = 8;
/// The longest life of a server, in milliseconds.
const LONGEST_LIFE: u32 = 600;
/// One of this many kills comes while the server starts.
const AT_START: u32 = 10;
/// How often a test kills the server.
const KILLS: u64 = 50;

/// How often the server is killed, and the seed.
fn setting() -> (u64, u64) {
    let setting = std::env::var("BAGATELLE_CRASH").unwrap_or_default();
    let mut numbers = setting.split(',').map(|number| number.trim().parse::<u64>().ok());
    (numbers.next().flatten().unwrap_or(KILLS), numbers.next().flatten().unwrap_or(1))
}

/// A server that is killed, those who play on it, and what they were told.
struct Run {
    folder: TempDir,
    rng: Rng,
    players: Vec<Player>,
    ledger: Ledger,
    total: Count,
    starts: Vec<Duration>,
}

impl Run {
    async fn new(seed: u64) -> Result<Run> {
        let folder = TempDir::new()?;
        let seed = Seed::from_text(&format!("crash {seed}"));
        let server = Server::start(command(folder.path(), &[]), &log(folder.path()))?;
        let open = OpenSeats::default();
        let mut players: Vec<Player> = Vec::new();
        for number in 1..=PLAYERS {
            let api = Api::new(server.address).await?;
            let games = api.get("/api/v1/catalog").await.ok().context("no catalog")?.json();
            let rng = Rng::new(&seed.nth(number), Stream::Test);
            players.push(Player::new(api, rng, Arc::new(catalog(&games)), Arc::clone(&open)));
        }
        Ok(Run {
            folder,
            rng: Rng::new(&seed, Stream::Test),
            players,
            ledger: Ledger::default(),
            total: Count::default(),
            starts: Vec::new(),
        })
    }

    /// Starts the server, sometimes after it was killed while it started; compares what it has with what was
    /// confirmed.
    async fn start(&mut self, last: bool) -> Result<(Server, Count)> {
        if self.rng.below(AT_START) == 0 {
            let mut starting =
                command(self.folder.path(), &[]).stderr(std::process::Stdio::null()).spawn()?;
            tokio::time::sleep(Duration::from_millis(u64::from(self.rng.below(40)))).await;
            starting.kill()?;
            starting.wait()?;
        }
        let server = Server::start(command(self.folder.path(), &[]), &log(self.folder.path()))?;
        self.starts.push(server.took);
        let database = Database::open(self.folder.path()).await?;
        let checked = self.ledger.check(&database, last).await;
        database.close().await;
        let count = checked?;
        self.total += count;
        Ok((server, count))
    }

    /// Lets all play until the server is killed; returns how long it lived.
    async fn kill(&mut self, server: Server) -> Result<Duration> {
        let begun = Instant::now();
        let mut playing = Vec::new();
        for mut player in self.players.drain(..) {
            player.api.address = server.address;
            playing.push(tokio::spawn(async move {
                let played = player.play().await;
                (player, played)
            }));
        }
        tokio::time::sleep(Duration::from_millis(10 + u64::from(self.rng.below(LONGEST_LIFE)))).await;
        drop(server);
        let lived = begun.elapsed();
        for player in playing {
            let (mut player, played) = player.await?;
            played.with_context(|| std::fs::read_to_string(log(self.folder.path())).unwrap_or_default())?;
            for entry in player.take_entries() {
                self.ledger.add(entry);
            }
            self.players.push(player);
        }
        Ok(lived)
    }
}

/// What the servers of a folder log.
fn log(folder: &Path) -> PathBuf {
    folder.join("log")
}

/// The median and the longest.
fn middle_and_most(times: &mut [Duration]) -> (Duration, Duration) {
    times.sort_unstable();
    (times[times.len() / 2], times[times.len() - 1])
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_was_confirmed_survives_a_kill() {
    let (kills, seed) = setting();
    let begun = Instant::now();
    let mut run = Run::new(seed).await.unwrap();
    let (mut server, _) = run.start(false).await.unwrap();
    for kill in 1..=kills {
        let lived = run.kill(server).await.unwrap();
        let (again, count) = run.start(kill == kills).await.unwrap();
        let Count { moves, in_flight, arrived, lost, .. } = count;
        eprintln!(
            "kill {kill} after {} ms: {moves} moves confirmed, {in_flight} in flight ({arrived} of them \
             there), {lost} lost; \
             started in {} ms",
            lived.as_millis(),
            again.took.as_millis()
        );
        server = again;
    }
    let mut starts = std::mem::take(&mut run.starts);
    let (middle, most) = middle_and_most(&mut starts);
    let Count { moves, others, in_flight, arrived, lost } = run.total;
    eprintln!(
        "{kills} kills in {} s, {} games: {moves} confirmed moves and {others} other confirmed things, \
         {lost} lost, none doubled \
         or torn; {in_flight} moves in flight, {arrived} of them there; start {} ms in the middle, {} ms at \
         most",
        begun.elapsed().as_secs(),
        run.ledger.games(),
        middle.as_millis(),
        most.as_millis()
    );
    let enough = || -> Result<()> {
        ensure!(moves > kills * 5, "only {moves} moves were played");
        ensure!(others > kills, "only {others} games, seats and messages");
        Ok(())
    };
    enough().unwrap();
}
