//! Work on what visitors send, off the request path: deals, boards, records. It has a place of its own, a
//! time limit, and nothing waits for it when the server stops.

use crate::error::AppError;
use crate::limits::{BLOCKING_LIMIT, BLOCKING_PLACES};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// Places for work that blocks a thread.
#[derive(Clone)]
pub struct Blocking {
    places: Arc<Semaphore>,
    limit: Duration,
}

impl Default for Blocking {
    fn default() -> Blocking {
        Blocking::new(BLOCKING_PLACES, BLOCKING_LIMIT)
    }
}

impl Blocking {
    /// So many places, and a limit for each request, its wait for a place included.
    #[must_use]
    pub fn new(places: usize, limit: Duration) -> Blocking {
        Blocking { places: Arc::new(Semaphore::new(places)), limit }
    }

    /// Does work on a thread that may block. A thread cannot be ended from outside: work beyond the limit
    /// keeps its place until it is done, and its result is dropped.
    ///
    /// # Errors
    /// [`AppError::TooLong`] beyond the limit.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, AppError> {
        let done = async {
            let place = Arc::clone(&self.places).acquire_owned().await.map_err(anyhow::Error::from)?;
            let done = tokio::task::spawn_blocking(move || {
                let _place = place;
                work()
            });
            Ok(done.await.map_err(anyhow::Error::from)?)
        };
        tokio::time::timeout(self.limit, done).await.unwrap_or(Err(AppError::TooLong))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[tokio::test]
    async fn work_without_end_is_answered_and_keeps_one_place_only() {
        let blocking = Blocking::new(2, Duration::from_millis(200));
        let (end, ended) = mpsc::channel::<()>();
        let endless = blocking.run(move || ended.recv()).await;
        assert!(matches!(endless, Err(AppError::TooLong)));
        assert_eq!(blocking.run(|| 7).await.unwrap(), 7, "there is another place");
        let (other_end, ended) = mpsc::channel::<()>();
        assert!(blocking.run(move || ended.recv()).await.is_err());
        assert!(matches!(blocking.run(|| 7).await, Err(AppError::TooLong)), "all places are taken");
        drop((end, other_end));
        assert_eq!(blocking.run(|| 7).await.unwrap(), 7);
    }
}
