//! Hears the notices of other servers.

use super::{Copies, Notice};
use crate::{Result, StoreError};
use sqlx::postgres::PgListener;
use std::time::Duration;

/// How long a listener may hear nothing, its own server's beats included, before it counts as cut off.
const SILENCE: Duration = Duration::from_secs(15);

/// How long it waits before it tries again to connect.
const PAUSE: Duration = Duration::from_millis(250);

/// Hears the notices of other servers, on a separate connection.
pub struct Listener {
    address: String,
    /// The name of this server, whose own notices are left out.
    own: String,
    connection: Option<PgListener>,
}

impl Copies {
    /// Begins to listen. Every notice from now on is heard, or else [`Notice::Missed`].
    ///
    /// # Errors
    /// When the database cannot be reached.
    pub async fn listen(&self) -> Result<Listener> {
        let mut listener = Listener { address: self.address.clone(), own: self.id.clone(), connection: None };
        listener.connect().await?;
        Ok(listener)
    }
}

impl Listener {
    async fn connect(&mut self) -> Result<()> {
        let connect = async {
            let mut connection = PgListener::connect(&self.address).await?;
            // A loss must be reported, not hidden.
            connection.eager_reconnect(false);
            connection.listen("bagatelle").await?;
            Ok::<_, sqlx::Error>(connection)
        };
        let connected = tokio::time::timeout(SILENCE, connect).await;
        let connected = connected.map_err(|_| StoreError::Unreachable("no answer".into()))?;
        self.connection = Some(connected.map_err(StoreError::connecting)?);
        Ok(())
    }

    /// The next notice of another server. [`Notice::Missed`] after the connection was lost, once there is
    /// another one.
    pub async fn next(&mut self) -> Notice {
        loop {
            let Some(connection) = &mut self.connection else {
                match self.connect().await {
                    Ok(()) => return Notice::Missed,
                    Err(_) => tokio::time::sleep(PAUSE).await,
                }
                continue;
            };
            let heard = tokio::time::timeout(SILENCE, connection.try_recv()).await;
            match heard {
                Ok(Ok(Some(heard))) => match Notice::read(heard.payload()) {
                    Some((sender, notice)) if sender != self.own => return notice,
                    _ => (),
                },
                _ => self.connection = None,
            }
        }
    }
}
