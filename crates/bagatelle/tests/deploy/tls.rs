//! A PostgreSQL server that is reached over TLS only, with a certificate that this test has made.

use crate::ports::free_port;
use crate::programs::BAGATELLE;
use bagatelle_testdb::Server;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// An authority that signs certificates.
fn authority(name: &str) -> CertifiedIssuer<'static, KeyPair> {
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.distinguished_name.push(rcgen::DnType::CommonName, name);
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

/// Starts a server on the database; returns whether it serves, and what it says if it does not.
fn serves(address: &str) -> Result<(), String> {
    let mut child = Command::new(BAGATELLE)
        .args(["serve", "--listen", "127.0.0.1:0"])
        .env("BAGATELLE_DATABASE", address)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    // It has ended by itself, or is not needed any more.
    let _ = child.kill();
    let output = child.wait_with_output().unwrap();
    match line.starts_with("Bagatelle is at") {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

#[test]
fn a_database_over_tls_is_used_if_its_certificate_is_right() {
    let (ours, other) = (authority("ours"), authority("other"));
    let key = KeyPair::generate().unwrap();
    let certificate = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
    let certificate = certificate.signed_by(&key, &ours).unwrap();
    let folder = TempDir::new().unwrap();
    let root = |name: &str, pem: String| {
        let file = folder.path().join(name);
        std::fs::write(&file, pem).unwrap();
        file.display().to_string()
    };
    let (ours, other) = (root("ours.pem", ours.pem()), root("other.pem", other.pem()));
    let port = free_port();
    let _server = Server::start_with_tls(port, &certificate.pem(), &key.serialize_pem());
    let at = |host: &str, how: &str| format!("postgres://bagatelle@{host}:{port}/postgres?{how}");

    assert_eq!(serves(&at("localhost", &format!("sslmode=verify-full&sslrootcert={ours}"))), Ok(()));
    assert_eq!(serves(&at("127.0.0.1", &format!("sslmode=verify-ca&sslrootcert={ours}"))), Ok(()));
    // Encrypted, and the other end is not checked.
    assert_eq!(serves(&at("localhost", "sslmode=require")), Ok(()));
    for (address, part) in [
        (at("localhost", &format!("sslmode=verify-full&sslrootcert={other}")), "certificate"),
        (at("127.0.0.1", &format!("sslmode=verify-full&sslrootcert={ours}")), "certificate"),
        (at("localhost", "sslmode=verify-full"), "certificate"),
        (at("localhost", "sslmode=disable"), "no encryption"),
    ] {
        let error = serves(&address).unwrap_err();
        assert!(error.contains(part) && error.trim().lines().count() == 1, "{address}: {error}");
    }
}
