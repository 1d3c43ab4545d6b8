//! A step of a lesson being played: what the rules and the step say about each try.
//!
//! Between two tries, only the texts of the right moves so far are kept, and the page holds them.

use crate::verdict::Verdict;
use bagatelle_catalog::{AnyGame, AnyPlay};
use bagatelle_core::present::{LessonMove, LessonStep, Offer, Position, Way};
use bagatelle_core::record::{FORMAT, Record, RecordError};
use bagatelle_core::{Seat, Turn, Viewer};
use serde_json::{Map, Value};

/// A step of a lesson, and how far the learner is in it.
pub struct LessonPlay {
    step: &'static LessonStep,
    play: Box<dyn AnyPlay>,
    /// The learner's moves so far.
    played: Vec<String>,
    /// Whether the last of them is only the first part of a right move.
    begun: bool,
    done: bool,
}

/// The record of a position of `game`.
///
/// # Errors
/// When options or set-up are not JSON.
pub fn position_record(game: &str, position: &Position) -> Result<Record, RecordError> {
    let options = json(position.options)?;
    Ok(Record {
        bagatelle: FORMAT,
        game: game.to_owned(),
        options: if options.is_null() { Value::Object(Map::new()) } else { options },
        setup: Some(json(position.setup)?).filter(|setup| !setup.is_null()),
        actions: position.before.iter().map(|&action| action.to_owned()).collect(),
        more: Map::new(),
    })
}

/// Reads a value of a lesson; an empty text is null.
pub(crate) fn json(text: &str) -> Result<Value, RecordError> {
    if text.is_empty() {
        return Ok(Value::Null);
    }
    serde_json::from_str(text).map_err(|error| RecordError::Format(format!("{text}: {error}")))
}

impl LessonPlay {
    /// Opens a step, and plays the moves so far. Moves that are not right are left out, with all that follow.
    ///
    /// # Errors
    /// When the position of the step does not exist under the rules.
    pub fn open(
        game: &dyn AnyGame,
        step: &'static LessonStep,
        played: &[&str],
    ) -> Result<LessonPlay, RecordError> {
        let play = game.open(&position_record(game.id(), &step.position)?)?;
        let mut lesson = LessonPlay { step, play, played: Vec::new(), begun: false, done: false };
        for text in played {
            if !matches!(lesson.attempt(text, false), Verdict::Right { .. } | Verdict::Begun { .. }) {
                break;
            }
        }
        Ok(lesson)
    }

