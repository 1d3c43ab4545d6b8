//! A request to a push service. It follows no redirect, reads nothing but the status, and goes to no address
//! that is not allowed, whatever a name stands for at that moment.

use super::endpoint::{Endpoint, Reach};
use crate::http::tls;
use anyhow::{Context, Result, bail};
use axum::body::Bytes;
use axum::http::{HeaderValue, Request, StatusCode, header::HOST};
use http_body_util::Full;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use rustls::RootCertStore;
use rustls::pki_types::ServerName;
use std::pin::pin;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, lookup_host};
use tokio_rustls::TlsConnector;

/// The most bytes of an answer's head that are read.
const LARGEST_ANSWER: usize = 16 << 10;

/// What connects to push services.
pub struct Client {
    reach: Reach,
    tls: TlsConnector,
}

impl Client {
    /// A client that believes the certificates that the system believes. Reading them takes a moment.
    ///
    /// # Errors
    /// When TLS cannot be used.
    pub fn new(reach: Reach) -> Result<Client> {
        let (roots, errors) = tls::system_roots();
        if roots.is_empty() && reach == Reach::Public {
            tracing::warn!(
                ?errors,
                "no notification can be sent: the system has no certificates; on Debian, install \
                 ca-certificates"
            );
        }
        Client::believing(reach, roots)
    }

    fn believing(reach: Reach, roots: RootCertStore) -> Result<Client> {
        Ok(Client { reach, tls: tls::believing(roots)? })
    }

    /// Sends a request, whose address is only a path, to an endpoint.
    ///
    /// # Errors
    /// When there is no answer.
    pub async fn send(&self, to: &Endpoint, mut request: Request<Full<Bytes>>) -> Result<StatusCode> {
        let host = to.origin.split_once("://").map_or(to.host.as_str(), |(_, host)| host);
        request.headers_mut().insert(HOST, HeaderValue::from_str(host)?);
        let stream = self.connect(to).await?;
        if !to.tls {
            return exchange(stream, request).await;
        }
        let name = ServerName::try_from(to.host.clone())?;
        exchange(self.tls.connect(name, stream).await?, request).await
    }

    /// Connects to the first address that is allowed and answers.
    async fn connect(&self, to: &Endpoint) -> Result<TcpStream> {
        let found = lookup_host((to.host.as_str(), to.port)).await?;
        let mut allowed = found.filter(|address| self.reach.allows(address.ip())).peekable();
        if allowed.peek().is_none() {
            bail!("{} has no address to which notifications go", to.host);
        }
        let mut failed = None;
        for address in allowed {
            match TcpStream::connect(address).await {
                Ok(stream) => return Ok(stream),
                Err(error) => failed = Some(error),
            }
        }
        Err(failed.context("no address was tried")?.into())
    }
}

/// Sends a request on a connection, and reads the status of the answer.
async fn exchange(
    stream: impl AsyncRead + AsyncWrite + Unpin,
    request: Request<Full<Bytes>>,
) -> Result<StatusCode> {
    let mut builder = http1::Builder::new();
    builder.max_buf_size(LARGEST_ANSWER);
    let (mut sender, connection) = builder.handshake(TokioIo::new(stream)).await?;
    let mut answer = pin!(sender.send_request(request));
    let answer = tokio::select! {
        answer = &mut answer => answer,
        // It may have ended with the answer.
        _ = connection => answer.await,
    };
    Ok(answer?.status())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rcgen::{CertifiedKey, generate_simple_self_signed};
    use rustls::ServerConfig;
    use rustls::pki_types::PrivateKeyDer;
    use std::sync::Arc;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;
    use tokio_rustls::TlsAcceptor;

    fn endpoint(host: &str, port: u16, tls: bool) -> Endpoint {
        let origin = format!("https://{host}:{port}");
        Endpoint { origin, host: host.into(), port, tls, path: "/push".into() }
    }

    fn request() -> Request<Full<Bytes>> {
        Request::post("/push").body(Full::from("secret")).unwrap()
    }

    /// A server on this machine with a certificate of its own for `localhost`, which answers once.
    async fn service(answer: &'static str) -> (u16, RootCertStore, tokio::task::JoinHandle<String>) {
        let CertifiedKey { cert, signing_key } =
            generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        let mut roots = RootCertStore::empty();
        roots.add(cert.der().clone()).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let key = PrivateKeyDer::try_from(signing_key.serialize_der()).unwrap();
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![cert.der().clone()], key)
            .unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let served = tokio::spawn(async move {
            let (stream, _) = listener.accept().await.unwrap();
            let Ok(mut stream) = TlsAcceptor::from(Arc::new(config)).accept(stream).await else {
                return String::new();
            };
            let mut text = String::new();
            while !text.ends_with("secret") {
                let mut part = [0; 1024];
                let read = stream.read(&mut part).await.unwrap();
                text.push_str(std::str::from_utf8(&part[..read]).unwrap());
            }
            stream.write_all(answer.as_bytes()).await.unwrap();
            stream.flush().await.unwrap();
            text
        });
        (port, roots, served)
    }

    #[tokio::test]
    async fn a_request_goes_over_tls_and_only_its_status_is_read() {
        let answer = "HTTP/1.1 302 Found\r\nlocation: https://127.0.0.1/elsewhere\r\n\
            content-length: 9999999\r\n\r\n";
        let (port, roots, served) = service(answer).await;
        let client = Client::believing(Reach::Loopback, roots).unwrap();
        let status = client.send(&endpoint("localhost", port, true), request()).await.unwrap();
        assert_eq!(status, StatusCode::FOUND, "it is not followed");
        let text = served.await.unwrap().to_ascii_lowercase();
        assert!(text.starts_with("post /push http/1.1\r\n"), "{text}");
        assert!(text.contains(&format!("host: localhost:{port}\r\n")), "{text}");
    }

    #[tokio::test]
    async fn an_unknown_certificate_or_another_name_is_not_believed() {
        let (port, _, served) = service("").await;
        let client = Client::believing(Reach::Loopback, RootCertStore::empty()).unwrap();
        assert!(client.send(&endpoint("localhost", port, true), request()).await.is_err());
        assert_eq!(served.await.unwrap(), "");
        let (port, roots, served) = service("").await;
        let client = Client::believing(Reach::Loopback, roots).unwrap();
        assert!(client.send(&endpoint("127.0.0.1", port, true), request()).await.is_err());
        assert_eq!(served.await.unwrap(), "");
    }

    #[tokio::test]
    async fn a_name_that_stands_for_a_private_address_is_not_connected_to() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let client = Client::believing(Reach::Public, RootCertStore::empty()).unwrap();
        let refused = client.send(&endpoint("localhost", port, false), request()).await.unwrap_err();
        assert!(refused.to_string().contains("no address to which"), "{refused}");
        let asked = tokio::time::timeout(std::time::Duration::from_millis(50), listener.accept()).await;
        assert!(asked.is_err(), "nothing has connected");
    }
}
