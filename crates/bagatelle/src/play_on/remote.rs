//! The server as a bot asks it: by the JSON API. A connection that breaks is opened again, and requests wait
//! while the server is away.

use crate::output::note;
use crate::printable::printable;
use anyhow::{Context, Result, ensure};
use bagatelle_server::http::tls;
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Body, Bytes, Incoming};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HOST, HeaderValue, RETRY_AFTER};
use hyper::{Method, Request, Response, StatusCode, Uri};
use hyper_util::rt::TokioIo;
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;
use tokio::net::TcpStream;
use tokio::runtime::Handle;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(40);
/// How long a stream may be silent: the server writes an empty line every fifteen seconds.
const SILENCE: Duration = Duration::from_secs(50);
/// The longest pause between two tries.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);
/// The longest answer that is read, in bytes.
const LONGEST: usize = 16 << 20;

/// Why there is no answer.
#[derive(Debug, Error)]
pub enum Failure {
    /// The server is away, or has no time: later it may answer.
    #[error("{why}")]
    Away {
        /// What is known of it.
        why: String,
        /// When it wants to be asked again.
        after: Option<Duration>,
    },
    /// The server refuses.
    #[error("{message}")]
    Refused {
        /// The status.
        status: StatusCode,
        /// The server's word for it.
        code: String,
        /// The server's sentence.
        message: String,
    },
}

impl Failure {
    fn away(why: impl ToString) -> Failure {
        Failure::Away { why: why.to_string(), after: None }
    }

    /// Whether nothing else can be asked either: the token is not valid.
    pub fn is_final(&self) -> bool {
        matches!(self, Failure::Refused { status: StatusCode::UNAUTHORIZED, .. }) || self.code() == NO_SCOPE
    }

    /// The server's word for a refusal.
    pub fn code(&self) -> &str {
        match self {
            Failure::Refused { code, .. } => code,
            Failure::Away { .. } => "",
        }
    }
}

/// The server's word for what the token does not allow.
const NO_SCOPE: &str = "scope-missing";

/// What the server says when it refuses.
#[derive(Deserialize, Default)]
struct Problem {
    #[serde(default)]
    error: String,
    #[serde(default)]
    code: String,
}

/// Where the server is, and who asks.
pub struct Server {
    https: bool,
    host: String,
    port: u16,
    /// The host with the port if that is named.
    authority: HeaderValue,
    /// The path below which the server is, without a slash at its end.
    base: String,
    bearer: HeaderValue,
    runtime: Handle,
}

impl Server {
    /// A server by its address, and a token for it.
    ///
    /// # Errors
    /// When the address or the token cannot be one.
    pub fn new(url: &str, token: &str, runtime: Handle) -> Result<Server> {
        let form = || format!("“{url}” is not the address of a server, such as https://games.example.org");
        let parts: Uri = url.parse().with_context(form)?;
        let https = match parts.scheme_str() {
            Some("https") => true,
            Some("http") => false,
            _ => anyhow::bail!(form()),
        };
        let host = parts.host().with_context(form)?;
        let authority = parts.authority().with_context(form)?.as_str();
        ensure!(!authority.contains('@'), form());
        let mut bearer = HeaderValue::from_str(&format!("Bearer {}", token.trim()));
        bearer.iter_mut().for_each(|bearer| bearer.set_sensitive(true));
        Ok(Server {
            https,
            host: host.trim_matches(['[', ']']).to_owned(),
            port: parts.port_u16().unwrap_or(if https { 443 } else { 80 }),
            authority: HeaderValue::from_str(authority)?,
            base: parts.path().trim_end_matches('/').to_owned(),
            bearer: bearer.ok().context("this is not a token")?,
            runtime,
        })
    }

    async fn connect(&self) -> Result<SendRequest<Full<Bytes>>> {
        let stream = TcpStream::connect((self.host.as_str(), self.port)).await?;
        stream.set_nodelay(true)?;
        // A connection ends with its sender; errors are reported to the caller.
        Ok(if self.https {
            let (sender, connection) = handshake(TokioIo::new(tls::over(stream, &self.host).await?)).await?;
            tokio::spawn(connection);
            sender
        } else {
            let (sender, connection) = handshake(TokioIo::new(stream)).await?;
            tokio::spawn(connection);
            sender
        })
    }

    fn request(&self, method: Method, path: &str, body: Option<&Value>) -> Result<Request<Full<Bytes>>> {
        let text = body.map(Value::to_string).unwrap_or_default();
        let mut request = Request::new(Full::new(Bytes::from(text)));
        *request.method_mut() = method;
        *request.uri_mut() = format!("{}/api/v1{path}", self.base).parse()?;
        let headers = request.headers_mut();
        headers.insert(HOST, self.authority.clone());
        headers.insert(AUTHORIZATION, self.bearer.clone());
        headers.insert(ACCEPT, HeaderValue::from_static("application/x-ndjson, application/json"));
        if body.is_some() {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        }
        Ok(request)
    }
}

/// A connection to the server, for one thread.
pub struct Link {
    server: Arc<Server>,
    sender: Option<SendRequest<Full<Bytes>>>,
    /// Whether it was said that the server is away.
    lost: bool,
}

