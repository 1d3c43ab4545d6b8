//! The state of a table, and the questions it answers.
//!
//! [`Table::apply`](Table) and [`Table::decide`](Table) have their own modules.

use crate::clock::{Clocks, Downtime, Millis};
use crate::ending::Ending;
use crate::event::Question;
use crate::fairness::Given;
use crate::help::HelpLog;
use crate::rejection::Rejection;
use crate::seating::{Occupant, Person, count_people};
use crate::spec::TableSpec;
use crate::terms::Terms;
use bagatelle_catalog::{AnyGame, AnyPlay};
use bagatelle_core::persona::Persona;
use bagatelle_core::{CommittedSeed, Outcome, Randomness, Seat, Turn};
use std::sync::Arc;

/// The longest pause between two moves that counts as time played, in milliseconds.
pub const LONGEST_PAUSE: Millis = 5 * 60 * 1000;

/// A question that is not settled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenQuestion {
    /// What is asked.
    pub question: Question,
    /// The seat of the asker.
    pub by: Seat,
    /// The seats that have agreed so far, the asker's included.
    pub agreed: Vec<Seat>,
}

/// A question that another player declined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Declined {
    /// What was asked.
    pub question: Question,
    /// The seat of the asker.
    pub by: Seat,
    /// The seat that declined.
    pub no: Seat,
}

/// An action that was taken at this table; those after the cursor were taken back.
#[derive(Clone)]
pub(crate) struct Step {
    pub(crate) action: Arc<str>,
    pub(crate) amends: bool,
    /// The seat of the person who took it; `None` for programs, chance, and inherited actions.
    pub(crate) by: Option<Seat>,
    /// The version of the table at which it was decided: the one before it, or, of an answer ahead of the
    /// turn, an earlier one.
    pub(crate) after: u64,
}

/// A table: its game, its players, and what they agreed.
pub struct Table {
    pub(crate) spec: Arc<TableSpec>,
    pub(crate) game: &'static dyn AnyGame,
    pub(crate) play: Box<dyn AnyPlay>,
    pub(crate) seating: Vec<Occupant>,
    pub(crate) clocks: Clocks,
    pub(crate) steps: Vec<Step>,
    pub(crate) cursor: usize,
    pub(crate) seq: u64,
    pub(crate) version: u64,
    /// The version from which on, until now, seats have been able to answer in any order.
    pub(crate) any_order_since: Option<u64>,
    /// Who has answered early, and at which version.
    pub(crate) answered_at: Vec<(Seat, u64)>,
    pub(crate) played: Millis,
    pub(crate) last_at: Option<Millis>,
    /// How it ended, if not by the rules of the game.
    pub(crate) ending: Option<Ending>,
    /// Who ended it, where it was aborted and no clock did that.
    pub(crate) aborted_by: Option<Seat>,
    pub(crate) question: Option<OpenQuestion>,
    pub(crate) declined: Option<Declined>,
    /// What was asked since the last move without success, and from which seat.
    pub(crate) refused: Vec<(Question, Seat)>,
    pub(crate) paused: bool,
    pub(crate) next: Option<String>,
    /// The seats that have agreed to the rematch.
    pub(crate) agreed_to_next: Vec<Seat>,
    /// What players have added to the deal of the rematch.
    pub(crate) given_to_next: Vec<Given>,
    /// The seats whose players have not come to this table yet.
    pub(crate) expected: Vec<Seat>,
    pub(crate) help: HelpLog,
    pub(crate) down: Arc<[Downtime]>,
    /// See [`Table::commitment`]; it is asked for with each state, and never changes.
    pub(crate) commitment: Option<Arc<str>>,
}

