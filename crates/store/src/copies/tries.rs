//! How often something was tried, on all servers together.

use super::super::database::statement;
use super::Copies;
use crate::Result;
use bagatelle_table::Millis;

impl Copies {
    /// Counts a try under a key; returns whether it is allowed: `at_once` tries are, and each becomes free
    /// again after `every`.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn allow(&self, key: &str, now: Millis, at_once: u32, every: Millis) -> Result<bool> {
        // The time at which all tries are free again moves on by `every` with each, and may be `at_once`
        // times that ahead.
        let counted = statement(
            "INSERT INTO copy_tries (key, free_at) VALUES ($1, $2 + $3)
             ON CONFLICT (key) DO UPDATE SET free_at = greatest(copy_tries.free_at, $2) + $3
             WHERE greatest(copy_tries.free_at, $2) + $3 <= $2 + $4",
        );
        let most = every.saturating_mul(i64::from(at_once));
        let counted = counted.bind(key).bind(now).bind(every).bind(most).execute(&self.pool).await?;
        Ok(counted > 0)
    }

    /// Forgets tries that no longer count.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn forget_tries(&self, now: Millis) -> Result<()> {
        statement("DELETE FROM copy_tries WHERE free_at < $1").bind(now).execute(&self.pool).await?;
        Ok(())
    }
}
