//! The load generator: `bagatelle load` plays many games at once on a server, and says what it measured.
//!
//! [`play`] plays, by the API and by the pages; [`idle`] holds event streams; [`server`] starts a server to be measured, and
//! [`process`] reads what it uses. [`report`] is what comes out. Everything is bounded, in number and in time.

pub mod client;
mod game;
mod idle;
mod play;
mod process;
mod report;
mod server;

use crate::args::{Load, Route};
use anyhow::{Context, Result, bail};
use bagatelle_server::connections::raise_file_limit;
use process::Process;
use report::{Disk, Report, rounded};
use server::Server;
use std::net::{SocketAddr, ToSocketAddrs};
use tokio::runtime::Builder;

/// Measures, and prints what was measured.
pub fn run(options: &Load) -> Result<()> {
    raise_file_limit();
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    let report = runtime.block_on(measure(options))?;
    match options.json {
        true => println!("{}", serde_json::to_string(&report)?),
        false => print!("{}", report.table()),
    }
    let errors: u64 = report.runs.iter().map(|run| run.errors).sum();
    match errors {
        0 => Ok(()),
        errors => bail!("{errors} requests failed"),
    }
}

async fn measure(options: &Load) -> Result<Report> {
    let mut report = Report::default();
    if options.disk {
        report.disk = Some(disk(options).await?);
    }
    if options.disk && !options.serve && options.server.is_none() {
        return Ok(report);
    }
    let started = match (&options.server, options.serve) {
        (None, true) => Some(Server::start(options.core)?),
        _ => None,
    };
    let address = match (&started, &options.server) {
        (Some(server), _) => server.address,
        (None, Some(server)) => resolve(server)?,
        (None, None) => bail!("which server? Give its address, or --serve to start one"),
    };
    let process = started.as_ref().map(|server| server.process).or(options.pid.map(Process));
    if let Some(count) = options.streams {
        report.streams = Some(idle::hold(options, count, address, process).await?);
    } else {
        let routes = match options.route {
            Some(route) => vec![route],
            None => vec![Route::Api, Route::Page],
        };
        for route in routes {
            report.runs.push(play::play(options, route, address, process).await?);
        }
    }
    if let Some(server) = started {
        server.stop();
    }
    Ok(report)
}

/// The address in `http://HOST:PORT/`, or in `HOST:PORT`.
fn resolve(server: &str) -> Result<SocketAddr> {
    let plain = server.strip_prefix("http://").unwrap_or(server).trim_end_matches('/');
    let addresses = plain.to_socket_addrs().with_context(|| format!("no server is at {server}"))?;
    addresses.into_iter().next().with_context(|| format!("no server is at {server}"))
}

/// What SQLite can write here, in transactions of as many moves as there are games.
async fn disk(options: &Load) -> Result<Disk> {
    let folder = tempfile::tempdir()?;
    let batch = options.games;
    let rate = async |batch: u32, seconds: u32| {
        let file = folder.path().join(format!("disk-{batch}.sqlite"));
        bagatelle_store::plain_writes(&file, batch, std::time::Duration::from_secs(seconds.into())).await
    };
    let seconds = options.seconds.min(5);
    let (moves_per_second, single_moves_per_second) =
        (rate(batch, seconds).await?, rate(1, seconds.min(2)).await?);
    Ok(Disk {
        batch,
        moves_per_second: rounded(moves_per_second),
        single_moves_per_second: rounded(single_moves_per_second),
    })
}