impl Clone for Table {
    /// A copy costs little however long the game is: positions and texts are shared.
    fn clone(&self) -> Table {
        Table {
            spec: Arc::clone(&self.spec),
            game: self.game,
            play: self.play.duplicate(),
            seating: self.seating.clone(),
            clocks: self.clocks.clone(),
            steps: self.steps.clone(),
            answered_at: self.answered_at.clone(),
            question: self.question.clone(),
            refused: self.refused.clone(),
            next: self.next.clone(),
            agreed_to_next: self.agreed_to_next.clone(),
            given_to_next: self.given_to_next.clone(),
            expected: self.expected.clone(),
            help: self.help.clone(),
            down: Arc::clone(&self.down),
            commitment: self.commitment.clone(),
            ..*self
        }
    }
}

impl Table {
    /// A table without events. `down` are the times when no server ran: clocks do not run then.
    ///
    /// # Errors
    /// As [`TableSpec::open`].
    pub fn new(spec: TableSpec, down: Arc<[Downtime]>) -> Result<Table, Rejection> {
        let (game, play) = spec.open()?;
        let mut table = Table {
            clocks: Clocks::new(spec.terms.pace, play.seats()),
            seating: spec.seating.clone(),
            game,
            play,
            steps: Vec::new(),
            cursor: 0,
            seq: 0,
            version: 0,
            any_order_since: None,
            answered_at: Vec::new(),
            played: 0,
            last_at: None,
            ending: None,
            aborted_by: None,
            question: None,
            declined: None,
            refused: Vec::new(),
            paused: false,
            next: None,
            agreed_to_next: Vec::new(),
            given_to_next: Vec::new(),
            expected: Vec::new(),
            help: HelpLog::default(),
            down,
            commitment: spec.fairness.as_ref().map(|fairness| fairness.committed.commitment().into()),
            spec: Arc::new(spec),
        };
        table.name_players();
        // All seats may be taken at creation.
        table.run_clock(table.spec.created);
        Ok(table)
    }

    /// What was decided before the first event.
    #[must_use]
    pub fn spec(&self) -> &TableSpec {
        &self.spec
    }

