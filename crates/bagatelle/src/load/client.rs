//! One HTTP connection that is kept open, and its requests.

use crate::args::Route;
use anyhow::{Context, Result, ensure};
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, COOKIE, HOST, HeaderValue};
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use std::net::{Ipv4Addr, SocketAddr};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
#[cfg(unix)]
use {std::path::Path, tokio::net::UnixStream};

/// A connection to the server.
pub struct Client {
    sender: SendRequest<Full<Bytes>>,
    host: HeaderValue,
    /// For whom the server takes this, if that is not this machine.
    forwarded: Option<HeaderValue>,
}

impl Client {
    /// Connects.
    pub async fn connect(server: SocketAddr) -> Result<Client> {
        let stream = TcpStream::connect(server).await.with_context(|| format!("cannot reach {server}"))?;
        stream.set_nodelay(true)?;
        Client::over(stream, &server.to_string()).await
    }

    /// Connects as a proxy on this machine that asks for this address.
    pub async fn connect_for(server: SocketAddr, address: Option<Ipv4Addr>) -> Result<Client> {
        let mut client = Client::connect(server).await?;
        client.forwarded = address.map(|address| address.to_string().parse()).transpose()?;
        Ok(client)
    }

    /// Connects to a socket in the file system.
    #[cfg(unix)]
    pub async fn connect_to_file(file: &Path) -> Result<Client> {
        let stream = UnixStream::connect(file).await;
        Client::over(stream.with_context(|| format!("cannot reach {}", file.display()))?, "localhost").await
    }

    async fn over<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
        stream: S,
        host: &str,
    ) -> Result<Client> {
        let (sender, connection) = handshake(TokioIo::new(stream)).await?;
        // It ends with the sender; errors are reported to the caller.
        tokio::spawn(connection);
        Ok(Client { sender, host: HeaderValue::from_str(host)?, forwarded: None })
    }

    async fn send(&mut self, request: Request<Full<Bytes>>) -> Result<Response<Incoming>> {
        self.sender.ready().await?;
        Ok(self.sender.send_request(request).await?)
    }

    fn request(
        &self,
        route: Route,
        token: &str,
        method: Method,
        path: &str,
        body: String,
    ) -> Result<Request<Full<Bytes>>> {
        let mut request = Request::new(Full::new(Bytes::from(body)));
        *request.method_mut() = method;
        *request.uri_mut() = path.parse()?;
        let headers = request.headers_mut();
        headers.insert(HOST, self.host.clone());
        if let Some(address) = &self.forwarded {
            headers.insert("x-forwarded-for", address.clone());
        }
        match route {
            Route::Api => {
                headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
                if !token.is_empty() {
                    headers.insert(AUTHORIZATION, HeaderValue::from_str(&format!("Bearer {token}"))?);
                }
            }
            Route::Page => {
                headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/x-www-form-urlencoded"));
                headers.insert("x-part", HeaderValue::from_static("changes"));
                headers.insert("sec-fetch-site", HeaderValue::from_static("same-origin"));
                headers.insert(COOKIE, HeaderValue::from_str(&format!("visitor={token}"))?);
            }
        }
        Ok(request)
    }

    /// Sends a request, and reads the whole answer.
    pub async fn ask(
        &mut self,
        route: Route,
        token: &str,
        method: Method,
        path: &str,
        body: String,
    ) -> Result<(StatusCode, Bytes)> {
        let response = self.send(self.request(route, token, method, path, body)?).await?;
        let status = response.status();
        Ok((status, response.into_body().collect().await?.to_bytes()))
    }

    /// Opens an event stream. The connection is used up.
    pub async fn stream(mut self, route: Route, token: &str, path: &str) -> Result<Stream> {
        let response = self.send(self.request(route, token, Method::GET, path, String::new())?).await?;
        ensure!(response.status().is_success(), "no stream at {path}: {}", response.status());
        Ok(Stream { body: response.into_body(), _connection: self })
    }
}

/// An event stream that is open.
pub struct Stream {
    body: Incoming,
    _connection: Client,
}

impl Stream {
    /// Waits for the next bytes; `None` when the stream has ended.
    pub async fn next(&mut self) -> Option<Bytes> {
        loop {
            if let Ok(bytes) = self.body.frame().await?.ok()?.into_data() {
                return Some(bytes);
            }
        }
    }
}
