//! What a service manager such as systemd gives a server, and wants to know: it gives a socket that is
//! already open, and hears that the server is ready, that it is stopping, and that it is alive.

use anyhow::{Context, Result, bail};
use bagatelle_server::http::listener::Listener;
use listenfd::ListenFd;
use sd_notify::NotifyState;
use tokio::net::{TcpListener, UnixListener};

/// The socket that the service manager hands over (`LISTEN_FDS`), if it does.
///
/// # Errors
/// When it hands over several, or one that is not for connections.
pub fn socket() -> Result<Option<Listener>> {
    let mut given = ListenFd::from_env();
    match given.len() {
        0 => return Ok(None),
        1 => (),
        more => bail!("the service manager passes {more} sockets, but the server listens on one"),
    }
    if let Ok(Some(listener)) = given.take_tcp_listener(0) {
        listener.set_nonblocking(true)?;
        return Ok(Some(Listener::Network(TcpListener::from_std(listener)?)));
    }
    let listener = given.take_unix_listener(0).context("can’t use the service manager’s socket")?;
    let listener = listener.context("the service manager’s socket is taken")?;
    listener.set_nonblocking(true)?;
    // Its file is the service manager's.
    Ok(Some(Listener::Socket(UnixListener::from_std(listener)?, None)))
}

/// Tells the service manager, if there is one, that the server is ready, and from then on that it is alive as
/// often as it wants to hear it: a server whose tasks no longer run is started again.
pub fn ready() {
    tell(NotifyState::Ready);
    let Some(patience) = sd_notify::watchdog_enabled() else { return };
    tokio::spawn(async move {
        loop {
            tell(NotifyState::Watchdog);
            tokio::time::sleep(patience / 2).await;
        }
    });
}

/// Tells the service manager that the server stops.
pub fn stopping() {
    tell(NotifyState::Stopping);
}

fn tell(state: NotifyState<'_>) {
    // Without a service manager nothing is told.
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::warn!(%error, "the service manager isn’t listening");
    }
}
