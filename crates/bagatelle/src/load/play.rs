//! Many games at once.

use super::client::Client;
use super::game::Game;
use super::process::Process;
use super::report::progress;
use super::report::{Latency, Run, rounded};
use super::target::Target;
use crate::args::{Load, Route};
use anyhow::Result;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// After how many actions a game is left for a new one.
const LONGEST_GAME: u32 = 100;
/// How many games are made at once.
const AT_ONCE: usize = 16;
/// How many errors end a game for good.
const PATIENCE: u32 = 20;

/// What all games count together.
#[derive(Default)]
struct Counts {
    moves: AtomicU64,
    made: AtomicU64,
    stream_events: AtomicU64,
    errors: AtomicU64,
    stop: AtomicBool,
}

impl Counts {
    fn stops(&self, most: u64) -> bool {
        self.stop.load(Ordering::Relaxed) || self.moves.load(Ordering::Relaxed) >= most
    }
}

/// A connection with the game that is played over it.
struct Seat {
    server: SocketAddr,
    address: Option<Ipv4Addr>,
    route: Route,
    client: Client,
    game: Game,
    number: u32,
    games: u32,
}

impl Seat {
    async fn open(
        (server, address): (SocketAddr, Option<Ipv4Addr>),
        route: Route,
        number: u32,
    ) -> Result<Seat> {
        let mut client = Client::connect_for(server, address).await?;
        let game = make(&mut client, route, number, 0).await?;
        Ok(Seat { server, address, route, client, game, number, games: 1 })
    }

    /// A new game in the place of one that is over, or long.
    async fn renew(&mut self) -> Result<()> {
        self.game = make(&mut self.client, self.route, self.number, self.games).await?;
        self.games += 1;
        Ok(())
    }
}

/// The games come in turn, so that all of the catalog are played.
async fn make(client: &mut Client, route: Route, number: u32, before: u32) -> Result<Game> {
    let games = bagatelle_catalog::games();
    let game = games[(number + before) as usize % games.len()];
    let random = u64::from(number) * 1_000_003 + u64::from(before) + 0x9E37_79B9_7F4A_7C15;
    Game::make(client, route, game.id(), random).await
}

