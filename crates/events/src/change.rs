//! What happens in an event, and how it is stored: the log.

use crate::points::Points;
use bagatelle_core::{Outcome, Seat};
use bagatelle_table::Millis;
use serde::{Deserialize, Serialize};

/// The number of a player in an event, from 0 in the order of joining. It stays when the player leaves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayerNo(pub u32);

impl PlayerNo {
    /// The number as an index into the list of players.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Who has the seats of a table, in order; a program where there is no number.
pub type Seating = Vec<Option<PlayerNo>>;

/// What a seat has achieved in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Achieved {
    /// Whether it won, alone or with others. A draw has no winner.
    pub won: bool,
    /// Its points; or its moves, where a duplicate event compares moves. 0 where the game counts neither.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub count: i32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(count: &i32) -> bool {
    *count == 0
}

/// What each seat of a table has achieved, from the outcome of its game. `moves` is given where moves are
/// compared.
#[must_use]
pub fn achieved(outcome: &Outcome, seats: u8, moves: Option<u32>) -> Vec<Achieved> {
    let of = |seat: Seat| {
        let points = outcome.scores.as_ref().and_then(|scores| scores.get(seat.index())).copied();
        let moves = moves.map(|moves| i32::try_from(moves).unwrap_or(i32::MAX));
        Achieved { won: outcome.winners.contains(&seat), count: moves.or(points).unwrap_or(0) }
    };
    Seat::all(seats).map(of).collect()
}

/// Why a player has no game in a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ByeKind {
    /// The number of players is odd. In a round robin each player rests once, which is worth nothing.
    Rest,
    /// The player would have an opponent if the numbers came out even: it counts as a game won.
    Bye,
    /// The opponent has left the event: it counts as a game won.
    Walkover,
    /// The player has joined after this round, which is worth nothing.
    Late,
    /// The player has joined after this round, which is worth half a point.
    LateHalf,
}

/// A player without a game in a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bye {
    /// The player.
    pub player: PlayerNo,
    /// Why.
    pub why: ByeKind,
}

impl Bye {
    /// What it is worth.
    #[must_use]
    pub fn points(self) -> Points {
        match self.why {
            ByeKind::Rest | ByeKind::Late => Points::NONE,
            ByeKind::LateHalf => Points::share(0, 1, 1),
            ByeKind::Bye | ByeKind::Walkover => Points::whole(1),
        }
    }
}

/// Why an event has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndReason {
    /// All rounds are played.
    Played,
    /// The organizer has ended it.
    Organizer,
    /// No pairing is left in which no two players meet again and no player has a second bye.
    NoPairing,
    /// Too few players are left.
    TooFew,
}

impl EndReason {
    /// The reason in a sentence for the players.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            EndReason::Played => "All rounds have been played.",
            EndReason::Organizer => "The organizer ended the event early. Unfinished games don’t count.",
            EndReason::NoPairing => {
                "The event ended early: no new pairing is possible without players meeting again."
            }
            EndReason::TooFew => "The event ended early: too few players are left.",
        }
    }
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Change {
    /// A player joins. One who has left before the start comes back under the same number.
    Joined {
        /// The player's number.
        player: PlayerNo,
        /// The id of the player's account.
        account: String,
        /// The name at that time.
        name: String,
        /// The rating at that time, rounded; `None` for a player without one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rating: Option<i32>,
    },
    /// A player leaves. After the start, the running game is lost and no other follows.
    Left {
        /// The player.
        player: PlayerNo,
    },
    /// The organizer removes a player, with the same effect; the player cannot join again.
    Removed {
        /// The player.
        player: PlayerNo,
    },
    /// The event begins.
    Started {
        /// The players by rating, best first; lots decide between equals. This is the order of the seeds.
        order: Vec<PlayerNo>,
    },
    /// A round is paired and begins.
    Paired {
        /// Which round, from 1.
        round: u32,
        /// The tables.
        tables: Vec<Seating>,
        /// The players without a game.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        byes: Vec<Bye>,
    },
    /// A game has ended.
    Reported {
        /// Which round, from 1.
        round: u32,
        /// Which of its tables, from 0.
        table: u32,
        /// Which game of this table, from 1: a drawn duel of a knock-out has a second one.
        game: u32,
        /// What each seat has achieved.
        result: Vec<Achieved>,
    },
    /// The organizer corrects the result of the last game at a table, before the next round is paired.
    Corrected {
        /// Which round, from 1.
        round: u32,
        /// Which of its tables, from 0.
        table: u32,
        /// What each seat has achieved.
        result: Vec<Achieved>,
    },
    /// Players have missed their game, or have not finished it in time: they lose it.
    Missed {
        /// Which round, from 1.
        round: u32,
        /// Which of its tables, from 0.
        table: u32,
        /// The players.
        players: Vec<PlayerNo>,
    },
    /// The event stops: running games go on, but no round follows.
    Paused,
    /// It goes on.
    Resumed,
    /// It is over. Games that are not decided do not count.
    Ended {
        /// Why.
        why: EndReason,
    },
}

