//! A game as its events tell it: what was played, taken back and played again, who sat down and what was agreed.
//!
//! Events are never removed. Taking back is an event, too: it moves a cursor over the steps that were played, and a new
//! step drops those after the cursor. Folding the same events gives the same line, so the log is all that is stored.
//!
//! This file has what happens on the board; `together.rs` has what happens among the people around it.

mod event;
mod together;

pub use event::{Event, Kind, Question};

use crate::clock::{Clocks, Downtime};
use crate::seats::Sitter;
use crate::terms::Terms;
use bagatelle_catalog::{Refused, Table};
use bagatelle_core::{Outcome, Seat, Turn, Viewer};
use std::sync::Arc;
use thiserror::Error;
pub use together::{Asked, Declined};

/// The longest pause between two events that the clock counts, in milliseconds.
pub const LONGEST_PAUSE: i64 = 5 * 60 * 1000;

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
    /// Others are at the table.
    #[error("you are not alone at this table: ask the others for a takeback")]
    NotAlone,
    /// Somebody is missing.
    #[error("the game begins when all seats are taken")]
    SeatsOpen,
    /// The clocks stand.
    #[error("the game is paused")]
    Paused,
    /// Nobody can do anything any more.
    #[error("the game is over")]
    Over,
    /// What people do around the board does not fit.
    #[error("{0}")]
    Manners(&'static str),
}

struct Step {
    text: String,
    amends: bool,
    /// The seat of the person who took it.
    by: Option<Seat>,
}

/// A game and its steps.
pub struct Line {
    /// The game as it stands.
    pub table: Box<dyn Table>,
    /// The id of whoever made the game.
    pub owner: String,
    /// Who sits where.
    pub sitters: Vec<Sitter>,
    /// What was agreed.
    pub terms: Terms,
    /// The clocks.
    pub clocks: Clocks,
    steps: Vec<Step>,
    cursor: usize,
    seq: u64,
    version: u64,
    counted: i64,
    last_at: Option<i64>,
    /// How it ended, if not by the rules of the game.
    ending: Option<Outcome>,
    asked: Option<Asked>,
    declined: Option<Declined>,
    paused: bool,
    next: Option<String>,
    down: Arc<[Downtime]>,
}

impl Line {
    /// A line without events. `down` are the times when no server ran.
    #[must_use]
    pub fn new(table: Box<dyn Table>, sitters: Vec<Sitter>, terms: Terms, down: Arc<[Downtime]>) -> Line {
        Line {
            clocks: Clocks::new(terms.pace, table.seats()),
            table,
            owner: String::new(),
            sitters,
            terms,
            steps: Vec::new(),
            cursor: 0,
            seq: 0,
            version: 0,
            counted: 0,
            last_at: None,
            ending: None,
            asked: None,
            declined: None,
            paused: false,
            next: None,
            down,
        }
    }

    /// Winds the clocks for a game that was made at this moment: it may be full from the start.
    pub fn begin(&mut self, at: i64) {
        self.wind(at);
    }

    /// How many events there were.
    #[must_use]
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// How many events there were that moved something on the board. A page that shows this version shows the position.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }

    /// When the last event happened, in milliseconds since 1970.
    #[must_use]
    pub fn last_at(&self) -> Option<i64> {
        self.last_at
    }

    /// Whether a person has to act.
    #[must_use]
    pub fn awaits_person(&self) -> bool {
        self.to_act().is_some_and(|seat| self.person(seat).is_some())
    }

    /// The seat that can act now: nobody can before all have come, in a pause, and at the end.
    #[must_use]
    pub fn to_act(&self) -> Option<Seat> {
        match self.table.turn() {
            Turn::Seat(seat) if self.ending.is_none() && self.is_full() && !self.paused => Some(seat),
            _ => None,
        }
    }

    /// The program that is to act, if one is.
    #[must_use]
    pub fn program_to_move(&self) -> Option<&str> {
        self.sitters[self.to_act()?.index()].program_name()
    }

