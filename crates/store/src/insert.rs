//! Inserts of any number of rows, each a list of values.
//!
//! A database prepares a statement for each text, so the rows are written by statements of 1, 2, 4, … rows:
//! as many as there are digits in the binary number of rows.

use super::database::{Connection, Sql, Value, statement_of};
use crate::Result;
use std::sync::OnceLock;

/// The most rows of one statement, as a power of two.
const LARGEST: usize = 7;

/// An insert whose rows stand in a table expression named `new`.
pub(super) struct Insert {
    columns: &'static [&'static str],
    rest: &'static str,
    /// The statements of 1, 2, 4, … rows.
    statements: [OnceLock<Sql>; LARGEST + 1],
}

impl Insert {
    /// The statement `WITH new (columns) AS (VALUES…) rest`.
    pub(super) const fn new(columns: &'static [&'static str], rest: &'static str) -> Insert {
        Insert { columns, rest, statements: [const { OnceLock::new() }; LARGEST + 1] }
    }

    /// How many rows these are.
    pub(super) fn rows(&self, values: &[Value<'_>]) -> usize {
        values.len() / self.columns.len()
    }

    /// Writes rows, given as their values one after another. Returns how many were written or changed.
    pub(super) async fn run(&self, connection: &mut Connection, values: Vec<Value<'_>>) -> Result<u64> {
        let (mut left, mut written) = (self.rows(&values), 0);
        let mut values = values.into_iter();
        while left > 0 {
            let power = (left.ilog2() as usize).min(LARGEST);
            let sql =
                self.statements[power].get_or_init(|| Sql::with_values(|place| self.text(1 << power, place)));
            let part = values.by_ref().take(self.columns.len() << power).collect();
            written += statement_of(sql.clone(), part).execute(&mut *connection).await?;
            left -= 1 << power;
        }
        Ok(written)
    }

    /// The text of a statement of `rows` rows, with the places of their values.
    fn text(&self, rows: usize, place: fn(usize) -> String) -> String {
        let mut text = format!("WITH new ({}) AS (VALUES ", self.columns.join(", "));
        for number in 0..rows * self.columns.len() {
            text += match (number % self.columns.len(), number) {
                (0, 0) => "(",
                (0, _) => "), (",
                _ => ", ",
            };
            text += &place(number + 1);
        }
        text + ")) " + self.rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_numbers_only_where_they_must() {
        let insert = Insert::new(&["a", "b"], "INSERT INTO t SELECT a, b FROM new");
        let sql = Sql::with_values(|place| insert.text(2, place));
        let expected = Sql::either(
            "WITH new (a, b) AS (VALUES (?, ?), (?, ?)) INSERT INTO t SELECT a, b FROM new",
            "WITH new (a, b) AS (VALUES ($1, $2), ($3, $4)) INSERT INTO t SELECT a, b FROM new",
        );
        assert_eq!(sql, expected);
    }
}
