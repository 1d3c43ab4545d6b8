//! A PostgreSQL server for the time of the tests, and a database on it for each of them.
//!
//! A test calls [`Database::new`]. The server is the one that `BAGATELLE_TEST_POSTGRES` names, where the
//! tests must be allowed to create databases; else one that this process starts in a temporary folder, on a
//! socket, and that ends with the process ([`Server`]). The program `with-postgres` runs a command with a
//! server that all its tests share. A [`Wire`] is a way to a database that can be lost.
//!
//! [`grow`] makes a database of SQLite as large as that of a server which has been used for long.

#![forbid(unsafe_code)]

mod grown;
mod server;
mod wire;

pub use grown::grow;
pub use server::Server;
pub use wire::Wire;

use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Connection};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::UNIX_EPOCH;

/// Names the server to use: `postgres://USER:PASSWORD@HOST/DATABASE`.
pub const VARIABLE: &str = "BAGATELLE_TEST_POSTGRES";

/// The lock that is held while a database is prepared.
const PREPARING: u32 = 0x0B46_47E1;

/// The server of this process, which has to start it once.
static OWN: OnceLock<Server> = OnceLock::new();

/// The address of a database of the server that the tests use.
fn server() -> String {
    std::env::var(VARIABLE).unwrap_or_else(|_| OWN.get_or_init(Server::start).address("postgres"))
}

/// The address with another database.
fn with_name(address: &str, name: &str) -> String {
    let (start, rest) =
        address.split_once('?').map_or((address, String::new()), |(a, b)| (a, format!("?{b}")));
    let (start, _) =
        start.rsplit_once('/').unwrap_or_else(|| panic!("{VARIABLE}: {address} names no database"));
    format!("{start}/{name}{rest}")
}

/// An empty database, which is removed when this is dropped.
#[derive(Debug)]
pub struct Database {
    server: String,
    name: String,
}

impl Database {
    /// A name that no other test has.
    fn named() -> Database {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("bagatelle_{}_{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        Database { server: server(), name }
    }

    /// Creates a database.
    ///
    /// # Panics
    /// When there is no server and none can be started.
    pub async fn new() -> Database {
        let database = Database::named();
        run(&database.server, &format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", database.name)).await;
        let create = format!("CREATE DATABASE {} TEMPLATE template0 STRATEGY file_copy", database.name);
        run(&database.server, &create).await;
        database
    }

    /// A copy of a database that is prepared once for a server, by the first test that asks. `prepare` gets
    /// its address. A test program that is rebuilt prepares another one in its place.
    ///
    /// # Panics
    /// When there is no server and none can be started.
    pub async fn prepared(prepare: impl AsyncFnOnce(String)) -> Database {
        let (server, database) = (server(), Database::named());
        let built = std::env::current_exe().and_then(|program| program.metadata()?.modified());
        let built = built.ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
        let program = std::env::current_exe().unwrap_or_default();
        // A hash, as PostgreSQL cuts names after 63 bytes.
        let mut hash = DefaultHasher::new();
        program.file_stem().hash(&mut hash);
        let all = format!("bagatelle_prepared_{:016x}_", hash.finish());
        let pattern = format!("{all}{}", built.as_secs());
        let mut connection = connected(&server).await;
        // Other tests that ask now wait; the lock ends with the connection.
        done(&mut connection, &format!("SELECT pg_advisory_lock({PREPARING})")).await;
        let known = format!("SELECT 1 FROM pg_database WHERE datname = '{pattern}'");
        if done(&mut connection, &known).await == 0 {
            let half = format!("{pattern}_half");
            let older = format!("SELECT datname FROM pg_database WHERE starts_with(datname, '{all}')");
            let older = sqlx::query_scalar(AssertSqlSafe(older)).fetch_all(&mut connection).await;
            let older: Vec<String> = older.unwrap_or_else(|error| panic!("{server}: {error}"));
            for name in older {
                done(&mut connection, &format!("DROP DATABASE {name} WITH (FORCE)")).await;
            }
            done(&mut connection, &format!("CREATE DATABASE {half} TEMPLATE template0 STRATEGY file_copy"))
                .await;
            prepare(with_name(&server, &half)).await;
            // Connections may end a little later.
            let end =
                format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{half}'");
            done(&mut connection, &end).await;
            done(&mut connection, &format!("ALTER DATABASE {half} RENAME TO {pattern}")).await;
        }
        let _ = connection.close().await;
        let name = &database.name;
        run(&server, &format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")).await;
        run(&server, &format!("CREATE DATABASE {name} TEMPLATE {pattern} STRATEGY file_copy")).await;
        database
    }

    /// Where it is, as `--database` takes it.
    #[must_use]
    pub fn address(&self) -> String {
        with_name(&self.server, &self.name)
    }

    /// Runs SQL statements on it.
    ///
    /// # Panics
    /// When one of them fails.
    pub async fn sql(&self, statements: &str) {
        run(&self.address(), statements).await;
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let (server, drop) = (self.server.clone(), format!("DROP DATABASE {} WITH (FORCE)", self.name));
        // The test's own run-time may be the one that drops it, and must not be waited on.
        let dropped = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.map(|runtime| runtime.block_on(run(&server, &drop)))
        });
        let _ = dropped.join();
    }
}

async fn connected(address: &str) -> PgConnection {
    let connected = PgConnection::connect(address).await;
    connected.unwrap_or_else(|error| panic!("{address}: {error}"))
}

/// Runs statements; returns how many rows they have answered or changed.
async fn done(connection: &mut PgConnection, statements: &str) -> u64 {
    let done = sqlx::raw_sql(AssertSqlSafe(statements.to_owned())).execute(connection).await;
    done.unwrap_or_else(|error| panic!("{statements}: {error}")).rows_affected()
}

async fn run(address: &str, statements: &str) {
    let mut connection = connected(address).await;
    done(&mut connection, statements).await;
    // Whether it says good-bye does not matter.
    let _ = connection.close().await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_gets_another_database() {
        assert_eq!(with_name("postgres://ann:x@h:5432/postgres", "b"), "postgres://ann:x@h:5432/b");
        assert_eq!(with_name("postgres:///postgres?host=/run/x", "b"), "postgres:///b?host=/run/x");
    }

    #[tokio::test]
    async fn each_database_is_empty_and_removed_in_the_end() {
        let (one, other) = (Database::new().await, Database::new().await);
        one.sql("CREATE TABLE mark (a INTEGER)").await;
        other.sql("CREATE TABLE mark (a INTEGER)").await;
        let address = one.address();
        drop(one);
        assert!(PgConnection::connect(&address).await.is_err());
        assert!(PgConnection::connect(&other.address()).await.is_ok());
    }

    #[tokio::test]
    async fn what_is_prepared_is_prepared_once_and_copied() {
        let prepare = async |address: String| run(&address, "CREATE TABLE mark (a INTEGER)").await;
        let one = Database::prepared(prepare).await;
        one.sql("INSERT INTO mark VALUES (1)").await;
        let other = Database::prepared(async |_| panic!("it is prepared twice")).await;
        let marks = done(&mut connected(&other.address()).await, "SELECT a FROM mark").await;
        assert_eq!(marks, 0, "what a test writes is in its own copy");
    }
}
