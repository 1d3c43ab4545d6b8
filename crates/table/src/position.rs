//! A position of the day being tried: what the rules and the position say about each try.
//!
//! Until it is solved, nothing shown gives away the answer or anything hidden: a try is foretold, and taken
//! only to be seen for a moment where nothing is hidden.

use crate::verdict::Verdict;
use bagatelle_catalog::{AnyGame, AnyPlay, Moment, Position};
use bagatelle_core::present::{Fixed, Hint, Offer, Solved, Step};
use bagatelle_core::record::RecordError;
use bagatelle_core::{Seat, Viewer};
use std::sync::Arc;

/// What one try came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TryMark {
    /// It failed.
    Wrong,
    /// The person asked for a hint or to be shown the answer.
    Shown,
    /// It was right.
    Right,
}

impl TryMark {
    /// A symbol for a text.
    #[must_use]
    pub fn symbol(self) -> char {
        match self {
            TryMark::Wrong => '🟥',
            TryMark::Shown => '💡',
            TryMark::Right => '🟩',
        }
    }

    /// A word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            TryMark::Wrong => "wrong",
            TryMark::Shown => "shown",
            TryMark::Right => "right",
        }
    }
}

/// How much was told of the answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Told {
    /// At most where to look.
    Nudge,
    /// Two things, one of which is right.
    Narrowed,
    /// All of it.
    Answer,
}

/// A position of the day, and what a person has done with it.
pub struct PositionPlay {
    position: Arc<Position>,
    play: Box<dyn AnyPlay>,
    /// The actions tried so far, in order.
    tried: Vec<String>,
    /// The action that was tried last, which may have been tried before.
    last: Option<String>,
    /// Before which try the person asked for help first, if the answer was not found then.
    helped: Option<usize>,
    /// The most that was told.
    told: Told,
    /// Whether the game hides something.
    hidden: bool,
}

impl PositionPlay {
    /// Opens a position that nothing was tried at.
    ///
    /// # Errors
    /// When the position does not exist under the rules.
    pub fn open(game: &dyn AnyGame, position: Arc<Position>) -> Result<PositionPlay, RecordError> {
        let play = game.open(&position.record)?;
        let (tried, hidden) = (Vec::new(), game.hidden());
        Ok(PositionPlay { position, play, tried, last: None, helped: None, told: Told::Nudge, hidden })
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The position under the rules.
    #[must_use]
    pub fn play(&self) -> &dyn AnyPlay {
        self.play.as_ref()
    }

    /// As whom the person looks at the board.
    #[must_use]
    pub fn viewer(&self) -> Viewer {
        Viewer::Seat(Seat(self.position.seat))
    }

    /// The position as all may see it, from the side of the seat to act.
    #[must_use]
    pub fn drawing(&self) -> String {
        self.play.svg_from(Viewer::Spectator, Seat(self.position.seat))
    }

    /// The actions tried so far, in order; the last one is right if the position is solved.
    #[must_use]
    pub fn tried(&self) -> &[String] {
        &self.tried
    }

    /// How many tries there were.
    #[must_use]
    pub fn tries(&self) -> u32 {
        u32::try_from(self.tried.len()).unwrap_or(u32::MAX)
    }

    /// Whether a hint or the answer was shown before it was found.
    #[must_use]
    pub fn is_helped(&self) -> bool {
        self.helped.is_some()
    }

    /// Whether the answer was shown before it was found.
    #[must_use]
    pub fn is_shown(&self) -> bool {
        self.told == Told::Answer
    }

    /// Whether the answer is found.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.tried.last().is_some_and(|text| self.answers(text))
    }

    /// Gives a hint.
    pub fn help(&mut self) {
        self.tell(Told::Nudge);
    }

    /// Narrows the hint down.
    pub fn narrow(&mut self) {
        self.tell(Told::Narrowed);
    }

    /// Shows the answer.
    pub fn show(&mut self) {
        self.tell(Told::Answer);
    }

    fn tell(&mut self, told: Told) {
        if !self.is_solved() {
            self.helped.get_or_insert(self.tried.len());
            self.told = self.told.max(told);
        }
    }

    fn answers(&self, text: &str) -> bool {
        self.position.good.iter().any(|good| good == text)
    }

    /// Whether the same was tried before.
    #[must_use]
    pub fn has_tried(&self, text: &str) -> bool {
        self.tried.iter().any(|tried| tried == text)
    }

