//! The subcommand that asks a server whether it can do its work, for containers and scripts.

use crate::args::{Healthcheck, Route};
use crate::load::client::Client;
use crate::output::say;
use anyhow::{Context, Result, bail};
use bagatelle_server::http::listener::Place;
use hyper::Method;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

/// Prints what the server says; an error if it is not well, or does not answer.
pub fn run(options: &Healthcheck) -> Result<()> {
    let address = match &options.listen {
        Place::Network(address) => Place::Network(reachable(*address)),
        socket @ Place::Socket(_) => socket.clone(),
    };
    let path = if options.alive { "/healthz" } else { "/readyz" };
    let asked = async {
        let mut client = match &address {
            Place::Network(address) => Client::connect(*address).await?,
            #[cfg(not(unix))]
            Place::Socket(_) => bail!("this system has no such sockets"),
            #[cfg(unix)]
            Place::Socket(file) => Client::connect_to_file(file).await?,
        };
        client.ask(Route::Api, "", Method::GET, path, String::new()).await
    };
    let patience = Duration::from_secs(options.timeout);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (status, body) = runtime
        .block_on(async { tokio::time::timeout(patience, asked).await })
        .with_context(|| format!("{address} does not answer within {} s", options.timeout))??;
    let said = String::from_utf8_lossy(&body);
    let said = said.trim();
    if !status.is_success() {
        bail!("{address}: {said}");
    }
    say!("{said}")?;
    Ok(())
}

/// Where a server that listens on `address` is reached from its own machine.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}
