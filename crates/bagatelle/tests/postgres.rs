//! The program on a PostgreSQL server, as a host runs it: served, stopped and served again, copied there and
//! back.

use bagatelle_testdb::Database;
use rustix::process::{Pid, Signal, kill_process};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

fn bagatelle(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bagatelle"));
    command.args(arguments);
    command
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A server process, killed when it is dropped.
struct Served {
    child: Child,
    url: String,
}

impl Served {
    fn new(database: &str) -> Served {
        let mut command = bagatelle(&["serve", "--listen", "127.0.0.1:0"]);
        let mut child = command.env("BAGATELLE_DATABASE", database).stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let line = lines.next().expect("the server starts").unwrap();
        let url = line.split(' ').next_back().unwrap().trim_end_matches('/').to_owned();
        assert!(url.starts_with("http://127.0.0.1:"), "{line}");
        let told: Vec<String> = lines.by_ref().take(2).map(Result::unwrap).collect();
        assert!(told[1].starts_with("All data is in postgres://"), "{told:?}");
        // What it says later must find a reader.
        std::thread::spawn(move || lines.count());
        Served { child, url }
    }

    async fn ask(&self, method: &str, path: &str, token: &str, body: &'static str) -> (u16, String) {
        let request = reqwest::Client::new().request(method.parse().unwrap(), format!("{}{path}", self.url));
        let request = request.header("Authorization", format!("Bearer {token}"));
        let answer = request.header("Content-Type", "application/json").body(body).send().await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn field(json: &str, name: &str) -> String {
    let json: serde_json::Value = serde_json::from_str(json).unwrap();
    json[name].as_str().unwrap_or_else(|| panic!("{name}: {json}")).to_owned()
}

#[tokio::test]
async fn a_game_goes_on_after_the_server_was_killed_and_started_again() {
    let database = Database::new().await;
    let server = Served::new(&database.address());
    let (_, visitor) = server.ask("POST", "/api/v1/visitors", "", "").await;
    let token = field(&visitor, "token");
    let order = r#"{"game": "brain-burn", "seed": "1", "wish": {"hole": 12}}"#;
    let (status, game) = server.ask("POST", "/api/v1/games", &token, order).await;
    assert_eq!(status, 201, "{game}");
    let path = format!("/api/v1/games/{}", field(&game, "id"));
    let (status, said) = server.ask("POST", &format!("{path}/events"), &token, r#"{"text": "R"}"#).await;
    assert_eq!(status, 200, "{said}");

    // A second server may serve the same database, and goes on when the first one is gone.
    let second = Served::new(&database.address());
    drop(server);
    let (status, there) = second.ask("GET", &path, &token, "").await;
    assert!(status == 200 && there.contains(r#""seen":["R"]"#), "{there}");
    drop(second);
    // The secret is in the database, so the token holds.
    let server = Served::new(&database.address());
    let (status, after) = server.ask("GET", &path, &token, "").await;
    assert_eq!(status, 200, "{after}");
    assert!(after.contains(r#""seen":["R"]"#) && after.contains(r#""yours":true"#), "{after}");
}

#[tokio::test]
async fn a_database_that_cannot_be_used_is_refused_in_one_sentence() {
    let database = Database::new().await;
    let missing = database.address().replace("/bagatelle_", "/no_bagatelle_");
    for (address, part) in [
        ("postgres:///games?port=many", "can’t connect to the database"),
        (missing.as_str(), "does not exist"),
        ("mysql://games", "a database address is"),
    ] {
        let refused = bagatelle(&["--listen", "127.0.0.1:0", "--database", address]).output().unwrap();
        let why = stderr(&refused);
        assert!(!refused.status.success() && why.contains(part), "{address}: {why}");
    }
    bagatelle_store::Store::connect(&database.address()).await.unwrap();
    database.sql("INSERT INTO _sqlx_migrations VALUES (9999, 'later', now(), TRUE, '', 0)").await;
    let refused = bagatelle(&["--database", &database.address()]).output().unwrap();
    assert!(stderr(&refused).contains("a newer version of Bagatelle wrote"), "{}", stderr(&refused));
}

/// Whether all tables of two data folders have the same rows.
/// Starts a server, whose database cannot be reached, and reads this many lines of its log.
fn waiting(address: &str, lines: usize) -> (Child, Vec<String>) {
    let mut command = bagatelle(&["serve", "--listen", "127.0.0.1:0"]);
    command.env("BAGATELLE_DATABASE", address).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut told = BufReader::new(child.stderr.take().unwrap()).lines();
    let first = told.by_ref().take(lines).map(Result::unwrap).collect();
    std::thread::spawn(move || told.count());
    (child, first)
}

#[test]
fn a_database_that_cannot_be_reached_yet_is_waited_for() {
    let mut database = bagatelle_testdb::Server::start_lasting();
    database.stop();
    let (mut child, told) = waiting(&database.address("postgres"), 2);
    for line in &told {
        assert!(line.contains("waiting for the database postgres:///postgres: "), "{line}");
    }
    database.start_again();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("Bagatelle is at http://127.0.0.1:"), "{line}");
    child.kill().unwrap();
    child.wait().unwrap();

    // A server that waits can be stopped, and tells no password.
    let (mut child, told) = waiting("postgres://ann:hidden@127.0.0.1:1/games", 1);
    assert!(told[0].contains("postgres://ann@127.0.0.1:1/games") && !told[0].contains("hidden"), "{told:?}");
    let process = Pid::from_raw(child.id().cast_signed()).unwrap();
    kill_process(process, Signal::TERM).unwrap();
    assert!(child.wait().unwrap().success());
}

async fn are_same(one: &Path, other: &Path) -> bool {
    let options = SqliteConnectOptions::new().filename(one.join("bagatelle.sqlite"));
    let pool = SqlitePool::connect_with(options).await.unwrap();
    let mut connection = pool.acquire().await.unwrap();
    let attach = format!("ATTACH '{}' AS other", other.join("bagatelle.sqlite").display());
    sqlx::raw_sql(sqlx::AssertSqlSafe(attach)).execute(&mut *connection).await.unwrap();
    let tables =
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_sqlx%' ESCAPE '\\'";
    let tables: Vec<String> = sqlx::query_scalar(tables).fetch_all(&mut *connection).await.unwrap();
    assert!(tables.len() > 15, "{tables:?}");
    let mut rows = 0;
    for table in tables {
        let differing = format!(
            "SELECT count(*) FROM (SELECT * FROM (SELECT * FROM main.{table} EXCEPT SELECT * FROM \
             other.{table})
                 UNION ALL SELECT * FROM (SELECT * FROM other.{table} EXCEPT SELECT * FROM main.{table}))"
        );
        let query = sqlx::query_scalar(sqlx::AssertSqlSafe(differing));
        let differing: i64 = query.fetch_one(&mut *connection).await.unwrap();
        if differing > 0 {
            return false;
        }
        let query = sqlx::query_scalar(sqlx::AssertSqlSafe(format!("SELECT count(*) FROM {table}")));
        let of_table: i64 = query.fetch_one(&mut *connection).await.unwrap();
        rows += of_table;
    }
    assert!(rows > 100, "{rows} rows");
    drop(connection);
    pool.close().await;
    true
}

#[tokio::test]
async fn an_instance_is_copied_there_and_back_and_is_the_same() {
    let (database, work) = (Database::new().await, tempfile::tempdir().unwrap());
    let (first, second) = (work.path().join("first"), work.path().join("second"));
    std::fs::create_dir(&first).unwrap();
    for file in ["bagatelle.sqlite", "secret"] {
        let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/formats/data").join(file);
        std::fs::copy(stored, first.join(file)).unwrap();
    }
    let folder = |path: &Path| format!("sqlite:{}", path.display());
    let copy = |from: &str, to: &str| bagatelle(&["copy-data", "--from", from, "--to", to]).output().unwrap();

    let done = copy(&folder(&first), &database.address());
    let out = String::from_utf8_lossy(&done.stdout);
    assert!(
        done.status.success() && out.contains("games are the same on both sides"),
        "{out}{}",
        stderr(&done)
    );
    assert!(stderr(&done).contains("events: "), "{}", stderr(&done));
    let done = copy(&database.address(), &folder(&second));
    assert!(done.status.success(), "{}", stderr(&done));
    assert!(are_same(&first, &second).await);
    assert_eq!(std::fs::read(first.join("secret")).unwrap(), std::fs::read(second.join("secret")).unwrap());

    for (from, to, part) in [
        (folder(&first), database.address(), "is not empty"),
        (database.address(), folder(&second), "is not empty"),
        (folder(&first), folder(&first), "the same database"),
        (folder(&work.path().join("third")), database.address(), "there is no database"),
    ] {
        let refused = copy(&from, &to);
        assert!(!refused.status.success() && stderr(&refused).contains(part), "{}", stderr(&refused));
    }
    assert!(!work.path().join("third").exists(), "a folder that is asked for is not made");
    let server = Served::new(&database.address());
    let refused = copy(&database.address(), &folder(&work.path().join("fourth")));
    assert!(stderr(&refused).contains("stop it and all its copies first"), "{}", stderr(&refused));
    drop(server);

    // A copy that lacks something is told.
    database.sql("DELETE FROM events WHERE seq = (SELECT max(seq) FROM events)").await;
    let store = bagatelle_store::Store::open(&first.join("bagatelle.sqlite")).await.unwrap();
    let copied = bagatelle_store::Store::connect(&database.address()).await.unwrap();
    let (games, differences) = store.compare(&copied, |_| ()).await.unwrap();
    assert!(games > 1 && differences.iter().any(|line| line.starts_with("the game ")), "{differences:?}");
    assert!(differences[0].starts_with("the table events has "), "{differences:?}");
}
