//! What the address of a score pad says.

use crate::new_game::form::{Form, options_for};
use bagatelle_catalog::AnyGame;
use bagatelle_core::present::ScorePad;
use serde_json::Value;

/// The longest name of a player, in characters.
pub(super) const LONGEST_NAME: usize = 24;
/// Stands in the log before entries that were undone.
const UNDONE: char = '.';
/// Stands in the log before an entry that is corrected.
const CORRECTED: char = '~';

/// What an address says.
pub(super) struct Asked {
    /// How many players there are.
    pub(super) players: usize,
    /// The names that were given, clockwise from the player who begins; empty where no one has begun.
    pub(super) names: Vec<String>,
    /// The words of what they play with.
    pub(super) sides: Vec<String>,
    /// The other fields.
    pub(super) form: Form,
    /// What was noted.
    pub(super) log: Log,
    /// Why there can be no pad, in words.
    pub(super) wrong: Option<String>,
}

/// What was noted, and where someone stands in it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Log {
    /// The entries up to there.
    pub(super) done: String,
    /// Those after it.
    pub(super) rest: String,
    /// Whether the first one after it is corrected; otherwise they were undone.
    pub(super) corrects: bool,
}

impl Asked {
    /// Reads a query.
    pub(super) fn read(game: &dyn AnyGame, query: &[(String, String)]) -> Asked {
        let all = |key: &str| -> Vec<String> {
            let found = query.iter().filter(|(name, _)| name == key);
            found.map(|(_, text)| text.trim().chars().filter(|c| !c.is_control()).collect()).collect()
        };
        let mut names = all("name");
        for name in &mut names {
            *name = name.chars().take(LONGEST_NAME).collect();
        }
        let seats = &game.manifest().seats;
        let (least, most) = (usize::from(*seats.start()), usize::from(*seats.end()));
        let wanted = match (names.len(), all("players").first()) {
            (0, None) => most,
            (0, Some(text)) => text.parse().unwrap_or(0),
            (given, _) => given,
        };
        let fits = (least..=most).contains(&wanted);
        let log = all("log").pop().unwrap_or_default();
        Asked {
            players: wanted.clamp(least, most),
            names,
            sides: all("side"),
            form: query.iter().cloned().collect(),
            log: Log::read(&log),
            wrong: (!fits).then(|| format!("{} is for {}", game.manifest().name, crate::game::players(game))),
        }
    }

    /// The options of the game.
    pub(super) fn options(&self, game: &dyn AnyGame) -> Value {
        options_for(game, &self.form, self.players as u8)
    }

    /// What the players are called: those without names by what they play with.
    pub(super) fn called(&self, pad: &dyn ScorePad) -> Vec<String> {
        let known = pad.sides(self.players);
        let called = |(name, word): (&String, &String)| {
            let side = known.iter().find(|side| side.word == *word).filter(|_| name.is_empty());
            side.map_or_else(|| name.clone(), |side| side.name.to_owned())
        };
        self.names.iter().zip(&self.sides).map(called).collect()
    }
}

impl Log {
    /// Reads a text. Entries are of plain letters; what cannot be one stays as a mark that is none.
    fn read(text: &str) -> Log {
        let plain = |part: &str| part.chars().map(|c| if c.is_ascii_graphic() { c } else { '?' }).collect();
        let (at, len) = text.find([UNDONE, CORRECTED]).map_or((text.len(), 0), |at| (at, 1));
        Log {
            done: plain(&text[..at]),
            rest: plain(&text[at + len..]),
            corrects: text[at..].starts_with(CORRECTED),
        }
    }

    /// The text after these entries were undone.
    pub(super) fn undone(done: &str, rest: &str) -> String {
        if rest.is_empty() { done.to_owned() } else { format!("{done}{UNDONE}{rest}") }
    }

    /// The text in which the first of `rest` is corrected.
    pub(super) fn corrected(done: &str, rest: &str) -> String {
        format!("{done}{CORRECTED}{rest}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_read_as_it_is_written() {
        let log = |done: &str, rest: &str, corrects| Log { done: done.into(), rest: rest.into(), corrects };
        assert_eq!(Log::read("R1Ra"), log("R1Ra", "", false));
        assert_eq!(Log::read(&Log::undone("R1", "Ra")), log("R1", "Ra", false));
        assert_eq!(Log::undone("R1", ""), "R1");
        assert_eq!(Log::read(&Log::corrected("R1", "Ra")), log("R1", "Ra", true));
        assert_eq!(Log::read("Rä."), log("R?", "", false), "a text that is none");
    }
}
