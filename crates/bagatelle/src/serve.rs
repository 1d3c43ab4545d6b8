//! The server, started and stopped.

use crate::args::{LogFormat, Registration, Serve};
use crate::output::{note, say};
use crate::recent_log::RecentLog;
use crate::repeats::Repeats;
#[cfg(unix)]
use crate::service;
use crate::tables;
use anyhow::{Context, Result};
use bagatelle_server::Config;
use bagatelle_server::http::connections::raise_file_limit;
use bagatelle_server::http::listener::Listener;
use bagatelle_server::http::network::network_address;
use bagatelle_server::limits::{CLOSE_GRACE, STOP_GRACE, THREAD_GRACE};
use bagatelle_server::observability::recent_warnings::Recent;
use bagatelle_store::Address;
use std::future::Future;
use std::io::IsTerminal;
use std::net::SocketAddr;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::oneshot;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer};

/// Serves until the process is told to stop.
pub fn run(options: Serve) -> Result<()> {
    let recent = Recent::default();
    log(options.log_format, recent.clone());
    raise_file_limit();
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    let (stop, mut stopped) = oneshot::channel();
    let (listens, listening) = std::sync::mpsc::channel();
    std::thread::Builder::new().name("signals".into()).spawn(move || watch_signals(stop, &listens))?;
    // A process that is told to stop before it listens would end at once, as if it had failed.
    let _ = listening.recv();
    finish(runtime, async {
        let registration = options.registration == Registration::Open;
        let Serve {
            data,
            database,
            public_url,
            mute_newcomers,
            new_secret,
            limited,
            proxies,
            metrics,
            access_log,
            keep_guests,
            house_bots,
            push,
            ..
        } = options;
        // Reading them takes a moment, in which the server can already answer.
        let folder = data.clone();
        std::thread::Builder::new().name("tables".into()).spawn(move || tables::take_all(&folder))?;
        let below = public_url.as_ref().and_then(|url| url.base().cloned());
        let database = database.unwrap_or(Address::Folder(data));
        let limits = limited.limits;
        let config = Config {
            public_url,
            registration,
            mute_newcomers,
            new_secret,
            limits,
            proxies,
            access_log,
            keep_guests,
            house_bots,
            push: push.into(),
            recent,
            ..Config::on(database)
        };
        let opened = bagatelle_server::Server::open(config);
        let mut server = tokio::select! {
            opened = opened => opened?,
            // It may wait for its database.
            Ok(()) = &mut stopped => return Ok(()),
        };
        #[cfg(unix)]
        let given = service::socket()?;
        #[cfg(not(unix))]
        let given = None;
        let listener = match given {
            Some(listener) => listener,
            None => Listener::bind(&options.listen).await?,
        };
        let below = below.map(|base| base.to_string()).unwrap_or_default();
        // A server goes on when these lines no longer have a reader.
        match listener.address() {
            Some(address) => {
                let _ = say!("Bagatelle is at {}", addresses(address, &below));
                if address.ip().is_loopback() {
                    let _ = say!(
                        "Only this computer can open it. To let others in, use --listen 0.0.0.0:{}",
                        address.port()
                    );
                }
            }
            None => drop(say!("Bagatelle is at a socket on this machine.")),
        }
        if let Some(address) = metrics {
            let listener = tokio::net::TcpListener::bind(address).await;
            let listener = listener.with_context(|| format!("can’t listen on {address} for --metrics"))?;
            let _ = say!("Metrics are at http://{}/metrics", listener.local_addr()?);
            server = server.with_metrics(listener);
        }
        let _ = say!("All data is in {}. Press Ctrl-C to stop.", server.database());
        // Without a sender there is no signal either: then it runs until it is killed.
        let stopped = async move {
            if stopped.await.is_err() {
                std::future::pending::<()>().await;
            }
            #[cfg(unix)]
            service::stopping();
        };
        #[cfg(unix)]
        service::ready();
        server.run(listener, stopped).await
    })
}

/// Lets what is logged go to standard error, and warnings and errors to the page of moderators.
fn log(format: LogFormat, recent: Recent) {
    let wanted = std::env::var("BAGATELLE_LOG").ok().filter(|wanted| !wanted.trim().is_empty());
    let filter = wanted.and_then(|wanted| EnvFilter::try_new(wanted).ok());
    let filter = filter.unwrap_or_else(|| EnvFilter::new("warn,bagatelle=info"));
    // Files and journals hold plain text.
    let colours =
        std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let log = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(colours);
    let log = match format {
        LogFormat::Text => log.boxed(),
        LogFormat::Json => {
            log.json().flatten_event(true).with_current_span(true).with_span_list(false).boxed()
        }
    };
    let recent = RecentLog::new(recent);
    tracing_subscriber::registry().with(filter).with(log).with(recent).with(Repeats::default()).init();
}

/// Runs to the end. Threads that are still at work then are left behind, not waited for.
fn finish<T>(runtime: Runtime, work: impl Future<Output = T>) -> T {
    let done = runtime.block_on(work);
    runtime.shutdown_timeout(THREAD_GRACE);
    done
}

/// Passes the first signal to stop on. The process ends at the second one, or when the server has not ended
/// in time: this thread has a runtime of its own, so that no work, whatever it does, keeps the process alive.
fn watch_signals(stop: oneshot::Sender<()>, listens: &std::sync::mpsc::Sender<()>) {
    let Ok(runtime) = Builder::new_current_thread().enable_all().build() else { return };
    runtime.block_on(async {
        let mut first = std::pin::pin!(stop_signal());
        // It listens once it has been polled.
        let early = tokio::select! { biased; () = &mut first => true, () = std::future::ready(()) => false };
        let _ = listens.send(());
        if !early {
            first.await;
        }
        // A server that has ended by itself no longer listens.
        let _ = stop.send(());
        let longest = STOP_GRACE + CLOSE_GRACE + 2 * THREAD_GRACE;
        tokio::select! { () = stop_signal() => (), () = tokio::time::sleep(longest) => () }
        note!("bagatelle: stopped before all work was done");
        std::process::exit(1);
    });
}

/// Where a browser finds a server that listens on `address`, below a path.
fn addresses(address: SocketAddr, below: &str) -> String {
    if !address.ip().is_unspecified() {
        return format!("http://{address}{below}/");
    }
    let here = format!("http://localhost:{}{below}/", address.port());
    match network_address() {
        Some(ip) => {
            format!("{here}, and on your network at http://{}{below}/", SocketAddr::new(ip, address.port()))
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    #[test]
    fn threads_at_work_are_not_waited_for() {
        let (begun, begin) = std::sync::mpsc::channel();
        let start = Instant::now();
        finish(Builder::new_multi_thread().enable_all().build().unwrap(), async {
            tokio::task::spawn_blocking(move || {
                begun.send(()).unwrap();
                std::thread::sleep(Duration::from_secs(20));
            });
            begin.recv().unwrap();
        });
        assert!(start.elapsed() < Duration::from_secs(15));
    }
}
