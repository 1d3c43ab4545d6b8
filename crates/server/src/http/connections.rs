//! Connections: accepted as long as there is room, in total and for each address, and closed if they keep the
//! server waiting.

use crate::http::address::{Peer, Proxies, group, networks};
use crate::http::bodies::Held;
use crate::http::listener::Listener;
use crate::limits::{BODY_TIME, FILES_BESIDE, HEADER_TIME, LARGEST_BODY, LARGEST_HEAD, Limits, WRITE_TIME};
use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{ConnectInfo, Request};
use futures_util::{Stream, StreamExt, stream};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use std::collections::HashMap;
use std::future::Future;
use std::io;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::Sleep;
use tokio_io_timeout::TimeoutStream;
use tower_service::Service;

/// How long the server waits after an error that an immediate retry would only repeat.
const PAUSE: Duration = Duration::from_millis(500);

/// How many places each key has now.
#[derive(Clone, Default)]
pub struct Counts(Arc<Mutex<HashMap<String, u32>>>);

/// One place of a key, until it is dropped.
pub struct Counted(Counts, String);

impl Counts {
    /// One more for a key, if it has fewer than `most`.
    #[must_use]
    pub fn add(&self, key: &str, most: u32) -> Option<Counted> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(key.to_owned()).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(Counted(self.clone(), key.to_owned()))
    }

    /// One more for an address and each network that it lies in, if all of them have room.
    #[must_use]
    pub fn add_at(&self, address: &str, most: u32) -> Option<Vec<Counted>> {
        let add = |(network, times): (String, u32)| self.add(&network, most.saturating_mul(times));
        networks(address).into_iter().map(add).collect()
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut counts = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.1) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.1);
            }
        }
    }
}

/// Lets the process open as many files as the system allows, since each connection is one.
pub fn raise_file_limit() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let limit = getrlimit(Resource::Nofile);
        // If that is refused, the limit stays, and fewer connections are accepted.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
    }
}

/// How many files the process may open, if there is a limit.
fn files() -> Option<u32> {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit};
        getrlimit(Resource::Nofile).current.map(|files| u32::try_from(files).unwrap_or(u32::MAX))
    }
    #[cfg(not(unix))]
    None
}

/// Accepts connections and serves them until `stop`; then the open ones may end.
///
/// Connections of `proxies`, those of this machine among them, are not counted by address.
pub async fn serve(
    listener: Listener,
    router: Router,
    limits: &Limits,
    proxies: &Proxies,
    stop: impl Future<Output = ()>,
) {
    // Put together once: each connection then has a copy that shares everything.
    let router = router.with_state::<()>(());
    let files = files().map_or(limits.connections, |files| files.saturating_sub(FILES_BESIDE).max(1));
    let places = Arc::new(Semaphore::new(limits.connections.min(files) as usize));
    let (counts, open) = (Counts::default(), GracefulShutdown::new());
    let mut stop = pin!(stop);
    // A connection is closed when a request, or the next one on a connection that is kept, takes too long to
    // come.
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEADER_TIME).max_buf_size(LARGEST_HEAD);
    loop {
        let accepted = async {
            // Without a place the next connection waits in the system's queue.
            let place = Arc::clone(&places).acquire_owned().await.ok()?;
            Some((place, listener.accept().await))
        };
        let (place, (stream, peer)) = tokio::select! {
            () = &mut stop => break,
            accepted = accepted => match accepted {
                Some((place, Ok(accepted))) => (place, accepted),
                Some((_, Err(error))) => {
                    pause_after(&error).await;
                    continue;
                }
                None => break,
            },
        };
        // Everything that comes through a proxy has the same address, or none.
        let counted = match peer.map(|peer| peer.ip()).filter(|ip| !proxies.trust(*ip)) {
            None => None,
            Some(ip) => match counts.add_at(&group(ip), limits.connections_per_address) {
                None => continue,
                counted => counted,
            },
        };
        let router = router.clone();
        let service = service_fn(move |request: hyper::Request<Incoming>| {
            let mut request = request.map(Body::new);
            if let Some(peer) = peer {
                request.extensions_mut().insert(ConnectInfo(Peer(peer)));
            }
            router.clone().call(request)
        });
        // A connection is also closed if the client does not accept what is sent.
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(WRITE_TIME));
        let served = open.watch(http.serve_connection(TokioIo::new(Box::pin(stream)), service));
        tokio::spawn(async move {
            let _held = (place, counted);
            // A connection that ends early concerns only the client.
            let _ = served.await;
        });
    }
    drop(listener);
    open.shutdown().await;
}

