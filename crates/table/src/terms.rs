//! The terms of a game among people: the clock and the rules of conduct. They are shown before players sit
//! down, and kept in the record.

use serde::{Deserialize, Serialize};

const MINUTE: u32 = 60;
const HOUR: u32 = 60 * MINUTE;
const DAY: u32 = 24 * HOUR;

/// How much time the players have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Pace {
    /// No limit.
    #[default]
    Free,
    /// A time for the whole game, and an increment after each move (Fischer's clock).
    RealTime {
        /// Seconds at the start.
        start_s: u32,
        /// Seconds added after each move.
        increment_s: u32,
    },
    /// A number of days for each move.
    Days(u32),
}

/// The terms of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Terms {
    /// The clock.
    pub pace: Pace,
    /// Whether takebacks may be asked for.
    pub takebacks: bool,
    /// Whether pauses may be asked for.
    pub pauses: bool,
    /// How many seconds the player to act may be away before the other players may continue without them.
    /// `None`: no limit.
    pub grace_s: Option<u32>,
    /// Whether the result counts for the ratings.
    pub rated: bool,
    /// Whether open seats are listed in the lobby. Visitors who have the link can take them in any case.
    pub listed: bool,
    /// Whether the game is in the list of running games that anyone may watch. Visitors who have the link can
    /// watch in any case. Left out if it is false, so records of other games stay as they were.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub public: bool,
    /// Whether a lone player has neither the solver’s help nor *Undo*, since results are compared with those
    /// of others: in games of events. Left out if it is false.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unaided: bool,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms {
            pace: Pace::Free,
            takebacks: true,
            pauses: true,
            grace_s: Pace::Free.usual_grace(),
            rated: false,
            listed: false,
            public: false,
            unaided: false,
        }
    }
}

/// The clocks that are offered.
pub const PACES: [Pace; 7] = [
    Pace::Free,
    Pace::RealTime { start_s: 3 * MINUTE, increment_s: 2 },
    Pace::RealTime { start_s: 5 * MINUTE, increment_s: 5 },
    Pace::RealTime { start_s: 10 * MINUTE, increment_s: 10 },
    Pace::RealTime { start_s: 30 * MINUTE, increment_s: 30 },
    Pace::Days(1),
    Pace::Days(3),
];

/// The clocks that suit a game of this many minutes: none, three in real time (the slowest gives each player
/// the length of the game), and two by days.
#[must_use]
pub fn paces_for(minutes: u16) -> [Pace; 6] {
    /// Times that people know, in minutes.
    const COMMON: [u32; 8] = [3, 5, 10, 15, 20, 30, 45, 60];
    let real_time = |share: u32| {
        let wanted = u32::from(minutes).div_ceil(share);
        let start = COMMON.into_iter().find(|common| *common >= wanted).unwrap_or(60);
        Pace::RealTime { start_s: start * MINUTE, increment_s: start }
    };
    [Pace::Free, real_time(4), real_time(2), real_time(1), Pace::Days(1), Pace::Days(3)]
}

/// The times of grace that are offered, in seconds.
pub const GRACES: [Option<u32>; 6] =
    [Some(MINUTE), Some(5 * MINUTE), Some(HOUR), Some(DAY), Some(7 * DAY), None];

impl Pace {
    /// Checks that the numbers make a clock that can be played with.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn check(self) -> Result<Pace, &'static str> {
        match self {
            Pace::RealTime { start_s: 10..=86_400, increment_s: 0..=3_600 } | Pace::Free => Ok(self),
            Pace::RealTime { .. } => {
                Err("a clock starts with 10 seconds to 24 hours, and adds at most an hour per move")
            }
            Pace::Days(1..=30) => Ok(self),
            Pace::Days(_) => Err("a move may take 1 to 30 days"),
        }
    }

    /// The usual time of grace under this clock, in seconds: a clock of days needs none.
    #[must_use]
    pub fn usual_grace(self) -> Option<u32> {
        match self {
            Pace::Free => Some(7 * DAY),
            Pace::RealTime { .. } => Some(2 * MINUTE),
            Pace::Days(_) => None,
        }
    }

    /// In words.
    #[must_use]
    pub fn words(self) -> String {
        match self {
            Pace::Free => "no clock".into(),
            Pace::RealTime { start_s, increment_s } => {
                format!("{} each, plus {increment_s} seconds per move", span(start_s))
            }
            Pace::Days(days) => format!("{} per move", span(days * DAY)),
        }
    }
}