    /// Whether there is a step of a person that may be taken back.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        self.is_alone()
            && self.steps[..self.cursor].iter().any(|step| step.by.is_some())
            && self.table.last_is_innocent()
    }

    /// Whether there is a step to play again.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        self.is_alone() && self.cursor < self.steps.len()
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
        self.ending.is_some() || self.table.turn() == Turn::Over
    }

    /// The result, once the game has ended, by its rules or by resignation, agreement or the clock.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.ending.clone().or_else(|| self.table.outcome())
    }

    /// Lets an event happen. For an action, the canonical text is put into it.
    ///
    /// # Errors
    /// When it cannot happen; the line is as it was.
    pub fn happen(&mut self, event: &mut Event) -> Result<(), Impossible> {
        let was_over = self.is_over();
        match event.kind {
            Kind::Act => self.act(event)?,
            Kind::Given => return self.given(event),
            Kind::Amend => {
                let offered = self.table.offers(Viewer::Seat(Seat(0)));
                if !offered.iter().any(|offer| offer.amends && offer.text == event.text) {
                    return Err(Impossible::NotAContinuation);
                }
                self.table.take_back();
                event.text = self.table.play(&event.text)?;
                self.push(event.text.clone(), true, Some(Seat(0)));
            }
            Kind::Undo | Kind::Redo | Kind::Restart if !self.is_alone() => return Err(Impossible::NotAlone),
            Kind::Undo => self.undo()?,
            Kind::Redo => self.redo()?,
            Kind::Restart => {
                self.undo()?;
                while self.cursor > 0 && self.undo().is_ok() {}
            }
            _ => self.behave(event)?,
        }
        if event.kind.moves() {
            if let Some(last) = self.last_at.filter(|_| !was_over && self.version > 0) {
                self.counted += (event.at - last).clamp(0, LONGEST_PAUSE);
            }
            self.version += 1;
        }
        self.last_at = Some(event.at);
        self.seq += 1;
        self.wind(event.at);
        Ok(())
    }

    /// Whether something on the board may be picked: on a turn, and to go on with the move that has just ended the game.
    #[must_use]
    pub fn is_open_to_picks(&self) -> bool {
        self.to_act().is_some() || (self.ending.is_none() && self.table.turn() == Turn::Over)
    }

    /// Takes an action from before the game began: nobody's step, so nobody takes it back, and before the clock starts.
    fn given(&mut self, event: &mut Event) -> Result<(), Impossible> {
        if self.last_at.is_some() {
            return Err(Impossible::Manners("the game has begun"));
        }
        event.text = self.table.play(&event.text)?;
        self.push(event.text.clone(), false, None);
        self.version += 1;
        self.seq += 1;
        self.wind(event.at);
        Ok(())
    }

    fn act(&mut self, event: &mut Event) -> Result<(), Impossible> {
        let mover = match self.table.turn() {
            _ if self.ending.is_some() => return Err(Impossible::Over),
            _ if !self.is_full() => return Err(Impossible::SeatsOpen),
            _ if self.paused => return Err(Impossible::Paused),
            Turn::Seat(seat) => Some(seat),
            _ => None,
        };
        event.text = self.table.play(&event.text)?;
        let person = mover.filter(|&seat| self.person(seat).is_some());
        if let Some(seat) = person {
            let down = Arc::clone(&self.down);
            self.clocks.moved(seat, event.at, &down);
        }
        self.push(event.text.clone(), false, person);
        // What was asked was asked of the position before.
        self.asked = None;
        self.declined = None;
        Ok(())
    }

    /// Lets the clock run of whoever has to act.
    fn wind(&mut self, at: i64) {
        let down = Arc::clone(&self.down);
        match self.to_act().filter(|&seat| self.person(seat).is_some()) {
            Some(seat) => self.clocks.start(seat, at, &down),
            None => self.clocks.stop(at, &down),
        }
    }

    fn push(&mut self, text: String, amends: bool, by: Option<Seat>) {
        self.steps.truncate(self.cursor);
        self.steps.push(Step { text, amends, by });
        self.cursor += 1;
    }

    fn undo(&mut self) -> Result<(), Impossible> {
        self.undo_until(|step| step.by.is_some())
    }

    /// Takes steps back until one of those that `ours` names is taken back, and further over what cannot stand without it.
    fn undo_until(&mut self, ours: impl Fn(&Step) -> bool) -> Result<(), Impossible> {
        if !self.steps[..self.cursor].iter().any(&ours) {
            return Err(Impossible::NothingToUndo);
        }
        if !self.table.last_is_innocent() {
            return Err(Impossible::Revealed);
        }
        self.ending = None;
        loop {
            self.cursor -= 1;
            let step = &self.steps[self.cursor];
            self.table.take_back();
            if step.amends {
                self.table.play(&self.steps[self.cursor - 1].text)?;
            }
            if ours(step) || !self.table.last_is_innocent() {
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
            let goes_on = self.steps.get(self.cursor).is_some_and(|next| next.by.is_none());
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
    use crate::seats::Person;
    use bagatelle_core::Seed;
    use serde_json::json;

    fn line() -> Line {
        let entry = bagatelle_catalog::find("brain-burn").unwrap();
        let record = entry.deal(&json!({}), &json!({"hole": 12}), &Seed::from_text("line")).unwrap();
        let me = Sitter::Person(Person { id: "me".into(), name: String::new() });
        Line::new(entry.open(&record).unwrap(), vec![me], Terms::default(), Arc::from([]))
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
            line.happen(&mut Event::new(n as i64 * 1000, kind, text)).unwrap();
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
            let result = line.happen(&mut Event::new(0, kind, text));
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
        let mut at = |at, text: &str| line.happen(&mut Event::new(at, Kind::Act, text)).unwrap();
        at(1_000, "R");
        at(4_000, "L");
        at(4_000 + 60 * 60 * 1000, "R");
        assert_eq!(line.played_ms(4_000 + 60 * 60 * 1000 + 500), Some(3_000 + LONGEST_PAUSE + 500));
    }
}
