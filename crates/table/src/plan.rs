//! Planned moves: what a player does if the others do what the player expects.
//!
//! A [`Plan`] is noted at a version of the table, and is never rewritten as the game goes on: what is left of
//! it follows from the actions since ([`Table::standing`]). So no write has to go along with that of an
//! action, and it is the same plan however often it is looked at. The rules check its actions when they are
//! noted and again when they are due.

use crate::perspective::Viewpoint;
use crate::table::{Step, Table};
use bagatelle_catalog::{AnyPlay, Refused};
use bagatelle_core::present::Offer;
use bagatelle_core::{Seat, Turn, Viewer};
use std::collections::{BTreeMap, HashSet};
use thiserror::Error;

/// What stands for whatever the others do.
pub const ANY: &str = "*";
/// The most lines of a plan.
pub const MOST_LINES: usize = 20;
/// The most actions of a line.
pub const LONGEST_LINE: usize = 20;

/// Actions in turn: one of another player, what its owner does then, and so on. The last one is the owner’s.
pub type Line = Vec<String>;

/// What a player has planned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The player’s seat.
    pub seat: Seat,
    /// The version of the table at which it was made.
    pub version: u64,
    /// The lines from there on. One may be [`ANY`] and an action.
    pub lines: Vec<Line>,
}

/// How a plan stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It waits for another player. These lines still fit, without what was played.
    Waits(Vec<Line>),
    /// This action is due, and the rules allow it.
    Due(String),
    /// Nothing of it is left, and its owner has not acted since.
    Dropped(Dropped),
    /// It has been played, or is of no interest any more.
    Done,
}

/// Why nothing is left of a plan.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Dropped {
    /// Another player did something else.
    #[error("Your plan didn’t cover that move, so it’s up to you.")]
    Unexpected,
    /// The rules no longer allow the action that is due.
    #[error("Your planned move was dropped: {why}.")]
    Illegal {
        /// The action.
        action: String,
        /// Why not, in the words of the rules.
        why: String,
    },
    /// Moves were taken back.
    #[error("Moves were taken back, so your planned moves were dropped.")]
    Changed,
}

/// Why nothing can be planned, or not this.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NotPlanned {
    /// Hands are hidden.
    #[error("hands are hidden in this game, so you can’t plan moves in it")]
    Hidden,
    /// No one has to be waited for.
    #[error("you can plan moves only in games with other players, and you play this one alone")]
    Alone,
    /// The visitor has no seat.
    #[error("you can watch this game, but you don’t have a seat")]
    NotSeated,
    /// The visitor has several seats.
    #[error("you have more than one seat here, so there’s nothing to plan")]
    TwoSeats,
    /// The game has not begun.
    #[error("the game begins when every seat is taken")]
    SeatsOpen,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The game is paused.
    #[error("the game is paused")]
    Paused,
    /// It is the visitor’s turn.
    #[error("it’s your turn, so there’s nothing to plan")]
    OwnTurn,
    /// There are too many lines.
    #[error("you can plan {MOST_LINES} lines at most")]
    TooMany,
    /// A line is too long.
    #[error("a line has {LONGEST_LINE} moves at most")]
    TooLong,
    /// A line has no action of the visitor.
    #[error("a line begins with another player’s move, and one of yours follows")]
    NoAnswer,
    /// What stands for any action stands elsewhere.
    #[error("“*” stands for any move: it comes first, and one move of yours follows")]
    Any,
    /// Two lines differ in what the visitor does.
    #[error("line {0} gives a different answer from an earlier line: delete the earlier one first")]
    TwoAnswers(usize),
    /// An action that the rules refuse.
    #[error("line {line}: {action} can’t be played there: {why}")]
    Action {
        /// The number of the line, from 1.
        line: usize,
        /// The action.
        action: String,
        /// Why not.
        why: Refused,
    },
    /// An action that no next action of the other player allows.
    #[error("{0} can’t be your next move, whatever the other player does")]
    Unforeseen(String),
}

impl Table {
    /// Whether anyone can plan anything in this game: a program does not think for so long, and what is
    /// hidden tells no one what can come.
    #[must_use]
    pub fn has_plans(&self) -> bool {
        self.play.seats() > 1 && self.people() > 1 && !self.game.hidden()
    }

