//! Which server does a piece of work, so that no two do the same.

use super::super::database::{query_as, query_scalar, statement};
use super::{Copies, Notice};
use crate::Result;

/// A piece of work that one server does for all.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Job {
    /// What is done.
    pub kind: &'static str,
    /// What it is done for: the id of a table, say.
    pub subject: String,
    /// For which version of it.
    pub version: u64,
}

impl Copies {
    /// Takes on a piece of work; returns whether it is this server's from now on. Then no other server has it
    /// until it is [released](Copies::release), or this server ends.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn claim(&self, job: &Job) -> Result<bool> {
        let claimed = statement(
            "INSERT INTO copy_jobs (kind, subject, version, copy) VALUES ($1, $2, $3, $4)
             ON CONFLICT (kind, subject, version) DO UPDATE SET copy = excluded.copy
             WHERE NOT EXISTS (SELECT 1 FROM copies WHERE id = copy_jobs.copy)",
        );
        let claimed = claimed.bind(job.kind).bind(&job.subject).bind(stored(job.version)).bind(&self.id);
        Ok(claimed.execute(&self.pool).await? > 0)
    }

    /// Lets go of a piece of work: it is done, or given up.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn release(&self, job: &Job) -> Result<()> {
        let query = "DELETE FROM copy_jobs WHERE kind = $1 AND subject = $2 AND version = $3 AND copy = $4";
        let query = statement(query).bind(job.kind).bind(&job.subject).bind(stored(job.version));
        query.bind(&self.id).execute(&self.pool).await?;
        Ok(())
    }

    /// Keeps what a piece of work has found, for an hour, and tells the others.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn keep_result(&self, job: &Job, result: &str) -> Result<()> {
        let old = "DELETE FROM copy_results WHERE found < clock_timestamp() - INTERVAL '1 hour'";
        statement(old).execute(&self.pool).await?;
        let query = "INSERT INTO copy_results (kind, subject, version, result, found)
             VALUES ($1, $2, $3, $4, clock_timestamp())
             ON CONFLICT (kind, subject, version) DO UPDATE SET result = excluded.result, found = \
             excluded.found";
        let query = statement(query).bind(job.kind).bind(&job.subject).bind(stored(job.version));
        query.bind(result).execute(&self.pool).await?;
        self.tell(&Notice::Found(job.subject.clone())).await
    }

    /// The result of a piece of work, if it has one.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn result(&self, job: &Job) -> Result<Option<String>> {
        let query = "SELECT result FROM copy_results WHERE kind = $1 AND subject = $2 AND version = $3";
        let query = query_scalar(query).bind(job.kind).bind(&job.subject).bind(stored(job.version));
        query.fetch_optional(&self.pool).await
    }

    /// Removes the claims of servers that have ended; returns kind and subject of each, which are left for
    /// this server to take on.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn take_over(&self) -> Result<Vec<(String, String)>> {
        let query = "DELETE FROM copy_jobs WHERE copy NOT IN (SELECT id FROM copies) RETURNING kind, subject";
        query_as(query).fetch_all(&self.pool).await
    }
}

fn stored(version: u64) -> i64 {
    i64::try_from(version).unwrap_or(i64::MAX)
}
