//! How events change a table, and which events can happen to it.
//!
//! Events are never removed. Taking back is an event, too: it moves a cursor over the steps that were played,
//! and a new step drops those after the cursor. Folding the same events gives the same table, so the log is
//! all that is stored.

use crate::clock::Downtime;
use crate::ending::Ending;
use crate::event::{Event, EventKind, Question};
use crate::fairness::Given;
use crate::rejection::{Corrupt, Rejection};
use crate::seating::{Occupant, Person};
use crate::spec::TableSpec;
use crate::table::{Declined, LONGEST_PAUSE, OpenQuestion, Step, Table};
use bagatelle_core::{Randomness, Seat, Turn, Viewer};
use std::sync::Arc;

fn ensure(holds: bool, otherwise: Rejection) -> Result<(), Rejection> {
    if holds { Ok(()) } else { Err(otherwise) }
}

impl Table {
    /// The table after stored events.
    ///
    /// # Errors
    /// When an event cannot have happened.
    pub fn restore(spec: TableSpec, down: Arc<[Downtime]>, events: &[Event]) -> Result<Table, Corrupt> {
        let id = spec.id.clone();
        let mut table = Table::new(spec, down).map_err(|e| Corrupt::new("a table", format!("{id}: {e}")))?;
        for event in events {
            let seq = table.seq();
            table
                .admit(event)
                .map_err(|e| Corrupt::new("the log of a table", format!("{id}, event {seq}: {e}")))?;
            table.apply(event);
        }
        Ok(table)
    }

    /// Whether an event can happen to this table, no matter who causes it. This is as lenient as every
    /// version that has written events, so that old logs are restored; [`Table::decide`] is stricter.
    ///
    /// # Errors
    /// Why not.
    pub fn admit(&self, event: &Event) -> Result<(), Rejection> {
        use EventKind as K;
        match &event.kind {
            K::Inherited { action } => {
                ensure(self.last_at.is_none(), Rejection::Begun)?;
                Ok(self.play.admits(action).map(|_| ())?)
            }
            K::Acted { action } => {
                self.admit_action()?;
                Ok(self.play.admits(action).map(|_| ())?)
            }
            K::Answered { by, action } => {
                self.admit_action()?;
                Ok(self.play.check_ahead(*by, action).map(|_| ())?)
            }
            K::Amended { action } => {
                let offers = self.play.offers(Viewer::Seat(Seat(0)));
                let continues = offers.iter().any(|offer| offer.amends && offer.text == *action);
                ensure(continues, Rejection::NotAContinuation)
            }
            K::TookBack | K::Restarted => {
                ensure(self.is_alone(), Rejection::NotAlone)?;
                self.admit_takeback(|step| step.by.is_some())
            }
            K::Unresigned => {
                ensure(self.is_alone(), Rejection::NotAlone)?;
                ensure(self.is_resigned(), Rejection::NothingToTakeBack)
            }
            K::Replayed => {
                ensure(self.is_alone(), Rejection::NotAlone)?;
                ensure(self.can_replay(), Rejection::NothingToReplay)
            }
            K::Sat { seat, .. } => match self.occupant(*seat)? {
                Occupant::Open => Ok(()),
                occupant => {
                    let person = event.person.as_deref().unwrap_or_default();
                    let returns = occupant.replaced().is_some_and(|left| left.id == person);
                    ensure(returns && !self.is_over(), Rejection::SeatTaken)
                }
            }
            .and_then(|()| self.admit_deal(*seat, event)),
            K::Stood { seat } => {
                let person = self.occupant(*seat)?.person();
                ensure(!self.is_full() && person.is_some(), Rejection::Begun)
            }
            K::ProgramSeated { seat, .. } => {
                let open = *self.occupant(*seat)? == Occupant::Open;
                ensure(!self.spec.terms.rated, Rejection::RatedWithoutPrograms)?;
                ensure(open, Rejection::SeatTaken)?;
                self.admit_deal(*seat, event)
            }
            K::Asked { by, question } => self.admit_question(*question, *by),
            K::Agreed { by, .. } => {
                self.occupant(*by)?;
                let open = self.question.as_ref().ok_or(Rejection::NothingAsked)?;
                ensure(!open.agreed.contains(by), Rejection::AgreedAlready)?;
                if !self.settles(*by) {
                    return Ok(());
                }
                match open.question {
                    Question::Takeback => self.admit_takeback(|step| step.by == Some(open.by)),
                    Question::Draw | Question::Pause | Question::Rematch => Ok(()),
                }
            }
            K::Declined { by } => {
                self.occupant(*by)?;
                ensure(self.question.is_some(), Rejection::NothingAsked)
            }
            K::Resumed { .. } => ensure(self.paused, Rejection::NotPaused),
            K::Resigned { by, .. } => self.admit_departure(*by),
            K::Claimed { .. } => self.admit_departure(self.to_act().ok_or(Rejection::NoTurn)?),
            K::TimedOut { .. } => self.admit_departure(self.clocks.runs().ok_or(Rejection::TimeLeft)?),
            K::Forfeited { seat, .. } => {
                ensure(self.spec.terms.unaided, Rejection::ServerOnly)?;
                self.admit_departure(*seat)
            }
            K::Aborted { by: Some(seat) } => self.admit_departure(*seat),
            K::Aborted { by: None } => {
                ensure(!self.is_over(), Rejection::Over)?;
                ensure(self.is_full(), Rejection::SeatsOpen)
            }
            K::WentOn { .. } => {
                ensure(self.is_over() && self.match_goes_on(), Rejection::NoNextRound)?;
                ensure(self.next.is_none(), Rejection::RoundMade)
            }
            K::Expected { seat } => ensure(self.occupant(*seat)?.person().is_some(), Rejection::SeatEmpty),
            K::Arrived { seat } => ensure(self.is_expected(*seat), Rejection::NotExpected),
            K::Helped { .. } => self.admit_help(),
        }
    }

