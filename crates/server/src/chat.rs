//! What is said at a table: by those who sit there, heard by all who look on, kept with the game.

use crate::live::{GameError, Games, Live, now};
use crate::store::{Store, StoreError};
use crate::visitor::Visitor;
use sqlx::Row;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// The longest text, in characters.
pub const LONGEST: usize = 300;
/// How many texts somebody may send within [`WHILE_MS`].
const AT_ONCE: usize = 5;
/// The time over which texts are counted, in milliseconds.
const WHILE_MS: i64 = 10_000;
/// How many of the last texts are shown.
const SHOWN: usize = 100;

/// One thing that was said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// By whom.
    pub who: String,
    /// The name at that time.
    pub name: String,
    /// What.
    pub text: String,
}

/// What was said at one table.
pub struct Chat {
    said: Mutex<Vec<Said>>,
    /// When each person spoke lately.
    lately: Mutex<HashMap<String, Vec<i64>>>,
}

impl Chat {
    /// A chat that goes on from what was said before.
    #[must_use]
    pub fn new(said: Vec<Said>) -> Chat {
        Chat { said: Mutex::new(said), lately: Mutex::default() }
    }

    /// The last texts, oldest first, with their numbers.
    #[must_use]
    pub fn last(&self) -> Vec<(usize, Said)> {
        let said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        said.iter().cloned().enumerate().skip(said.len().saturating_sub(SHOWN)).collect()
    }

    /// Puts other texts in the place of all that were said.
    pub fn replace(&self, said: Vec<Said>) {
        *self.said.lock().unwrap_or_else(PoisonError::into_inner) = said;
    }

    /// Counts a text of a person at a moment; false if there were too many.
    fn may_speak(&self, who: &str, now: i64) -> bool {
        let mut lately = self.lately.lock().unwrap_or_else(PoisonError::into_inner);
        let times = lately.entry(who.to_owned()).or_default();
        times.retain(|&at| now - at < WHILE_MS);
        let may = times.len() < AT_ONCE;
        if may {
            times.push(now);
        }
        may
    }
}

impl Games {
    /// Says something at a table.
    ///
    /// # Errors
    /// When the visitor has no seat there, the text is empty or too long, or there were too many, or the store fails.
    pub async fn say(&self, live: &Live, visitor: Option<&Visitor>, text: &str) -> Result<(), GameError> {
        let line = live.line().await;
        let reader = live.reader(visitor, &line);
        let (Some(&seat), Some(who)) = (reader.seats.first(), reader.id) else {
            return Err(GameError::NotYours);
        };
        let name = line.label(seat);
        drop(line);
        let text = plain(text);
        if text.is_empty() {
            return Err(GameError::Refused("there is nothing to say".into()));
        }
        if text.chars().count() > LONGEST {
            return Err(GameError::Refused(format!("a text has at most {LONGEST} characters")));
        }
        if !live.chat.may_speak(&who, now()) {
            return Err(GameError::Refused("that was a lot at once: wait a few seconds".into()));
        }
        let said = Said { at: now(), who, name, text };
        self.store().keep_said(&live.row.id, &said).await?;
        live.chat.said.lock().unwrap_or_else(PoisonError::into_inner).push(said);
        live.revise();
        Ok(())
    }
}

/// A text of somebody's as others are shown it: what would break a line, turn text around or cannot be seen is a space, and
/// of several spaces one is left.
#[must_use]
pub fn plain(text: &str) -> String {
    let unseen = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let words = text.split(|c: char| c.is_whitespace() || unseen(c)).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

impl Store {
    /// What was said in a game, oldest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn said(&self, game: &str) -> Result<Vec<Said>, StoreError> {
        let rows = sqlx::query("SELECT at, who, name, text FROM chat WHERE game = $1 ORDER BY seq")
            .bind(game)
            .fetch_all(self.reader())
            .await?;
        rows.iter()
            .map(|row| {
                Ok(Said {
                    at: row.try_get("at")?,
                    who: row.try_get("who")?,
                    name: row.try_get("name")?,
                    text: row.try_get("text")?,
                })
            })
            .collect()
    }

    /// Keeps what was said.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn keep_said(&self, game: &str, said: &Said) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO chat (game, seq, at, who, name, text)
             VALUES ($1, (SELECT coalesce(max(seq) + 1, 0) FROM chat WHERE game = $1), $2, $3, $4, $5)",
        )
        .bind(game)
        .bind(said.at)
        .bind(&said.who)
        .bind(&said.name)
        .bind(&said.text)
        .execute(self.writer())
        .await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_speaks_too_much_at_once() {
        let chat = Chat::new(Vec::new());
        let spoke: Vec<bool> = (0..7).map(|n| chat.may_speak("a", n * 100)).collect();
        assert_eq!(spoke, [true, true, true, true, true, false, false]);
        assert!(chat.may_speak("b", 700), "others may");
        assert!(chat.may_speak("a", WHILE_MS + 50), "and later again");
    }
}