async fn pause_after(error: &io::Error) {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    // That client has gone; the next one may come.
    if matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset) {
        return;
    }
    tracing::error!(%error, "no connection can be accepted");
    tokio::time::sleep(PAUSE).await;
}

/// Makes the body of a request fail if it does not arrive in time. A small body is read completely before
/// the request is answered: answering earlier would close the connection, and a proxy that is still sending
/// would take that for a failure of the server. Arriving bytes are counted; if there is no room for them,
/// the body fails, too.
pub async fn timely(mut request: Request, held: &Held) -> Request {
    // Most requests have none.
    if request.body().is_end_stream() {
        return request;
    }
    let small = request.body().size_hint().upper().is_some_and(|size| size <= LARGEST_BODY as u64);
    request.extensions_mut().insert(held.clone());
    let (parts, body) = request.into_parts();
    let mut body = Box::pin(until_late(body.into_data_stream(), held.clone()));
    if !small {
        return Request::from_parts(parts, Body::from_stream(body));
    }
    let mut whole = Vec::new();
    while let Some(part) = body.next().await {
        match part {
            Ok(part) => whole.extend_from_slice(&part),
            Err(error) => {
                let failed = stream::once(std::future::ready(io::Result::<Bytes>::Err(error)));
                return Request::from_parts(parts, Body::from_stream(failed));
            }
        }
    }
    Request::from_parts(parts, Body::from(whole))
}

fn until_late(body: axum::body::BodyDataStream, held: Held) -> impl Stream<Item = io::Result<Bytes>> {
    let late = Box::pin(tokio::time::sleep(BODY_TIME));
    stream::unfold(Some((body, late)), move |state| until_later(state, held.clone()))
}

/// A body, and the deadline for the rest of it.
type Coming = (axum::body::BodyDataStream, Pin<Box<Sleep>>);