    /// What can be picked; nothing once it is solved.
    #[must_use]
    pub fn offers(&self) -> Vec<Offer> {
        if self.is_solved() {
            return Vec::new();
        }
        let mut offers = self.play.offers(self.viewer());
        // The last move was the other side's.
        offers.retain(|offer| !offer.amends);
        offers
    }

    /// Where to look, once a hint has been asked for, until the answer is shown or found.
    #[must_use]
    pub fn hint(&self) -> Option<Hint> {
        let best = self.position.good.first().filter(|_| self.is_helped() && !self.is_shown())?;
        let nudge = (!self.is_solved()).then(|| self.nudge(best))?;
        let narrowed = (self.told == Told::Narrowed).then(|| self.narrowed(best, &nudge)).flatten();
        Some(narrowed.unwrap_or(nudge))
    }

    /// Where to look for an action.
    fn nudge(&self, action: &str) -> Hint {
        let solved = Solved { line: vec![action.into()], json: Default::default(), text: String::new() };
        self.play.hint(self.viewer(), &solved, 1)
    }

    /// Whether there is a hint between the one that is given and the answer.
    #[must_use]
    pub fn can_narrow(&self) -> bool {
        let best = self.position.good.first().filter(|_| self.told == Told::Nudge);
        self.hint().zip(best).is_some_and(|(nudge, best)| self.narrowed(best, &nudge).is_some())
    }

    /// A nudge with two things marked, one of which is right: where what is picked first goes, or where it
    /// goes one way only, what is picked first. `None` where nothing is left to choose from.
    fn narrowed(&self, best: &str, nudge: &Hint) -> Option<Hint> {
        let mut offers = self.offers();
        let path = offers.iter().find(|offer| offer.text == best)?.path.clone();
        // What the nudge marks rules out what it would not have marked.
        let fits = |action: &str| {
            let marks = &nudge.marks;
            marks.is_empty() || self.nudge(action).marks.iter().any(|mark| marks.contains(mark))
        };
        offers.retain(|offer| !self.answers(&offer.text) && fits(&offer.text));
        let controls = self.play.controls(self.viewer());
        let is_button = |name: &str| controls.iter().any(|control| control.id == name);
        // What might be picked in the place of a step, after the same picks before it.
        let other = |at: usize| {
            let own = path[at].names();
            let beside = offers.iter().filter(|offer| offer.path.starts_with(&path[..at]));
            let mut names: Vec<&String> = beside
                .filter_map(|offer| offer.path.get(at))
                .flat_map(Step::names)
                .filter(|name| !own.contains(name) && !is_button(name))
                .collect();
            // Names that begin alike are of things that are alike.
            let alike = |name: &str| name.bytes().zip(own[0].bytes()).take_while(|(a, b)| a == b).count();
            let most = names.iter().map(|name| alike(name)).max()?;
            names.retain(|name| alike(name) == most);
            names.sort();
            names.dedup();
            // Which of the two is right, their order does not tell.
            let any: usize = own[0].bytes().map(usize::from).sum();
            Some(names[any % names.len()].clone())
        };
        let on_board = |at: &usize| !path[*at].names().iter().any(|name| is_button(name));
        let (at, other) =
            (1..path.len()).chain([0]).filter(on_board).find_map(|at| Some((at, other(at)?)))?;
        let own = path[at].names()[0].clone();
        let place = "It goes to one of the two marked places.";
        let (before, which) = match &path[0] {
            first if at > 0 => (first.names(), place),
            Step::One(_) if !nudge.marks.contains(&own) => (&nudge.marks[..], place),
            _ => (&[][..], "One of the two marked is right."),
        };
        let mut marks = [own, other];
        marks.sort();
        let marks = before.iter().cloned().chain(marks).collect();
        Some(Hint { text: format!("{} {which}", nudge.text), marks })
    }

    /// The picks that are right, once the answer has been asked for.
    #[must_use]
    pub fn lead(&self) -> Option<Offer> {
        let best = self.position.good.first().filter(|_| self.is_shown())?;
        self.offers().into_iter().find(|offer| offer.text == *best)
    }

    /// Tries an action; one that is legal counts, the same one once.
    pub fn attempt(&mut self, text: &str) -> Verdict {
        if self.is_solved() {
            return Verdict::Refused { why: "this position is solved".into() };
        }
        let text = match self.play.check(text) {
            Ok(text) => text,
            Err(refused) => return Verdict::Refused { why: refused.to_string() },
        };
        if !self.has_tried(&text) {
            self.tried.push(text.clone());
        }
        self.last = Some(text.clone());
        match self.answers(&text) {
            true => Verdict::Right { did: self.foretold(&text), why: self.why(&text).to_owned().into() },
            false => Verdict::Wrong { would: self.foretold(&text), why: self.reason(&text).into() },
        }
    }

