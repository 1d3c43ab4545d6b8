//! TLS to other servers, with the certificates that the system believes.

use anyhow::{Result, ensure};
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use std::sync::Arc;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

/// The certificates that the system believes, and what kept others from being read.
#[must_use]
pub fn system_roots() -> (RootCertStore, Vec<rustls_native_certs::Error>) {
    let found = rustls_native_certs::load_native_certs();
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(found.certs);
    (roots, found.errors)
}

/// What connects to servers whose certificates follow from these.
///
/// # Errors
/// When TLS cannot be used.
pub fn believing(roots: RootCertStore) -> Result<TlsConnector> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(TlsConnector::from(Arc::new(config)))
}

/// Speaks TLS with a host over a connection, by what the system believes.
///
/// # Errors
/// When the system believes nothing, or not this host.
pub async fn over(
    stream: TcpStream,
    host: &str,
) -> Result<impl AsyncRead + AsyncWrite + Unpin + Send + 'static> {
    let (roots, _) = system_roots();
    ensure!(!roots.is_empty(), "the system has no certificates; on Debian, install ca-certificates");
    Ok(believing(roots)?.connect(ServerName::try_from(host.to_owned())?, stream).await?)
}