/// Plays by one route.
pub async fn play(options: &Load, route: Route, target: &Target) -> Result<Run> {
    let cpu_now = || target.sum(Process::cpu_ms);
    let before = cpu_now()?;
    let (mut opening, mut seats) = (JoinSet::new(), Vec::new());
    for number in 0..options.games {
        opening.spawn(Seat::open((target.server(number), target.address(number)), route, number));
        while opening.len() >= AT_ONCE || number + 1 == options.games && !opening.is_empty() {
            if let Some(seat) = opening.join_next().await {
                seats.push(seat??);
            }
        }
        progress(&format!("{}: {} of {} games are made", route.name(), seats.len(), options.games));
    }
    let per_game = before.zip(cpu_now()?).map(|(before, after)| (after - before) / seats.len().max(1) as f64);
    let counts = Arc::new(Counts::default());
    counts.made.store(seats.len() as u64, Ordering::Relaxed);
    let mut streams = JoinSet::new();
    if options.follow {
        for seat in &seats {
            let (token, path) = seat.game.stream();
            // Where there are several, at another one than that of the player.
            let server = target.server(seat.number + 1);
            let client = Client::connect_for(server, seat.address).await?;
            let stream = client.stream(route, token, &path).await?;
            streams.spawn(follow(stream, Arc::clone(&counts)));
        }
    }
    let cpu = cpu_now()?;
    let begun = Instant::now();
    let mut playing = JoinSet::new();
    let every = options.rate.map(|rate| Duration::from_secs_f64(1.0 / rate));
    for seat in seats {
        // Games at a rate do not move all at the same moment.
        let first = every.map(|every| begun + every * seat.number / options.games.max(1));
        playing.spawn(play_on(seat, Arc::clone(&counts), first.zip(every), options.moves));
    }
    let end = begun + Duration::from_secs(options.seconds.into());
    while Instant::now() < end && !counts.stops(options.moves) {
        let left = end.saturating_duration_since(Instant::now());
        tokio::time::sleep(left.min(Duration::from_millis(200))).await;
        let (moves, seconds) = (counts.moves.load(Ordering::Relaxed), begun.elapsed().as_secs_f64());
        progress(&format!(
            "{}: {moves} moves in {seconds:.0} of {} s, {:.0}/s",
            route.name(),
            options.seconds,
            moves as f64 / seconds
        ));
    }
    counts.stop.store(true, Ordering::Relaxed);
    let (seconds, moves) = (begun.elapsed().as_secs_f64(), counts.moves.load(Ordering::Relaxed));
    let made = counts.made.load(Ordering::Relaxed);
    let used = cpu.zip(cpu_now()?).map(|(before, after)| after - before);
    let making = per_game.map(|each| each * made.saturating_sub(options.games.into()) as f64);
    let per_move = |used: f64| (used / moves.max(1) as f64 * 10_000.0).round() / 10_000.0;
    let memory_mb = target.sum(Process::memory_mb)?.map(rounded);
    progress("");
    let (mut times, mut first_error) = (Vec::new(), None);
    while let Some(played) = playing.join_next().await {
        let (own, error) = played?;
        times.extend(own);
        first_error = first_error.or(error);
    }
    streams.shutdown().await;
    let count = |number: &AtomicU64| number.load(Ordering::Relaxed);
    Ok(Run {
        route,
        games: options.games,
        rate: options.rate,
        streams: if options.follow { options.games } else { 0 },
        seconds: rounded(seconds),
        moves,
        moves_per_second: rounded(moves as f64 / seconds),
        games_made: made,
        stream_events: count(&counts.stream_events),
        errors: count(&counts.errors),
        first_error,
        latency_ms: Latency::of(times),
        cpu_ms_per_move: used.map(per_move),
        cpu_ms_per_game: per_game.map(rounded),
        cpu_ms_per_move_alone: used.zip(making).map(|(used, making)| per_move(used - making)),
        memory_mb,
    })
}

/// Reads a stream until the run is over.
async fn follow(mut stream: super::client::Stream, counts: Arc<Counts>) {
    while stream.next().await.is_some() {
        counts.stream_events.fetch_add(1, Ordering::Relaxed);
    }
}

/// Plays one game after the other over a connection; returns how long each answer took, and the first error.
async fn play_on(
    mut seat: Seat,
    counts: Arc<Counts>,
    mut rate: Option<(Instant, Duration)>,
    most: u64,
) -> (Vec<Duration>, Option<String>) {
    let (mut times, mut first_error, mut errors) = (Vec::new(), None, 0);
    while !counts.stops(most) && errors < PATIENCE {
        let done = async {
            if seat.game.is_over() || seat.game.plies >= LONGEST_GAME {
                seat.renew().await?;
                counts.made.fetch_add(1, Ordering::Relaxed);
            }
            let due = match &mut rate {
                Some((due, every)) => {
                    let now = *due;
                    *due += *every;
                    tokio::time::sleep_until(now.into()).await;
                    now
                }
                None => Instant::now(),
            };
            if counts.stops(most) || seat.game.is_over() {
                return Ok(());
            }
            seat.game.act(&mut seat.client).await?;
            times.push(due.elapsed());
            counts.moves.fetch_add(1, Ordering::Relaxed);
            seat.game.turn(&mut seat.client).await
        };
        let done: Result<()> = done.await;
        if let Err(error) = done {
            errors += 1;
            counts.errors.fetch_add(1, Ordering::Relaxed);
            first_error.get_or_insert_with(|| format!("{error:#}"));
            // What is left of the connection may be unusable.
            match Seat::open((seat.server, seat.address), seat.route, seat.number).await {
                Ok(anew) => seat = anew,
                Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
            }
        }
    }
    (times, first_error)
}
