//! The server, started and stopped.

use crate::args::{Registration, Serve};
use anyhow::{Context, Result};
use bagatelle_server::Config;
use bagatelle_server::reach::network_address;
use std::net::SocketAddr;

/// Serves until the process is told to stop.
pub fn run(options: Serve) -> Result<()> {
    tracing_subscriber::fmt()
        .with_env_filter(
            tracing_subscriber::EnvFilter::try_from_env("BAGATELLE_LOG")
                .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("warn,bagatelle=info")),
        )
        .with_writer(std::io::stderr)
        .init();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let registration = options.registration == Registration::Open;
        let config = Config { public_url: options.public_url, registration, ..Config::new(options.data) };
        let server = bagatelle_server::Server::open(config).await?;
        let listener = tokio::net::TcpListener::bind(options.listen)
            .await
            .with_context(|| format!("cannot listen on {}", options.listen))?;
        let address = listener.local_addr()?;
        println!("Bagatelle is at {}", addresses(address));
        if address.ip().is_loopback() {
            println!("Only this computer can open it. To let others in: --listen 0.0.0.0:{}", address.port());
        }
        println!("Everything is kept in {}. Press Ctrl-C to stop.", server.data().display());
        server.run(listener, stop_signal()).await
    })
}

/// Where a browser finds a server that listens on `address`.
fn addresses(address: SocketAddr) -> String {
    if !address.ip().is_unspecified() {
        return format!("http://{address}/");
    }
    let here = format!("http://localhost:{}/", address.port());
    match network_address() {
        Some(ip) => format!("{here}, and in your network at http://{}/", SocketAddr::new(ip, address.port())),
        None => here,
    }
}

/// Resolves when the process is asked to end.
async fn stop_signal() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        let terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate());
        match terminate {
            Ok(mut terminate) => {
                tokio::select! { _ = interrupt => (), _ = terminate.recv() => () }
            }
            Err(_) => {
                let _ = interrupt.await;
            }
        }
    }
    #[cfg(not(unix))]
    {
        let _ = interrupt.await;
    }
}
