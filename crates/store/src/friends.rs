//! People whom a person follows, and those with whom a person has played. A block, by either side, keeps two
//! people out of each other’s lists.

use super::database::{Connection, Small, query_as, query_scalar, statement};
use crate::{Result, Store};
use bagatelle_table::Millis;
use serde::Serialize;

/// What became of the wish to follow a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Followed {
    /// The person is followed, from now on or since earlier.
    Yes,
    /// The follower follows as many people as one may.
    Full,
    /// One of the two has blocked the other.
    Blocked,
}

row! {
    /// A person whom another one follows.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct Friend {
        /// The id.
        pub person: String,
        /// The name: that of the account, or the one that a guest had when the follower began to follow.
        pub name: String,
        /// Whether the person has an account.
        pub account: bool,
        /// Whether all may see the person's profile.
        pub public: bool,
        /// Whether the account is marked as that of a bot.
        pub bot: bool,
        /// Since when.
        pub since: Millis,
        /// Whether the person lets no one see when they are here.
        pub hidden: bool,
        /// When the person was last here, as far as that is known.
        pub seen: Option<Millis>,
    }
}

/// A person with whom another one has finished games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Met {
    /// The id.
    pub person: String,
    /// The name: that of the account, or the one that a guest had in the last game.
    pub name: String,
    /// Whether the person has an account.
    pub account: bool,
    /// Whether all may see the person's profile.
    pub public: bool,
    /// Whether the other one follows the person.
    pub followed: bool,
    /// The id of the last game of the two.
    pub table: String,
    /// When it ended.
    pub last: Millis,
    /// How many games they have finished.
    pub games: u32,
    /// In how many of them the other one won, and the person did not.
    pub won: u32,
    /// In how many of them the person won, and the other one did not.
    pub lost: u32,
    /// In how many of them they drew or won together.
    pub drawn: u32,
}

row! {
    struct MetRow {
        person: String,
        name: String,
        account: bool,
        public: bool,
        followed: bool,
        table_id: String,
        last: Millis,
        games: Small<u32>,
        won: Small<u32>,
        lost: Small<u32>,
        drawn: Small<u32>,
    }
}

impl From<MetRow> for Met {
    fn from(row: MetRow) -> Met {
        let MetRow { person, name, account, public, followed, table_id: table, last, .. } = row;
        let (Small(games), Small(won), Small(lost), Small(drawn)) = (row.games, row.won, row.lost, row.drawn);
        Met { person, name, account, public, followed, table, last, games, won, lost, drawn }
    }
}

row! {
    /// A person with whom another one plays or has played, or whom the other one follows.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct Acquaintance {
        /// The id.
        pub person: String,
        /// The name.
        pub name: String,
    }
}

/// Whether others may see when a person is here, and what is kept of it, in the form of an export.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Visits {
    /// Whether no one may see it.
    pub hidden: bool,
    /// When the person was last here.
    pub seen: Option<Millis>,
}

/// The people with whom `$1` has finished games, those for whom the condition holds: one row for each person.
/// A game with several seats of one person counts once.
macro_rules! met {
    ($which:literal, $rest:literal) => {
        concat!(
            "WITH shared AS (
                 SELECT o.person, o.name, m.table_id, s.changed, m.result AS own, o.result AS other,
                     row_number() OVER (PARTITION BY o.person
                         ORDER BY s.changed DESC, m.table_id, m.seat, o.seat) AS latest
                 FROM seat_summaries m JOIN summaries s ON s.table_id = m.table_id AND s.stage = 'over'
                     JOIN seat_summaries o ON o.table_id = m.table_id AND o.person <> m.person
                 WHERE m.person = $1 AND m.result IS NOT NULL AND o.result IS NOT NULL AND ",
            $which,
            "), met AS (
                 SELECT person, max(CASE WHEN latest = 1 THEN name END) AS called,
                     max(CASE WHEN latest = 1 THEN table_id END) AS table_id, max(changed) AS last,
                     count(DISTINCT table_id) AS games,
                     count(DISTINCT CASE WHEN own = 'won' AND other <> 'won' THEN table_id END) AS won,
                     count(DISTINCT CASE WHEN other = 'won' AND own <> 'won' THEN table_id END) AS lost,
                     count(DISTINCT CASE WHEN own = other AND own <> 'lost' THEN table_id END) AS drawn
                 FROM shared GROUP BY person)
             SELECT met.person, coalesce(p.name, met.called) AS name, a.id IS NOT NULL AS account,
                 coalesce(a.public, FALSE) AS public,
                 EXISTS (SELECT 1 FROM follows f WHERE f.follower = $1 AND f.followed = met.person) AS \
             followed,
                 met.table_id, met.last, met.games, met.won, met.lost, met.drawn
             FROM met LEFT JOIN accounts a ON a.id = met.person LEFT JOIN people p ON p.id = a.id
             WHERE NOT EXISTS (SELECT 1 FROM blocks b WHERE (b.person = $1 AND b.blocked = met.person)
                     OR (b.person = met.person AND b.blocked = $1)) ",
            $rest
        )
    };
}

