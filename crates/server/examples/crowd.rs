//! How long a page takes while programs play many games on the same server.
//!
//! ```text
//! cargo run --release -p bagatelle-server --example crowd -- [GAMES [REQUESTS]]
//! ```
//!
//! Starts a server in a temporary folder, requests the table of a game over a real connection again and
//! again, then lets programs play (10 games by default, the strongest program on both seats) and repeats the
//! requests. Prints the times of both runs and the number of moves that the programs made, which shows that
//! they played.

#![allow(clippy::disallowed_methods, reason = "a measurement reads the clock")]

use anyhow::{Context, Result, ensure};
use bagatelle_server::{Config, Server};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// Sends one request on a connection of its own; returns the body.
async fn ask(address: SocketAddr, method: &str, path: &str, token: &str, body: &str) -> Result<String> {
    let mut stream = TcpStream::connect(address).await?;
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\nauthorization: Bearer \
         {token}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (head, body) = answer.split_once("\r\n\r\n").context("the answer has no body")?;
    ensure!(head.starts_with("HTTP/1.1 20"), "{method} {path}: {answer}");
    Ok(body.to_owned())
}

/// The median, the 95th percentile and the maximum of the times of requests, in milliseconds.
async fn measure(address: SocketAddr, path: &str, requests: usize) -> Result<[f64; 3]> {
    let mut times = Vec::with_capacity(requests);
    for _ in 0..requests {
        let begin = Instant::now();
        ask(address, "GET", path, "", "").await?;
        times.push(begin.elapsed().as_secs_f64() * 1000.0);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    times.sort_by(f64::total_cmp);
    Ok([times[requests / 2], times[requests * 19 / 20], times[requests - 1]])
}

#[tokio::main]
async fn main() -> Result<()> {
    let mut numbers = std::env::args().skip(1).map(|n| n.parse::<usize>());
    let games = numbers.next().transpose()?.unwrap_or(10);
    let requests = numbers.next().transpose()?.unwrap_or(500).max(20);
    let folder = tempfile::tempdir()?;
    let server = Server::open(Config::new(folder.path())).await?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let running = tokio::spawn(server.run(listener, async move {
        let _ = stopped.await;
    }));

    let token = ask(address, "POST", "/api/v1/visitors", "", "").await?;
    let token: Value = serde_json::from_str(&token)?;
    let token = token["token"].as_str().context("there is no token")?.to_owned();
    let order = async |order: Value| -> Result<String> {
        let game = ask(address, "POST", "/api/v1/games", &token, &order.to_string()).await?;
        let game: Value = serde_json::from_str(&game)?;
        Ok(game["id"].as_str().context("there is no id")?.to_owned())
    };
    let page = format!("/g/{}/table", order(json!({ "game": "brain-burn", "seed": "crowd" })).await?);
    let alone = measure(address, &page, requests).await?;
    let mut playing = Vec::new();
    for n in 0..games {
        let game = ["baju-duel", "bambam-booboo"][n % 2];
        let strongest =
            bagatelle_catalog::find(game).and_then(|g| g.programs().pop()).context("there is no program")?;
        playing.push(order(json!({ "game": game, "programs": [strongest.name], "sit": null })).await?);
    }
    let crowded = measure(address, &page, requests).await?;
    let mut moves = 0;
    for id in &playing {
        let state = ask(address, "GET", &format!("/api/v1/games/{id}"), "", "").await?;
        let state: Value = serde_json::from_str(&state)?;
        moves += state["seen"].as_array().map_or(0, Vec::len);
    }
    println!("{requests} requests for a table, in ms: median, 95th percentile, maximum");
    println!("no other games:        {:6.2} {:6.2} {:6.2}", alone[0], alone[1], alone[2]);
    println!(
        "{games} games by programs: {:6.2} {:6.2} {:6.2}   ({moves} moves made)",
        crowded[0], crowded[1], crowded[2]
    );
    let _ = stop.send(());
    running.await??;
    Ok(())
}
