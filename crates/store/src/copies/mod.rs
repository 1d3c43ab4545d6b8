//! Several servers on one PostgreSQL database: who they are, what they tell each other, and which of them
//! does what.
//!
//! They share only the database. Confirmed moves are in the log, as always; the tables here hold data that
//! lasts as long as the servers do. A server is alive as long as its row in `copies` exists: each renews
//! its own ([`Membership::beat`]), and any other removes one that has not been renewed, or whose connection
//! has gone. Changes are announced by `NOTIFY`, in the transaction that writes them ([`Notice`]), and heard
//! by one [`Listener`] on each server. A notice says only where to look, so a lost one costs only time: a
//! reader compares [`Stand`] with its own state.

mod hints;
mod jobs;
mod listener;
mod membership;
mod notice;
mod presence;
mod stand;
mod tries;

pub use hints::SharedHint;
pub use jobs::Job;
pub use listener::Listener;
pub use membership::{Beat, Membership};
pub use notice::Notice;
pub use presence::PresentElsewhere;
pub use stand::Stand;

use super::database::{Connection, Pool, query_scalar, statement};
use crate::Result;

/// This server among those on the same database.
#[derive(Debug)]
pub struct Copies {
    pool: Pool,
    address: String,
    /// The name by which the others know this server.
    id: String,
}

impl Copies {
    /// One more server on a database, under a name of its own. It counts from [`Membership::begin`] on.
    pub(super) async fn new(pool: Pool, address: &str) -> Result<Copies> {
        let id = query_scalar("SELECT substr(gen_random_uuid()::text, 1, 13)").fetch_one(&pool).await?;
        Ok(Copies { pool, address: address.to_owned(), id })
    }

    /// The name by which the others know this server.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The number from which this server counts what each server counts for itself: far from those of the
    /// others.
    #[must_use]
    pub fn first_number(&self) -> u64 {
        let digits = self.id.split('-').next().unwrap_or_default();
        u64::from(u32::from_str_radix(digits, 16).unwrap_or_default()) << 20
    }

    /// Tells the others.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn tell(&self, notice: &Notice) -> Result<()> {
        for text in notice.texts(&self.id) {
            statement("SELECT pg_notify('bagatelle', $1)").bind(text).execute(&self.pool).await?;
        }
        Ok(())
    }

    /// Tells the others, once the transaction is committed.
    pub(super) async fn tell_in(&self, connection: &mut Connection, notice: &Notice) -> Result<()> {
        for text in notice.texts(&self.id) {
            statement("SELECT pg_notify('bagatelle', $1)").bind(text).execute(&mut *connection).await?;
        }
        Ok(())
    }
}
