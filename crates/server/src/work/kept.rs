//! Answers that take long to make and are the same for everyone: the latest are kept.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// The last answers, by what they show.
pub struct Kept<V> {
    kept: Mutex<VecDeque<(blake3::Hash, V)>>,
    most: usize,
}

impl<V: Clone> Kept<V> {
    /// Keeps at most this many.
    #[must_use]
    pub fn new(most: usize) -> Kept<V> {
        Kept { kept: Mutex::default(), most }
    }

    /// The answer to a question, made if it is not kept. A failure is not kept.
    ///
    /// # Errors
    /// As `make`.
    pub async fn get<E>(&self, question: &str, make: impl AsyncFnOnce() -> Result<V, E>) -> Result<V, E> {
        let hash = blake3::hash(question.as_bytes());
        let lock = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = lock().iter().find(|(known, _)| *known == hash) {
            return Ok(known.clone());
        }
        let made = make().await?;
        let mut kept = lock();
        kept.truncate(self.most - 1);
        kept.push_front((hash, made.clone()));
        Ok(made)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_last_answers_are_kept() {
        let kept = Kept::new(2);
        let get = async |question: &str, answer: Result<u8, ()>| kept.get(question, async || answer).await;
        assert_eq!(get("a", Err(())).await, Err(()));
        assert_eq!((get("a", Ok(1)).await, get("b", Ok(2)).await), (Ok(1), Ok(2)));
        assert_eq!((get("a", Ok(9)).await, get("b", Ok(9)).await), (Ok(1), Ok(2)));
        assert_eq!((get("c", Ok(3)).await, get("a", Ok(4)).await), (Ok(3), Ok(4)));
    }
}
