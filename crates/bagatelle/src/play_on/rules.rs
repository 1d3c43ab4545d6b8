//! Which challenges a bot accepts.

use super::config::{Challenges, ClockKind};
use bagatelle_table::Pace;
use serde::Deserialize;

/// A challenge, as the server tells it.
#[derive(Clone, Debug, Deserialize)]
pub struct Challenge {
    /// Its id.
    pub id: String,
    /// Who challenges.
    pub from: Challenger,
    /// Whether the bot made it.
    pub yours: bool,
    /// The game.
    pub game: String,
    /// The clock, and whether the game is rated.
    pub terms: Terms,
    /// The most rounds of a match.
    pub best_of: u8,
    /// Whether it waits for an answer: `open`.
    pub state: String,
}

/// Who challenges.
#[derive(Clone, Debug, Deserialize)]
pub struct Challenger {
    /// The name.
    pub name: String,
    /// Whether a program plays for the account.
    pub bot: bool,
}

/// What is agreed about a game.
#[derive(Clone, Debug, Deserialize)]
pub struct Terms {
    /// The clock.
    pub pace: Pace,
    /// Whether it is rated.
    pub rated: bool,
}

impl Challenges {
    /// Says why a challenge is not accepted; `None` if it is. `plays` are the games that the engine plays.
    pub fn refusal(&self, challenge: &Challenge, plays: &[&str]) -> Option<String> {
        let Challenge { from, game, terms, best_of, .. } = challenge;
        let chosen = self.games.as_ref().is_none_or(|games| games.contains(game));
        let kind = match terms.pace {
            Pace::Free => ClockKind::Free,
            Pace::Days(_) => ClockKind::Days,
            Pace::RealTime { .. } => ClockKind::RealTime,
        };
        let in_time = match terms.pace {
            Pace::RealTime { start_s, increment_s } => {
                (self.min_start_s..=self.max_start_s).contains(&start_s)
                    && increment_s >= self.min_increment_s
            }
            _ => true,
        };
        let among = |names: &[String]| names.iter().any(|name| name.eq_ignore_ascii_case(&from.name));
        let rules = [
            (self.accept, "no challenges are accepted".to_owned()),
            (chosen && plays.contains(&game.as_str()), format!("{game} is not played")),
            (self.clocks.contains(&kind) && in_time, "this clock is not wanted".to_owned()),
            (self.rated.takes(terms.rated), format!("it is {}rated", if terms.rated { "" } else { "not " })),
            (
                self.bots.takes(from.bot),
                format!("{} is {}a bot", from.name, if from.bot { "" } else { "not " }),
            ),
            (self.from.is_empty() || among(&self.from), format!("{} is not in the list", from.name)),
            (!among(&self.not_from), format!("{} is in the list of the unwanted", from.name)),
            (*best_of <= self.max_rounds, format!("{best_of} rounds are too many")),
        ];
        rules.into_iter().find_map(|(is_met, why)| (!is_met).then_some(why))
    }
}

#[cfg(test)]
mod tests {
    use super::super::config::Wanted;
    use super::*;

    fn challenge() -> Challenge {
        Challenge {
            id: "1".into(),
            from: Challenger { name: "Bob".into(), bot: false },
            yours: false,
            game: "baju-duel".into(),
            terms: Terms { pace: Pace::RealTime { start_s: 300, increment_s: 2 }, rated: true },
            best_of: 3,
            state: "open".into(),
        }
    }

    #[test]
    fn each_rule_declines() {
        let usual = Challenges::default;
        let why = |rules: Challenges| rules.refusal(&challenge(), &["baju-duel"]);
        assert_eq!(why(usual()), None);
        let games = Some(vec!["bulbous".to_owned()]);
        let refused = [
            (Challenges { accept: false, ..usual() }, "no challenges are accepted"),
            (Challenges { games, ..usual() }, "baju-duel is not played"),
            (Challenges { clocks: vec![ClockKind::Days], ..usual() }, "this clock is not wanted"),
            (Challenges { min_start_s: 600, ..usual() }, "this clock is not wanted"),
            (Challenges { max_start_s: 60, ..usual() }, "this clock is not wanted"),
            (Challenges { min_increment_s: 5, ..usual() }, "this clock is not wanted"),
            (Challenges { rated: Wanted::Never, ..usual() }, "it is rated"),
            (Challenges { bots: Wanted::Only, ..usual() }, "Bob is not a bot"),
            (Challenges { from: vec!["Ann".into()], ..usual() }, "Bob is not in the list"),
            (Challenges { not_from: vec!["bob".into()], ..usual() }, "Bob is in the list of the unwanted"),
            (Challenges { max_rounds: 1, ..usual() }, "3 rounds are too many"),
        ];
        for (rules, wanted) in refused {
            assert_eq!(why(rules).as_deref(), Some(wanted));
        }
        assert_eq!(usual().refusal(&challenge(), &["bulbous"]).as_deref(), Some("baju-duel is not played"));
    }
}
