//! Whether the time of a wrong password tells that a name exists.
//!
//! ```text
//! cargo run --release -p bagatelle-server --example login_time -- [TRIES]
//! ```
//!
//! Starts a server in a temporary folder with some accounts, and tries wrong passwords, in turn for a name
//! that exists and for one that does not (200 tries each by default). Prints the medians and quarters of
//! both, their difference, and how large a difference comes by chance alone: that between the odd and the
//! even tries of the same kind.

#![allow(clippy::disallowed_methods, reason = "a measurement reads the clock")]

use anyhow::{Result, ensure};
use axum::body::{Body, to_bytes};
use axum::http::Request;
use bagatelle_server::{Config, Server};
use std::time::Instant;
use tower::ServiceExt;

/// How often a name is tried, which the server allows.
const TRIES_A_NAME: usize = 8;

/// Sends a form; returns the status and how long the answer took, in milliseconds.
async fn post(router: &axum::Router, path: &str, body: String) -> Result<(u16, f64)> {
    let request = Request::post(path)
        .header("host", "localhost")
        .header("content-type", "application/x-www-form-urlencoded")
        .header("sec-fetch-site", "same-origin")
        .body(Body::from(body))?;
    let begun = Instant::now();
    let answer = router.clone().oneshot(request).await?;
    let status = answer.status().as_u16();
    to_bytes(answer.into_body(), usize::MAX).await?;
    Ok((status, begun.elapsed().as_secs_f64() * 1000.0))
}

/// The quarter, the median and the three quarters.
fn quarters(times: &[f64]) -> [f64; 3] {
    let mut times = times.to_vec();
    times.sort_by(f64::total_cmp);
    [1, 2, 3].map(|quarter| times[(times.len() - 1) * quarter / 4])
}

fn median(times: impl Iterator<Item = f64>) -> f64 {
    quarters(&times.collect::<Vec<_>>())[1]
}

#[tokio::main]
async fn main() -> Result<()> {
    let tries = std::env::args().nth(1).map(|tries| tries.parse::<usize>()).transpose()?.unwrap_or(200);
    let folder = tempfile::tempdir()?;
    let server = Server::open(Config::new(folder.path())).await?;
    let router = server.router();
    for number in 0..tries.div_ceil(TRIES_A_NAME) {
        let form = format!("name=Member{number}&password=correct%20horse%20{number}");
        let (status, _) = post(&router, "/me/sign-up", form).await?;
        ensure!(status == 303, "signing up is answered with {status}");
    }
    let (mut known, mut unknown) = (Vec::new(), Vec::new());
    for number in 0..tries {
        for (kind, times) in [("Member", &mut known), ("Stranger", &mut unknown)] {
            let form = format!("name={kind}{}&password=wrong%20{number}", number / TRIES_A_NAME);
            let (status, time) = post(&router, "/me/log-in", form).await?;
            ensure!(status == 422, "a wrong password is answered with {status}");
            times.push(time);
        }
    }
    for (what, times) in [("a name that exists", &known), ("one that does not", &unknown)] {
        let [low, middle, high] = quarters(times);
        println!("{what:<20} median {middle:.2} ms, half of the tries between {low:.2} and {high:.2} ms");
    }
    let every = |times: &[f64], first: usize| median(times.iter().copied().skip(first).step_by(2));
    println!(
        "the medians differ by {:.2} ms",
        median(known.iter().copied()) - median(unknown.iter().copied())
    );
    println!(
        "by chance alone: {:.2} and {:.2} ms",
        every(&known, 0) - every(&known, 1),
        every(&unknown, 0) - every(&unknown, 1)
    );
    Ok(())
}