    /// The seat for which a visitor can plan now.
    ///
    /// # Errors
    /// Why nothing can be planned.
    pub fn may_plan(&self, viewpoint: &Viewpoint) -> Result<Seat, NotPlanned> {
        if self.play.seats() < 2 {
            return Err(NotPlanned::Alone);
        }
        if self.game.hidden() {
            return Err(NotPlanned::Hidden);
        }
        let seat = match *viewpoint.seats {
            [] => return Err(NotPlanned::NotSeated),
            [seat] => seat,
            _ => return Err(NotPlanned::TwoSeats),
        };
        match self.to_act() {
            _ if self.is_over() => Err(NotPlanned::Over),
            _ if !self.is_full() => Err(NotPlanned::SeatsOpen),
            _ if !self.has_plans() => Err(NotPlanned::Alone),
            _ if self.is_paused() => Err(NotPlanned::Paused),
            Some(turn) if turn == seat => Err(NotPlanned::OwnTurn),
            _ => Ok(seat),
        }
    }

    /// The lines as they are kept: in the words of the rules, each once, up to the last action of the player.
    ///
    /// # Errors
    /// When there are too many, or the rules refuse an action.
    pub fn check_plan(&self, seat: Seat, lines: &[Line]) -> Result<Vec<Line>, NotPlanned> {
        if lines.len() > MOST_LINES {
            return Err(NotPlanned::TooMany);
        }
        let mut answers = BTreeMap::new();
        let mut checked: Vec<Line> = Vec::with_capacity(lines.len());
        for (number, line) in lines.iter().enumerate() {
            if line.len() > LONGEST_LINE {
                return Err(NotPlanned::TooLong);
            }
            let line = match line.as_slice() {
                [any, action] if any == ANY => {
                    let line = vec![ANY.to_owned(), self.check_next(seat, number + 1, action)?];
                    if checked.iter().any(|other| other[0] == ANY && *other != line) {
                        return Err(NotPlanned::TwoAnswers(number + 1));
                    }
                    line
                }
                line if line.iter().any(|action| action == ANY) => return Err(NotPlanned::Any),
                line => self.check_planned(seat, number + 1, line, &mut answers)?,
            };
            // One that only begins another line adds nothing to it.
            if checked.iter().all(|other| !other.starts_with(&line)) {
                checked.retain(|other| !line.starts_with(other));
                checked.push(line);
            }
        }
        Ok(checked)
    }

    fn check_planned(
        &self,
        seat: Seat,
        number: usize,
        line: &[String],
        answers: &mut BTreeMap<Line, String>,
    ) -> Result<Line, NotPlanned> {
        let mut play = self.play.duplicate();
        let (mut played, mut last): (Line, usize) = (Vec::new(), 0);
        for action in line {
            let own = play.turn() == Turn::Seat(seat);
            let refused = |why| NotPlanned::Action { line: number, action: action.clone(), why };
            let text = play.play(action).map_err(refused)?;
            if own {
                let answer = answers.entry(played.clone()).or_insert_with(|| text.clone());
                if *answer != text {
                    return Err(NotPlanned::TwoAnswers(number));
                }
                last = played.len() + 1;
            }
            played.push(text);
        }
        played.truncate(last);
        if played.is_empty() { Err(NotPlanned::NoAnswer) } else { Ok(played) }
    }

    /// The position after each action of the player to act with which it becomes a seat’s turn, until `look`
    /// has found what it looks for.
    fn look_ahead<T>(&self, seat: Seat, mut look: impl FnMut(&dyn AnyPlay) -> Option<T>) -> Option<T> {
        let mut play = self.play.duplicate();
        for next in self.play.legal() {
            play.apply(&next);
            let found = (play.turn() == Turn::Seat(seat)).then(|| look(play.as_ref())).flatten();
            if found.is_some() {
                return found;
            }
            play.take_back();
        }
        None
    }

    /// The canonical text of an action that may be a seat’s next one: some next action of the player to act
    /// allows it.
    fn check_next(&self, seat: Seat, line: usize, action: &str) -> Result<String, NotPlanned> {
        let checked = self.look_ahead(seat, |play| match play.check(action) {
            Err(Refused::Illegal(_)) => None,
            read => Some(read),
        });
        match checked {
            Some(Ok(text)) => Ok(text),
            Some(Err(why)) => Err(NotPlanned::Action { line, action: action.to_owned(), why }),
            None => Err(NotPlanned::Unforeseen(action.to_owned())),
        }
    }

    /// How an action that may be a seat’s next one is picked, and the sentence that will tell it.
    #[must_use]
    pub fn way_ahead(&self, seat: Seat, action: &str) -> Option<(Offer, String)> {
        self.look_ahead(seat, |play| {
            let (offer, mut after) = (play.way(action)?, play.duplicate());
            after.play(action).ok()?;
            Some((offer, after.open_log(Viewer::Spectator, 1).pop()?.sentence))
        })
    }