    /// Whether an action can be taken at all, by the seat to act or by chance.
    pub(crate) fn admit_action(&self) -> Result<(), Rejection> {
        ensure(self.ending.is_none(), Rejection::Over)?;
        ensure(self.is_full(), Rejection::SeatsOpen)?;
        ensure(!self.paused, Rejection::Paused)
    }

    /// Whether a question can be asked now from `seat`.
    ///
    /// # Errors
    /// Why not.
    pub fn admit_question(&self, question: Question, seat: Seat) -> Result<(), Rejection> {
        self.occupant(seat)?;
        ensure(self.people() > 1, Rejection::NoOneToAsk)?;
        ensure(self.question.is_none(), Rejection::QuestionOpen)?;
        if question == Question::Rematch {
            ensure(self.is_over(), Rejection::RematchTooEarly)?;
            return ensure(self.next.is_none(), Rejection::RematchMade);
        }
        ensure(!self.is_over(), Rejection::Over)?;
        ensure(self.is_full(), Rejection::SeatsOpen)?;
        match question {
            Question::Takeback => {
                ensure(self.spec.terms.takebacks, Rejection::NoTakebacks)?;
                let own = |step: &Step| step.by == Some(seat);
                ensure(self.steps[..self.cursor].iter().any(own), Rejection::NotMovedYet)?;
                self.admit_takeback(own)
            }
            Question::Draw => ensure(self.play.seats() == 2, Rejection::NoDraws),
            Question::Pause => {
                ensure(self.spec.terms.pauses && self.clocks.exist(), Rejection::NoPauses)?;
                ensure(!self.paused, Rejection::PausedAlready)
            }
            Question::Rematch => Ok(()),
        }
    }

    fn admit_takeback(&self, ours: impl Fn(&Step) -> bool) -> Result<(), Rejection> {
        ensure(self.steps[..self.cursor].iter().any(ours), Rejection::NothingToTakeBack)?;
        ensure(self.last_is_retractable(), Rejection::Revealed)
    }