/// Ends what two people have to do with each other, since one of them blocks the other.
pub(super) async fn part(connection: &mut Connection, one: &str, other: &str) -> Result<()> {
    let query = "DELETE FROM follows WHERE (follower = $1 AND followed = $2)
         OR (follower = $2 AND followed = $1)";
    statement(query).bind(one).bind(other).execute(connection).await?;
    Ok(())
}

/// Gives an account those whom a visitor follows, and those who follow the visitor. The blocks are the
/// account's already.
pub(super) async fn claim(connection: &mut Connection, visitor: &str, account: &str) -> Result<()> {
    for query in [
        "INSERT INTO follows (follower, followed, name, since) SELECT $2, followed, name, since FROM follows
             WHERE follower = $1 AND followed <> $2 ON CONFLICT DO NOTHING",
        "INSERT INTO follows (follower, followed, name, since) SELECT follower, $2, name, since FROM follows
             WHERE followed = $1 AND follower <> $2 ON CONFLICT DO NOTHING",
        "DELETE FROM follows WHERE ((follower = $1 OR followed = $1) AND $1 <> $2)
             OR (follower = $2 AND EXISTS (SELECT 1 FROM blocks b
                 WHERE (b.person = $2 AND b.blocked = followed) OR (b.person = followed AND b.blocked = $2)))
             OR (followed = $2 AND EXISTS (SELECT 1 FROM blocks b
                 WHERE (b.person = $2 AND b.blocked = follower) OR (b.person = follower
                     AND b.blocked = $2)))",
        // Who hides in one of two browsers is hidden.
        "INSERT INTO visits (person, at, hidden) SELECT $2, 0, hidden FROM visits WHERE person = $1 AND hidden
             ON CONFLICT (person) DO UPDATE SET at = 0, hidden = excluded.hidden",
        "DELETE FROM visits WHERE person = $1 AND $1 <> $2",
    ] {
        statement(query).bind(visitor).bind(account).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Forgets some people, with those whom they follow and who follow them; `people` is a JSON list of lists of
/// one id.
pub(super) async fn end(connection: &mut Connection, people: &str) -> Result<()> {
    for query in [
        "DELETE FROM follows WHERE follower IN (SELECT value ->> 0 FROM json_each($1))",
        "DELETE FROM follows WHERE followed IN (SELECT value ->> 0 FROM json_each($1))",
        "DELETE FROM visits WHERE person IN (SELECT value ->> 0 FROM json_each($1))",
    ] {
        statement(query).bind(people).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Forgets when people were here, if that was before then or no one follows them.
pub(super) async fn forget_visits(connection: &mut Connection, before: Millis) -> Result<()> {
    let query = "DELETE FROM visits WHERE NOT hidden
         AND (at < $1 OR NOT EXISTS (SELECT 1 FROM follows WHERE followed = visits.person))";
    statement(query).bind(before).execute(connection).await?;
    Ok(())
}

impl Store {
    /// Lets a person follow another one, who has this name; one follows at most `most` people.
    pub async fn follow(
        &self,
        person: &str,
        other: &str,
        name: &str,
        now: Millis,
        most: u32,
    ) -> Result<Followed> {
        transaction!(self, write => async {
            write.lock("SELECT pg_advisory_xact_lock(hashtext($1))", person).await?;
            let blocked = "SELECT EXISTS (SELECT 1 FROM blocks WHERE (person = $1 AND blocked = $2)
                 OR (person = $2 AND blocked = $1))";
            if query_scalar(blocked).bind(person).bind(other).fetch_one(&mut *write).await? {
                return Ok(Followed::Blocked);
            }
            let others = "SELECT count(*) FROM follows WHERE follower = $1 AND followed <> $2";
            let others: Small<u32> =
                query_scalar(others).bind(person).bind(other).fetch_one(&mut *write).await?;
            if others.0 >= most {
                return Ok(Followed::Full);
            }
            let query = "INSERT INTO follows (follower, followed, name, since) VALUES ($1, $2, $3, $4)
                 ON CONFLICT DO NOTHING";
            statement(query).bind(person).bind(other).bind(name).bind(now).execute(&mut *write).await?;
            Ok(Followed::Yes)
        })
    }

    /// Lets a person follow another one no longer; returns whether the person did.
    pub async fn unfollow(&self, person: &str, other: &str) -> Result<bool> {
        let query = "DELETE FROM follows WHERE follower = $1 AND followed = $2";
        Ok(self.execute(statement(query).bind(person).bind(other)).await? > 0)
    }

    /// Whether a person follows another one.
    pub async fn follows(&self, person: &str, other: &str) -> Result<bool> {
        let query = "SELECT EXISTS (SELECT 1 FROM follows WHERE follower = $1 AND followed = $2)";
        query_scalar(query).bind(person).bind(other).fetch_one(&self.read).await
    }

    /// The people whom a person follows, the latest first.
    pub async fn friends(&self, person: &str) -> Result<Vec<Friend>> {
        let query = "SELECT f.followed AS person, coalesce(p.name, f.name) AS name,
                 a.id IS NOT NULL AS account, coalesce(a.public, FALSE) AS public,
                 coalesce(a.bot, FALSE) AS bot, f.since, coalesce(v.hidden, FALSE) AS hidden,
                 nullif(v.at, 0) AS seen
             FROM follows f LEFT JOIN accounts a ON a.id = f.followed LEFT JOIN people p ON p.id = a.id
                 LEFT JOIN visits v ON v.person = f.followed
             WHERE f.follower = $1 AND NOT EXISTS (SELECT 1 FROM blocks b
                 WHERE (b.person = $1 AND b.blocked = f.followed) OR (b.person = f.followed
                     AND b.blocked = $1))
             ORDER BY f.since DESC, f.followed";
        query_as(query).bind(person).fetch_all(&self.read).await
    }

    /// What a person has played with each of those whom the person follows.
    pub async fn games_with_friends(&self, person: &str) -> Result<Vec<Met>> {
        let query = met!("o.person IN (SELECT followed FROM follows WHERE follower = $1)", "");
        let rows: Vec<MetRow> = query_as(query).bind(person).fetch_all(&self.read).await?;
        Ok(rows.into_iter().map(Met::from).collect())
    }

    /// What a person has played with another one; `None` if that is nothing.
    pub async fn games_with(&self, person: &str, other: &str) -> Result<Option<Met>> {
        let query = query_as(met!("o.person = $2", "")).bind(person).bind(other);
        let row: Option<MetRow> = query.fetch_optional(&self.read).await?;
        Ok(row.map(Met::from))
    }

    /// The people with whom a person has finished games, without bots and deleted accounts: those of the
    /// last games first.
    pub async fn opponents(&self, person: &str, skip: u32, limit: u32) -> Result<Vec<Met>> {
        let query = met!(
            "TRUE",
            "AND NOT coalesce(a.bot, FALSE) AND (a.id IS NOT NULL
                 OR NOT EXISTS (SELECT 1 FROM visitor_claims c WHERE c.visitor = met.person))
             ORDER BY met.last DESC, met.person LIMIT $2 OFFSET $3"
        );
        let query = query_as(query).bind(person).bind(limit).bind(skip);
        let rows: Vec<MetRow> = query.fetch_all(&self.read).await?;
        Ok(rows.into_iter().map(Met::from).collect())
    }

    /// The people whom a person may name by an alias: those at games with the person that have begun, and
    /// those whom the person follows. Deleted accounts are left out.
    pub async fn acquaintances(&self, person: &str) -> Result<Vec<Acquaintance>> {
        let query = "SELECT o.person, coalesce(max(p.name), max(o.name)) AS name FROM seat_summaries m
                 JOIN summaries s ON s.table_id = m.table_id AND s.stage <> 'open'
                 JOIN seat_summaries o ON o.table_id = m.table_id AND o.person <> m.person
                 LEFT JOIN people p ON p.id = o.person
             WHERE m.person = $1 AND (EXISTS (SELECT 1 FROM accounts a WHERE a.id = o.person)
                 OR NOT EXISTS (SELECT 1 FROM visitor_claims c WHERE c.visitor = o.person))
             GROUP BY o.person
             UNION ALL SELECT followed, name FROM follows WHERE follower = $1";
        query_as(query).bind(person).fetch_all(&self.read).await
    }

    /// Notes when some people were here: those whom others follow and who let others see it.
    pub async fn note_visits(&self, people: &[(String, Millis)]) -> Result<()> {
        let people: serde_json::Value =
            people.iter().map(|(person, at)| serde_json::json!([person, at])).collect();
        let query = "INSERT INTO visits (person, at, hidden)
                 SELECT value ->> 0, CAST(value ->> 1 AS BIGINT), FALSE FROM json_each($1)
             WHERE EXISTS (SELECT 1 FROM follows WHERE followed = value ->> 0)
             ON CONFLICT (person) DO UPDATE SET at = excluded.at
             WHERE NOT visits.hidden AND visits.at < excluded.at";
        self.execute(statement(query).bind(people.to_string())).await.map(drop)
    }

    /// Lets others see when a person is here, or hides it. What is known is forgotten.
    pub async fn hide_visits(&self, person: &str, hidden: bool) -> Result<()> {
        let query = "INSERT INTO visits (person, at, hidden) VALUES ($1, 0, $2)
             ON CONFLICT (person) DO UPDATE SET at = 0, hidden = excluded.hidden";
        self.execute(statement(query).bind(person).bind(hidden)).await.map(drop)
    }

    /// Whether others may see when a person is here, and when that last was; `None` if nothing is kept.
    pub async fn visits(&self, person: &str) -> Result<Option<Visits>> {
        let query = "SELECT hidden, nullif(at, 0) FROM visits WHERE person = $1";
        let row: Option<(bool, Option<Millis>)> =
            query_as(query).bind(person).fetch_optional(&self.read).await?;
        Ok(row.map(|(hidden, seen)| Visits { hidden, seen }))
    }
}
