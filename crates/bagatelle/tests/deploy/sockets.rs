//! Sockets in the file system: made by the server, or handed over by a service manager that wants to know how
//! it is.

use crate::programs::{BAGATELLE, Curl, Running, eventually, start};
use std::fs::File;
use std::io::Read;
use std::os::fd::OwnedFd;
use std::os::unix::net::{UnixDatagram, UnixListener};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

fn healthcheck(place: &str) -> bool {
    Command::new(BAGATELLE).args(["healthcheck", "--listen", place]).output().unwrap().status.success()
}

#[test]
fn a_server_at_a_socket_is_played_at_checked_and_leaves_no_socket_behind() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("games.sock");
    let place = format!("unix:{}", file.display());
    assert!(!healthcheck(&place));
    let mut command = Command::new(BAGATELLE);
    command.args(["serve", "--listen", &place]).env("BAGATELLE_DATA", folder.path().join("data"));
    let server = start(&mut command, &folder.path().join("log"));
    let curl = Curl::at_socket(&file);
    curl.waits(&folder.path().join("log"));
    assert!(healthcheck(&place));
    curl.plays();
    server.stop();
    assert!(!file.exists() && !healthcheck(&place));
    // One that is killed leaves its socket, which the next one takes over.
    let killed = start(&mut command, &folder.path().join("log"));
    curl.waits(&folder.path().join("log"));
    drop(killed);
    assert!(file.exists());
    let server = start(&mut command, &folder.path().join("log"));
    curl.waits(&folder.path().join("log"));
    server.stop();
}

/// Starts the server with a socket as systemd hands it over: as the third file of the process.
fn activated(folder: &Path, socket: UnixListener, notify: &Path) -> Running {
    let mut command = Command::new("/bin/sh");
    command.args(["-c", "exec 3<&0 </dev/null; export LISTEN_PID=$$; exec \"$0\" serve", BAGATELLE]);
    command.env("LISTEN_FDS", "1").env("BAGATELLE_DATA", folder.join("data"));
    command.env("NOTIFY_SOCKET", notify).env("WATCHDOG_USEC", "200000");
    command.stdin(Stdio::from(OwnedFd::from(socket))).stdout(Stdio::null());
    command.stderr(File::options().create(true).append(true).open(folder.join("log")).unwrap());
    Running(command.spawn().unwrap())
}

#[test]
fn a_socket_of_the_service_manager_is_used_and_it_is_told_how_the_server_is() {
    let folder = TempDir::new().unwrap();
    let (file, notify) = (folder.path().join("games.sock"), folder.path().join("notify.sock"));
    let socket = UnixListener::bind(&file).unwrap();
    let manager = UnixDatagram::bind(&notify).unwrap();
    manager.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let hears = |word: &str| {
        eventually(word, || {
            let mut buffer = [0; 512];
            let read = manager.recv(&mut buffer).expect("the server says something");
            String::from_utf8_lossy(&buffer[..read]).lines().any(|line| line == word).then_some(())
        });
    };
    let curl = Curl::at_socket(&file);
    // A visitor who comes before the server is there waits for it.
    let early = std::thread::spawn(move || curl.whole("/healthz", &[]));
    let server = activated(folder.path(), socket.try_clone().unwrap(), &notify);
    hears("READY=1");
    assert!(early.join().unwrap().expect("an answer").ends_with("well\n"));
    // It says that it is alive again and again.
    hears("WATCHDOG=1");
    hears("WATCHDOG=1");
    Curl::at_socket(&file).plays();
    server.stop();
    hears("STOPPING=1");
    assert!(file.exists(), "the socket is the service manager’s");
    let server = activated(folder.path(), socket, &notify);
    hears("READY=1");
    Curl::at_socket(&file).waits(&folder.path().join("log"));
    drop(server);
    let mut log = String::new();
    File::open(folder.path().join("log")).unwrap().read_to_string(&mut log).unwrap();
    assert!(!log.contains("ERROR"), "{log}");
}
