//! Disks that are full, slow, or not to be written to.

use crate::api::{Answer, Api};
use crate::database::Database;
use crate::ledger::{Deed, Entry, Ledger};
use crate::server::{PROGRAM, Server, command};
use anyhow::Result;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A player with a solitaire, who notes what was confirmed.
struct Solo {
    api: Api,
    game: String,
    state: Value,
    ledger: Ledger,
}

impl Solo {
    async fn new(server: &Server) -> Solo {
        let api = Api::new(server.address).await.unwrap();
        let state = api.solitaire().await.unwrap();
        let game = state["id"].as_str().unwrap().to_owned();
        let mut solo = Solo { api, game, state, ledger: Ledger::default() };
        solo.note(Deed::Made, true);
        solo
    }

    fn note(&mut self, deed: Deed, confirmed: bool) {
        let person = self.api.person().to_owned();
        self.ledger.add(Entry { person, game: self.game.clone(), deed, confirmed });
    }

    /// Makes the first move that is legal.
    async fn act(&mut self) -> Answer {
        let version = self.state["version"].as_u64().unwrap();
        let text = self.state["legal"][0].as_str().unwrap().to_owned();
        let answer = self.api.event(&self.game, &json!({ "text": text, "version": version })).await.unwrap();
        if answer.status == 200 {
            self.note(Deed::Move { version, kind: "act".into(), text }, true);
            self.state = answer.json();
        }
        answer
    }

    async fn plays(&mut self, moves: usize) {
        for _ in 0..moves {
            let answer = self.act().await;
            assert_eq!(answer.status, 200, "{answer:?}");
        }
    }

    async fn health(&self) -> u16 {
        self.api.get("/readyz").await.unwrap().status
    }

    /// Acts until a move is refused with this status, which changes nothing; returns how many were not.
    async fn fills(&mut self, status: u16) -> usize {
        for moves in 0..10_000 {
            let answer = self.act().await;
            if answer.status != 200 {
                assert_eq!(answer.status, status, "{answer:?}");
                assert!(answer.text.contains("Your game is unchanged"), "{answer:?}");
                assert_eq!(self.health().await, 503, "the server says that it is not well");
                let seen = self.api.state(&self.game).await.unwrap().json();
                assert_eq!(seen["version"], self.state["version"], "what was refused is not there");
                return moves;
            }
        }
        panic!("the disk is never full");
    }

    /// Looks for all that was confirmed after a restart.
    async fn is_all_there(&mut self, folder: &Path) {
        let database = Database::open(folder).await.unwrap();
        self.ledger.check(&database, true).await.unwrap();
        database.close().await;
        let seen = self.api.state(&self.game).await.unwrap().json();
        assert_eq!(seen["version"], self.state["version"]);
    }
}

/// No file may be longer than this, in bytes, as on a full disk; without a number, files may be as long as
/// they like.
#[cfg(target_os = "linux")]
fn limit_files(server: &Server, bytes: Option<u64>) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let id = Pid::from_raw(i32::try_from(server.id()).unwrap());
    prlimit(id, Resource::Fsize, Rlimit { current: bytes, maximum: None }).unwrap();
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_disk_without_room_refuses_moves_and_loses_none() {
    let folder = TempDir::new().unwrap();
    let log = folder.path().join("log");
    // The signal that comes with the limit is ignored, so that writes fail as they do on a full disk.
    let ignoring = ["sh", "-c", "trap '' XFSZ; exec \"$@\"", "sh"];
    let server = Server::start(command(folder.path(), &ignoring), &log).unwrap();
    let mut ann = Solo::new(&server).await;
    ann.plays(10).await;
    for _ in 0..3 {
        limit_files(&server, Some(4096));
        ann.fills(500).await;
        assert_eq!(ann.act().await.status, 500);
        limit_files(&server, None);
        ann.plays(5).await;
        assert_eq!(ann.health().await, 200, "the server is well again, without a restart");
    }
    // Killed while there is no room, started again while there is none, and once more when there is.
    limit_files(&server, Some(4096));
    ann.fills(500).await;
    drop(server);
    let server = Server::start(command(folder.path(), &ignoring), &log).unwrap();
    ann.api.address = server.address;
    ann.is_all_there(folder.path()).await;
    ann.plays(5).await;
}