    /// All that may be a seat’s next action, as it is picked on the board. Of several with the same picks, it
    /// is the one that most actions of the player to act allow.
    #[must_use]
    pub fn foreseen(&self, seat: Seat) -> Vec<Offer> {
        let mut all: BTreeMap<String, (usize, Offer)> = BTreeMap::new();
        self.look_ahead(seat, |play| -> Option<()> {
            for text in play.legal() {
                match all.get_mut(&text) {
                    Some((often, _)) => *often += 1,
                    None => drop(play.way(&text).map(|offer| all.insert(text, (1, offer)))),
                }
            }
            None
        });
        let mut all: Vec<(usize, Offer)> = all.into_values().collect();
        // Those with the shortest paths come first: what begins like one of them is played as that one.
        all.sort_by_key(|(often, offer)| (offer.path.len(), std::cmp::Reverse(*often)));
        let mut offers: Vec<Offer> = Vec::with_capacity(all.len());
        let mut known: HashSet<String> = HashSet::new();
        for (_, offer) in all {
            let mut picks = String::new();
            let begun = offer.path.iter().any(|step| {
                step.names().iter().for_each(|name| picks.extend([name.as_str(), " "]));
                known.contains(&picks)
            });
            if !begun && !picks.is_empty() {
                known.insert(picks);
                offers.push(Offer { motions: Vec::new(), ..offer });
            }
        }
        offers
    }

    /// The actions since a version, each with the seat of the person who took it; `None` if something else
    /// has happened to the position, such as a takeback.
    fn actions_since(&self, version: u64) -> Option<&[Step]> {
        let taken = &self.steps[..self.cursor];
        let since = &taken[taken.partition_point(|step| step.after < version)..];
        let plain = (version..).zip(since).all(|(at, step)| step.after == at && !step.amends);
        (plain && version + since.len() as u64 == self.version).then_some(since)
    }

    /// Whether the last action of all was planned.
    #[must_use]
    pub fn was_planned(&self, plan: &Plan) -> bool {
        let own = |step: &Step| step.by == Some(plan.seat);
        let Some((last, before)) = self.actions_since(plan.version).and_then(<[Step]>::split_last) else {
            return false;
        };
        let first = !before.iter().any(own);
        let fits = |line: &Line| match line.as_slice() {
            [any, action] if any == ANY => first && *action == *last.action,
            line => {
                let taken = before.iter().chain([last]).map(|step| &*step.action);
                line.iter().map(String::as_str).take(before.len() + 1).eq(taken)
            }
        };
        !self.is_over() && own(last) && plan.lines.iter().any(fits)
    }

    /// How a plan stands by now.
    #[must_use]
    pub fn standing(&self, plan: &Plan) -> Standing {
        if self.is_over() || self.game.hidden() {
            return Standing::Done;
        }
        let own = |step: &Step| step.by == Some(plan.seat);
        let Some(since) = self.actions_since(plan.version) else {
            let acted = self.steps[..self.cursor].iter().any(|step| step.after >= plan.version && own(step));
            return if acted { Standing::Done } else { Standing::Dropped(Dropped::Changed) };
        };
        // The lines that fit so far, each from where it goes on.
        let mut lines: Vec<&[String]> = plan.lines.iter().map(Vec::as_slice).collect();
        let mut unexpected = false;
        for step in since {
            if own(step) {
                // What is left was played by hand, or planned; the rest answers other moves.
                lines.retain(|line| line[0] != ANY);
            }
            let some = !lines.is_empty();
            lines.retain_mut(|line| {
                if line[0] == ANY {
                    return true;
                }
                let fits = *line[0] == *step.action;
                *line = &line[1..];
                fits
            });
            unexpected = some && lines.is_empty() && !own(step) || unexpected && !own(step);
            lines.retain(|line| !line.is_empty());
        }
        if self.to_act() != Some(plan.seat) {
            return match lines.is_empty() {
                true if unexpected => Standing::Dropped(Dropped::Unexpected),
                true => Standing::Done,
                false => Standing::Waits(lines.into_iter().map(<[String]>::to_vec).collect()),
            };
        }
        let exact = lines.iter().find(|line| line[0] != ANY).map(|line| &line[0]);
        match exact.or_else(|| lines.first().map(|line| &line[1])) {
            Some(action) => match self.play.check(action) {
                Ok(action) => Standing::Due(action),
                Err(why) => {
                    Standing::Dropped(Dropped::Illegal { action: action.clone(), why: why.to_string() })
                }
            },
            None if unexpected => Standing::Dropped(Dropped::Unexpected),
            None => Standing::Done,
        }
    }

    /// The action of a plan that is due, which is the next event of the table.
    #[must_use]
    pub fn due(&self, plan: &Plan) -> Option<String> {
        match self.standing(plan) {
            Standing::Due(action) => Some(action),
            Standing::Waits(_) | Standing::Dropped(_) | Standing::Done => None,
        }
    }
}