/// A time in words: `5 minutes`.
#[must_use]
pub fn span(seconds: u32) -> String {
    let (count, unit) = match seconds {
        s if s >= DAY && s % DAY == 0 => (s / DAY, "day"),
        s if s >= HOUR && s % HOUR == 0 => (s / HOUR, "hour"),
        s if s >= MINUTE && s % MINUTE == 0 => (s / MINUTE, "minute"),
        s => (s, "second"),
    };
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
}

impl Terms {
    /// The terms in sentences, for a table of `seats`.
    #[must_use]
    pub fn words(&self, seats: u8) -> Vec<String> {
        let mut all = vec![match self.pace {
            Pace::Free => "No clock.".to_owned(),
            pace => format!("Clock: {}.", pace.words()),
        }];
        all.push(match self.takebacks {
            true => "Takebacks: if everyone agrees and nothing was revealed.".into(),
            false => "Takebacks: none.".into(),
        });
        if self.pauses && self.pace != Pace::Free {
            all.push("Pauses: if everyone agrees.".into());
        }
        all.push(match (self.grace_s, seats) {
            (None, _) if self.pace != Pace::Free => {
                "If a player is away, the game waits until the clock runs out.".into()
            }
            (None, _) => "If a player is away, the game waits.".into(),
            (Some(grace), 2) => {
                format!("If a player is away for {} on their turn, the other may claim the win.", span(grace))
            }
            (Some(grace), _) => format!(
                "If a player is away for {} on their turn, the others may let the computer take over.",
                span(grace)
            ),
        });
        if matches!(self.pace, Pace::RealTime { .. } | Pace::Days(_)) {
            all.push(match seats {
                2 => "A player who runs out of time loses.".into(),
                _ => "The computer takes over for a player who runs out of time.".into(),
            });
        }
        all.push(match self.rated {
            true => "Rated: players need an account.".into(),
            false => "Not rated.".into(),
        });
        if self.public {
            all.push("Listed under Live: anyone may watch.".into());
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_in_the_largest_whole_unit() {
        let told = [span(1), span(90), span(120), span(HOUR), span(7 * DAY)];
        assert_eq!(told, ["1 second", "90 seconds", "2 minutes", "1 hour", "7 days"]);
    }

    #[test]
    fn what_is_offered_is_a_clock_and_nonsense_is_none() {
        for pace in PACES.into_iter().chain((1..=100).flat_map(paces_for)) {
            assert_eq!(pace.check(), Ok(pace));
        }
        for pace in [Pace::Days(0), Pace::Days(31), Pace::RealTime { start_s: 1, increment_s: 0 }] {
            assert!(pace.check().is_err());
        }
    }

    #[test]
    fn clocks_fit_the_length_of_the_game() {
        let minutes = |game| {
            paces_for(game).map(|pace| match pace {
                Pace::RealTime { start_s, .. } => start_s / MINUTE,
                Pace::Free | Pace::Days(_) => 0,
            })
        };
        assert_eq!((minutes(15), minutes(30)), ([0, 5, 10, 15, 0, 0], [0, 10, 15, 30, 0, 0]));
    }

    #[test]
    fn terms_are_kept_as_json_and_missing_keys_take_their_default() {
        let terms = Terms { pace: Pace::RealTime { start_s: 300, increment_s: 5 }, ..Terms::default() };
        let text = serde_json::to_string(&terms).unwrap();
        assert_eq!(serde_json::from_str::<Terms>(&text).unwrap(), terms);
        assert_eq!(serde_json::from_str::<Terms>("{}").unwrap(), Terms::default());
        assert!(serde_json::from_str::<Terms>(r#"{"grace":1}"#).is_err());
    }

    #[test]
    fn only_a_public_game_says_that_anyone_may_watch() {
        let said = |public| Terms { public, ..Terms::default() }.words(2);
        let (usual, public) = (said(false), said(true));
        assert_eq!(public.last().map(String::as_str), Some("Listed under Live: anyone may watch."));
        assert_eq!(usual[..], public[..usual.len()]);
        let text = |public| serde_json::to_string(&Terms { public, ..Terms::default() }).unwrap();
        assert!(!text(false).contains("public") && text(true).contains(r#""public":true"#));
    }
}
