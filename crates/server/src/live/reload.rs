//! Tables in memory that are read again because something other than their log has changed: names, ids,
//! chat.

use super::registry::Registry;
use super::table::TableState;
use crate::error::AppError;
use bagatelle_store::StoreError;

impl Registry {
    /// Reads the downtimes again, and the tables in memory, whose clocks depend on them.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn reload_downtimes(&self) -> Result<(), AppError> {
        let down = self.store().downtimes().await?;
        self.set_down(down);
        for live in self.in_memory().await {
            let mut state = live.lock().await;
            // A table that cannot be read again holds up no other.
            match self.read(live.id()).await {
                Ok(table) => {
                    state.session.replace(table);
                    live.notify(state.table());
                    live.revise();
                }
                Err(error) => {
                    tracing::error!(table = live.id(), %error, "a table cannot be read again");
                    // Its clocks would be wrong. The next look at it reads it, or says why not.
                    drop(state);
                    self.forget(live.id()).await;
                }
            }
        }
        Ok(())
    }

    /// Reads the tables in memory again that involve one of these people, who have a new name or a new id.
    ///
    /// # Errors
    /// When a table cannot be read.
    pub async fn reload_for(&self, people: &[&str]) -> Result<(), AppError> {
        for live in self.in_memory().await {
            let mut state = live.lock().await;
            let spoke = |id: &str| state.chat.iter().any(|message| message.person == id);
            if people.iter().any(|id| state.table().involves(id) || spoke(id)) {
                let table = self.read(live.id()).await?;
                state.session.replace(table);
                state.chat = self.store().chat(live.id()).await?;
                self.read_players(&mut state).await;
                live.notify(state.table());
                live.revise();
            }
        }
        self.notify_lobby();
        Ok(())
    }

    /// Reads the chat of a table again, if it is in memory.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn reload_chat(&self, id: &str) -> Result<(), StoreError> {
        if let Some(live) = self.held(id).await {
            live.lock().await.chat = self.store().chat(id).await?;
            live.revise();
        }
        Ok(())
    }

    /// Stores the state of a table again, for a deadline that has moved because no server ran.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn keep_summary(&self, state: &TableState, changed: i64) -> Result<(), StoreError> {
        self.store().keep_summary(state.table().id(), &state.table().summary(changed)).await
    }
}