    /// The step.
    #[must_use]
    pub fn step(&self) -> &'static LessonStep {
        self.step
    }

    /// The position.
    #[must_use]
    pub fn play(&self) -> &dyn AnyPlay {
        self.play.as_ref()
    }

    /// The learner's moves so far.
    #[must_use]
    pub fn played(&self) -> &[String] {
        &self.played
    }

    /// Whether the step is done.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// As whom the learner looks at the board.
    #[must_use]
    pub fn viewer(&self) -> Viewer {
        Viewer::Seat(Seat(self.step.seat))
    }

    /// What is asked now.
    #[must_use]
    pub fn task(&self) -> &'static str {
        self.next_move().map(|next| next.task).filter(|task| !task.is_empty()).unwrap_or(self.step.task)
    }

    /// What the learner can pick; nothing once the step is done.
    #[must_use]
    pub fn offers(&self) -> Vec<Offer> {
        if self.done {
            return Vec::new();
        }
        let mut offers = self.play.offers(self.viewer());
        // What a line asks for next is a move of its own, unless the last one is only begun.
        offers.retain(|offer| !offer.amends || self.begun || matches!(self.step.way, Way::Win { .. }));
        offers
    }

    /// The picks that are right now; `None` once the step is done, and where the learner has found a way of
    /// their own.
    #[must_use]
    pub fn lead(&self) -> Option<Offer> {
        let mut offers = self.offers();
        let right = |offer: &Offer| self.is_wanted(&offer.text, offer.amends);
        // A longer path is offered when the shorter one with which it begins has been played.
        let begins =
            |offer: &Offer| !self.begun && self.after(&offer.text).is_some_and(|play| self.leads_on(&*play));
        let found = offers.iter().position(right).or_else(|| offers.iter().position(begins))?;
        Some(offers.swap_remove(found))
    }

    /// Tries an action. One that amends takes the place of the last, as at a table.
    pub fn attempt(&mut self, text: &str, amends: bool) -> Verdict {
        if self.done {
            return Verdict::Refused { why: "this step is done".into() };
        }
        if self.play.turn() != Turn::Seat(Seat(self.step.seat)) && !amends {
            return Verdict::Refused { why: "it’s not your turn".into() };
        }
        let begun = self.begun;
        if amends {
            if !self.offers().iter().any(|offer| offer.amends && offer.text == text) {
                return Verdict::Refused { why: "that doesn’t continue the last move".into() };
            }
            self.go_back();
        }
        let text = match self.play.check(text) {
            Ok(text) => text,
            Err(refused) => return Verdict::Refused { why: refused.to_string() },
        };
        self.play.apply(&text);
        let did =
            self.play.log(self.viewer(), 1).pop().map(|entry| entry.sentence.clone()).unwrap_or_default();
        match self.step.way {
            Way::Line(moves) if begun && !amends => {
                // The learner went on to another move instead.
                self.play.take_back();
                self.go_back();
                self.wrong(did, self.reason(moves, &text))
            }
            Way::Line(moves) => self.on_line(moves, text, did),
            Way::Win { within, tries, .. } => self.towards_win(within, tries, text, did),
        }
    }

    /// Judges a move on a line, which has been played.
    fn on_line(&mut self, moves: &'static [LessonMove], text: String, did: String) -> Verdict {
        let at = self.played.len();
        let Some(next) = moves.get(at) else { return self.wrong_after(did, self.step.otherwise) };
        if next.actions.is_empty() || next.actions.contains(&text.as_str()) {
            self.played.push(text);
            for reply in next.replies {
                self.play.apply(reply);
            }
            self.done = at + 1 == moves.len();
            let why = if self.done { self.step.right } else { next.right };
            return Verdict::Right { did, why: why.into() };
        }
        if self.leads_on(self.play()) {
            self.played.push(text);
            self.begun = true;
            return Verdict::Begun { did };
        }
        let why = self.reason(moves, &text);
        self.wrong_after(did, why)
    }

    /// Judges a move towards a win, which has been played.
    fn towards_win(
        &mut self,
        within: usize,
        tries: &[(&str, &'static str)],
        text: String,
        did: String,
    ) -> Verdict {
        let tried = tries.iter().find(|(tried, _)| self.played.is_empty() && *tried == text);
        let learner = Seat(self.step.seat);
        self.done = self.play.outcome().is_some_and(|outcome| outcome.winners.contains(&learner));
        self.played.push(text);
        if self.played.len() <= within && !self.done && self.leads_on_to_win() {
            return Verdict::Begun { did };
        }
        let stuck = self.played.len() >= within || self.play.turn() != Turn::Seat(learner);
        match tried {
            _ if self.done => Verdict::Right { did, why: self.step.right.into() },
            None if !stuck => Verdict::Right { did, why: "".into() },
            _ => {
                while !self.played.is_empty() {
                    self.go_back();
                }
                Verdict::Wrong { would: did, why: tried.map_or(self.step.otherwise, |(_, why)| why).into() }
            }
        }
    }

    /// Takes back what was tried.
    fn wrong_after(&mut self, would: String, why: &'static str) -> Verdict {
        self.play.take_back();
        self.wrong(would, why)
    }

    fn wrong(&mut self, would: String, why: &'static str) -> Verdict {
        Verdict::Wrong { would, why: why.into() }
    }

    /// Takes the learner's last move back.
    fn go_back(&mut self) {
        self.play.take_back();
        self.played.pop();
        self.begun = false;
    }

    /// Why a legal action is not what is asked.
    fn reason(&self, moves: &'static [LessonMove], text: &str) -> &'static str {
        let tries = moves.get(self.played.len()).map_or(&[][..], |next| next.tries);
        tries.iter().find(|(tried, _)| *tried == text).map_or(self.step.otherwise, |(_, why)| why)
    }

    /// The move on the line that is asked for now.
    fn next_move(&self) -> Option<&'static LessonMove> {
        match self.step.way {
            Way::Line(moves) if !self.done => moves.get(self.played.len() - usize::from(self.begun)),
            _ => None,
        }
    }

    /// Whether an action is right now, as a move of its own or in the place of the last one.
    fn is_wanted(&self, text: &str, amends: bool) -> bool {
        match self.step.way {
            Way::Line(_) => {
                let next = self.next_move().filter(|_| amends == self.begun);
                next.is_some_and(|next| next.actions.is_empty() || next.actions.contains(&text))
            }
            Way::Win { line, .. } => {
                let at = self.played.len().checked_sub(usize::from(amends));
                at.is_some_and(|at| line.get(at) == Some(&text) && self.played[..at] == line[..at])
            }
        }
    }

    /// Whether the last move is the first part of one on the way to the win.
    fn leads_on_to_win(&self) -> bool {
        self.play.offers(self.viewer()).iter().any(|offer| offer.amends && self.is_wanted(&offer.text, true))
    }

    /// The position after an action of the learner.
    fn after(&self, text: &str) -> Option<Box<dyn AnyPlay>> {
        let mut play = self.play.duplicate();
        play.play(text).ok().map(|_| play)
    }

    /// Whether the last action in `play`, which was taken here, is the first part of what is right now.
    fn leads_on(&self, play: &dyn AnyPlay) -> bool {
        let offers = play.offers(self.viewer());
        offers.iter().any(|offer| offer.amends && self.is_wanted(&offer.text, false))
    }
}