/// A change in the log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// When.
    pub at: Millis,
    /// The id of the account that did it; `None` for the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// What.
    #[serde(flatten)]
    pub change: Change,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(change: &Change) -> String {
        let entry = Entry { at: 5, by: Some("ann".into()), change: change.clone() };
        let text = serde_json::to_string(&entry).unwrap();
        assert_eq!(serde_json::from_str::<Entry>(&text).unwrap(), entry);
        text
    }

    #[test]
    fn changes_are_written_in_words_that_stay() {
        let [one, two] = [PlayerNo(0), PlayerNo(1)];
        let joined = Change::Joined { player: one, account: "a".into(), name: "Ann".into(), rating: None };
        let start = r#"{"at":5,"by":"ann","kind":"#;
        let expected = format!(r#"{start}"joined","player":0,"account":"a","name":"Ann"}}"#);
        assert_eq!(written(&joined), expected);
        let byes = vec![Bye { player: PlayerNo(2), why: ByeKind::Bye }];
        let tables = vec![vec![Some(one), Some(two)], vec![None, Some(two)]];
        let paired = written(&Change::Paired { round: 1, tables, byes });
        let rest = r#""paired","round":1,"tables":[[0,1],[null,1]],"byes":[{"player":2,"why":"bye"}]}"#;
        assert_eq!(paired, format!("{start}{rest}"));
        let result = vec![Achieved { won: true, count: 0 }, Achieved { won: false, count: -3 }];
        let reported = written(&Change::Reported { round: 1, table: 0, game: 1, result });
        assert!(reported.ends_with(r#""game":1,"result":[{"won":true},{"won":false,"count":-3}]}"#));
        assert_eq!(written(&Change::Paused), format!(r#"{start}"paused"}}"#));
        let ended = written(&Change::Ended { why: EndReason::NoPairing });
        assert_eq!(ended, format!(r#"{start}"ended","why":"no-pairing"}}"#));
        for change in [
            Change::Left { player: one },
            Change::Removed { player: two },
            Change::Started { order: vec![one, two] },
            Change::Missed { round: 1, table: 0, players: vec![one] },
            Change::Resumed,
        ] {
            written(&change);
        }
    }

    #[test]
    fn an_outcome_says_what_each_seat_has_achieved() {
        let outcome =
            Outcome { winners: vec![Seat(1)], scores: Some(vec![3, 9]), reason: "most points".into() };
        let all = [Achieved { won: false, count: 3 }, Achieved { won: true, count: 9 }];
        assert_eq!(achieved(&outcome, 2, None), all);
        assert_eq!(achieved(&outcome, 1, Some(12)), [Achieved { won: false, count: 12 }]);
        assert_eq!(achieved(&Outcome::won(Seat(0), ""), 1, None), [Achieved { won: true, count: 0 }]);
    }

    #[test]
    fn each_end_has_a_sentence() {
        use EndReason::{NoPairing, Organizer, Played, TooFew};
        assert!([Played, Organizer, NoPairing, TooFew].iter().all(|why| why.sentence().ends_with('.')));
    }
}
