//! A way to a database that can be lost: connections fall silent, as they do when a cable is cut or a
//! firewall forgets them. Neither end is told.

use super::Database;
use sqlx::postgres::PgConnectOptions;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

/// A way to a database, by a port of this machine. All its connections end when this is dropped.
#[derive(Debug)]
pub struct Wire {
    address: String,
    state: Arc<State>,
    task: JoinHandle<()>,
}

#[derive(Debug, Default)]
struct State {
    /// Whether each connection has fallen silent.
    lines: Mutex<Vec<Arc<AtomicBool>>>,
    /// What a connection says last, and whether that arrives.
    last_word: Mutex<Option<(&'static str, bool)>>,
    /// Whether everything waits.
    frozen: watch::Sender<bool>,
}

type Halves = (Box<dyn AsyncRead + Send + Unpin>, Box<dyn AsyncWrite + Send + Unpin>);

impl Wire {
    /// A way to a database, which hands on everything.
    ///
    /// # Panics
    /// When no port is free.
    pub async fn new(database: &Database) -> Wire {
        let options: PgConnectOptions = database.address().parse().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = with_host(&database.address(), options.get_username(), listener.local_addr().unwrap());
        let state = Arc::<State>::default();
        let task = tokio::spawn(accept(listener, options, Arc::clone(&state)));
        Wire { address, state, task }
    }

    /// The address of the database by this way.
    #[must_use]
    pub fn address(&self) -> String {
        self.address.clone()
    }

    /// Lets all connections fall silent that there are. New ones are made as before.
    pub fn fall_silent(&self) {
        for line in self.state.lines.lock().unwrap().iter() {
            line.store(true, Ordering::SeqCst);
        }
    }

    /// Lets the next connection that sends this text fall silent, with all others that there are then.
    pub fn fall_silent_at(&self, text: &'static str, arrives: bool) {
        *self.state.last_word.lock().unwrap() = Some((text, arrives));
    }

    /// Lets everything wait, or go on, as a database does that is stopped for a while.
    pub fn freeze(&self, frozen: bool) {
        self.state.frozen.send_replace(frozen);
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// The address with this user at this host.
fn with_host(address: &str, user: &str, host: SocketAddr) -> String {
    let start = address.split('?').next().unwrap_or_default();
    let (place, name) = start.trim_start_matches("postgres://").rsplit_once('/').unwrap_or_default();
    let who = place.rsplit_once('@').map_or(user, |(who, _)| who);
    format!("postgres://{who}@{host}/{name}?sslmode=disable")
}

async fn accept(listener: TcpListener, options: PgConnectOptions, state: Arc<State>) {
    // Its tasks end with it.
    let mut ways = JoinSet::new();
    while let Ok((near, _)) = listener.accept().await {
        let (near_in, near_out) = near.into_split();
        let (far_in, far_out) = reach(&options).await;
        let silent = Arc::<AtomicBool>::default();
        state.lines.lock().unwrap().push(Arc::clone(&silent));
        let (there, back): (Halves, Halves) = ((Box::new(near_in), far_out), (far_in, Box::new(near_out)));
        ways.spawn(carry(there, true, Arc::clone(&state), Arc::clone(&silent)));
        ways.spawn(carry(back, false, Arc::clone(&state), silent));
    }
}

/// The database itself.
async fn reach(options: &PgConnectOptions) -> Halves {
    match options.get_socket() {
        Some(folder) => {
            let file = folder.join(format!(".s.PGSQL.{}", options.get_port()));
            let (far_in, far_out) = UnixStream::connect(file).await.unwrap().into_split();
            (Box::new(far_in), Box::new(far_out))
        }
        None => {
            let far = TcpStream::connect((options.get_host(), options.get_port())).await;
            let (far_in, far_out) = far.unwrap().into_split();
            (Box::new(far_in), Box::new(far_out))
        }
    }
}

/// Carries what one end says, until it hangs up. An end that has fallen silent is not heard hanging up.
async fn carry((mut from, mut to): Halves, asks: bool, state: Arc<State>, silent: Arc<AtomicBool>) {
    let (mut bytes, mut frozen) = (vec![0; 1 << 16], state.frozen.subscribe());
    loop {
        let read = from.read(&mut bytes).await.unwrap_or(0);
        if frozen.wait_for(|frozen| !frozen).await.is_err() {
            return;
        }
        let said = &bytes[..read];
        let mut last_word = None;
        if asks {
            let is_said =
                |(text, _): &mut (&str, bool)| said.windows(text.len()).any(|part| part == text.as_bytes());
            last_word = state.last_word.lock().unwrap().take_if(is_said);
        }
        let was_silent = silent.load(Ordering::SeqCst);
        if last_word.is_some() {
            state.lines.lock().unwrap().iter().for_each(|line| line.store(true, Ordering::SeqCst));
        }
        let arrives = !was_silent && last_word.is_none_or(|(_, arrives)| arrives);
        match (arrives, read) {
            (false, 0) => std::future::pending().await,
            (false, _) => (),
            (true, 0) => {
                // Whether it hears that does not matter.
                let _ = to.shutdown().await;
                return;
            }
            (true, _) => {
                if to.write_all(said).await.is_err() {
                    return;
                }
            }
        }
    }
}
