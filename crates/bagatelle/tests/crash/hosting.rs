//! What a host does beside the server: back up while games are played, restore, examine, ask whether it is
//! well.

use crate::api::Api;
use crate::database::Database;
use crate::ledger::{Deed, Entry, Ledger};
use crate::player::{OpenSeats, Player, catalog};
use crate::server::{PROGRAM, Server, command};
use bagatelle_core::{Rng, Seed, Stream};
use std::collections::HashSet;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Longer than anything takes, on a busy machine with a slow disk.
const PATIENCE: Duration = Duration::from_secs(120);
/// How many players play while backups are made.
const PLAYERS: u64 = 6;
/// How many backups are made at least.
const BACKUPS: usize = 4;

/// Runs the program; returns its status, what it says, and what it complains of.
fn run(words: &[&str], paths: &[&Path]) -> (i32, String, String) {
    let done = Command::new(PROGRAM).args(words).args(paths).env_clear().output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (done.status.code().unwrap(), text(&done.stdout), text(&done.stderr))
}

fn backup(folder: &Path, file: &Path) -> (i32, String, String) {
    run(&["backup", "--data"], &[folder, file])
}

fn restore(file: &Path, folder: &Path) -> (i32, String, String) {
    run(&["restore", "--data"], &[folder, file])
}

fn doctor(folder: &Path) -> (i32, String, String) {
    run(&["doctor", "--data"], &[folder])
}

/// A server on a folder that a game was begun on; the player, and the game.
async fn begun(folder: &Path) -> (Server, Api, String) {
    let server = Server::start(command(folder, &[]), &folder.join("log")).unwrap();
    let api = Api::new(server.address).await.unwrap();
    let game = api.solitaire().await.unwrap()["id"].as_str().unwrap().to_owned();
    (server, api, game)
}

