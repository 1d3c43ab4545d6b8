//! How a game ended, as a value. The sentence is made where it is shown, so a renamed player is called by the
//! new name.

use crate::rejection::Corrupt;
use bagatelle_core::{Outcome, Seat};
use serde::{Deserialize, Serialize};

/// Why a player loses a game of an event before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Forfeit {
    /// The organizer has removed the player from the event.
    Removed,
    /// The player has left the event.
    Withdrawn,
    /// The player did not come, or did not finish in time.
    Late,
}

impl Forfeit {
    const ALL: [Forfeit; 3] = [Forfeit::Removed, Forfeit::Withdrawn, Forfeit::Late];

    /// The word in the database.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Forfeit::Removed => "removed",
            Forfeit::Withdrawn => "withdrawn",
            Forfeit::Late => "late",
        }
    }

    /// Reads the word in the database.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Forfeit> {
        Forfeit::ALL.into_iter().find(|forfeit| forfeit.word() == word)
    }

    fn describe(self, name: &str) -> String {
        match self {
            Forfeit::Removed => format!("the organizer removed {name}"),
            Forfeit::Withdrawn => format!("{name} left the event"),
            Forfeit::Late => format!("{name} didn’t play in time"),
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// By the rules of the game, which state the outcome.
    ByRules,
    /// One of two players resigned.
    Resigned(Seat),
    /// One of two players was away too long.
    Left(Seat),
    /// One of two players ran out of time.
    OutOfTime(Seat),
    /// A player lost a game of an event before its end: one of two, or the only person at the table.
    Forfeited(Seat, Forfeit),
    /// Both players agreed on a draw.
    DrawAgreed,
    /// The player of a solitaire gave up.
    GivenUp,
    /// The game does not count: it ended before it was under way, or its only person left it to programs.
    Aborted,
}

impl Ending {
    /// The seat that lost by this ending. `None` for a draw, a solitaire, and an ending by the rules.
    #[must_use]
    pub fn loser(self) -> Option<Seat> {
        match self {
            Ending::Resigned(seat)
            | Ending::Left(seat)
            | Ending::OutOfTime(seat)
            | Ending::Forfeited(seat, _) => Some(seat),
            Ending::ByRules | Ending::DrawAgreed | Ending::GivenUp | Ending::Aborted => None,
        }
    }

    /// The seat that won by this ending, for two seats. `None` as by [`Ending::loser`].
    #[must_use]
    pub fn winner(self) -> Option<Seat> {
        self.loser().map(|seat| Seat(1 - seat.0.min(1)))
    }

    /// The ending in a few words, with seats named by `name`. `None` for an ending by the rules, which say it
    /// themselves.
    pub fn describe(self, name: impl Fn(Seat) -> String) -> Option<String> {
        match self {
            Ending::ByRules => None,
            Ending::Resigned(seat) => Some(format!("{} resigned", name(seat))),
            Ending::Left(seat) => Some(format!("{} left the table", name(seat))),
            Ending::OutOfTime(seat) => Some(format!("{} ran out of time", name(seat))),
            Ending::Forfeited(seat, why) => Some(why.describe(&name(seat))),
            Ending::DrawAgreed => Some("a draw by agreement".into()),
            Ending::GivenUp => Some("given up".into()),
            Ending::Aborted => Some("aborted".into()),
        }
    }

    /// The ending that is described in these words, with seats named by `name`: records have nothing else.
    pub fn from_words(
        words: &str,
        seats: impl Iterator<Item = Seat>,
        name: impl Fn(Seat) -> String,
    ) -> Option<Ending> {
        let stopped = |seat| {
            let forfeited = Forfeit::ALL.map(|why| Ending::Forfeited(seat, why));
            [Ending::Resigned(seat), Ending::Left(seat), Ending::OutOfTime(seat)].into_iter().chain(forfeited)
        };
        let mut all =
            [Ending::DrawAgreed, Ending::GivenUp, Ending::Aborted].into_iter().chain(seats.flat_map(stopped));
        all.find(|ending| ending.describe(&name).as_deref() == Some(words))
    }

    /// The outcome, with seats named by `name`. `None` for an ending by the rules.
    pub fn outcome(self, name: impl Fn(Seat) -> String) -> Option<Outcome> {
        let reason = self.describe(name)?;
        Some(Outcome { winners: self.winner().into_iter().collect(), scores: None, reason })
    }

    /// The kind of the ending, without the seat: `resigned`, `draw-agreed`.
    #[must_use]
    pub fn kind(self) -> &'static str {
        match self {
            Ending::ByRules => "rules",
            Ending::Resigned(_) => "resigned",
            Ending::Left(_) => "left",
            Ending::OutOfTime(_) => "out-of-time",
            Ending::Forfeited(_, why) => why.word(),
            Ending::DrawAgreed => "draw-agreed",
            Ending::GivenUp => "given-up",
            Ending::Aborted => "aborted",
        }
    }

    /// The text in the database.
    #[must_use]
    pub fn to_stored(self) -> String {
        match self {
            Ending::Resigned(seat)
            | Ending::Left(seat)
            | Ending::OutOfTime(seat)
            | Ending::Forfeited(seat, _) => {
                format!("{}:{seat}", self.kind())
            }
            Ending::ByRules | Ending::DrawAgreed | Ending::GivenUp | Ending::Aborted => self.kind().into(),
        }
    }

    /// Reads the text in the database.
    ///
    /// # Errors
    /// When no ending is written like this.
    pub fn from_stored(text: &str) -> Result<Ending, Corrupt> {
        let bad = || Corrupt::new("an ending", text);
        let seat = |text: &str| text.parse().map(Seat).map_err(|_| bad());
        match text.split_once(':') {
            None if text == "rules" => Ok(Ending::ByRules),
            None if text == "draw-agreed" => Ok(Ending::DrawAgreed),
            None if text == "given-up" => Ok(Ending::GivenUp),
            None if text == "aborted" => Ok(Ending::Aborted),
            Some(("resigned", at)) => seat(at).map(Ending::Resigned),
            Some(("left", at)) => seat(at).map(Ending::Left),
            Some(("out-of-time", at)) => seat(at).map(Ending::OutOfTime),
            Some((word, at)) => {
                let why = Forfeit::from_word(word).ok_or_else(bad)?;
                Ok(Ending::Forfeited(seat(at)?, why))
            }
            _ => Err(bad()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_are_stored_and_read_back() {
        let one = Seat(1);
        for ending in [
            Ending::ByRules,
            Ending::Resigned(one),
            Ending::Left(one),
            Ending::OutOfTime(one),
            Ending::Forfeited(one, Forfeit::Removed),
            Ending::Forfeited(one, Forfeit::Withdrawn),
            Ending::Forfeited(one, Forfeit::Late),
            Ending::DrawAgreed,
            Ending::GivenUp,
            Ending::Aborted,
        ] {
            assert_eq!(Ending::from_stored(&ending.to_stored()), Ok(ending));
        }
        for bad in ["", "resigned", "resigned:x", "left:", "rules:1"] {
            assert!(Ending::from_stored(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn endings_are_known_by_their_words() {
        let name = |seat: Seat| format!("Player {seat}");
        for ending in [
            Ending::Resigned(Seat(1)),
            Ending::Left(Seat(0)),
            Ending::OutOfTime(Seat(1)),
            Ending::Forfeited(Seat(0), Forfeit::Removed),
            Ending::DrawAgreed,
            Ending::GivenUp,
            Ending::Aborted,
        ] {
            let words = ending.describe(name).unwrap();
            assert_eq!(Ending::from_words(&words, Seat::all(2), name), Some(ending), "{words}");
        }
        for words in ["", "solved", "Player 2 resigned", "most points: 20 against 14"] {
            assert_eq!(Ending::from_words(words, Seat::all(2), name), None, "{words}");
        }
    }

    #[test]
    fn of_two_the_other_player_wins() {
        let outcome = Ending::Resigned(Seat(1)).outcome(|seat| format!("Player {seat}")).unwrap();
        assert_eq!((outcome.winners, outcome.reason), (vec![Seat(0)], "Player 1 resigned".to_owned()));
        assert_eq!(Ending::ByRules.outcome(|_| String::new()), None);
    }
}