    /// Whether a deal can be made, if this event takes the last seat and the deal waits for it.
    fn admit_deal(&self, seat: Seat, event: &Event) -> Result<(), Rejection> {
        let last = self.seats().all(|other| other == seat || self.seating[other.index()] != Occupant::Open);
        let Some(mut fairness) = self.spec.fairness.clone().filter(|fairness| fairness.waits && last) else {
            return Ok(());
        };
        fairness.add(seat, event.randomness);
        fairness.deal(self.game, &self.spec.options).map(|_| ())
    }

    /// Makes the deal, if it waits and all seats are taken.
    fn deal(&mut self) {
        let Some(mut fairness) = self.spec.fairness.clone().filter(|fairness| fairness.waits) else { return };
        if !self.is_full() {
            return;
        }
        let Ok((record, seed)) = fairness.deal(self.game, &self.spec.options) else { return };
        let Ok(play) = self.game.open(&record) else { return };
        fairness.waits = false;
        let spec = Arc::make_mut(&mut self.spec);
        (spec.setup, spec.seed, spec.fairness) = (record.setup, seed, Some(fairness));
        self.play = play;
        self.name_players();
    }

    /// Notes what the player on a seat adds to the deal, as long as it waits.
    fn add(&mut self, seat: Seat, randomness: Option<Randomness>) {
        if !self.spec.is_dealt()
            && let Some(fairness) = &mut Arc::make_mut(&mut self.spec).fairness
        {
            fairness.add(seat, randomness);
        }
    }

    fn admit_departure(&self, seat: Seat) -> Result<(), Rejection> {
        let person = self.occupant(seat)?.person();
        ensure(!self.is_over(), Rejection::Over)?;
        ensure(self.is_full(), Rejection::SeatsOpen)?;
        ensure(person.is_some(), Rejection::SeatEmpty)
    }

    pub(crate) fn occupant(&self, seat: Seat) -> Result<&Occupant, Rejection> {
        self.seating.get(seat.index()).ok_or(Rejection::NoSuchSeat)
    }

    /// The table after an event, which leaves this one as it is; see [`Table::apply`].
    #[must_use]
    pub fn after(&self, event: &Event) -> Table {
        let mut table = self.clone();
        table.apply(event);
        table
    }

