//! A server of files, as a web space has one: it knows no more than a folder, below a path.

use anyhow::Result;
use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Redirect, Response};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// A running server.
pub struct Files {
    address: SocketAddr,
    base: &'static str,
    serving: JoinHandle<()>,
}

impl Files {
    /// Serves a folder on any free port, below a path that is empty or begins with a slash.
    pub async fn serve(folder: PathBuf, base: &'static str) -> Result<Files> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let router = Router::new().fallback(answer).with_state(Arc::new((folder, base)));
        let serving = tokio::spawn(async move {
            // It ends with the story.
            let _ = axum::serve(listener, router).await;
        });
        Ok(Files { address, base, serving })
    }

    /// The whole address of a file.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{}/{path}", self.address, self.base)
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn answer(State(site): State<Arc<(PathBuf, &'static str)>>, request: Request) -> Response {
    let (folder, base) = &*site;
    let path = request.uri().path();
    let Some(inside) = path.strip_prefix(base).filter(|inside| !inside.contains("..")) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let file = folder.join(inside.trim_start_matches('/'));
    if file.is_dir() && !path.ends_with('/') {
        return Redirect::permanent(&format!("{path}/")).into_response();
    }
    let file = if file.is_dir() { file.join("index.html") } else { file };
    let media = match file.extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    };
    match std::fs::read(file) {
        Ok(bytes) => ([(CONTENT_TYPE, media)], bytes).into_response(),
        Err(_) => StatusCode::NOT_FOUND.into_response(),
    }
}