    /// What an action would do, in a sentence.
    #[must_use]
    pub fn foretold(&self, text: &str) -> String {
        self.play.foretell(self.viewer(), text).unwrap_or_else(|| text.to_owned())
    }

    /// Why an action is not the answer.
    #[must_use]
    pub fn reason(&self, text: &str) -> String {
        self.position.answers.get(text).cloned().unwrap_or_default()
    }

    /// What is seen of the last try, if it was wrong: the board after it, and after the reply that its answer
    /// tells of. Nothing in a game that hides something, where a try is never taken.
    #[must_use]
    pub fn refutation(&self) -> Vec<Moment> {
        let Some(last) = self.last.as_deref().filter(|last| !self.hidden && !self.answers(last)) else {
            return Vec::new();
        };
        let mut play = self.play.duplicate();
        let seen = |action: &str| {
            play.play(action).ok()?;
            let told = play.log(self.viewer(), 1).pop()?.sentence.clone();
            let svg = play.svg_from(self.viewer(), Seat(self.position.seat));
            Some(Moment { svg, seen: "", told, facts: Vec::new(), sound: play.sound(self.viewer())? })
        };
        let reply = self.position.replies.get(last).map(String::as_str);
        std::iter::once(last).chain(reply).map_while(seen).collect()
    }

    /// Why an action is right.
    fn why(&self, text: &str) -> &str {
        self.position.also.get(text).map_or(&self.position.right, |also| &also.right)
    }

    /// The action that was found; `None` until the position is solved.
    fn found(&self) -> Option<&String> {
        self.tried.last().filter(|_| self.is_solved())
    }

    /// Why the action that was found is right; `None` until the position is solved.
    #[must_use]
    pub fn right(&self) -> Option<&str> {
        self.found().map(|found| self.why(found))
    }

    /// The action that was found, and what may follow it; empty until the position is solved.
    #[must_use]
    pub fn line(&self) -> Vec<String> {
        let Some(found) = self.found() else { return Vec::new() };
        let first = (self.position.good.first() == Some(found)).then_some(&self.position.line);
        let rest = self.position.also.get(found).map(|also| &also.line).or(first);
        std::iter::once(found).chain(rest.into_iter().flatten()).cloned().collect()
    }

    /// After how many actions of the line it is seen what the right one came to: once all hidden bets are
    /// turned up that it was a part of, else at once. 0 until the position is solved.
    #[must_use]
    pub fn reached(&self) -> usize {
        let most = self.line().len();
        (1..=most).find(|&actions| !self.moments(actions, Fixed::Drawn).is_empty()).unwrap_or(most.min(1))
    }

    /// What is seen to happen in this many actions of the line.
    #[must_use]
    pub fn moments(&self, actions: usize, fixed: Fixed) -> Vec<Moment> {
        self.at(actions).moments(self.viewer(), Seat(self.position.seat), fixed, self.play.ply())
    }

    /// The position after this many actions of the line.
    #[must_use]
    pub fn at(&self, actions: usize) -> Box<dyn AnyPlay> {
        let mut play = self.play.duplicate();
        for text in self.line().into_iter().take(actions) {
            if play.play(&text).is_err() {
                break;
            }
        }
        play
    }

    /// The line in sentences. Where it ends the game, the last one says who wins.
    #[must_use]
    pub fn told(&self) -> Vec<String> {
        let count = self.line().len();
        let end = self.at(count);
        let log = end.log(self.viewer(), count);
        let mut told: Vec<String> = log.into_iter().map(|entry| entry.sentence.clone()).collect();
        if let (Some(outcome), Some(last)) = (end.outcome(), told.last_mut())
            && let [winner] = outcome.winners[..]
            && !last.ends_with(" wins.")
            && !self.hidden
        {
            last.push_str(&format!(" {} wins.", end.seat_name(winner)));
        }
        told
    }

    /// What was done so far, in order, without a word about the moves.
    #[must_use]
    pub fn marks(&self) -> Vec<TryMark> {
        let mut marks: Vec<TryMark> = self
            .tried
            .iter()
            .map(|text| if self.answers(text) { TryMark::Right } else { TryMark::Wrong })
            .collect();
        if let Some(before) = self.helped {
            marks.insert(before.min(marks.len()), TryMark::Shown);
        }
        marks
    }

    /// The tries as a row of symbols that says nothing of the moves.
    #[must_use]
    pub fn row(&self) -> String {
        self.marks().into_iter().map(TryMark::symbol).collect()
    }
}
