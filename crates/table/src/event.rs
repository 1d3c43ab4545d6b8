//! What happens at a table, and how it is stored.
//!
//! An event is stored as six columns: time, kind, seat, person, text, randomness. [`Event::to_stored`] and
//! [`Event::from_stored`] are inverse; rows of every version are read.

use crate::clock::Millis;
use crate::ending::Forfeit;
use crate::help::Help;
use crate::rejection::Corrupt;
use bagatelle_core::{Randomness, Seat};
use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, VariantArray};

/// A question that a player puts to the other players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Display, EnumString, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum Question {
    /// To take the asker's last move back.
    Takeback,
    /// To call the game a draw.
    Draw,
    /// To stop the clocks.
    Pause,
    /// To play again, seats changed.
    Rematch,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EventKind {
    /// An action from before this table was made; see [`Fork`](crate::Fork).
    Inherited {
        /// The action's canonical text.
        action: String,
    },
    /// An action, by the seat to act or by chance.
    Acted {
        /// The action's canonical text.
        action: String,
    },
    /// An answer ahead of the seat's turn. It is secret, and becomes an action in the event after which it is
    /// that seat's turn.
    Answered {
        /// The seat that answers.
        by: Seat,
        /// The action's canonical text.
        action: String,
    },
    /// A continuation of the last action, which takes its place.
    Amended {
        /// The whole action's canonical text.
        action: String,
    },
    /// The only person at the table takes the last step back, and what others did since.
    TookBack,
    /// The only person at the table, who has resigned, plays on; the moves stay as they are. In older logs
    /// [`EventKind::TookBack`] follows a resignation, and takes back the last step with it.
    Unresigned,
    /// A step that was taken back is played again, and what others did after it.
    Replayed,
    /// Everything is taken back.
    Restarted,
    /// A person sits down, or returns to a seat that a program has taken over.
    Sat {
        /// Where.
        seat: Seat,
        /// The name that is shown.
        name: String,
    },
    /// A person leaves a seat before the game has begun.
    Stood {
        /// Where.
        seat: Seat,
    },
    /// A program takes an open seat.
    ProgramSeated {
        /// Where.
        seat: Seat,
        /// The program's name in the catalog.
        program: String,
    },
    /// A question is put to the other players.
    Asked {
        /// The seat of the asker.
        by: Seat,
        /// What is asked.
        question: Question,
    },
    /// A player agrees to the open question.
    Agreed {
        /// The player's seat.
        by: Seat,
        /// The id of the next table, from the player whose agreement settles a rematch.
        next: Option<String>,
    },
    /// A player declines the open question, or withdraws it.
    Declined {
        /// The player's seat.
        by: Seat,
    },
    /// The clocks run again.
    Resumed {
        /// The seat of the player who resumes.
        by: Seat,
    },
    /// A player resigns.
    Resigned {
        /// The player's seat.
        by: Seat,
        /// The program that takes over where more than two play.
        substitute: String,
    },
    /// The game continues without the player to act, who is away.
    Claimed {
        /// The seat of the player who claims.
        by: Seat,
        /// The program that takes over where more than two play.
        substitute: String,
    },
    /// The seat to act has run out of time.
    TimedOut {
        /// The program that takes over where more than two play.
        substitute: String,
    },
    /// A player loses this game of an event. Only the server does that.
    Forfeited {
        /// The player's seat.
        seat: Seat,
        /// Why.
        why: Forfeit,
        /// The program that takes over where more than two play.
        substitute: String,
    },
    /// The game ends and does not count: it is not under way, or only programs would play on.
    Aborted {
        /// The seat of the player who ends it; `None` where the clock does.
        by: Option<Seat>,
    },
    /// The next round of the match is made.
    WentOn {
        /// The id of its table.
        next: String,
    },
    /// The player of a seat has not come to the table yet.
    Expected {
        /// The player's seat.
        seat: Seat,
    },
    /// A player who was expected has come.
    Arrived {
        /// The player's seat.
        seat: Seat,
    },
    /// The solver helps the player to act.
    Helped {
        /// The player's seat.
        by: Seat,
        /// How.
        help: Help,
    },
}

impl EventKind {
    /// Whether the position may be another one afterwards: such events count in
    /// [`Table::version`](crate::Table::version).
    #[must_use]
    pub fn is_move(&self) -> bool {
        use EventKind::{Acted, Amended, Replayed, Restarted, TookBack, Unresigned};
        matches!(self, Acted { .. } | Amended { .. } | TookBack | Unresigned | Replayed | Restarted)
    }

