//! Macros that most modules use.

/// Does something in a transaction of a store. It is tried again if another transaction was in the way.
macro_rules! transaction {
    ($store:ident, $write:ident => $work:expr) => {{
        let mut tries = 0;
        loop {
            let mut $write = $store.begin().await?;
            let done = $work.await;
            match $write.finish(done).await {
                Err(error) if error.can_be_tried_again(&mut tries) => (),
                done => break done,
            }
        }
    }};
}

/// A struct that is read from a row of either database, each field from the column of its name. Fields after
/// two dots, which come first, are such structs themselves, read from columns of the same row.
macro_rules! row {
    (
        $(#[$about:meta])* $visible:vis struct $row:ident {
            $(..$part:ident: $of:ty,)*
            $($(#[$told:meta])* $seen:vis $column:ident: $type:ty,)*
        }
    ) => {
        $(#[$about])* $visible struct $row {
            $($part: $of,)*
            $($(#[$told])* $seen $column: $type,)*
        }
        row!(@from sqlx::sqlite::SqliteRow => $row { $($part)* } { $($column)* });
        row!(@from sqlx::postgres::PgRow => $row { $($part)* } { $($column)* });
    };
    (@from $from:ty => $row:ident { $($part:ident)* } { $($column:ident)* }) => {
        impl<'r> sqlx::FromRow<'r, $from> for $row {
            fn from_row(row: &'r $from) -> sqlx::Result<$row> {
                Ok($row {
                    $($part: sqlx::FromRow::from_row(row)?,)*
                    $($column: sqlx::Row::try_get(row, stringify!($column))?,)*
                })
            }
        }
    };
}