impl Link {
    /// A connection, which is opened when it is needed.
    pub fn to(server: &Arc<Server>) -> Link {
        Link { server: Arc::clone(server), sender: None, lost: false }
    }

    /// Asks once.
    ///
    /// # Errors
    /// When there is no answer, or the server refuses.
    pub fn ask_once(&mut self, method: Method, path: &str, body: Option<&Value>) -> Result<Value, Failure> {
        let runtime = self.server.runtime.clone();
        runtime.block_on(async {
            let answer = self.send(method, path, body).await?;
            let whole = Limited::new(answer.into_body(), LONGEST).collect();
            let whole = tokio::time::timeout(PATIENCE, whole).await.map_err(Failure::away)?;
            let bytes = whole.map_err(Failure::away)?.to_bytes();
            if bytes.is_empty() {
                return Ok(Value::Null);
            }
            serde_json::from_slice(&bytes).map_err(Failure::away)
        })
    }

    /// Asks until there is an answer, however long the server is away.
    ///
    /// # Errors
    /// When the server refuses.
    pub fn ask(&mut self, method: Method, path: &str, body: Option<&Value>) -> Result<Value, Failure> {
        self.patiently(|link| link.ask_once(method.clone(), path, body))
    }

    /// Opens a stream, however long the server is away.
    ///
    /// # Errors
    /// When the server refuses.
    pub fn stream(&mut self, path: &str) -> Result<Lines, Failure> {
        self.patiently(|link| {
            let runtime = link.server.runtime.clone();
            let body = runtime.block_on(link.send(Method::GET, path, None))?.into_body();
            let sender = link.sender.take();
            Ok(Lines { body, read: Vec::new(), runtime, _sender: sender })
        })
    }

    fn patiently<T>(
        &mut self,
        mut attempt: impl FnMut(&mut Link) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let mut pause = Duration::from_millis(200);
        loop {
            match attempt(self) {
                Err(Failure::Away { why, after }) => {
                    if !std::mem::replace(&mut self.lost, true) {
                        note!("bagatelle: waiting for the server: {}", printable(&why));
                    }
                    self.sender = None;
                    std::thread::sleep(after.unwrap_or(pause).min(LONGEST_PAUSE));
                    pause = (pause * 2).min(LONGEST_PAUSE);
                }
                done => {
                    self.lost = false;
                    return done;
                }
            }
        }
    }

    async fn send(
        &mut self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<Response<Incoming>, Failure> {
        let answer = tokio::time::timeout(PATIENCE, async {
            let kept = self.sender.take().filter(|sender| !sender.is_closed());
            let mut sender = match kept {
                Some(sender) => sender,
                None => self.server.connect().await?,
            };
            sender.ready().await?;
            let answer = sender.send_request(self.server.request(method, path, body)?).await?;
            self.sender = Some(sender);
            anyhow::Ok(answer)
        });
        let answer = match answer.await {
            Err(_) => return Err(Failure::away(format!("no answer within {} s", PATIENCE.as_secs()))),
            Ok(Err(error)) => return Err(Failure::away(format!("{error:#}"))),
            Ok(Ok(answer)) => answer,
        };
        let status = answer.status();
        // The server gives each of its answers an id; a proxy that cannot reach it does not.
        if !answer.headers().contains_key("x-request-id") {
            return Err(Failure::away(format!(
                "no Bagatelle server answers there, but something else ({status})"
            )));
        }
        if status.is_success() {
            return Ok(answer);
        }
        let after = answer.headers().get(RETRY_AFTER).and_then(|after| after.to_str().ok()?.parse().ok());
        let told = Limited::new(answer.into_body(), LONGEST).collect().await;
        let told = told.map(|told| told.to_bytes()).unwrap_or_default();
        let Problem { error, code } = serde_json::from_slice(&told).unwrap_or_default();
        let busy = status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error();
        Err(match busy {
            true => {
                Failure::Away { why: format!("{status}: {error}"), after: after.map(Duration::from_secs) }
            }
            // What is no answer of the API has no words of it.
            false if error.is_empty() => {
                let message = format!("there is no API of Bagatelle at this address ({status})");
                Failure::Refused { status, code, message }
            }
            false => Failure::Refused { status, code, message: error },
        })
    }
}

/// A stream of lines of JSON.
pub struct Lines {
    body: Incoming,
    read: Vec<u8>,
    runtime: Handle,
    _sender: Option<SendRequest<Full<Bytes>>>,
}

impl Lines {
    /// The next line that is not empty; `None` when the stream has ended or broken.
    pub fn next(&mut self) -> Option<Value> {
        loop {
            if let Some(end) = self.read.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.read.drain(..=end).collect();
                if line.trim_ascii().is_empty() {
                    continue;
                }
                return serde_json::from_slice(&line).ok();
            }
            if self.read.len() > LONGEST || self.body.is_end_stream() {
                return None;
            }
            let body = &mut self.body;
            let frame = self.runtime.block_on(async { tokio::time::timeout(SILENCE, body.frame()).await });
            if let Ok(bytes) = frame.ok()??.ok()?.into_data() {
                self.read.extend_from_slice(&bytes);
            }
        }
    }
}
