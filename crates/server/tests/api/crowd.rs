//! What many connections cost.

use bagatelle_server::{Config, Server};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// How many connections are opened.
const CONNECTIONS: usize = 200;

/// What this process has in memory, in bytes.
fn resident() -> usize {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap();
    pages.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096
}

async fn ask(stream: &mut TcpStream) {
    stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
    let mut answer = vec![0; 4096];
    let length = stream.read(&mut answer).await.unwrap();
    assert!(answer[..length].starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer[..length]));
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn an_open_connection_costs_little() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::open(Config::new(folder.path())).await.unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let running = tokio::spawn(server.run(listener, async move {
        let _ = stopped.await;
    }));
    let mut open = Vec::new();
    for _ in 0..10 {
        let mut stream = TcpStream::connect(address).await.unwrap();
        ask(&mut stream).await;
        open.push(stream);
    }
    let before = resident();
    for _ in 0..CONNECTIONS {
        let mut stream = TcpStream::connect(address).await.unwrap();
        ask(&mut stream).await;
        open.push(stream);
    }
    let each = resident().saturating_sub(before) / CONNECTIONS / 1024;
    assert!(each < 60, "{each} kB for each connection");
    drop(open);
    let _ = stop.send(());
    tokio::time::timeout(Duration::from_secs(20), running).await.unwrap().unwrap().unwrap();
}