/// Whether a file system may be mounted here, in a name space of the process's own.
fn may_mount() -> bool {
    let mut mount = Command::new("unshare");
    mount.args(["-rm", "mount", "-t", "tmpfs", "-o", "size=1m", "none", "/mnt"]);
    mount.output().is_ok_and(|output| output.status.success())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_small_file_system_that_is_full_refuses_moves_and_loses_none() {
    if !may_mount() {
        eprintln!(
            "SKIPPED: this system lets no small file system be mounted; the test with a limit of files \
             stands for it"
        );
        return;
    }
    let (outside, inside) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let log = outside.path().join("log");
    let mount = "mount -t tmpfs -o size=2m none \"$0\" && exec \"$@\"";
    let place = inside.path().to_str().unwrap();
    let data = inside.path().join("data");
    let server = Server::start(command(&data, &["unshare", "-rm", "sh", "-c", mount, place]), &log).unwrap();
    // The file system as the server sees it; it is gone when the server is.
    let seen = PathBuf::from(format!("/proc/{}/root{}", server.id(), place));
    let ballast = seen.join("ballast");
    let mut ann = Solo::new(&server).await;
    ann.plays(10).await;
    for _ in 0..3 {
        // It takes what is left, to the last byte.
        let filled = std::fs::write(&ballast, vec![1; 4 << 20]);
        assert!(filled.is_err(), "the file system is small");
        ann.fills(503).await;
        std::fs::remove_file(&ballast).unwrap();
        ann.plays(5).await;
        assert_eq!(ann.health().await, 200);
    }
    // What a restart would find: a copy of the files as they are.
    let copy = TempDir::new().unwrap();
    for file in ["bagatelle.sqlite", "bagatelle.sqlite-wal", "secret"] {
        std::fs::copy(seen.join("data").join(file), copy.path().join(file)).unwrap();
    }
    drop(server);
    let server = Server::start(command(copy.path(), &[]), &log).unwrap();
    ann.api.address = server.address;
    ann.is_all_there(copy.path()).await;
    ann.plays(5).await;
}

/// Starts a server on a copy of a folder, on a small file system without a free byte. Returns the server, and
/// the file that fills the file system.
fn start_on_full(folder: &Path, place: &Path, log: &Path) -> (Server, PathBuf) {
    let fill = "mount -t tmpfs -o size=4m none \"$0\" && cp -r \"$1\" \"$0/data\" && shift
        cat /dev/zero >\"$0/ballast\" 2>/dev/null; exec \"$@\"";
    let (from, to) = (folder.to_str().unwrap(), place.to_str().unwrap());
    let command = command(&place.join("data"), &["unshare", "-rm", "sh", "-c", fill, to, from]);
    let server = Server::start(command, log).unwrap();
    let ballast = PathBuf::from(format!("/proc/{}/root{to}/ballast", server.id()));
    (server, ballast)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_starts_on_a_full_disk_and_lets_its_games_be_read() {
    if !may_mount() {
        println!("SKIPPED: this system lets no small file system be mounted");
        return;
    }
    let (outside, inside) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let (log, data, killed) =
        (outside.path().join("log"), outside.path().join("data"), outside.path().join("killed"));
    let server = Server::start(command(&data, &[]), &log).unwrap();
    let mut ann = Solo::new(&server).await;
    ann.plays(5).await;
    // A game whose clock runs.
    let bob = Api::new(server.address).await.unwrap();
    let terms = json!({ "pace": { "real-time": { "start_s": 600, "increment_s": 0 } } });
    let order = json!({ "game": "baju-duel", "programs": ["open"], "name": "Ann", "terms": terms });
    let duel = ann.api.post("/api/v1/games", &order).await.unwrap().json();
    let duel = duel["id"].as_str().unwrap();
    assert_eq!(bob.event(duel, &json!({ "kind": "sit", "text": "Bob" })).await.unwrap().status, 200);
    let acts = async |api: &Api| {
        let legal = api.state(duel).await.unwrap().json()["legal"][0].clone();
        api.event(duel, &json!({ "text": legal })).await.unwrap().status
    };
    for api in [&ann.api, &bob, &ann.api] {
        assert_eq!(acts(api).await, 200);
    }
    // As it is left by a server that is killed, and by one that is stopped.
    let copied = Command::new("cp").arg("-r").args([&data, &killed]).status().unwrap();
    assert!(copied.success());
    server.end().unwrap();
    // All of it was an hour ago.
    let file = data.join("bagatelle.sqlite");
    let database = sqlx::SqlitePool::connect(&format!("sqlite:{}", file.display())).await.unwrap();
    let hour = "UPDATE events SET at = at - 3600000; UPDATE tables SET created = created - 3600000;
        UPDATE summaries SET changed = changed - 3600000, deadline = deadline - 3600000;
        UPDATE heartbeat SET at = at - 3600000";
    sqlx::raw_sql(hour).execute(&database).await.unwrap();
    database.close().await;

    for folder in [killed, data] {
        let (server, ballast) = start_on_full(&folder, inside.path(), &log);
        let mut there =
            Solo { api: ann.api.at(server.address), state: ann.state.clone(), game: ann.game.clone(), ..ann };
        let seen = there.api.state(&there.game).await.unwrap().json();
        assert_eq!(seen["version"], there.state["version"], "all that was confirmed is read");
        let refused = there.act().await;
        assert_eq!((refused.status, refused.json()["code"].as_str()), (503, Some("no-room")), "{refused:?}");
        assert!(refused.text.contains("The server’s disk is full"), "{refused:?}");
        assert_eq!(there.health().await, 503);
        std::fs::remove_file(&ballast).unwrap();
        let begun = Instant::now();
        while there.health().await != 200 {
            assert!(begun.elapsed() < Duration::from_secs(60), "the server goes on once there is room");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        there.plays(5).await;
        // No time has passed for the player whose clock was running.
        assert_eq!(acts(&bob.at(server.address)).await, 200);
        ann = Solo { state: ann.state, ..there };
    }
}

/// Runs the program on a folder, as a user who has no special rights.
fn serve_without_rights(folder: &Path) -> Result<Output> {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    /// The user who owns nothing.
    const UNPRIVILEGED: u32 = 65534;
    let mut command = command(folder, &[]);
    let place = TempDir::new()?;
    if rustix::process::geteuid().is_root() {
        // That user may not see where this was built.
        std::fs::set_permissions(place.path(), PermissionsExt::from_mode(0o755))?;
        let program = place.path().join("bagatelle");
        std::fs::copy(PROGRAM, &program)?;
        let mut other = Command::new(program);
        other.args(command.get_args()).uid(UNPRIVILEGED).gid(UNPRIVILEGED);
        command = other;
    }
    Ok(command.output()?)
}

#[test]
fn a_folder_that_may_not_be_written_is_one_plain_line() {
    use std::os::unix::fs::PermissionsExt;
    let set = |path: &Path, mode| std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).unwrap();
    let folder = TempDir::new().unwrap();
    let used = folder.path().join("used");
    // A server that is killed leaves all its files.
    drop(Server::start(command(&used, &[]), &folder.path().join("log")).unwrap());
    let empty = folder.path().join("empty");
    std::fs::create_dir(&empty).unwrap();
    for file in std::fs::read_dir(&used).unwrap() {
        set(&file.unwrap().path(), 0o444);
    }
    for path in [folder.path(), &used, &empty] {
        set(path, 0o555);
    }
    for data in [used.clone(), empty.clone(), folder.path().join("new")] {
        let done = serve_without_rights(&data).unwrap();
        let told = String::from_utf8(done.stderr).unwrap();
        assert_eq!((done.status.code(), told.lines().count()), (Some(1), 1), "{told}");
        assert!(told.contains(data.to_str().unwrap()) && told.contains("ermission denied"), "{told}");
        assert!(done.stdout.is_empty());
    }
    for path in [folder.path(), &used, &empty] {
        set(path, 0o755);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_disk_makes_answers_late_and_loses_none() {
    /// How long another process writes.
    const HELD: Duration = Duration::from_secs(3);
    let folder = TempDir::new().unwrap();
    let log = folder.path().join("log");
    let server = Server::start(command(folder.path(), &[]), &log).unwrap();
    let mut players = Vec::new();
    for _ in 0..8 {
        players.push(Solo::new(&server).await);
    }
    let other = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.path().join("bagatelle.sqlite"));
    let other = sqlx::sqlite::SqlitePool::connect_with(other).await.unwrap();
    let mut other = other.acquire().await.unwrap();
    sqlx::query("BEGIN IMMEDIATE").execute(&mut *other).await.unwrap();
    let begun = Instant::now();
    let playing = players.into_iter().map(|mut player| {
        tokio::spawn(async move {
            player.plays(3).await;
            (player, Instant::now())
        })
    });
    let playing: Vec<_> = playing.collect();
    tokio::time::sleep(HELD).await;
    assert!(playing.iter().all(|player| !player.is_finished()), "what is not on disk is not answered");
    sqlx::query("COMMIT").execute(&mut *other).await.unwrap();
    drop(other);
    let mut players = Vec::new();
    for player in playing {
        let (player, end) = player.await.unwrap();
        assert!(end - begun >= HELD);
        players.push(player);
    }
    drop(server);
    let server = Server::start(command(folder.path(), &[]), &log).unwrap();
    for player in &mut players {
        player.api.address = server.address;
        let seen = player.api.state(&player.game).await.unwrap().json();
        assert_eq!(seen["version"], 3);
    }
}
