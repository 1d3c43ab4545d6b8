//! A load balancer as simple as can be: each request goes to the next server, streams too. It knows no
//! visitors.

use crate::api::LOST;
use anyhow::Result;
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use hyper_util::rt::TokioIo;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::net::{TcpListener, TcpStream};

#[derive(Default)]
struct Shared {
    servers: Mutex<Vec<SocketAddr>>,
    next: AtomicUsize,
    closed: AtomicBool,
}

/// The load balancer.
#[derive(Clone)]
pub struct Proxy {
    /// Where it listens.
    pub address: SocketAddr,
    shared: Arc<Shared>,
}

impl Proxy {
    /// Starts it, without a server.
    pub async fn start() -> Result<Proxy> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let (address, shared) = (listener.local_addr()?, Arc::<Shared>::default());
        let router = Router::new().fallback(forward).with_state(Arc::clone(&shared));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Ok(Proxy { address, shared })
    }

    /// The servers that it knows.
    pub fn set(&self, servers: Vec<SocketAddr>) {
        *self.shared.servers.lock().unwrap_or_else(PoisonError::into_inner) = servers;
    }

    /// Lets no request pass any more, or lets them pass again.
    pub fn close(&self, closed: bool) {
        self.shared.closed.store(closed, Ordering::SeqCst);
    }
}

fn lost() -> Response {
    (StatusCode::BAD_GATEWAY, [(LOST, "yes")], "lost").into_response()
}

async fn forward(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    if shared.closed.load(Ordering::SeqCst) {
        return lost();
    }
    let servers = shared.servers.lock().unwrap_or_else(PoisonError::into_inner).clone();
    // One that cannot be reached has not got the request.
    for _ in 0..servers.len() {
        let server = servers[shared.next.fetch_add(1, Ordering::Relaxed) % servers.len()];
        let Ok(stream) = TcpStream::connect(server).await else { continue };
        let Ok((mut sender, connection)) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await
        else {
            continue;
        };
        tokio::spawn(connection);
        return match sender.send_request(request).await {
            Ok(response) => response.map(Body::new),
            Err(_) => lost(),
        };
    }
    lost()
}