/// Waits for something that other tasks do.
async fn until(what: &str, mut is: impl AsyncFnMut() -> bool) {
    let begun = Instant::now();
    while !is().await {
        assert!(begun.elapsed() < PATIENCE, "{what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_that_is_made_while_games_are_played_restores_to_games_that_replay() {
    let folder = TempDir::new().unwrap();
    let log = folder.path().join("log");
    let server = Server::start(command(folder.path(), &[]), &log).unwrap();
    let seed = Seed::from_text("backup");
    let (open, entries) = (OpenSeats::default(), Arc::new(Mutex::new(Vec::<Entry>::new())));
    let asked = || entries.lock().unwrap().len();
    let games = Api::new(server.address).await.unwrap().get("/api/v1/catalog").await.unwrap().json();
    let games = Arc::new(catalog(&games));
    let mut playing = Vec::new();
    for number in 1..=PLAYERS {
        let api = Api::new(server.address).await.unwrap();
        let rng = Rng::new(&seed.nth(number), Stream::Test);
        let mut player = Player::new(api, rng, Arc::clone(&games), Arc::clone(&open));
        let entries = Arc::clone(&entries);
        playing.push(tokio::spawn(async move {
            loop {
                let step = player.step().await;
                entries.lock().unwrap().extend(player.take_entries());
                match step {
                    Ok(Some(())) => (),
                    Ok(None) => return Ok(player),
                    Err(error) => return Err(error),
                }
            }
        }));
    }
    let (mut backups, mut meanwhile) = (Vec::new(), 0);
    while backups.len() < BACKUPS || meanwhile == 0 {
        let before = asked();
        until("nothing is played", async || asked() >= before + 20).await;
        let file = folder.path().join(format!("{}.tar", backups.len()));
        let before = asked();
        let (saved, data) = (file.clone(), folder.path().to_owned());
        let done = tokio::task::spawn_blocking(move || backup(&data, &saved)).await.unwrap();
        assert_eq!((done.0, done.2.as_str()), (0, ""), "{done:?}");
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        meanwhile += asked() - before;
        backups.push((file, before));
    }
    drop(server);
    let mut players = Vec::new();
    for player in playing {
        players.push(player.await.unwrap().unwrap());
    }

    let original = Database::open(folder.path()).await.unwrap();
    let entries = entries.lock().unwrap().clone();
    for (file, before) in &backups {
        let restored = TempDir::new().unwrap();
        let done = restore(file, restored.path());
        assert_eq!((done.0, done.2.as_str()), (0, ""), "{done:?}");
        let (status, told, _) = doctor(restored.path());
        assert!(status == 0 && told.contains(" events."), "{told}");
        let database = Database::open(restored.path()).await.unwrap();
        let games: HashSet<String> = database.tables().await.unwrap().into_iter().map(|(id, _)| id).collect();
        // All that was answered before is there; what came later is there whole or not at all.
        let mut ledger = Ledger::default();
        for (number, entry) in entries.iter().enumerate() {
            let there = games.contains(&entry.game);
            let early = number < *before || entry.deed == Deed::Made && there;
            // A game that was asked for without an answer has no name.
            if early || there || entry.game.is_empty() {
                ledger.add(Entry { confirmed: early && entry.confirmed, ..entry.clone() });
            }
        }
        let count = ledger.check(&database, true).await.unwrap();
        assert!(count.moves > 0 && count.lost == 0, "{count:?}");
        for game in &games {
            let (saved, said) = database.check_table(game).await.unwrap();
            let (all, all_said) = original.check_table(game).await.unwrap();
            assert!(all.starts_with(&saved) && all_said.starts_with(&said), "{game} is another game");
        }
        database.close().await;
        // A server goes on from there; the secret knows the players.
        let server = Server::start(command(restored.path(), &[]), &log).unwrap();
        let api = players[0].api.at(server.address);
        let game = api.solitaire().await.unwrap();
        assert_eq!(game["yours"], true, "{game}");
    }
    original.close().await;
}

#[tokio::test]
async fn a_restore_takes_no_data_away_without_a_word() {
    let (folder, files) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let (server, api, game) = begun(folder.path()).await;
    let file = files.path().join("saved.tar");
    assert_eq!(backup(folder.path(), &file).0, 0);
    let again = backup(folder.path(), &file);
    assert!(again.0 == 1 && again.2.contains("already exists") && again.2.contains("--replace"), "{again:?}");
    assert_eq!(run(&["backup", "--replace", "--data"], &[folder.path(), &file]).0, 0);
    assert_eq!(std::fs::read_dir(files.path()).unwrap().count(), 1, "nothing else is left");

    let refused = restore(&file, folder.path());
    assert!(refused.0 == 1 && refused.2.contains("another Bagatelle is using"), "{refused:?}");
    let later = api.solitaire().await.unwrap()["id"].as_str().unwrap().to_owned();
    drop(server);
    let refused = restore(&file, folder.path());
    assert!(
        refused.0 == 1 && refused.2.contains("already has data") && refused.2.contains("--replace"),
        "{refused:?}"
    );
    let server = Server::start(command(folder.path(), &[]), &folder.path().join("log")).unwrap();
    let at = |server: &Server| api.at(server.address);
    assert_eq!(at(&server).state(&later).await.unwrap().status, 200, "nothing has changed");
    drop(server);

    let done = run(&["restore", "--replace", "--data"], &[folder.path(), &file]);
    assert!(done.0 == 0 && done.1.contains("1 game with") && done.1.contains("before-restore-"), "{done:?}");
    let server = Server::start(command(folder.path(), &[]), &folder.path().join("log")).unwrap();
    let ann = at(&server);
    assert_eq!(ann.state(&game).await.unwrap().json()["yours"], true);
    assert_eq!(ann.state(&later).await.unwrap().status, 404);
    drop(server);
    // What was there before can be served again.
    let aside = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
    let aside =
        aside.into_iter().find(|path| path.display().to_string().contains("before-restore-")).unwrap();
    let server = Server::start(command(&aside, &[]), &folder.path().join("log")).unwrap();
    assert_eq!(at(&server).state(&later).await.unwrap().status, 200);
}

#[test]
fn what_works_on_a_folder_does_nothing_where_a_server_has_the_data() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("backup.tar");
    let database = ["--database", "postgres://ann:secret@localhost/games"];
    for words in [vec!["backup"], vec!["restore"], vec!["doctor"]] {
        let paths: &[&Path] = if words == ["doctor"] { &[] } else { &[&file] };
        let (status, said, complained) = run(&[&words[..], &database].concat(), paths);
        assert_eq!(status, 1, "{words:?}");
        let told = said + &complained;
        assert!(told.contains("postgres://ann@localhost/games: use PostgreSQL’s own tools"), "{told}");
        assert!(!told.contains("secret") && !file.exists(), "{told}");
    }
}

#[tokio::test]
async fn a_backup_that_is_damaged_changes_nothing() {
    let (folder, empty) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let (server, ..) = begun(folder.path()).await;
    let file = folder.path().join("saved.tar");
    assert_eq!(backup(folder.path(), &file).0, 0);
    drop(server);
    let whole = std::fs::read(&file).unwrap();
    let mut spoilt = whole.clone();
    let middle = spoilt.len() / 2;
    spoilt[middle] ^= 1;
    for (bytes, why) in [
        (&spoilt[..], "damaged"),
        (&whole[..middle], "truncated"),
        (&b"x"[..], "isn’t a file from `bagatelle backup`"),
    ] {
        std::fs::write(&file, bytes).unwrap();
        let refused = restore(&file, empty.path());
        assert!(
            refused.0 == 1 && refused.2.contains(why) && refused.2.lines().count() == 1,
            "{why}: {refused:?}"
        );
        assert!(!empty.path().join("bagatelle.sqlite").exists() && !empty.path().join("secret").exists());
    }
    let missing = backup(&empty.path().join("nothing"), &file);
    assert!(missing.0 == 1 && missing.2.contains("has no Bagatelle data"), "{missing:?}");
    std::fs::remove_file(folder.path().join("secret")).unwrap();
    let secret = backup(folder.path(), &folder.path().join("other.tar"));
    assert!(secret.0 == 1 && secret.2.contains("secret is missing"), "{secret:?}");
    assert!(!folder.path().join("other.tar").exists());
}

#[tokio::test]
async fn the_doctor_tells_who_else_can_read_or_has_the_data() {
    let folder = TempDir::new().unwrap();
    drop(begun(folder.path()).await);
    let file = |name: &str| folder.path().join(name);
    for name in ["secret", "bagatelle.sqlite"] {
        assert_eq!(std::fs::metadata(file(name)).unwrap().permissions().mode() & 0o777, 0o600, "{name}");
        let (status, told, _) = doctor(folder.path());
        assert!(status == 0 && !told.contains("chmod"), "{told}");
        std::fs::set_permissions(file(name), Permissions::from_mode(0o644)).unwrap();
        let (status, told, _) = doctor(folder.path());
        let what = name.replace("bagatelle.sqlite", "database");
        let sentence = format!("warning  Others on this machine can read the {what}");
        assert!(status == 0 && told.contains(&sentence), "{told}");
        std::fs::set_permissions(file(name), Permissions::from_mode(0o600)).unwrap();
    }
    if rustix::process::geteuid().is_root() {
        std::os::unix::fs::chown(folder.path(), Some(65_534), Some(65_534)).unwrap();
        let (status, told, _) = doctor(folder.path());
        let sentence = "WRONG    “secret” doesn’t belong to the owner of the folder";
        assert!(status == 1 && told.contains(sentence) && told.contains("chown --reference="), "{told}");
    }
}

#[tokio::test]
async fn the_doctor_finds_what_is_wrong_and_changes_nothing() {
    let folder = TempDir::new().unwrap();
    let (server, api, game) = begun(folder.path()).await;
    for _ in 0..3 {
        let state = api.state(&game).await.unwrap().json();
        api.event(&game, &serde_json::json!({ "text": state["legal"][0] })).await.unwrap();
    }
    // While the server runs.
    let (status, told, wrong) = doctor(folder.path());
    assert!(status == 0 && wrong.is_empty(), "{told}{wrong}");
    for sentence in [
        "The secret is there.",
        "The one game replays, with 3 events.",
        "The database is intact",
        "A server last ran on",
    ] {
        assert!(told.contains(sentence), "{sentence}: {told}");
    }
    drop(server);
    let sql = async |statement: &'static str| {
        let file = format!("sqlite:{}", folder.path().join("bagatelle.sqlite").display());
        let pool = sqlx::SqlitePool::connect(&file).await.unwrap();
        sqlx::raw_sql(statement).execute(&pool).await.unwrap();
        pool.close().await;
    };
    let finds = |told_of: &[&str]| {
        let (status, told, _) = doctor(folder.path());
        assert_eq!(status, 1, "{told}");
        for sentence in told_of {
            assert!(
                told.lines().any(|line| line.starts_with("WRONG") && line.contains(sentence)),
                "{sentence}: {told}"
            );
        }
    };
    sql("UPDATE events SET text = 'nonsense' WHERE seq = 1").await;
    finds(&["can’t be replayed"]);
    sql("PRAGMA foreign_keys = OFF; DELETE FROM events WHERE seq = 0").await;
    finds(&["has a gap", "can’t be replayed", "different number of events"]);
    sql("PRAGMA foreign_keys = OFF; DELETE FROM tables").await;
    finds(&["belong to nothing in “tables”"]);
    sql("UPDATE heartbeat SET at = at + 3600000").await;
    finds(&["clock is behind"]);
    std::fs::write(folder.path().join("secret"), b"short").unwrap();
    finds(&["a secret has 32 bytes"]);
    sql("INSERT INTO _sqlx_migrations SELECT 9999, description, installed_on, success, checksum, \
        execution_time FROM _sqlx_migrations LIMIT 1")
    .await;
    finds(&["a newer version of Bagatelle wrote"]);
    std::fs::write(folder.path().join("bagatelle.sqlite"), b"x").unwrap();
    finds(&["Can’t check the database"]);
    std::fs::remove_file(folder.path().join("bagatelle.sqlite")).unwrap();
    finds(&["There is no database"]);
    assert!(!folder.path().join("bagatelle.sqlite").exists());
}

