//! How a move is picked: paths of picks, buttons, offers.

use serde::{Serialize, Serializer};

/// One step of the path of picks that makes a move. Serialised as a string or as a list of strings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum Step {
    /// One thing, by the `data-pick` name it bears in the drawing, or the id of a [`Control`].
    One(String),
    /// Several things, in any order.
    Set(Vec<String>),
}

/// How many things a nudge marks where one would give the move away.
const BEGINNINGS: usize = 3;

impl Step {
    /// One thing to pick.
    pub fn one(name: impl Into<String>) -> Step {
        Step::One(name.into())
    }

    /// Several things to pick, in any order.
    pub fn set<N: Into<String>>(names: impl IntoIterator<Item = N>) -> Step {
        Step::Set(names.into_iter().map(Into::into).collect())
    }

    /// The names that are picked in this step.
    #[must_use]
    pub fn names(&self) -> &[String] {
        match self {
            Step::One(name) => std::slice::from_ref(name),
            Step::Set(names) => names,
        }
    }
}

/// What is picked first on a path.
#[must_use]
pub fn beginning(path: &[Step]) -> Option<String> {
    path.first()?.names().first().cloned()
}

/// What a nudge for `action` marks: the thing that is picked `first`. If that begins no other `legal` action,
/// it would give the action away, so two others that can be picked first are marked, too.
pub fn beginnings<A: Copy, N: Ord>(first: impl Fn(A) -> Option<N>, action: A, legal: &[A]) -> Vec<N> {
    first(action)
        .map_or_else(Vec::new, |own| nudged(own, legal.iter().filter_map(|one| first(*one)).collect()))
}

/// What a nudge marks for a move that begins with `own`, of all that moves begin with.
fn nudged<N: Ord>(own: N, mut all: Vec<N>) -> Vec<N> {
    if all.iter().filter(|name| **name == own).count() != 1 {
        return vec![own];
    }
    all.sort();
    all.dedup();
    let at = all.iter().position(|name| *name == own).unwrap_or_default();
    // Which of the three it is, its place among them does not tell.
    let from = (at - at % BEGINNINGS).min(all.len().saturating_sub(BEGINNINGS));
    all.drain(from..(from + BEGINNINGS).min(all.len())).collect()
}

/// A button beside the board for what is not a thing on it: `pass`, `reject`. It ends or continues a path of
/// picks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Control {
    /// The name that paths of picks use.
    pub id: String,
    /// The text on the button.
    pub label: String,
    /// The key that presses it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<char>,
}

impl Control {
    /// A button.
    pub fn new(id: impl Into<String>, label: impl Into<String>) -> Control {
        Control { id: id.into(), label: label.into(), key: None }
    }

    /// The same button with a key that presses it: a small letter or a digit.
    #[must_use]
    pub fn key(self, key: char) -> Control {
        Control { key: Some(key), ..self }
    }
}

/// The id of the button that confirms an action with a [warning](super::Playable::warning). It is the last
/// step of its path.
pub const CONFIRM: &str = "confirm";

/// A piece that an action is sure to move, and where it lies afterwards. Serialised as a list:
/// `["tile-3", 40, 80]`.
#[derive(Clone, PartialEq, Debug)]
pub struct Motion {
    /// The id of the piece in the drawing.
    pub id: String,
    /// Where it comes to lie, in the coordinates of the drawing: left to right, top to bottom.
    pub to: (f32, f32),
}

impl Motion {
    /// A piece and its new place.
    pub fn new(id: impl Into<String>, to: (f32, f32)) -> Motion {
        Motion { id: id.into(), to }
    }
}

impl Serialize for Motion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (&self.id, self.to.0, self.to.1).serialize(serializer)
    }
}

/// Something a player can do now, in the form that the page gets: what to pick in order, and the
/// action's text.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Offer {
    /// The canonical text.
    pub text: String,
    /// What is picked, in order.
    pub path: Vec<Step>,
    /// The key that does it at once, up to the step that confirms it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Whether the last step confirms it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub confirms: bool,
    /// Whether this continues the player's last action: it then replaces that action.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub amends: bool,
    /// What it is sure to move, where the path alone does not say so; see
    /// [`Playable::motions`](super::Playable::motions).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub motions: Vec<Motion>,
}

/// Whether `picks` are the path, its sets in any order.
pub(super) fn makes(path: &[Step], mut picks: &[&str]) -> bool {
    for step in path {
        let names = step.names();
        let Some((taken, rest)) = picks.split_at_checked(names.len()) else { return false };
        let mut taken = taken.to_vec();
        let mut names: Vec<&str> = names.iter().map(String::as_str).collect();
        taken.sort_unstable();
        names.sort_unstable();
        if taken != names {
            return false;
        }
        picks = rest;
    }
    picks.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nudge_marks_others_where_one_thing_would_give_the_move_away() {
        let first = |(first, _): (&'static str, &'static str)| Some(first);
        let legal = [("a", "1"), ("b", "1"), ("b", "2"), ("c", "1"), ("d", "1")];
        assert_eq!(beginnings(first, ("b", "2"), &legal), ["b"]);
        assert_eq!(beginnings(first, ("c", "1"), &legal), ["a", "b", "c"]);
        assert_eq!(beginnings(first, ("d", "1"), &legal), ["b", "c", "d"]);
        assert_eq!(beginnings(first, ("a", "1"), &legal[..1]), ["a"], "there is nothing else");
    }

    #[test]
    fn picks_of_a_set_may_come_in_any_order() {
        let path = [Step::set(["a", "b"]), Step::one("bet")];
        assert!(makes(&path, &["b", "a", "bet"]) && makes(&path, &["a", "b", "bet"]));
        for picks in [&["a", "b"][..], &["a", "a", "bet"], &["bet", "a", "b"], &["a", "b", "bet", "c"], &[]] {
            assert!(!makes(&path, picks), "{picks:?}");
        }
    }
}