    /// The id in the table's address.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.spec.id
    }

    /// The game in the catalog.
    #[must_use]
    pub fn game(&self) -> &'static dyn AnyGame {
        self.game
    }

    /// The position, with every position before it.
    #[must_use]
    pub fn play(&self) -> &dyn AnyPlay {
        self.play.as_ref()
    }

    /// What was agreed.
    #[must_use]
    pub fn terms(&self) -> &Terms {
        &self.spec.terms
    }

    /// Who has which seat.
    #[must_use]
    pub fn seating(&self) -> &[Occupant] {
        &self.seating
    }

    /// All seats, in order.
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        Seat::all(self.play.seats())
    }

    /// The number of events.
    #[must_use]
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// The number of events that may have changed the position. A page that shows this version shows the
    /// position.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }

    /// When the last event happened, help aside; `None` before the first one.
    #[must_use]
    pub fn last_at(&self) -> Option<Millis> {
        self.last_at
    }

    // ---- turns ----

    /// The seat whose turn it is. `None` before all seats are taken, in a pause, and at the end.
    #[must_use]
    pub fn to_act(&self) -> Option<Seat> {
        match self.play.turn() {
            Turn::Seat(seat) if self.ending.is_none() && self.is_full() && !self.paused => Some(seat),
            _ => None,
        }
    }

    /// Whether a seat may answer now though it is another seat's turn.
    #[must_use]
    pub fn may_answer(&self, seat: Seat) -> bool {
        self.to_act().is_some() && self.play.may_answer(seat)
    }

    /// Whether a seat has given an answer that stays secret until others have given theirs.
    #[must_use]
    pub fn has_answered(&self, seat: Seat) -> bool {
        self.ending.is_none() && self.play.has_answered(seat)
    }

    /// The seats that may act now, each without waiting for the others: the one whose turn it is comes first.
    pub fn may_act(&self) -> impl Iterator<Item = Seat> + '_ {
        let turn = self.to_act();
        turn.into_iter().chain(self.seats().filter(|seat| self.may_answer(*seat)))
    }

    /// Whether a seat has acted in the game as it stands.
    #[must_use]
    pub fn has_acted(&self, seat: Seat) -> bool {
        self.steps[..self.cursor].iter().any(|step| step.by == Some(seat))
    }

    /// The person whose turn it is.
    #[must_use]
    pub fn person_to_act(&self) -> Option<&Person> {
        self.person(self.to_act()?)
    }

    /// The program that can act now.
    #[must_use]
    pub fn program_to_act(&self) -> Option<&str> {
        self.seating[self.to_act()?.index()].program_name()
    }

    /// The program on each seat, by its name.
    #[must_use]
    pub fn programs(&self) -> Vec<Option<String>> {
        self.seating.iter().map(|occupant| occupant.program_name().map(str::to_owned)).collect()
    }

    /// Whether chance decides next.
    #[must_use]
    pub fn chance_is_due(&self) -> bool {
        self.play.turn() == Turn::Chance && self.ending.is_none() && self.is_full() && !self.paused
    }

    /// Whether pieces on the board may be picked: on a turn, and to continue the move that has just ended the
    /// game.
    #[must_use]
    pub fn is_open_to_picks(&self) -> bool {
        self.to_act().is_some() || (self.ending.is_none() && self.play.turn() == Turn::Over)
    }

    /// Whether the only person at the table may take something back: a step, or the resignation.
    #[must_use]
    pub fn can_take_back(&self) -> bool {
        self.can_unresign() || self.can_restart()
    }

    /// Whether it is a game of an event that ended before it did.
    #[must_use]
    pub fn is_called_off(&self) -> bool {
        // No clock does this in an event.
        self.ending == Some(Ending::Aborted) && self.aborted_by.is_none() && self.spec.terms.unaided
    }

    /// The player who ended the game, where it was aborted by one.
    #[must_use]
    pub fn aborted_by(&self) -> Option<Seat> {
        self.aborted_by
    }

    /// Whether the only person at the table has resigned or left, and may play on. Where something is hidden,
    /// the end has shown it; then no more is taken back than without the resignation.
    #[must_use]
    pub fn can_unresign(&self) -> bool {
        let revealed = self.game.hidden() && self.crosses_revelation(|step| step.by.is_some());
        self.is_alone() && self.is_resigned() && !revealed
    }

    /// Whether the game has ended since a player has resigned or left.
    pub(crate) fn is_resigned(&self) -> bool {
        matches!(self.ending, Some(Ending::Resigned(_) | Ending::GivenUp | Ending::Aborted))
    }

    /// Whether there is a step that the only person at the table may take back.
    #[must_use]
    pub fn can_restart(&self) -> bool {
        let own = |step: &Step| step.by.is_some();
        self.is_alone() && self.steps[..self.cursor].iter().any(own) && !self.crosses_revelation(own)
    }

    /// Whether an action since the last step that `ours` names, that one included, has told a player
    /// something new. Where there is no such step, whether any action of the table has.
    pub(crate) fn crosses_revelation(&self, ours: impl Fn(&Step) -> bool) -> bool {
        let mut ply = self.play.ply();
        for step in self.steps[..self.cursor].iter().rev().filter(|step| !step.amends) {
            ply = ply.saturating_sub(1);
            if !self.play.retractable(ply) {
                return true;
            }
            if ours(step) {
                return false;
            }
        }
        false
    }

    /// Why the only person at the table, who has moved, may take nothing back; `None` for others, and where
    /// there is nothing to explain.
    #[must_use]
    pub fn why_not_take_back(&self) -> Option<Rejection> {
        let moved = self.is_alone() && self.steps[..self.cursor].iter().any(|step| step.by.is_some());
        (moved && !self.can_take_back()).then_some(Rejection::Revealed)
    }

    /// Whether there is a step to play again.
    #[must_use]
    pub fn can_replay(&self) -> bool {
        self.is_alone() && self.cursor < self.steps.len()
    }

    /// Whether the last action told no player anything new.
    pub(crate) fn last_is_retractable(&self) -> bool {
        self.play.ply().checked_sub(1).is_some_and(|ply| self.play.retractable(ply))
    }

    // ---- the end ----

    /// Whether the game has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.ending.is_some() || self.play.turn() == Turn::Over
    }

    /// How the game ended, once it has.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.ending.or_else(|| (self.play.turn() == Turn::Over).then_some(Ending::ByRules))
    }

    /// The result, once the game has ended, by its rules or otherwise. The reason names seats by
    /// [`Table::stored_label`].
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match self.ending {
            Some(ending) => {
                let mut outcome = ending.outcome(|seat| self.stored_label(seat))?;
                if let Ending::Forfeited(lost, _) = ending {
                    outcome.winners = self.seats().filter(|seat| *seat != lost).collect();
                }
                Some(outcome)
            }
            None => self.play.outcome(),
        }
    }

    /// Whether a game that ends now without an end by its rules is aborted and does not count: where the
    /// result is for the ratings, until each player has moved, or, where hands are hidden, until one has; of
    /// two, until both have come to the table. In an event each game counts.
    #[must_use]
    pub fn is_abortable(&self) -> bool {
        // No one looks at a hand, and at what another player does, and then calls the game off.
        let shown = self.game().hidden() && self.steps[..self.cursor].iter().any(|step| step.by.is_some());
        let moved = |seat: Seat| shown || self.has_acted(seat);
        let still = |seat: Seat| self.person(seat).is_some() && !moved(seat);
        !self.is_over()
            && !self.spec.terms.unaided
            && (self.spec.terms.rated && self.seats().any(still)
                || self.play.seats() == 2 && !self.expected.is_empty())
    }

    /// Whether no person plays on if the one who is here leaves a game of more than two: it is aborted then,
    /// instead of being played on by programs alone.
    #[must_use]
    pub fn ends_without_people(&self) -> bool {
        // In an event, a result without people compares no one.
        let all_left = self.spec.terms.unaided && self.is_full() && self.people() < 2;
        self.play.seats() > 2 && (all_left || self.is_alone() && !self.had_company())
    }

    /// Whether the game has ended as a round of a match: from then on nothing is taken back.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.spec.round.is_some() && self.is_over()
    }

    /// Whether this is a round of a match that is not decided after it.
    #[must_use]
    pub fn match_goes_on(&self) -> bool {
        self.spec.round.as_ref().is_some_and(|round| round.winner_after(self.outcome().as_ref()).is_none())
    }

    // ---- fairness ----

    /// The hash of the seed that the server is committed to, if it is.
    #[must_use]
    pub fn commitment(&self) -> Option<&str> {
        self.commitment.as_deref()
    }

    /// What each seat has added to the deal, in order.
    #[must_use]
    pub fn added(&self) -> &[Option<Randomness>] {
        self.spec.fairness.as_ref().map_or(&[], |fairness| &fairness.added)
    }

    /// The seed that the server is committed to, and its nonce: once the game is over. The seed of a day is
    /// open on its day.
    #[must_use]
    pub fn revealed(&self) -> Option<CommittedSeed> {
        let open = self.is_over() || self.spec.daily.is_some();
        self.spec.fairness.as_ref().filter(|_| open).map(|fairness| fairness.committed)
    }

    // ---- players ----

    /// The person on a seat.
    #[must_use]
    pub fn person(&self, seat: Seat) -> Option<&Person> {
        self.seating.get(seat.index())?.person()
    }

    /// Whether the player on a seat has not come to this table yet: no time counts for that seat.
    #[must_use]
    pub fn is_expected(&self, seat: Seat) -> bool {
        self.expected.contains(&seat)
    }

    /// Who had which seat before programs took over for players who left.
    #[must_use]
    pub fn original_seating(&self) -> Vec<Occupant> {
        let original = |occupant: &Occupant| {
            occupant.replaced().map_or_else(|| occupant.clone(), |left| Occupant::Person(left.clone()))
        };
        self.seating.iter().map(original).collect()
    }

    /// The name of a seat in sentences: that of its player, else that of its side, else its number. A program
    /// has the name of its persona.
    #[must_use]
    pub fn label(&self, seat: Seat) -> String {
        self.persona(seat).map_or_else(|| self.stored_label(seat), |persona| persona.name.to_owned())
    }

    /// What a seat is called on the pages of a reader who has the seats `own`: as [`Table::label`], but a
    /// reader with one seat and no name is *You*.
    #[must_use]
    pub fn label_for(&self, seat: Seat, own: &[Seat]) -> String {
        let nameless =
            |person: &Person| own == [seat] && person.own_name(&self.play.seat_name(seat)).is_empty();
        if self.person(seat).is_some_and(nameless) { "You".to_owned() } else { self.label(seat) }
    }

    /// Tells the game who has which seat, so that its texts can name the players.
    pub(crate) fn name_players(&mut self) {
        let name = |seat: Seat| match self.seating.get(seat.index())? {
            Occupant::Open => None,
            _ => Some(self.label(seat)),
        };
        self.play.name_players(self.seats().map(name).collect());
    }

    /// The opponent on a seat that a program has; `None` for people, open seats and yardsticks.
    #[must_use]
    pub fn persona(&self, seat: Seat) -> Option<Persona> {
        self.seating.get(seat.index())?.program_name()?;
        let personas = self.game().personas(&mut self.seating.iter().map(Occupant::program_name));
        personas.into_iter().nth(seat.index())?
    }

    /// The name of a seat in records and rows and for programs: as [`Table::label`], but with the name that a
    /// program has on the command line, in quotation marks.
    #[must_use]
    pub fn stored_label(&self, seat: Seat) -> String {
        match self.seating.get(seat.index()) {
            Some(Occupant::Person(person)) if person.name.is_empty() => self.play.seat_name(seat),
            Some(occupant) => occupant.label(),
            // Only a damaged log names such a seat.
            None => format!("Seat {}", u16::from(seat.0) + 1),
        }
    }

    /// The seats of a person.
    pub fn seats_of(&self, id: &str) -> impl Iterator<Item = Seat> {
        self.seats().filter(move |&seat| self.person(seat).is_some_and(|p| p.id == id))
    }

    /// Whether a person has made the table, has a seat, or may return to one.
    #[must_use]
    pub fn involves(&self, id: &str) -> bool {
        let has = |occupant: &Occupant| occupant.person().or(occupant.replaced()).is_some_and(|p| p.id == id);
        self.spec.owner == id || self.seating.iter().any(has)
    }

    /// Whether all seats are taken.
    #[must_use]
    pub fn is_full(&self) -> bool {
        !self.seating.contains(&Occupant::Open)
    }

    /// Whether no seat can be taken: none is open, and none waits for a player to return.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.is_full() && self.seating.iter().all(|occupant| occupant.replaced().is_none())
    }

    /// Whether one person at most plays here and no seat is open: moves may then be taken back without
    /// asking. Never where the result counts for the ratings, since the other players may have left, nor
    /// where it is compared with those of others.
    #[must_use]
    pub fn is_alone(&self) -> bool {
        let terms = &self.spec.terms;
        self.is_full() && self.people() < 2 && !terms.rated && !terms.unaided
    }

    /// How many different people have seats.
    #[must_use]
    pub fn people(&self) -> usize {
        count_people(&self.seating)
    }

    /// Whether different people have had seats, even if programs play for some of them now.
    #[must_use]
    pub fn had_company(&self) -> bool {
        count_people(&self.original_seating()) > 1
    }

    /// The program that takes over for a player who leaves: the strongest.
    #[must_use]
    pub fn substitute(&self) -> &'static str {
        self.game.programs().last().map_or("", |program| program.name)
    }

    // ---- agreements ----

    /// The question that is not settled.
    #[must_use]
    pub fn question(&self) -> Option<&OpenQuestion> {
        self.question.as_ref()
    }

    /// The last question that another player declined, until the next move or question.
    #[must_use]
    pub fn declined(&self) -> Option<Declined> {
        self.declined
    }

    /// Whether the clocks are stopped by agreement.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// The id of the table that follows: the next round of the match once it is made, or the rematch once all
    /// have agreed.
    #[must_use]
    pub fn next(&self) -> Option<&str> {
        self.next.as_deref()
    }

    /// Whether the player on a seat has agreed to the table that follows.
    #[must_use]
    pub fn has_agreed_to_next(&self, seat: Seat) -> bool {
        self.agreed_to_next.contains(&seat)
    }

    /// Whether the open question is settled once `seat` agrees, too.
    #[must_use]
    pub fn settles(&self, seat: Seat) -> bool {
        let Some(open) = &self.question else { return false };
        let agreed = |s: Seat| s == seat || open.agreed.contains(&s);
        let same = |a: Seat, b: Seat| self.person(a).map(|p| &p.id) == self.person(b).map(|p| &p.id);
        self.seats()
            .filter(|&s| self.person(s).is_some())
            .all(|s| self.seats().any(|t| agreed(t) && same(s, t)))
    }

    /// Whether the agreement of this person makes a rematch, so that
    /// [`Command::Agree`](crate::Command::Agree) needs the id of the next table.
    #[must_use]
    pub fn settles_rematch(&self, person: &str) -> bool {
        self.question.as_ref().is_some_and(|open| open.question == Question::Rematch)
            && self.seats_of(person).next().is_some_and(|seat| self.settles(seat))
    }

    // ---- time ----

    /// The clocks.
    #[must_use]
    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// What is left on a seat's clock.
    #[must_use]
    pub fn time_left(&self, seat: Seat, now: Millis) -> Millis {
        self.clocks.left(seat, now, &self.down)
    }

    /// Which seat will run out of time, and when.
    #[must_use]
    pub fn deadline(&self, now: Millis) -> Option<(Seat, Millis)> {
        self.clocks.deadline(now, &self.down)
    }

    /// Whether the seat to act has run out of time.
    #[must_use]
    pub fn is_out_of_time(&self, now: Millis) -> bool {
        self.deadline(now).is_some_and(|(_, deadline)| deadline <= now)
    }

    /// The time played, from the first action to the end or `now`, longer pauses counted as
    /// [`LONGEST_PAUSE`]. `None` before the first action.
    #[must_use]
    pub fn played(&self, now: Millis) -> Option<Millis> {
        let pause = |last: Millis| now.saturating_sub(last).clamp(0, LONGEST_PAUSE);
        self.last_at.map(|last| self.played + if self.is_over() { 0 } else { pause(last) })
    }

    /// When the other players may continue without the player to act, who has been away since `away_since`.
    /// `None` if that seat has no person, the person is connected or has not come yet, or the terms say to
    /// wait.
    #[must_use]
    pub fn claimable_at(&self, away_since: Option<Millis>) -> Option<Millis> {
        let seat = self.to_act().filter(|&seat| !self.is_expected(seat))?;
        self.person(seat)?;
        let grace = i64::from(self.spec.terms.grace_s?) * 1000;
        Some(away_since?.max(self.last_at.unwrap_or(self.spec.created)).saturating_add(grace))
    }

    /// Starts the clock of the person to act; stops the clocks if there is none.
    pub(crate) fn run_clock(&mut self, at: Millis) {
        match self.to_act().filter(|&seat| self.person(seat).is_some() && !self.is_expected(seat)) {
            Some(seat) => self.clocks.start(seat, at, &self.down),
            None => self.clocks.stop(at, &self.down),
        }
    }
}