#[tokio::test]
async fn a_container_asks_whether_the_server_is_well() {
    let folder = TempDir::new().unwrap();
    let (server, api, _) = begun(folder.path()).await;
    let address = server.address.to_string();
    let asked = run(&["healthcheck", "--listen", &address], &[]);
    assert_eq!((asked.0, asked.1.as_str()), (0, "ready\n"), "{asked:?}");
    let everywhere = format!("0.0.0.0:{}", server.address.port());
    assert_eq!(run(&["healthcheck", "--alive", "--listen", &everywhere], &[]).1, "well\n");
    // Another process holds the write lock: the server is alive, and not ready.
    let file = format!("sqlite:{}", folder.path().join("bagatelle.sqlite").display());
    let pool = sqlx::SqlitePool::connect(&file).await.unwrap();
    let mut lock = pool.acquire().await.unwrap();
    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut *lock).await.unwrap();
    until("the server counts as ready", async || api.get("/readyz").await.unwrap().status == 503).await;
    let asked = run(&["healthcheck", "--listen", &address], &[]);
    assert!(asked.0 == 1 && asked.2.contains(&address), "{asked:?}");
    assert_eq!(run(&["healthcheck", "--alive", "--listen", &address], &[]).0, 0);
    sqlx::raw_sql("ROLLBACK").execute(&mut *lock).await.unwrap();
    until("the server is not ready again", async || api.get("/readyz").await.unwrap().status == 200).await;
    drop((lock, server));
    let asked = run(&["healthcheck", "--listen", &address], &[]);
    assert!(asked.0 == 1 && asked.2.contains("cannot reach"), "{asked:?}");
}

