//! A server that is asked to stop while requests wait.

use bagatelle_core::WorldDate;
use bagatelle_server::{Config, Server};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;

/// How many positions are looked for: more than can be found before the server stops.
const DAYS: i32 = 6;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_picture_that_waits_for_its_position_does_not_hold_up_a_stop() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::open(Config::new(folder.path())).await.unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    let running = tokio::spawn(server.run(listener, async move {
        let _ = stopped.await;
    }));
    let mut waiting = Vec::new();
    for day in 2..2 + DAYS {
        let date = WorldDate::new(2026, 1, day);
        let mut stream = TcpStream::connect(address).await.unwrap();
        let asks = format!("GET /today/{date}/bulbous/picture.svg HTTP/1.1\r\nhost: localhost\r\n\r\n");
        stream.write_all(asks.as_bytes()).await.unwrap();
        waiting.push(stream);
    }
    // Connections are accepted one after another: once this one is answered, the others wait.
    let mut healthy = TcpStream::connect(address).await.unwrap();
    healthy.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
    assert_ne!(healthy.read(&mut [0; 512]).await.unwrap(), 0);
    stop.send(()).unwrap();
    let ended = tokio::time::timeout(Duration::from_secs(2), running).await;
    ended.expect("it stops at once").unwrap().unwrap();
    let mut last = String::new();
    waiting.last_mut().unwrap().read_to_string(&mut last).await.unwrap();
    assert!(last.starts_with("HTTP/1.1 503"), "{last}");
}
