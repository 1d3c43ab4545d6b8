//! A thin layer over the databases that a store can use: statements are written once and run on either.
//!
//! A [`Statement`] is a text with values for `$1`, `$2`, …; it runs on a [`Pool`] or on one [`Connection`].
//! Where the two databases need different words, the text is an [`Sql`] with both. Integers are 64 bits wide
//! in both: narrower ones are read as [`Small`].

use super::deadline::{ANSWER, Guarded, PING, Silence};
use crate::{Result, StoreError, TestHooks};
use sqlx::error::BoxDynError;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgRow, Postgres};
use sqlx::sqlite::{Sqlite, SqlitePool, SqliteRow};
use sqlx::{AssertSqlSafe, Database, Decode, FromRow, Row as _, SqlSafeStr, SqlStr, Type};
use std::borrow::Cow;
use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::time::error::Elapsed;
use tokio::time::{Instant, timeout, timeout_at};

/// Something that a database is asked. Its type has no part of a driver: otherwise the compiler would prove
/// for each function that waits for it, up to the handler of a request, that all of the driver can be sent to
/// another thread.
pub(super) type Asked<'a, T> = Pin<Box<dyn Future<Output = Result<T>> + Send + 'a>>;

/// Connections to one database.
#[derive(Clone, Debug)]
pub(super) struct Pool {
    to: To,
    /// How long it may take to answer.
    patience: Duration,
    hooks: TestHooks,
}

/// Which database it is.
#[derive(Clone, Debug)]
enum To {
    /// A file.
    Sqlite(SqlitePool),
    /// A server.
    Postgres(Guarded),
}

impl Pool {
    /// Connections to a file.
    pub(super) fn sqlite(pool: SqlitePool) -> Pool {
        Pool { to: To::Sqlite(pool), patience: ANSWER, hooks: TestHooks::default() }
    }

    /// Connections to a server.
    pub(super) fn postgres(pool: Guarded) -> Pool {
        Pool { to: To::Postgres(pool), patience: ANSWER, hooks: TestHooks::default() }
    }

    /// The same connections, with this limit on the time for an answer.
    pub(super) fn within(&self, patience: Duration) -> Pool {
        Pool { to: self.to.clone(), patience, hooks: self.hooks.clone() }
    }

    /// What tests see of it.
    pub(super) fn hooks(&self) -> &TestHooks {
        &self.hooks
    }

    /// The file, if it is one.
    pub(super) fn file(&self) -> Option<&SqlitePool> {
        match &self.to {
            To::Sqlite(pool) => Some(pool),
            To::Postgres(_) => None,
        }
    }

    /// A connection that no one else uses until it is dropped. Every question on it must be answered in the
    /// time that a transaction may take.
    pub(super) fn acquire(&self) -> Asked<'_, Connection> {
        Box::pin(self.acquired())
    }

    async fn acquired(&self) -> Result<Connection> {
        let until = Instant::now() + self.patience;
        let (raw, silence) = match &self.to {
            To::Sqlite(pool) => {
                (timeout_at(until, pool.acquire()).await.map(|one| one.map(Raw::Sqlite)), None)
            }
            To::Postgres((pool, silence)) => {
                let one = timeout_at(until, pool.acquire()).await;
                (one.map(|one| one.map(Raw::Postgres)), Some(Arc::clone(silence)))
            }
        };
        let raw = raw.map_err(|_| StoreError::Busy("no connection is free".into()))??;
        Ok(Connection { raw: Some(raw), until, asked: false, spoilt: false, silence })
    }

    pub(super) async fn close(&self) {
        match &self.to {
            To::Sqlite(pool) => pool.close().await,
            To::Postgres((pool, _)) => pool.close().await,
        }
    }
}

/// A connection of one of the databases.
enum Raw {
    /// To a file.
    Sqlite(PoolConnection<Sqlite>),
    /// To a server.
    Postgres(PoolConnection<Postgres>),
}

/// One connection. If it does not answer in time, it is closed at once, without a good-bye.
pub(super) struct Connection {
    /// `None` once it has not answered.
    raw: Option<Raw>,
    /// By when everything must be answered.
    until: Instant,
    /// Whether it is waiting for an answer.
    asked: bool,
    /// Whether it must not go back to the pool.
    spoilt: bool,
    silence: Option<Arc<Silence>>,
}

/// Asks a connection something: `$sqlite` and `$postgres` are futures, made from the connection `$one`, and
/// what is made of their outputs.
macro_rules! ask {
    ($connection:expr, $one:ident => $sqlite:expr => $read:expr, $postgres:expr => $fetched:expr $(,)?) => {{
        let connection: &mut Connection = $connection;
        connection.asked = true;
        let until = connection.until;
        let answer = match &mut connection.raw {
            None => return Err(silent()),
            Some(Raw::Sqlite($one)) => timeout_at(until, $sqlite).await.map(|answer| answer.map($read)),
            Some(Raw::Postgres($one)) => {
                timeout_at(until, $postgres).await.map(|answer| answer.map($fetched))
            }
        };
        connection.heard(answer)
    }};
}