    /// Applies an event that [`Table::decide`] made for this table, or that [`Table::admit`] has admitted.
    /// With any other event the result is unspecified, but never a panic.
    pub fn apply(&mut self, event: &Event) {
        use EventKind as K;
        let was_over = self.is_over();
        match &event.kind {
            K::Inherited { action } => {
                self.play.reopen();
                if self.play.play(action).is_ok() {
                    self.push(action, false, None, self.version);
                }
                self.version += 1;
                self.seq += 1;
                self.run_clock(event.at);
                return;
            }
            // It takes no time of the game: the move that follows does.
            K::Helped { help, .. } => {
                self.take_help(help);
                self.seq += 1;
                return;
            }
            K::Acted { action } => {
                self.act(action, event.at, self.version);
                self.act_on_answers(event.at);
            }
            K::Answered { by, action } => {
                self.play.lay_aside(*by, action);
                self.answered_at.push((*by, self.version));
            }
            K::Amended { action } => self.amend(action),
            K::TookBack => self.take_back(|step| step.by.is_some()),
            K::Unresigned => self.ending = None,
            K::Replayed => self.replay(),
            K::Restarted => {
                self.take_back(|step| step.by.is_some());
                while self.admit_takeback(|step| step.by.is_some()).is_ok() {
                    self.take_back(|step| step.by.is_some());
                }
            }
            K::Sat { seat, name } => {
                let person = Person::new(event.person.clone().unwrap_or_default(), name);
                self.seat(*seat, Occupant::Person(person));
                self.add(*seat, event.randomness);
                self.deal();
            }
            K::Stood { seat } => {
                self.seat(*seat, Occupant::Open);
                self.add(*seat, None);
            }
            K::ProgramSeated { seat, program } => {
                self.seat(*seat, Occupant::program(program));
                self.deal();
            }
            K::Asked { by, question } => {
                self.question = Some(OpenQuestion { question: *question, by: *by, agreed: vec![*by] });
                self.declined = None;
                self.given_to_next.clear();
                self.give_to_next(event);
            }
            K::Agreed { by, next } => {
                self.give_to_next(event);
                self.agree(*by, next.as_ref());
            }
            K::Declined { by } => self.decline(*by),
            K::Resumed { .. } => self.paused = false,
            K::Resigned { by, substitute } => self.depart(*by, substitute, Ending::Resigned),
            K::Claimed { substitute, .. } => {
                if let Some(away) = self.to_act() {
                    self.depart(away, substitute, Ending::Left);
                }
            }
            K::TimedOut { substitute } => {
                if let Some(late) = self.clocks.runs() {
                    self.depart(late, substitute, Ending::OutOfTime);
                }
            }
            // Programs do not play on alone, and a deal that is lost is not one that was given up.
            K::Forfeited { seat, why, .. } if self.play.seats() == 1 || self.people() < 2 => {
                self.settle_questions();
                self.expected.retain(|expected| expected != seat);
                self.ending = Some(Ending::Forfeited(*seat, *why));
            }
            K::Forfeited { seat, why, substitute } => {
                self.depart(*seat, substitute, |seat| Ending::Forfeited(seat, *why));
            }
            K::Aborted { by } => {
                self.settle_questions();
                self.aborted_by = *by;
                self.ending = Some(Ending::Aborted);
            }
            K::WentOn { next } => self.next = Some(next.clone()),
            K::Expected { seat } => self.expected.push(*seat),
            K::Arrived { seat } => self.expected.retain(|expected| expected != seat),
        }
        let answered = matches!(event.kind, K::Answered { .. });
        if (event.kind.is_move() || answered)
            && let Some(last) = self.last_at.filter(|_| !was_over && self.version > 0)
        {
            self.played += event.at.saturating_sub(last).clamp(0, LONGEST_PAUSE);
        }
        if event.kind.is_move() {
            self.refused.clear();
            self.version += 1;
        }
        self.note_any_order();
        self.last_at = Some(event.at);
        self.seq += 1;
        self.run_clock(event.at);
    }

    /// Takes the answers of the seats whose turns have come, in the order of the rules.
    fn act_on_answers(&mut self, at: i64) {
        while let Some(answer) = self.play.due() {
            let (ply, by) = (self.play.ply(), self.play.turn());
            let laid = self.answered_at.iter().find(|(seat, _)| by == Turn::Seat(*seat));
            self.act(&answer, at, laid.map_or(self.version, |(_, after)| *after));
            if self.play.ply() == ply {
                return;
            }
        }
    }

    /// Records since when seats may answer in any order, and forgets answers that are no longer set
    /// aside.
    fn note_any_order(&mut self) {
        let any_order = self.seats().any(|seat| self.play.may_answer(seat) || self.play.has_answered(seat));
        self.any_order_since = any_order.then(|| self.any_order_since.unwrap_or(self.version));
        let play = &self.play;
        self.answered_at.retain(|(seat, _)| play.laid_aside(*seat).is_some());
    }

    fn act(&mut self, action: &str, at: i64, after: u64) {
        self.play.reopen();
        let mover = match self.play.turn() {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance | Turn::Over => None,
        };
        let person = mover.filter(|&seat| self.person(seat).is_some());
        let moves = (person.is_some() && self.is_of_solution(action)).then(|| self.moves());
        self.forget_followed();
        if self.play.play(action).is_err() {
            return;
        }
        if let Some(before) = moves {
            self.note_followed(before);
        }
        if let Some(seat) = person {
            self.clocks.moved(seat, at, &self.down);
        }
        self.push(action, false, person, after);
        // The question was about the position before.
        self.question = None;
        self.declined = None;
    }