    /// Whether a deal may follow to which the person can add randomness.
    #[must_use]
    pub fn adds(&self) -> bool {
        use EventKind::{Agreed, Asked, Sat};
        matches!(self, Sat { .. } | Agreed { .. } | Asked { question: Question::Rematch, .. })
    }
}

/// One thing that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// When.
    pub at: Millis,
    /// The id of the person who did it; `None` for programs, chance and the clock.
    pub person: Option<String>,
    /// What.
    pub kind: EventKind,
    /// What the person's browser adds to the deal that follows, where the event [can](EventKind::adds) add
    /// something.
    pub randomness: Option<Randomness>,
}

/// An event as the columns of a row.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredEvent {
    /// Milliseconds since 1970.
    pub at: i64,
    /// The kind's name.
    pub kind: String,
    /// The seat, where the kind has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// The id of a person, or empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub who: String,
    /// The kind's text, or empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// What is added to the deal, if something is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub randomness: Option<String>,
}

impl Event {
    /// An event without a person.
    #[must_use]
    pub fn new(at: Millis, kind: EventKind) -> Event {
        Event { at, person: None, kind, randomness: None }
    }

    /// The event as a row.
    #[must_use]
    pub fn to_stored(&self) -> StoredEvent {
        use EventKind as K;
        let (kind, seat, text) = match &self.kind {
            K::Inherited { action } => ("given", None, action.clone()),
            K::Acted { action } => ("act", None, action.clone()),
            K::Answered { by, action } => ("answer", Some(*by), action.clone()),
            K::Amended { action } => ("amend", None, action.clone()),
            K::TookBack => ("undo", None, String::new()),
            K::Unresigned => ("unresign", None, String::new()),
            K::Replayed => ("redo", None, String::new()),
            K::Restarted => ("restart", None, String::new()),
            K::Sat { seat, name } => ("sit", Some(*seat), name.clone()),
            K::Stood { seat } => ("stand", Some(*seat), String::new()),
            K::ProgramSeated { seat, program } => ("program", Some(*seat), program.clone()),
            K::Asked { by, question } => ("ask", Some(*by), question.to_string()),
            K::Agreed { by, next } => ("agree", Some(*by), next.clone().unwrap_or_default()),
            K::Declined { by } => ("decline", Some(*by), String::new()),
            K::Resumed { by } => ("resume", Some(*by), String::new()),
            K::Resigned { by, substitute } => ("resign", Some(*by), substitute.clone()),
            K::Claimed { by, substitute } => ("claim", Some(*by), substitute.clone()),
            K::TimedOut { substitute } => ("flag", None, substitute.clone()),
            K::Forfeited { seat, why, substitute } => {
                ("forfeit", Some(*seat), format!("{} {substitute}", why.word()))
            }
            K::Aborted { by } => ("abort", *by, String::new()),
            K::WentOn { next } => ("next", None, next.clone()),
            K::Expected { seat } => ("expect", Some(*seat), String::new()),
            K::Arrived { seat } => ("arrive", Some(*seat), String::new()),
            K::Helped { by, help } => ("help", Some(*by), help.to_stored()),
        };
        StoredEvent {
            at: self.at,
            kind: kind.to_owned(),
            seat: seat.map(|seat| seat.0),
            who: self.person.clone().unwrap_or_default(),
            text,
            randomness: self.randomness.map(|randomness| randomness.to_string()),
        }
    }