/// The value of a figure with these labels.
fn figure(text: &str, name: &str) -> f64 {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("{name} is missing: {text}")).parse().unwrap()
}

#[tokio::test]
async fn figures_and_logs_tell_what_happens() {
    let folder = TempDir::new().unwrap();
    let log = folder.path().join("log");
    let mut serve = command(folder.path(), &[]);
    serve.args(["--metrics", "127.0.0.1:0", "--log-format", "json", "--access-log"]);
    let mut server = Server::start(serve, &log).unwrap();
    let mut lines = (0..3).map(|_| server.line().unwrap());
    let metrics =
        lines.find_map(|line| Some(line.trim().strip_prefix("Metrics are at ")?.to_owned())).unwrap();
    let api = Api::new(server.address).await.unwrap();
    let game = api.solitaire().await.unwrap();
    for version in 0..5 {
        let id = game["id"].as_str().unwrap();
        let text = api.state(id).await.unwrap().json()["legal"][0].clone();
        let done = api.event(id, &serde_json::json!({ "text": text, "version": version })).await.unwrap();
        assert_eq!(done.status, 200, "{done:?}");
    }
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let streams = format!("http://{}/tables/events", server.address);
    let stream = client.get(streams).send().await.unwrap();
    let figures = async || client.get(&metrics).send().await.unwrap().text().await.unwrap();
    let text = figures().await;
    for (name, value) in [
        ("bagatelle_moves_total", 5.0),
        ("bagatelle_appends_total", 6.0),
        ("bagatelle_append_seconds_count", 5.0),
        ("bagatelle_append_failures_total", 0.0),
        ("bagatelle_streams", 1.0),
        ("bagatelle_writes_fail", 0.0),
        ("bagatelle_games_in_memory", 1.0),
        ("bagatelle_jobs_waiting{kind=\"programs\"}", 0.0),
        ("bagatelle_jobs_oldest_seconds{kind=\"hints\"}", 0.0),
        ("bagatelle_http_request_seconds_count{route=\"/api/v1/games/{id}/events\",status=\"2xx\"}", 5.0),
    ] {
        assert_eq!(figure(&text, name), value, "{name}: {text}");
    }
    assert!((1.0..=6.0).contains(&figure(&text, "bagatelle_append_transactions_total")), "{text}");
    assert!(figure(&text, "process_resident_memory_bytes") > 1e6, "{text}");
    assert!(text.ends_with("# EOF\n") && !text.contains(game["id"].as_str().unwrap()), "{text}");
    drop(stream);
    until("the stream is counted for ever", async || figure(&figures().await, "bagatelle_streams") == 0.0)
        .await;
    assert_eq!(api.get("/metrics").await.unwrap().status, 404, "visitors do not see them");

    // The id that a proxy gives is kept, another one is made for each request.
    let ask = async |id: &str| {
        let asked = client.get(format!("http://{}/healthz", server.address)).header("x-request-id", id);
        asked.send().await.unwrap().headers()["x-request-id"].to_str().unwrap().to_owned()
    };
    assert_eq!(ask("proxy-17_a").await, "proxy-17_a");
    let (one, two) = (ask("a b\"c").await, ask("").await);
    assert!(one.len() > 8 && two.len() > 8 && one != two, "{one} {two}");
    let lines = std::fs::read_to_string(&log).unwrap();
    let lines: Vec<serde_json::Value> =
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let health: Vec<_> = lines.iter().filter(|line| line["path"] == "/healthz").collect();
    assert_eq!(health.len(), 3, "{lines:?}");
    assert_eq!(
        (&health[0]["span"]["id"], &health[0]["status"]),
        (&"proxy-17_a".into(), &200.into()),
        "{health:?}"
    );
    assert!(health.iter().all(|line| line["method"] == "GET" && line["client"] == "127.0.0.1"), "{health:?}");
}