/// The state of a database that does not answer.
fn silent() -> StoreError {
    StoreError::Unreachable("it has not answered in time".into())
}

impl Connection {
    /// Closes it when it is dropped, so that it does not go back to the pool.
    pub(super) fn close_on_drop(&mut self) {
        self.spoilt = true;
    }

    /// What was answered, if anything was.
    fn heard<T>(&mut self, answer: Result<sqlx::Result<T>, Elapsed>) -> Result<T> {
        self.asked = false;
        if let Ok(answer) = answer {
            return Ok(answer?);
        }
        if let Some(silence) = &self.silence {
            silence.note();
        }
        match self.raw.take() {
            Some(Raw::Sqlite(one)) => drop(one.detach()),
            Some(Raw::Postgres(one)) => drop(one.detach()),
            None => (),
        }
        Err(silent())
    }

    /// Locks rows until the end of the transaction, with a statement that PostgreSQL understands. In SQLite
    /// no other transaction writes meanwhile anyway.
    pub(super) async fn lock(&mut self, rows: &'static str, value: &str) -> Result<()> {
        if let Some(Raw::Sqlite(_)) = self.raw {
            return Ok(());
        }
        statement(Sql::from(rows)).bind(value).execute(self).await.map(drop)
    }

    /// Runs statements without values.
    pub(super) fn run(&mut self, sql: Sql) -> Asked<'_, ()> {
        Box::pin(async move {
            ask!(self, one =>
                sqlx::raw_sql(sql.sqlite).execute(&mut **one) => drop,
                sqlx::raw_sql(sql.postgres).execute(&mut **one) => drop,
            )
        })
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        // If it is still waiting for an answer, its caller has given up.
        let spoilt = self.spoilt || self.asked;
        match self.raw.take() {
            Some(Raw::Sqlite(one)) => give_back(one, spoilt),
            Some(Raw::Postgres(one)) => give_back(one, spoilt),
            None => (),
        }
    }
}

/// Gives a connection back to its pool, which first asks it whether it is still there, or closes it.
fn give_back<D: Database>(mut one: PoolConnection<D>, spoilt: bool) {
    match Handle::try_current() {
        Ok(runtime) if !spoilt => {
            let given_back = one.return_to_pool();
            runtime.spawn(timeout(PING, given_back));
        }
        _ => one.close_on_drop(),
    }
}

/// What a query runs on.
pub(super) enum On<'a> {
    Pool(&'a Pool),
    Connection(&'a mut Connection),
}

impl<'a> From<&'a Pool> for On<'a> {
    fn from(pool: &'a Pool) -> On<'a> {
        On::Pool(pool)
    }
}

impl<'a> From<&'a mut Connection> for On<'a> {
    fn from(connection: &'a mut Connection) -> On<'a> {
        On::Connection(connection)
    }
}

/// The text of a statement.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sql {
    sqlite: SqlStr,
    postgres: SqlStr,
}

impl Sql {
    /// What SQLite understands, and the same for PostgreSQL.
    pub(super) fn either(sqlite: &'static str, postgres: &'static str) -> Sql {
        Sql { sqlite: sqlite.into_sql_str(), postgres: postgres.into_sql_str() }
    }

    /// A text that is made when the program runs. It holds no data.
    pub(super) fn made(text: String) -> Sql {
        let text = AssertSqlSafe(text).into_sql_str();
        Sql { sqlite: text.clone(), postgres: text }
    }

    /// A text that is made when the program runs, with many values: `text` is given the placeholder of a
    /// value by its number, which counts from 1, and must use them in their order. It holds no data.
    ///
    /// PostgreSQL knows values by their numbers. In SQLite a number is a name, which is looked for among all
    /// the others when its value is bound; so values have none there.
    pub(super) fn with_values(text: impl Fn(fn(usize) -> String) -> String) -> Sql {
        let safe = |text| AssertSqlSafe(text).into_sql_str();
        Sql { sqlite: safe(text(|_| "?".to_owned())), postgres: safe(text(|number| format!("${number}"))) }
    }
}

impl From<&'static str> for Sql {
    /// A text that both databases understand.
    fn from(text: &'static str) -> Sql {
        Sql::either(text, text)
    }
}

/// A value that is bound to a statement.
#[derive(Debug)]
pub(super) enum Value<'q> {
    Text(Option<Cow<'q, str>>),
    Integer(Option<i64>),
    Boolean(Option<bool>),
    Real(Option<f64>),
}

