//! The load generator: `bagatelle load` plays many games at once on a server, and says what it measured.
//!
//! [`play`] plays, by the API and by the pages; [`idle`] holds event streams; [`server`] starts a server to
//! be measured, and [`process`] reads what it uses. [`report`] is the result. Everything is bounded, in
//! number and in time.

pub mod client;
mod game;
mod idle;
mod play;
mod process;
mod report;
mod server;
mod target;

use crate::args::{Load, Route};
use crate::output::say;
use anyhow::{Context, Result, bail};
use bagatelle_server::http::connections::raise_file_limit;
use process::Process;
use report::{Disk, Report, rounded};
use server::Server;
use std::net::{SocketAddr, ToSocketAddrs};
use target::Target;
use tokio::runtime::Builder;

/// Measures, and prints what was measured.
pub fn run(options: &Load) -> Result<()> {
    raise_file_limit();
    if let Some(core) = options.core {
        server::leave(core)?;
    }
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    let report = runtime.block_on(measure(options))?;
    match options.json {
        true => say!("{}", serde_json::to_string(&report)?)?,
        false => say!("{}", report.table().trim_end())?,
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
    let mut started = Vec::new();
    if options.server.is_none() && options.serve {
        for _ in 0..options.copies {
            started.push(Server::start(options.core, options.database.as_ref())?);
        }
    }
    let servers = match &options.server {
        Some(server) => vec![resolve(server)?],
        None => started.iter().map(|server| server.address).collect(),
    };
    if servers.is_empty() {
        bail!("which server? Give its address, or start one with --serve");
    }
    let own = started.iter().map(|server| server.process);
    let processes = own.chain(options.pid.map(Process)).collect();
    let target = Target { servers, processes, addresses: options.addresses };
    if let Some(count) = options.streams {
        report.streams = Some(idle::hold(options, count, &target).await?);
    } else {
        let routes = match options.route {
            Some(route) => vec![route],
            None => vec![Route::Api, Route::Page],
        };
        for route in routes {
            report.runs.push(play::play(options, route, &target).await?);
        }
    }
    started.into_iter().for_each(Server::stop);
    Ok(report)
}

/// The address in `http://HOST:PORT/`, or in `HOST:PORT`.
fn resolve(server: &str) -> Result<SocketAddr> {
    let plain = server.strip_prefix("http://").unwrap_or(server).trim_end_matches('/');
    let addresses = plain.to_socket_addrs().with_context(|| format!("there is no server at {server}"))?;
    addresses.into_iter().next().with_context(|| format!("there is no server at {server}"))
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
