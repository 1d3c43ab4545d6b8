//! A game as its events tell it: what was played, taken back and played again.
//!
//! Events are never removed. Taking back is an event, too: it moves a cursor over the steps that were played, and a new
//! step drops those after the cursor. Folding the same events gives the same line, so the log is all that is stored.

use bagatelle_catalog::{Refused, Table};
use bagatelle_core::{Seat, Turn, Viewer};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The longest pause between two events that the clock counts, in milliseconds.
pub const LONGEST_PAUSE: i64 = 5 * 60 * 1000;

/// What can happen to a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// An action is taken, by a person, a program or chance.
    Act,
    /// The player goes on with the last action: this one takes its place.
    Amend,
    /// A person takes the last step back, and what others did since.
    Undo,
    /// A step that was taken back is played again, and what others did after it.
    Redo,
    /// Everything is taken back.
    Restart,
}

const KINDS: [(Kind, &str); 5] = [
    (Kind::Act, "act"),
    (Kind::Amend, "amend"),
    (Kind::Undo, "undo"),
    (Kind::Redo, "redo"),
    (Kind::Restart, "restart"),
];

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(KINDS.iter().find(|(kind, _)| kind == self).map_or("", |(_, name)| name))
    }
}

impl FromStr for Kind {
    type Err = String;
    fn from_str(text: &str) -> Result<Kind, String> {
        KINDS
            .iter()
            .find(|(_, name)| *name == text)
            .map(|(kind, _)| *kind)
            .ok_or_else(|| format!("“{text}” is no kind of event"))
    }
}

/// One thing that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// What.
    pub kind: Kind,
    /// The action's text, for the kinds that have one.
    pub text: String,
}

/// Why an event cannot happen; the line is as it was.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Impossible {
    /// The action was refused.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The last action cannot be continued to this one.
    #[error("that does not go on with the last move")]
    NotAContinuation,
    /// Nothing that may be taken back.
    #[error("there is nothing to take back")]
    NothingToUndo,
    /// The last step told the player something new.
    #[error("that cannot be taken back: it has shown you something new")]
    Revealed,
    /// Nothing was taken back.
    #[error("there is nothing to play again")]
    NothingToRedo,
}

struct Step {
    text: String,
    amends: bool,
    by_person: bool,
}

/// A game and its steps.
pub struct Line {
    /// The game as it stands.
    pub table: Box<dyn Table>,
    /// Per seat: whether a person sits there.
    people: Vec<bool>,
    steps: Vec<Step>,
    cursor: usize,
    version: u64,
    counted: i64,
    last_at: Option<i64>,
}

impl Line {
    /// A line without events. `people` says for each seat whether a person sits there.
    #[must_use]
    pub fn new(table: Box<dyn Table>, people: Vec<bool>) -> Line {
        Line { table, people, steps: Vec::new(), cursor: 0, version: 0, counted: 0, last_at: None }
    }

    /// How many events there were.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Whether a person has to act.
    #[must_use]
    pub fn awaits_person(&self) -> bool {
        matches!(self.table.turn(), Turn::Seat(seat) if self.people.get(seat.index()) == Some(&true))
    }

