//! The help that a player takes from the solver. It is part of the game's history: it is stored, it stays
//! when moves are taken back, and the result mentions it.

use crate::rejection::Corrupt;
use serde::Serialize;
use std::sync::Arc;

/// What the solver tells a player at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Help {
    /// Where to look, or how the position stands.
    Nudge,
    /// The next move.
    Move,
    /// A whole solution from here: its actions. Those that are then taken as it says count as played by the
    /// solver.
    Solution(Vec<String>),
}

impl Help {
    /// The actions that are shown.
    #[must_use]
    pub fn line(&self) -> &[String] {
        match self {
            Help::Nudge | Help::Move => &[],
            Help::Solution(line) => line,
        }
    }

    /// The help as the text of a row.
    pub(crate) fn to_stored(&self) -> String {
        match self {
            Help::Nudge => "nudge".into(),
            Help::Move => "move".into(),
            Help::Solution(line) => format!("solution {}", line.join(" ")),
        }
    }

    /// Reads the text of a row.
    pub(crate) fn from_stored(text: &str) -> Result<Help, Corrupt> {
        match (text, text.strip_prefix("solution ")) {
            ("nudge", _) => Ok(Help::Nudge),
            ("move", _) => Ok(Help::Move),
            (_, Some(line)) if !line.is_empty() => {
                Ok(Help::Solution(line.split(' ').map(str::to_owned).collect()))
            }
            _ => Err(Corrupt::new("the help that was taken", text)),
        }
    }
}

/// How much help was taken in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct HelpTaken {
    /// How often the solver said where to look.
    pub nudges: u32,
    /// How many moves it showed.
    pub moves: u32,
    /// How many solutions it showed.
    pub solutions: u32,
    /// How many moves of the game, as it stands, were played as a solution said.
    pub played: u32,
}

impl HelpTaken {
    /// Whether there was any.
    #[must_use]
    pub fn any(&self) -> bool {
        *self != HelpTaken::default()
    }
}

/// A solution that was shown.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Shown {
    /// The actions before it.
    pub(crate) from: Vec<String>,
    /// Its own.
    pub(crate) line: Vec<String>,
}

/// A nudge or a move that was given.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Told {
    /// The actions before it.
    pub(crate) from: Vec<String>,
    /// How many moves they are. A move may take several actions, and is shown once.
    pub(crate) moves: usize,
    /// Whether it was the move.
    pub(crate) whole: bool,
}

/// The help so far.
#[derive(Clone, Default)]
pub(crate) struct HelpLog {
    /// What was told; what was played is in `followed`.
    pub(crate) taken: HelpTaken,
    /// The actions that were taken as a solution said, those that can be redone among them: the actions
    /// before each, and whether it completed a move.
    pub(crate) followed: Vec<(usize, bool)>,
    /// The nudge or the move that was given last.
    pub(crate) told: Option<Arc<Told>>,
    pub(crate) shown: Option<Arc<Shown>>,
}

/// The rest of a solution for a player who has followed it: `from` has the actions before it, `now` the
/// actions so far. `None` for a player who has left it.
#[must_use]
pub fn rest_of_solution<'a>(from: &[String], line: &'a [String], now: &[String]) -> Option<&'a [String]> {
    let followed = now.strip_prefix(from)?;
    line.strip_prefix(followed)
}

#[cfg(test)]
mod tests {
    use super::rest_of_solution;

    #[test]
    fn a_solution_holds_as_long_as_it_is_followed() {
        let words = |text: &str| text.split_whitespace().map(String::from).collect::<Vec<_>>();
        let (from, line) = (words("R L"), words("U Ud D"));
        let rest = |now: &str| rest_of_solution(&from, &line, &words(now)).map(<[String]>::to_vec);
        assert_eq!(rest("R L"), Some(words("U Ud D")));
        assert_eq!(rest("R L U"), Some(words("Ud D")));
        assert_eq!(rest("R L U Ud D"), Some(vec![]));
        assert_eq!(rest("R L D"), None);
        assert_eq!(rest("R"), None);
    }
}