    fn amend(&mut self, action: &str) {
        let Some(last) = self.play.take_back() else { return };
        self.forget_followed();
        if self.play.play(action).is_ok() {
            self.push(action, true, Some(Seat(0)), self.version);
        } else {
            self.play.apply(&last);
        }
    }

    fn seat(&mut self, seat: Seat, occupant: Occupant) {
        if let Some(place) = self.seating.get_mut(seat.index()) {
            *place = occupant;
            self.name_players();
        }
    }

    fn push(&mut self, action: &str, amends: bool, by: Option<Seat>, after: u64) {
        self.steps.truncate(self.cursor);
        self.steps.push(Step { action: action.into(), amends, by, after });
        self.cursor += 1;
    }

    /// Takes steps back until one that `ours` names is taken back, but not past one that has revealed
    /// something.
    fn take_back(&mut self, ours: impl Fn(&Step) -> bool) {
        self.ending = None;
        while let Some(cursor) = self.cursor.checked_sub(1) {
            self.cursor = cursor;
            let step = &self.steps[cursor];
            self.play.take_back();
            if step.amends {
                self.play.apply(&self.steps[cursor - 1].action);
            }
            if ours(step) || !self.last_is_retractable() {
                return;
            }
        }
    }

    fn replay(&mut self) {
        while let Some(step) = self.steps.get(self.cursor) {
            if step.amends {
                self.play.take_back();
            }
            self.play.apply(&step.action);
            self.cursor += 1;
            let continues = self.steps.get(self.cursor).is_some_and(|next| next.by.is_none());
            if !continues {
                break;
            }
        }
    }

    /// Notes what a player adds to the deal of the rematch.
    fn give_to_next(&mut self, event: &Event) {
        if let (Some(person), Some(randomness)) = (event.person.clone(), event.randomness) {
            self.given_to_next.push(Given { person, randomness });
        }
    }

    fn agree(&mut self, seat: Seat, next: Option<&String>) {
        let settles = self.settles(seat);
        let Some(open) = self.question.as_mut() else { return };
        if !settles {
            open.agreed.push(seat);
            return;
        }
        let (question, by) = (open.question, open.by);
        match question {
            Question::Takeback => {
                self.take_back(|step| step.by == Some(by));
                self.refused.clear();
                self.version += 1;
            }
            Question::Draw => self.ending = Some(Ending::DrawAgreed),
            Question::Pause => self.paused = true,
            Question::Rematch => {
                self.agreed_to_next = open.agreed.iter().copied().chain([seat]).collect();
                self.next = next.cloned();
            }
        }
        self.question = None;
        // Steps that were taken back by agreement are gone.
        self.steps.truncate(self.cursor);
    }

    fn decline(&mut self, seat: Seat) {
        let Some(OpenQuestion { question, by, .. }) = self.question.take() else { return };
        // A player who withdraws a question has not declined it.
        let same = self.person(by).map(|p| &p.id) == self.person(seat).map(|p| &p.id);
        self.declined = (!same).then_some(Declined { question, by, no: seat });
        if question != Question::Rematch {
            self.refused.push((question, by));
        }
    }

    /// No question is open from now on, and no pause holds.
    fn settle_questions(&mut self) {
        (self.question, self.declined) = (None, None);
        self.paused = false;
    }

    /// Continues without the person on a seat: of two, the other has won; of more, the substitute takes over.
    fn depart(&mut self, seat: Seat, substitute: &str, ending: impl Fn(Seat) -> Ending) {
        let Some(person) = self.person(seat).cloned() else { return };
        self.settle_questions();
        self.expected.retain(|expected| *expected != seat);
        match self.play.seats() {
            1 => self.ending = Some(Ending::GivenUp),
            2 => self.ending = Some(ending(seat)),
            _ => {
                self.seat(seat, Occupant::Program { name: substitute.to_owned(), instead_of: Some(person) });
            }
        }
    }
}
