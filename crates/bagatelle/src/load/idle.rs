//! Event streams that are held open while nothing happens, and the memory that the server needs for
//! them.

use super::client::{Client, Stream};
use super::game::Game;
use super::process::Process;
use super::report::progress;
use super::report::{Streams, rounded};
use super::target::Target;
use crate::args::{Load, Route};
use anyhow::Result;
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// How many games the streams are of.
const GAMES: u32 = 50;
/// How many streams are opened at once.
const AT_ONCE: usize = 64;
/// How long the server may take to give memory back once all have left.
const SETTLING: Duration = Duration::from_secs(30);

/// Opens streams, holds them, and leaves.
pub async fn hold(options: &Load, count: u32, target: &Target) -> Result<Streams> {
    let route = options.route.unwrap_or(Route::Page);
    let memory = || Ok::<_, anyhow::Error>(target.sum(Process::memory_mb)?.map(rounded));
    let mut client = Client::connect(target.server(0)).await?;
    let (games, mut targets) = (bagatelle_catalog::games(), Vec::new());
    for number in 0..GAMES.min(count.max(1)) {
        let game = games[number as usize % games.len()];
        let game = Game::make(&mut client, route, game.id(), number.into()).await?;
        let (token, path) = game.stream();
        targets.push((token.to_owned(), path));
    }
    let before_mb = memory()?;
    let begun = Instant::now();
    let (mut opening, mut open) = (JoinSet::new(), Vec::new());
    for number in 0..count {
        let (token, path) = targets[number as usize % targets.len()].clone();
        let server = target.server(number);
        opening.spawn(async move { first_event(server, route, &token, &path).await });
        while opening.len() >= AT_ONCE || number + 1 == count && !opening.is_empty() {
            if let Some(stream) = opening.join_next().await {
                open.push(stream??);
            }
        }
        progress(&format!("{} of {count} streams are open", open.len()));
    }
    let open_seconds = rounded(begun.elapsed().as_secs_f64());
    let held = Duration::from_secs(options.seconds.into());
    progress(&format!("{count} streams are held for {} s", held.as_secs()));
    tokio::time::sleep(held).await;
    let with_mb = memory()?;
    drop(open);
    progress("all have left");
    let (left, mut after_mb) = (Instant::now(), memory()?);
    // A server that does not give it back is not waited for.
    while left.elapsed() < SETTLING.min(held * 3) {
        tokio::time::sleep(Duration::from_secs(1)).await;
        after_mb = memory()?;
    }
    progress("");
    Ok(Streams { count, open_seconds, before_mb, with_mb, after_mb })
}

/// A stream that has told where the table stands.
async fn first_event(server: SocketAddr, route: Route, token: &str, path: &str) -> Result<Stream> {
    let mut stream = Client::connect(server).await?.stream(route, token, path).await?;
    stream.next().await;
    Ok(stream)
}
