//! People who wait for anyone to play with. Each has one seek at a time, which lasts as long as the page is
//! open.

use super::database::{Connection, query_as, statement};
use crate::{Result, Store, StoreError};
use bagatelle_table::{Corrupt, Millis, Pace};

/// A search for a game with anyone.
#[derive(Clone, PartialEq, Debug)]
pub struct Seek {
    /// Its id.
    pub id: String,
    /// Who waits.
    pub person: String,
    /// The name of that person, as the other player sees it.
    pub name: String,
    /// The id of the game in the catalog.
    pub game: String,
    /// The clock.
    pub pace: Pace,
    /// Whether the game is rated, which only accounts can ask for.
    pub rated: bool,
    /// Whether the person lets anyone watch. The game is public if both do.
    pub public: bool,
    /// The person’s rating in this game, if the game is rated and there is one.
    pub rating: Option<f64>,
    /// Since when the person waits.
    pub since: Millis,
    /// When the page was last there; 0 once it has been left.
    pub seen: Millis,
    /// The game that was found. Both players know it before it is made.
    pub table: Option<String>,
}

row! {
    struct SeekRow {
        id: String,
        person: String,
        name: String,
        game: String,
        pace: String,
        rated: bool,
        public: bool,
        rating: Option<f64>,
        since: Millis,
        seen: Millis,
        table_id: Option<String>,
    }
}

impl TryFrom<SeekRow> for Seek {
    type Error = StoreError;

    fn try_from(row: SeekRow) -> Result<Seek> {
        Ok(Seek {
            id: row.id,
            person: row.person,
            name: row.name,
            game: row.game,
            pace: serde_json::from_str(&row.pace)
                .map_err(|error| Corrupt::new("the clock of a seek", error))?,
            rated: row.rated,
            public: row.public,
            rating: row.rating,
            since: row.since,
            seen: row.seen,
            table: row.table_id,
        })
    }
}

impl Store {
    /// Notes that a person waits. Another seek of the person ends.
    pub async fn add_seek(&self, seek: &Seek) -> Result<()> {
        let pace = serde_json::to_string(&seek.pace).map_err(|error| Corrupt::new("a clock", error))?;
        transaction!(self, write => async {
            let void = "DELETE FROM seeks WHERE person = $1";
            statement(void).bind(&seek.person).execute(&mut *write).await?;
            let query = "INSERT INTO seeks (id, person, name, game, pace, rated, rating, since, seen, public)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
            statement(query)
                .bind(&seek.id)
                .bind(&seek.person)
                .bind(&seek.name)
                .bind(&seek.game)
                .bind(&pace)
                .bind(seek.rated)
                .bind(seek.rating)
                .bind(seek.since)
                .bind(seek.seen)
                .bind(seek.public)
                .execute(&mut *write)
                .await?;
            Ok(())
        })
    }

    /// The seek with this id.
    pub async fn seek(&self, id: &str) -> Result<Option<Seek>> {
        let row: Option<SeekRow> =
            query_as("SELECT * FROM seeks WHERE id = $1").bind(id).fetch_optional(&self.read).await?;
        row.map(Seek::try_from).transpose()
    }

    /// The seeks without a game whose pages were there since `seen`, the oldest first.
    pub async fn seeks(&self, seen: Millis, limit: u32) -> Result<Vec<Seek>> {
        let query = "SELECT * FROM seeks WHERE table_id IS NULL AND seen >= $1 ORDER BY since, id LIMIT $2";
        let rows: Vec<SeekRow> = query_as(query).bind(seen).bind(limit).fetch_all(&self.read).await?;
        rows.into_iter().map(Seek::try_from).collect()
    }

    /// The seeks of other people for the same game, as [`Store::seeks`] gives them.
    pub async fn seeks_like(&self, own: &Seek, seen: Millis, limit: u32) -> Result<Vec<Seek>> {
        let pace = serde_json::to_string(&own.pace).map_err(|error| Corrupt::new("a clock", error))?;
        let query = "SELECT * FROM seeks WHERE game = $1 AND pace = $2 AND rated = $3 AND person <> $4
             AND table_id IS NULL AND seen >= $5 ORDER BY since, id LIMIT $6";
        let query = query_as(query).bind(&own.game).bind(pace).bind(own.rated).bind(&own.person);
        let rows: Vec<SeekRow> = query.bind(seen).bind(limit).fetch_all(&self.read).await?;
        rows.into_iter().map(Seek::try_from).collect()
    }

    /// The two seeks that a game fulfils, the older first.
    pub async fn seeks_of(&self, table: &str) -> Result<Vec<Seek>> {
        let query = "SELECT * FROM seeks WHERE table_id = $1 ORDER BY since, id";
        let rows: Vec<SeekRow> = query_as(query).bind(table).fetch_all(&self.read).await?;
        rows.into_iter().map(Seek::try_from).collect()
    }

    /// Notes when the page of a person’s seek was last there: 0 when it is left.
    pub async fn see_seek(&self, id: &str, person: &str, seen: Millis) -> Result<()> {
        let query = "UPDATE seeks SET seen = $3 WHERE id = $1 AND person = $2";
        self.execute(statement(query).bind(id).bind(person).bind(seen)).await.map(drop)
    }

    /// Lets the seeks that were to have a game go on, since it cannot be made.
    pub async fn free_seeks(&self, table: &str) -> Result<()> {
        let query = "UPDATE seeks SET table_id = NULL WHERE table_id = $1";
        self.execute(statement(query).bind(table)).await.map(drop)
    }

    /// Gives two seeks the same game, unless one of them has a game already, has ended, or was left before
    /// `seen`; returns whether they have it.
    pub async fn pair_seeks(&self, two: [&str; 2], table: &str, seen: Millis) -> Result<bool> {
        let paired = transaction!(self, write => async {
            let query =
                "UPDATE seeks SET table_id = $3 WHERE id IN ($1, $2) AND table_id IS NULL AND seen >= $4";
            let query = statement(query).bind(two[0]).bind(two[1]).bind(table).bind(seen);
            // One alone stays as it was.
            if query.execute(&mut *write).await? == 2 { Ok(()) } else { Err(StoreError::Conflict) }
        });
        match paired {
            Err(StoreError::Conflict) => Ok(false),
            paired => paired.map(|()| true),
        }
    }

    /// Ends a seek of a person; returns whether there was one.
    pub async fn end_seek(&self, id: &str, person: &str) -> Result<bool> {
        let query = "DELETE FROM seeks WHERE id = $1 AND person = $2";
        Ok(self.execute(statement(query).bind(id).bind(person)).await? > 0)
    }
}

/// Forgets the seeks that began, and whose pages were last there, before a time.
pub(super) async fn forget(connection: &mut Connection, before: Millis) -> Result<()> {
    statement("DELETE FROM seeks WHERE seen < $1 AND since < $1").bind(before).execute(connection).await?;
    Ok(())
}