impl Value<'_> {
    /// The same value, without a copy of its text.
    pub(super) fn borrowed(&self) -> Value<'_> {
        match self {
            Value::Text(text) => Value::Text(text.as_deref().map(Cow::Borrowed)),
            Value::Integer(number) => Value::Integer(*number),
            Value::Boolean(truth) => Value::Boolean(*truth),
            Value::Real(number) => Value::Real(*number),
        }
    }
}

macro_rules! values {
    ($($kind:ty, $name:ident => $value:expr;)*) => {
        $(impl<'q> From<$kind> for Value<'q> {
            fn from($name: $kind) -> Value<'q> {
                $value
            }
        })*
    };
}

values! {
    &'q str, text => Value::Text(Some(text.into()));
    &'q String, text => Value::Text(Some(text.into()));
    String, text => Value::Text(Some(text.into()));
    Option<String>, text => Value::Text(text.map(Cow::Owned));
    &'q Option<String>, text => Value::Text(text.as_deref().map(Cow::Borrowed));
    Option<&'q str>, text => Value::Text(text.map(Cow::Borrowed));
    i64, number => Value::Integer(Some(number));
    Option<i64>, number => Value::Integer(number);
    Option<f64>, number => Value::Real(number);
    u32, number => Value::Integer(Some(number.into()));
    u8, number => Value::Integer(Some(number.into()));
    bool, truth => Value::Boolean(Some(truth));
    Option<bool>, truth => Value::Boolean(truth);
    f64, number => Value::Real(Some(number));
}

/// The query of one of the databases with all values.
macro_rules! bound {
    ($sql:expr, $values:expr) => {{
        let mut query = sqlx::query($sql);
        for value in $values {
            query = match value {
                Value::Text(text) => query.bind(text.map(Cow::into_owned)),
                Value::Integer(number) => query.bind(number),
                Value::Boolean(truth) => query.bind(truth),
                Value::Real(number) => query.bind(number),
            };
        }
        query
    }};
}

/// A row of one of the databases.
pub(super) enum Row {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

impl Row {
    pub(super) fn read<T: Read>(&self) -> Result<T> {
        Ok(match self {
            Row::Sqlite(row) => T::from_row(row)?,
            Row::Postgres(row) => T::from_row(row)?,
        })
    }

    /// The value in one column.
    pub(super) fn column<T: Column>(&self, index: usize) -> Result<T> {
        Ok(match self {
            Row::Sqlite(row) => row.try_get(index)?,
            Row::Postgres(row) => row.try_get(index)?,
        })
    }
}

/// What can be read from a column of either database.
pub(super) trait Column:
    for<'r> Decode<'r, Sqlite> + for<'r> Decode<'r, Postgres> + Type<Sqlite> + Type<Postgres>
{
}

impl<T> Column for T where
    T: for<'r> Decode<'r, Sqlite> + for<'r> Decode<'r, Postgres> + Type<Sqlite> + Type<Postgres>
{
}

/// What can be read from the rows of either database.
pub(super) trait Read: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> {}

impl<T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow>> Read for T {}

/// A statement with its values.
pub(super) struct Statement<'q> {
    sql: Sql,
    values: Vec<Value<'q>>,
}

/// A statement.
pub(super) fn statement<'q>(sql: impl Into<Sql>) -> Statement<'q> {
    Statement { sql: sql.into(), values: Vec::new() }
}

