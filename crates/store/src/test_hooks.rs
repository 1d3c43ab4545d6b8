//! What tests let go wrong in a store, and what they see of it: nothing without the feature `test-hooks`.

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

    /// Told of each statement that reads.
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
        /// How often each statement has read.
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

        /// Told of each statement that reads.
        pub(crate) fn note_read(&self, sql: &str) {
            *lock(&self.shared.reads).entry(sql.to_owned()).or_default() += 1;
        }

        /// From now on, makes each transaction of the writer fail with the error that this makes, when only
        /// the commit is left.
        pub fn fail_writes(&self, error: fn() -> StoreError) {
            *lock(&self.shared.error) = Some(error);
        }

        /// Lets the writer work again.
        pub fn mend_writes(&self) {
            *lock(&self.shared.error) = None;
        }

        /// How often statements with this text in them have read.
        pub fn reads_with(&self, text: &str) -> usize {
            self.reads().iter().filter(|(sql, _)| sql.contains(text)).map(|(_, times)| times).sum()
        }

        /// How often each statement has read so far.
        pub fn reads(&self) -> BTreeMap<String, usize> {
            lock(&self.shared.reads).clone()
        }

        /// Forgets the reads so far.
        pub fn forget_reads(&self) {
            lock(&self.shared.reads).clear();
        }
    }
}