    /// Whether there is a step of a person that may be taken back.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        self.steps[..self.cursor].iter().any(|step| step.by_person) && self.table.last_is_innocent()
    }

    /// Whether there is a step to play again.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        self.cursor < self.steps.len()
    }

    /// The time that was played until `now`, in milliseconds: from the first action to the end, longer pauses counted as
    /// [`LONGEST_PAUSE`]. `None` before the first action.
    #[must_use]
    pub fn played_ms(&self, now: i64) -> Option<i64> {
        let pause = |last: i64| (now - last).clamp(0, LONGEST_PAUSE);
        self.last_at.map(|last| self.counted + if self.is_over() { 0 } else { pause(last) })
    }

    /// Whether the game has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.table.turn() == Turn::Over
    }

    /// Lets an event happen. For an action, the canonical text is put into it.
    ///
    /// # Errors
    /// When it cannot happen; the line is as it was.
    pub fn happen(&mut self, event: &mut Event) -> Result<(), Impossible> {
        let was_over = self.is_over();
        match event.kind {
            Kind::Act => {
                let by_person = self.awaits_person();
                event.text = self.table.play(&event.text)?;
                self.push(event.text.clone(), false, by_person);
            }
            Kind::Amend => {
                let offered = self.table.offers(Viewer::Seat(Seat(0)));
                if !offered.iter().any(|offer| offer.amends && offer.text == event.text) {
                    return Err(Impossible::NotAContinuation);
                }
                self.table.take_back();
                event.text = self.table.play(&event.text)?;
                self.push(event.text.clone(), true, true);
            }
            Kind::Undo => self.undo()?,
            Kind::Redo => self.redo()?,
            Kind::Restart => {
                self.undo()?;
                while self.cursor > 0 && self.undo().is_ok() {}
            }
        }
        if let Some(last) = self.last_at.filter(|_| !was_over) {
            self.counted += (event.at - last).clamp(0, LONGEST_PAUSE);
        }
        self.last_at = Some(event.at);
        self.version += 1;
        Ok(())
    }

    fn push(&mut self, text: String, amends: bool, by_person: bool) {
        self.steps.truncate(self.cursor);
        self.steps.push(Step { text, amends, by_person });
        self.cursor += 1;
    }

    fn undo(&mut self) -> Result<(), Impossible> {
        if !self.steps[..self.cursor].iter().any(|step| step.by_person) {
            return Err(Impossible::NothingToUndo);
        }
        if !self.table.last_is_innocent() {
            return Err(Impossible::Revealed);
        }
        loop {
            self.cursor -= 1;
            let step = &self.steps[self.cursor];
            self.table.take_back();
            if step.amends {
                self.table.play(&self.steps[self.cursor - 1].text)?;
            }
            if step.by_person || !self.table.last_is_innocent() {
                return Ok(());
            }
        }
    }

    fn redo(&mut self) -> Result<(), Impossible> {
        if !self.can_redo() {
            return Err(Impossible::NothingToRedo);
        }
        while let Some(step) = self.steps.get(self.cursor) {
            if step.amends {
                self.table.take_back();
            }
            self.table.play(&step.text)?;
            self.cursor += 1;
            let goes_on = self.steps.get(self.cursor).is_some_and(|next| !next.by_person);
            if !goes_on {
                break;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bagatelle_core::Seed;
    use serde_json::json;

    fn line() -> Line {
        let entry = bagatelle_catalog::find("brain-burn").unwrap();
        let record = entry.deal(&json!({}), &json!({"hole": 12}), &Seed::from_text("line")).unwrap();
        Line::new(entry.open(&record).unwrap(), vec![true])
    }

    fn run(line: &mut Line, script: &str) -> Vec<String> {
        for (n, word) in script.split_whitespace().enumerate() {
            let (kind, text) = match word {
                "undo" => (Kind::Undo, ""),
                "redo" => (Kind::Redo, ""),
                "restart" => (Kind::Restart, ""),
                word if word.starts_with('+') => (Kind::Amend, &word[1..]),
                word => (Kind::Act, word),
            };
            line.happen(&mut Event { at: n as i64 * 1000, kind, text: text.into() }).unwrap();
        }
        line.table.actions()
    }

    #[test]
    fn a_swap_is_undone_before_its_slide_and_redone_after_it() {
        let mut line = line();
        assert_eq!(run(&mut line, "R +Rd D"), ["Rd", "D"]);
        assert_eq!(run(&mut line, "undo undo"), ["R"]);
        assert_eq!(run(&mut line, "redo"), ["Rd"]);
        assert_eq!(run(&mut line, "undo undo"), [] as [&str; 0]);
        assert!(!line.can_undo() && line.can_redo());
        assert_eq!(run(&mut line, "redo redo redo"), ["Rd", "D"]);
        assert_eq!(run(&mut line, "restart redo L"), ["R", "L"]);
        assert!(!line.can_redo());
    }

    #[test]
    fn what_cannot_happen_changes_nothing() {
        let mut line = line();
        let mut try_one = |kind, text: &str| {
            let before = (line.table.actions(), line.version(), line.can_redo());
            let result = line.happen(&mut Event { at: 0, kind, text: text.into() });
            assert!(result.is_ok() || before == (line.table.actions(), line.version(), line.can_redo()));
            result.map_err(|e| e.to_string())
        };
        assert_eq!(try_one(Kind::Undo, ""), Err("there is nothing to take back".into()));
        assert_eq!(try_one(Kind::Redo, ""), Err("there is nothing to play again".into()));
        assert_eq!(try_one(Kind::Amend, "Rd"), Err("that does not go on with the last move".into()));
        assert!(try_one(Kind::Act, "hello").unwrap_err().contains("not an action"));
        assert_eq!(try_one(Kind::Act, "R"), Ok(()));
        for text in ["Rx", "Rl", "L", "R"] {
            assert_eq!(try_one(Kind::Amend, text), Err("that does not go on with the last move".into()));
        }
    }

    #[test]
    fn the_clock_starts_with_the_first_move_and_skips_long_pauses() {
        let mut line = line();
        assert_eq!(line.played_ms(50), None);
        let mut at =
            |at, text: &str| line.happen(&mut Event { at, kind: Kind::Act, text: text.into() }).unwrap();
        at(1_000, "R");
        at(4_000, "L");
        at(4_000 + 60 * 60 * 1000, "R");
        assert_eq!(line.played_ms(4_000 + 60 * 60 * 1000 + 500), Some(3_000 + LONGEST_PAUSE + 500));
    }
}