/// A statement with all its values.
pub(super) fn statement_of(sql: Sql, values: Vec<Value<'_>>) -> Statement<'_> {
    Statement { sql, values }
}

impl<'q> Statement<'q> {
    /// The same statement, without a copy of its values.
    pub(super) fn borrowed(&self) -> Statement<'_> {
        Statement { sql: self.sql.clone(), values: self.values.iter().map(Value::borrowed).collect() }
    }

    /// Binds the next value.
    pub(super) fn bind(mut self, value: impl Into<Value<'q>>) -> Statement<'q> {
        self.values.push(value.into());
        self
    }

    /// Runs it; returns how many rows it has changed.
    pub(super) fn execute<'a, 'b>(self, on: impl Into<On<'a>>) -> Asked<'b, u64>
    where
        'q: 'b,
        'a: 'b,
    {
        let on = on.into();
        Box::pin(async move {
            match on {
                On::Pool(pool) => self.execute_on(&mut pool.acquire().await?).await,
                On::Connection(connection) => self.execute_on(connection).await,
            }
        })
    }

    async fn execute_on(self, connection: &mut Connection) -> Result<u64> {
        ask!(connection, one =>
            bound!(self.sql.sqlite, self.values).execute(&mut **one) => |done| done.rows_affected(),
            bound!(self.sql.postgres, self.values).execute(&mut **one) => |done| done.rows_affected(),
        )
    }

    /// All rows that it finds.
    pub(super) fn rows<'a, 'b>(self, on: impl Into<On<'a>>) -> Asked<'b, Vec<Row>>
    where
        'q: 'b,
        'a: 'b,
    {
        let on = on.into();
        Box::pin(async move {
            match on {
                On::Pool(pool) => {
                    pool.hooks.note_read(self.sql.sqlite.as_str());
                    self.rows_on(&mut pool.acquire().await?).await
                }
                On::Connection(connection) => self.rows_on(connection).await,
            }
        })
    }

    async fn rows_on(self, connection: &mut Connection) -> Result<Vec<Row>> {
        ask!(connection, one =>
            bound!(self.sql.sqlite, self.values).fetch_all(&mut **one) => |rows| all(rows, Row::Sqlite),
            bound!(self.sql.postgres, self.values).fetch_all(&mut **one) => |rows| all(rows, Row::Postgres),
        )
    }
}

fn all<R>(rows: Vec<R>, row: fn(R) -> Row) -> Vec<Row> {
    rows.into_iter().map(row).collect()
}

/// A query whose rows are read as values.
pub(super) struct QueryAs<'q, T>(Statement<'q>, PhantomData<fn() -> T>);

/// A query whose rows are values of this type.
pub(super) fn query_as<'q, T: Read>(sql: impl Into<Sql>) -> QueryAs<'q, T> {
    QueryAs(statement(sql), PhantomData)
}

impl<'q, T: Read> QueryAs<'q, T> {
    /// Binds the next value.
    pub(super) fn bind(self, value: impl Into<Value<'q>>) -> QueryAs<'q, T> {
        QueryAs(self.0.bind(value), PhantomData)
    }

    /// All values that it finds.
    pub(super) async fn fetch_all(self, on: impl Into<On<'_>>) -> Result<Vec<T>> {
        self.0.rows(on).await?.iter().map(Row::read).collect()
    }

    /// The first value that it finds.
    pub(super) async fn fetch_optional(self, on: impl Into<On<'_>>) -> Result<Option<T>> {
        self.0.rows(on).await?.first().map(Row::read).transpose()
    }

    /// The first value that it finds; there is always one.
    pub(super) async fn fetch_one(self, on: impl Into<On<'_>>) -> Result<T> {
        self.fetch_optional(on).await?.ok_or_else(|| StoreError::from(sqlx::Error::RowNotFound))
    }
}

/// A query whose rows have one column.
pub(super) struct QueryScalar<'q, T>(QueryAs<'q, (T,)>)
where
    (T,): Read;

/// A query whose rows have one column.
pub(super) fn query_scalar<'q, T>(sql: impl Into<Sql>) -> QueryScalar<'q, T>
where
    (T,): Read,
{
    QueryScalar(query_as(sql))
}

impl<'q, T> QueryScalar<'q, T>
where
    (T,): Read,
{
    /// Binds the next value.
    pub(super) fn bind(self, value: impl Into<Value<'q>>) -> QueryScalar<'q, T> {
        QueryScalar(self.0.bind(value))
    }

    /// All values that it finds.
    pub(super) async fn fetch_all(self, on: impl Into<On<'_>>) -> Result<Vec<T>> {
        Ok(self.0.fetch_all(on).await?.into_iter().map(|(value,)| value).collect())
    }

    /// The first value that it finds.
    pub(super) async fn fetch_optional(self, on: impl Into<On<'_>>) -> Result<Option<T>> {
        Ok(self.0.fetch_optional(on).await?.map(|(value,)| value))
    }

    /// The first value that it finds; there is always one.
    pub(super) async fn fetch_one(self, on: impl Into<On<'_>>) -> Result<T> {
        Ok(self.0.fetch_one(on).await?.0)
    }
}

/// An integer of fewer than 64 bits, as it is read. One that does not fit is damage.
#[derive(Clone, Copy)]
pub(super) struct Small<T>(pub(super) T);

impl<D: Database, T> Type<D> for Small<T>
where
    i64: Type<D>,
{
    fn type_info() -> D::TypeInfo {
        <i64 as Type<D>>::type_info()
    }

    fn compatible(kind: &D::TypeInfo) -> bool {
        <i64 as Type<D>>::compatible(kind)
    }
}

impl<'r, D: Database, T> Decode<'r, D> for Small<T>
where
    i64: Decode<'r, D>,
    T: TryFrom<i64, Error: std::error::Error + Send + Sync + 'static>,
{
    fn decode(value: D::ValueRef<'r>) -> Result<Small<T>, BoxDynError> {
        Ok(Small(T::try_from(<i64 as Decode<'r, D>>::decode(value)?)?))
    }
}
