//! What tests let go wrong in a store, and what they see of it: nothing at all without the feature
//! `test-hooks`.

/// What tests let go wrong in a store, and what they see of it.
#[derive(Clone, Debug, Default)]
pub struct TestHooks {
    #[cfg(any(test, feature = "test-hooks"))]
    shared: std::sync::Arc<shared::Shared>,
}

#[cfg(not(any(test, feature = "test-hooks")))]
impl TestHooks {
    /// Asked by the writer before each commit.
    pub(crate) fn before_commit(&self) -> crate::Result<()> {
        Ok(())
    }

    /// Told each statement by which something is read.
    pub(crate) fn note_read(&self, _sql: &str) {}
}

#[cfg(any(test, feature = "test-hooks"))]
mod shared {
    use super::TestHooks;
    use crate::{Result, StoreError};
    use std::collections::BTreeMap;
    use std::sync::{Mutex, MutexGuard, PoisonError};

    #[derive(Debug, Default)]
    pub(super) struct Shared {
        /// Makes the error that the writer finds.
        error: Mutex<Option<fn() -> StoreError>>,
        /// How often was read by each statement.
        reads: Mutex<BTreeMap<String, usize>>,
    }

    fn lock<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
        value.lock().unwrap_or_else(PoisonError::into_inner)
    }

    impl TestHooks {
        /// Asked by the writer before each commit.
        pub(crate) fn before_commit(&self) -> Result<()> {
            let error = *lock(&self.shared.error);
            error.map_or(Ok(()), |error| Err(error()))
        }

        /// Told each statement by which something is read.
        pub(crate) fn note_read(&self, sql: &str) {
            *lock(&self.shared.reads).entry(sql.to_owned()).or_default() += 1;
        }

        /// Lets each transaction of the writer fail from now on with the error that this makes, once all is
        /// written but the commit.
        pub fn fail_writes(&self, error: fn() -> StoreError) {
            *lock(&self.shared.error) = Some(error);
        }

        /// Lets the writer work again.
        pub fn mend_writes(&self) {
            *lock(&self.shared.error) = None;
        }

        /// How often was read by statements in which this text stands.
        pub fn reads_with(&self, text: &str) -> usize {
            self.reads().iter().filter(|(sql, _)| sql.contains(text)).map(|(_, times)| times).sum()
        }

        /// How often was read by each statement so far.
        pub fn reads(&self) -> BTreeMap<String, usize> {
            lock(&self.shared.reads).clone()
        }

        /// Forgets what was read so far.
        pub fn forget_reads(&self) {
            lock(&self.shared.reads).clear();
        }
    }
}