async fn until_later(state: Option<Coming>, held: Held) -> Option<(io::Result<Bytes>, Option<Coming>)> {
    let (mut body, mut late) = state?;
    tokio::select! {
        biased;
        part = body.next() => match part? {
            Ok(part) if !held.take(part.len()) => Some((Err(io::ErrorKind::OutOfMemory.into()), None)),
            Ok(part) => Some((Ok(part), Some((body, late)))),
            Err(error) => Some((Err(io::Error::other(error)), None)),
        },
        () = &mut late => Some((Err(io::ErrorKind::TimedOut.into()), None)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::address::Address;
    use crate::http::bodies::Bodies;
    use axum::routing::{get, post};
    use std::net::SocketAddr;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::{TcpListener, TcpStream};

    /// Longer than any limit.
    const LONG: Duration = Duration::from_secs(600);

    /// A server whose time stands still, except for what waits.
    async fn start(limits: Limits) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router =
            Router::new().route("/", get(async || "here")).route("/", post(async |_: Bytes| "taken"));
        let much = || stream::repeat_with(|| io::Result::Ok(Bytes::from_static(&[b'x'; 64 << 10])));
        let page = async move || Body::from_stream(much().take(1 << 10));
        let router = router.route("/page", get(page)).route("/ignored", post(async || "ignored"));
        let router = router.route("/stream", get(async move || Body::from_stream(much())));
        let counted = async |request| {
            let held = Bodies::default().hold(&Address(None));
            timely(request, &held).await
        };
        let router = router.layer(axum::middleware::map_request(counted));
        tokio::spawn(async move {
            let proxies = Proxies::default();
            serve(listener.into(), router, &limits, &proxies, std::future::pending()).await;
        });
        tokio::time::pause();
        address
    }

    async fn send(address: SocketAddr, text: &str) -> TcpStream {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(text.as_bytes()).await.unwrap();
        stream
    }

    /// Everything that the server says until it closes the connection.
    async fn rest(stream: &mut TcpStream) -> String {
        let mut text = String::new();
        let read = tokio::time::timeout(LONG, stream.read_to_string(&mut text)).await;
        read.expect("the connection stays open").unwrap();
        text
    }

    #[tokio::test]
    async fn who_keeps_the_server_waiting_is_hung_up_on() {
        let address = start(Limits::default()).await;
        let silent = rest(&mut send(address, "").await).await;
        let half = rest(&mut send(address, "GET / HTTP/1.1\r\nhost: lo").await).await;
        let idle = rest(&mut send(address, "GET / HTTP/1.1\r\nhost: localhost\r\n\r\n").await).await;
        assert!(!silent.contains("200") && !half.contains("200"), "{silent}{half}");
        assert!(idle.ends_with("here"), "{idle}");
        let body = "POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\nabc";
        let half = rest(&mut send(address, body).await).await;
        assert!(half.starts_with("HTTP/1.1 4"), "{half}");
    }

    #[tokio::test]
    async fn a_body_that_no_handler_reads_leaves_the_connection_open() {
        let address = start(Limits::default()).await;
        let head = "POST /ignored HTTP/1.1\r\nhost: localhost\r\ncontent-length: 4\r\n\r\n";
        let mut stream = send(address, head).await;
        // A proxy sends the body a moment after the head.
        for _ in 0..1000 {
            tokio::task::yield_now().await;
        }
        stream.write_all(b"null").await.unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
        let answers = rest(&mut stream).await;
        assert!(answers.contains("ignored") && answers.ends_with("here"), "{answers}");
    }

    #[tokio::test]
    async fn who_does_not_read_is_hung_up_on() {
        let address = start(Limits { connections: 1, ..Limits::default() }).await;
        for path in ["/page", "/stream"] {
            let ask = |path: &str| format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n");
            let silent = send(address, &ask(path)).await;
            // The only place is free again, though the first client keeps its end open.
            let mut second = send(address, &ask("/")).await;
            assert!(rest(&mut second).await.ends_with("here"), "{path}");
            drop((silent, second));
        }
    }

    #[tokio::test]
    async fn connections_beyond_the_limit_wait_for_a_place() {
        let address = start(Limits { connections: 1, ..Limits::default() }).await;
        let ask = "GET / HTTP/1.1\r\nhost: localhost\r\n\r\n";
        let mut first = send(address, ask).await;
        let mut second = send(address, ask).await;
        assert!(rest(&mut first).await.ends_with("here"));
        drop(first);
        assert!(rest(&mut second).await.ends_with("here"));
    }

    #[test]
    fn a_network_has_so_many_at_once_however_many_addresses_it_has() {
        let counts = Counts::default();
        let add = |address: String| counts.add_at(&address, 2);
        let of_one: Vec<_> = (0..5).filter_map(|_| add("2001:db8:0:100::/64".into())).collect();
        assert_eq!(of_one.len(), 2);
        let of_line: Vec<_> = (0..90).filter_map(|n| add(format!("2001:db8:0:1{n:02}::/64"))).collect();
        assert_eq!(of_line.len(), 6, "eight have a /56");
        let of_house: Vec<_> = (2..99).filter_map(|n| add(format!("2001:db8:0:{n:x}00::/64"))).collect();
        assert_eq!(of_house.len(), 24, "32 have a /48");
        assert!(add("2001:db8:1:100::/64".into()).is_some() && add("203.0.113.1".into()).is_some());
        drop((of_one, of_line, of_house));
        assert!(counts.0.lock().unwrap().is_empty(), "what was refused is counted nowhere");
    }

    #[test]
    fn each_key_has_so_many_at_once() {
        let counts = Counts::default();
        let first = counts.add("a", 2);
        let second = counts.add("a", 2);
        assert!(first.is_some() && second.is_some());
        assert!(counts.add("a", 2).is_none() && counts.add("b", 2).is_some());
        drop(first);
        assert!(counts.add("a", 2).is_some());
        drop(second);
        assert!(counts.0.lock().unwrap().is_empty(), "what is not used is forgotten");
    }
}
