//! A proxy between browsers and servers: it can answer in their place, be slow, or lead to one of several
//! servers by the path.

use anyhow::Result;
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use hyper_util::rt::TokioIo;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// What the proxy does.
#[derive(Clone, Default)]
struct How {
    /// The status of the page that it answers with, instead of asking a server.
    instead: Option<StatusCode>,
    /// How long it waits before it asks.
    slow: Duration,
}

struct Shared {
    /// The servers, by what the paths begin with.
    servers: Vec<(String, SocketAddr)>,
    how: Mutex<How>,
    /// How many requests it has answered itself.
    refused: AtomicUsize,
}

/// A running proxy.
pub struct Between {
    address: SocketAddr,
    shared: Arc<Shared>,
    serving: JoinHandle<()>,
}

impl Between {
    /// Stands before servers, each with what the paths begin with that lead to it.
    pub async fn stand(servers: &[(&str, SocketAddr)]) -> Result<Between> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let servers = servers.iter().map(|(path, server)| ((*path).to_owned(), *server)).collect();
        let shared = Arc::new(Shared { servers, how: Mutex::default(), refused: AtomicUsize::new(0) });
        let router = Router::new().fallback(forward).with_state(Arc::clone(&shared));
        let serving = tokio::spawn(async move {
            // It ends with the story.
            let _ = axum::serve(listener, router).await;
        });
        Ok(Between { address, shared, serving })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers with an error page of its own from now on, or lets all pass again.
    pub fn answers(&self, instead: Option<StatusCode>) {
        self.shared.how.lock().unwrap_or_else(PoisonError::into_inner).instead = instead;
    }

    /// Waits until it has answered this many more requests itself.
    pub async fn refuses(&self, more: usize) {
        let before = self.shared.refused.load(Ordering::SeqCst);
        while self.shared.refused.load(Ordering::SeqCst) < before + more {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Waits before each request from now on.
    pub fn is_slow(&self, slow: Duration) {
        self.shared.how.lock().unwrap_or_else(PoisonError::into_inner).slow = slow;
    }
}

impl Drop for Between {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn forward(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let how = shared.how.lock().unwrap_or_else(PoisonError::into_inner).clone();
    tokio::time::sleep(how.slow).await;
    if let Some(status) = how.instead {
        shared.refused.fetch_add(1, Ordering::SeqCst);
        return (status, [("content-type", "text/html")], "<h1>The gateway</h1>").into_response();
    }
    let path = request.uri().path();
    let Some((_, server)) = shared.servers.iter().find(|(begin, _)| path.starts_with(begin)) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let asked = async {
        let stream = TokioIo::new(TcpStream::connect(server).await?);
        let (mut sender, connection) = hyper::client::conn::http1::handshake(stream).await?;
        tokio::spawn(connection);
        anyhow::Ok(sender.send_request(request).await?)
    };
    match asked.await {
        Ok(answer) => answer.map(Body::new),
        Err(_) => StatusCode::BAD_GATEWAY.into_response(),
    }
}