    /// Reads a row.
    ///
    /// # Errors
    /// When the kind is unknown, a seat is missing, or a question is not one.
    pub fn from_stored(row: StoredEvent) -> Result<Event, Corrupt> {
        use EventKind as K;
        let StoredEvent { at, kind, seat, who, text, randomness } = row;
        let by = || seat.map(Seat).ok_or_else(|| Corrupt::new("the seat of an event", &kind));
        let kind = match kind.as_str() {
            "given" => K::Inherited { action: text },
            "act" => K::Acted { action: text },
            "answer" => K::Answered { by: by()?, action: text },
            "amend" => K::Amended { action: text },
            "undo" => K::TookBack,
            "unresign" => K::Unresigned,
            "redo" => K::Replayed,
            "restart" => K::Restarted,
            "sit" => K::Sat { seat: by()?, name: text },
            "stand" => K::Stood { seat: by()? },
            // Version 0.1 left the seat out where the request named none, and meant the first.
            "program" => K::ProgramSeated { seat: seat.map_or(Seat(0), Seat), program: text },
            "ask" => {
                let question = text.parse().map_err(|_| Corrupt::new("a question", &text))?;
                K::Asked { by: by()?, question }
            }
            "agree" => K::Agreed { by: by()?, next: Some(text).filter(|next| !next.is_empty()) },
            "decline" => K::Declined { by: by()? },
            "resume" => K::Resumed { by: by()? },
            "resign" => K::Resigned { by: by()?, substitute: text },
            "claim" => K::Claimed { by: by()?, substitute: text },
            "flag" => K::TimedOut { substitute: text },
            "forfeit" => {
                let parts = text.split_once(' ');
                let (why, substitute) = parts.ok_or_else(|| Corrupt::new("a forfeit", &text))?;
                let why = Forfeit::from_word(why).ok_or_else(|| Corrupt::new("a forfeit", why))?;
                K::Forfeited { seat: by()?, why, substitute: substitute.to_owned() }
            }
            "abort" => K::Aborted { by: seat.map(Seat) },
            "next" => K::WentOn { next: text },
            "expect" => K::Expected { seat: by()? },
            "arrive" => K::Arrived { seat: by()? },
            "help" => K::Helped { by: by()?, help: Help::from_stored(&text)? },
            unknown => return Err(Corrupt::new("the kind of an event", unknown)),
        };
        let randomness = randomness.map(|text| text.parse().map_err(|_| Corrupt::new("randomness", &text)));
        let person = Some(who).filter(|who| !who.is_empty());
        Ok(Event { at, person, kind, randomness: randomness.transpose()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored(kind: &str, seat: Option<u8>, text: &str) -> StoredEvent {
        let randomness = None;
        StoredEvent { at: 7, kind: kind.into(), seat, who: "p".into(), text: text.into(), randomness }
    }

    #[test]
    fn randomness_is_stored_and_read_back() {
        let row = StoredEvent { randomness: Some("5a".repeat(32)), ..stored("sit", Some(1), "Ann") };
        assert_eq!(Event::from_stored(row.clone()).unwrap().to_stored(), row);
        assert!(Event::from_stored(StoredEvent { randomness: Some("5A".repeat(32)), ..row }).is_err());
    }

    #[test]
    fn every_kind_is_stored_and_read_back() {
        for row in [
            stored("given", None, "R"),
            stored("act", None, "R"),
            stored("answer", Some(2), "pass"),
            stored("amend", None, "Rd"),
            stored("undo", None, ""),
            stored("unresign", None, ""),
            stored("redo", None, ""),
            stored("restart", None, ""),
            stored("sit", Some(1), "Ann"),
            stored("stand", Some(1), ""),
            stored("program", Some(1), "3"),
            stored("ask", Some(0), "takeback"),
            stored("ask", Some(0), "draw"),
            stored("ask", Some(0), "pause"),
            stored("ask", Some(0), "rematch"),
            stored("agree", Some(0), ""),
            stored("agree", Some(0), "next-table"),
            stored("decline", Some(0), ""),
            stored("resume", Some(0), ""),
            stored("resign", Some(0), "simple"),
            stored("claim", Some(0), "simple"),
            stored("flag", None, "simple"),
            stored("abort", Some(1), ""),
            stored("abort", None, ""),
            stored("next", None, "next-table"),
            stored("expect", Some(1), ""),
            stored("arrive", Some(1), ""),
            stored("help", Some(0), "nudge"),
            stored("help", Some(0), "move"),
            stored("help", Some(0), "solution R Rd U"),
        ] {
            assert_eq!(Event::from_stored(row.clone()).unwrap().to_stored(), row);
        }
    }

    #[test]
    fn a_damaged_row_is_an_error() {
        for row in [
            stored("dance", None, ""),
            stored("sit", None, "Ann"),
            stored("ask", Some(0), "money"),
            stored("resign", None, ""),
            stored("answer", None, "pass"),
            stored("arrive", None, ""),
            stored("help", None, "nudge"),
            stored("help", Some(0), "all"),
        ] {
            assert!(Event::from_stored(row.clone()).is_err(), "{row:?}");
        }
        assert_eq!(
            Event::from_stored(stored("program", None, "3")).unwrap().kind,
            EventKind::ProgramSeated { seat: Seat(0), program: "3".into() }
        );
    }
}
