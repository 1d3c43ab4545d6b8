//! Who may do what: a command becomes an event, or is rejected. Nothing is changed here.

use crate::command::{Actor, Command, Context};
use crate::event::{Event, EventKind, Question};
use crate::names::check_name;
use crate::perspective::Viewpoint;
use crate::rejection::Rejection;
use crate::seating::Occupant;
use crate::table::{Step, Table};
use crate::visitor::Visitor;
use bagatelle_core::{Seat, Seed};

/// What happens now by a visitor; by none, it is the server's.
fn event(visitor: Option<&Visitor>, kind: EventKind, context: &Context) -> Event {
    let randomness = context.randomness.filter(|_| kind.adds());
    Event { at: context.now, person: visitor.map(|visitor| visitor.id().to_owned()), kind, randomness }
}

impl Table {
    /// Decides a command: returns the event to store and [apply](Table::apply).
    ///
    /// # Errors
    /// The rejection says why nothing happens. [`Rejection::TimeUp`] asks the server to give
    /// [`Command::ExpireClock`].
    pub fn decide(&self, actor: Actor<'_>, command: Command, context: &Context) -> Result<Event, Rejection> {
        let kind = match actor {
            Actor::Server => self.decide_for_server(command, context)?,
            _ => self.decide_for_visitor(actor.visitor(), command, context)?,
        };
        Ok(event(actor.visitor(), kind, context))
    }

    /// What a person means by a command: to ask for what another one asks for is to agree. A takeback is of
    /// the asker’s own move, so two who ask for one want different things.
    #[must_use]
    pub fn meant(&self, person: &str, command: Command) -> Command {
        let (Command::Ask(question), Some(open)) = (&command, &self.question) else { return command };
        let is_same = open.question == *question && *question != Question::Takeback;
        let of_another = self.seats_of(person).all(|seat| seat != open.by);
        if is_same && of_another { Command::Agree { next: None } } else { command }
    }

    /// Whether a command is an action that this person has taken when the table was at a version: one that is
    /// sent again, since the answer was lost.
    #[must_use]
    pub fn has_taken(&self, person: &str, command: &Command, version: u64) -> bool {
        let (action, amends) = match command {
            Command::Act(action) => (action, false),
            Command::Amend(action) => (action, true),
            _ => return false,
        };
        let theirs = |seat: Seat| self.person(seat).is_some_and(|one| one.id == person);
        // Among answers in any order, one that was sent at an earlier version is the same as well.
        let in_any_order = self.is_in_any_order(command, version);
        let same = |step: &Step| {
            (step.after == version || in_any_order && step.after > version)
                && *step.action == **action
                && step.amends == amends
                && step.by.is_some_and(theirs)
        };
        let aside =
            |&(seat, _): &(Seat, u64)| theirs(seat) && self.play.laid_aside(seat).as_ref() == Some(action);
        self.steps[..self.cursor].iter().any(same) || in_any_order && self.answered_at.iter().any(aside)
    }

    /// Whether what a person does at a version that has passed is as good as at the present one: seats answer
    /// in any order, and what has happened since is that others have.
    fn is_in_any_order(&self, command: &Command, seen: u64) -> bool {
        matches!(command, Command::Act(_))
            && self.any_order_since.is_some_and(|since| (since..=self.version).contains(&seen))
    }

    fn decide_for_server(&self, command: Command, context: &Context) -> Result<EventKind, Rejection> {
        if context.version.is_some_and(|seen| seen != self.version) {
            return Err(Rejection::Outdated);
        }
        match command {
            Command::ResolveChance => {
                if !self.chance_is_due() {
                    return Err(Rejection::NoTurn);
                }
                let action = self.play.chance(&Seed::from_text(&self.spec.seed)).ok_or(Rejection::NoTurn)?;
                Ok(EventKind::Acted { action })
            }
            Command::ActForProgram(text) => {
                self.admit_action()?;
                if self.program_to_act().is_none() {
                    return Err(Rejection::NoTurn);
                }
                Ok(EventKind::Acted { action: self.play.check(&text)? })
            }
            Command::ExpireClock => {
                if !self.is_out_of_time(context.now) {
                    return Err(Rejection::TimeLeft);
                }
                let substitute = self.substitute().into();
                let kind = self.ended_by(None, EventKind::TimedOut { substitute });
                self.admitted(None, kind, context)
            }
            Command::CallOff => self.admitted(None, EventKind::Aborted { by: None }, context),
            Command::Forfeit { seat, why } => {
                let substitute = self.substitute().into();
                self.admitted(None, EventKind::Forfeited { seat, why, substitute }, context)
            }
            Command::Arrive { seat } => self.admitted(None, EventKind::Arrived { seat }, context),
            Command::GoOn { next } => self.admitted(None, EventKind::WentOn { next }, context),
            Command::Help(help) => {
                let by = self.to_act().unwrap_or(Seat(0));
                self.admitted(None, EventKind::Helped { by, help }, context)
            }
            _ => Err(Rejection::NotSeated),
        }
    }

    fn decide_for_visitor(
        &self,
        visitor: Option<&Visitor>,
        command: Command,
        context: &Context,
    ) -> Result<EventKind, Rejection> {
        let viewpoint = self.viewpoint(visitor);
        if let Command::Sit { seat, name } = command {
            return self.decide_sit(visitor.ok_or(Rejection::NotSeated)?, seat, &name, context);
        }
        let seats_program = matches!(command, Command::SeatProgram { .. });
        let may_ask = viewpoint.is_player() || seats_program && viewpoint.owner;
        if !may_ask {
            return Err(Rejection::NotSeated);
        }
        let outdated = |seen: u64| seen != self.version && !self.is_in_any_order(&command, seen);
        if command.is_move() && context.version.is_some_and(outdated) {
            return Err(Rejection::Outdated);
        }
        if self.is_out_of_time(context.now) {
            return Err(Rejection::TimeUp);
        }
        let own = viewpoint.seats.first().copied().unwrap_or(Seat(0));
        let kind = match self.meant(visitor.map_or("", Visitor::id), command) {
            Command::Act(text) => return self.decide_act(&viewpoint, &text),
            Command::Amend(action) => {
                let kind = self.unsettled(EventKind::Amended { action })?;
                if self.ending.is_some() {
                    return Err(Rejection::Over);
                }
                kind
            }
            Command::TakeBack if self.can_unresign() => self.unsettled(EventKind::Unresigned)?,
            Command::TakeBack => self.taken_back(EventKind::TookBack)?,
            Command::Replay => self.unsettled(EventKind::Replayed)?,
            Command::Restart => self.taken_back(EventKind::Restarted)?,
            Command::SeatProgram { seat, program } => {
                if !viewpoint.owner {
                    return Err(Rejection::NotOwner);
                }
                if self.game.programs().iter().all(|known| known.name != program) {
                    return Err(Rejection::UnknownProgram(program));
                }
                EventKind::ProgramSeated { seat: seat.unwrap_or(Seat(0)), program }
            }
            Command::Ask(question) => {
                self.may_ask(question, own)?;
                EventKind::Asked { by: own, question }
            }
            Command::Agree { next } => {
                let settles_rematch = self.settles_rematch(visitor.map_or("", Visitor::id));
                if settles_rematch && next.is_none() {
                    // The question has changed since the caller looked.
                    return Err(Rejection::Outdated);
                }
                EventKind::Agreed { by: own, next: next.filter(|_| settles_rematch) }
            }
            Command::Decline => EventKind::Declined { by: own },
            Command::Stand => EventKind::Stood { seat: own },
            Command::Resume => EventKind::Resumed { by: own },
            Command::Resign { seat } => {
                let by = seat.filter(|seat| viewpoint.seats.contains(seat)).unwrap_or(own);
                if self.ends_without_people() {
                    EventKind::Aborted { by: Some(by) }
                } else {
                    let resigned = EventKind::Resigned { by, substitute: self.substitute().into() };
                    self.ended_by(Some(by), resigned)
                }
            }
            Command::Claim => {
                if viewpoint.has_turn(self) {
                    return Err(Rejection::OwnTurn);
                }
                if self.to_act().is_some_and(|seat| self.is_expected(seat)) {
                    return Err(Rejection::NotArrived);
                }
                match self.claimable_at(context.away_since) {
                    Some(at) if at <= context.now => (),
                    Some(_) => return Err(Rejection::GraceLeft),
                    None => return Err(Rejection::NotAway),
                }
                let substitute = self.substitute().into();
                self.ended_by(Some(own), EventKind::Claimed { by: own, substitute })
            }
            Command::Sit { .. }
            | Command::ResolveChance
            | Command::ActForProgram(_)
            | Command::ExpireClock
            | Command::CallOff
            | Command::Forfeit { .. }
            | Command::Arrive { .. }
            | Command::GoOn { .. }
            | Command::Help(_) => return Err(Rejection::ServerOnly),
        };
        self.admitted(visitor, kind, context)
    }

    fn admitted(
        &self,
        visitor: Option<&Visitor>,
        kind: EventKind,
        context: &Context,
    ) -> Result<EventKind, Rejection> {
        let event = event(visitor, kind, context);
        self.admit(&event)?;
        Ok(event.kind)
    }

    /// The end of the game by one player, or its abortion where it would not count.
    fn ended_by(&self, by: Option<Seat>, kind: EventKind) -> EventKind {
        if self.is_abortable() { EventKind::Aborted { by } } else { kind }
    }

    /// The move, unless the table is a round of a match that has ended.
    fn unsettled(&self, kind: EventKind) -> Result<EventKind, Rejection> {
        if self.is_settled() { Err(Rejection::RoundSettled) } else { Ok(kind) }
    }

    /// The takeback of a player alone, unless a program's action since has revealed something.
    pub(crate) fn taken_back(&self, kind: EventKind) -> Result<EventKind, Rejection> {
        if self.is_alone() && self.crosses_revelation(|step| step.by.is_some()) {
            return Err(Rejection::Revealed);
        }
        self.unsettled(kind)
    }

    fn decide_act(&self, viewpoint: &Viewpoint, text: &str) -> Result<EventKind, Rejection> {
        if self.is_settled() {
            return Err(Rejection::RoundSettled);
        }
        self.admit_action()?;
        // The rules say best why nothing can be done after their end.
        if !viewpoint.has_turn(self) && !self.is_over() {
            let own = || viewpoint.seats.iter().copied();
            return match own().find(|seat| self.may_answer(*seat)) {
                Some(by) => Ok(EventKind::Answered { by, action: self.play.check_ahead(by, text)? }),
                None if own().any(|seat| self.has_answered(seat)) => Err(Rejection::AnsweredAlready),
                None => Err(Rejection::NotYourTurn),
            };
        }
        // The check is the admission: the rules look at the action once.
        Ok(EventKind::Acted { action: self.play.check(text)? })
    }

    /// Whether a question may be put now by the player on `seat`.
    ///
    /// # Errors
    /// Why not.
    pub fn may_ask(&self, question: Question, seat: Seat) -> Result<(), Rejection> {
        match question {
            Question::Draw if !self.game.manifest().draws_possible => return Err(Rejection::NoDraws),
            Question::Rematch if self.match_goes_on() => return Err(Rejection::MatchGoesOn),
            _ => self.admit_question(question, seat)?,
        }
        match question {
            _ if self.refused.contains(&(question, seat)) => Err(Rejection::AskedAlready),
            Question::Takeback if self.crosses_revelation(|step| step.by == Some(seat)) => {
                Err(Rejection::Revealed)
            }
            _ => Ok(()),
        }
    }

    fn decide_sit(
        &self,
        visitor: &Visitor,
        seat: Option<Seat>,
        name: &str,
        context: &Context,
    ) -> Result<EventKind, Rejection> {
        let name = check_name(name)?;
        let has_seat = self.seats_of(visitor.id()).next().is_some();
        if self.spec.terms.rated {
            if !visitor.has_account() {
                return Err(Rejection::RatedNeedsAccount);
            }
            if has_seat {
                return Err(Rejection::RatedTwoSeats);
            }
        }
        let left = |s: &Seat| self.seating[s.index()].replaced().is_some_and(|left| left.id == visitor.id());
        let back = self.seats().find(left);
        if self.game.hidden() && back.is_none() && has_seat {
            return Err(Rejection::TwoHands);
        }
        let open = |s: &Seat| self.seating.get(s.index()) == Some(&Occupant::Open);
        let free = || seat.filter(open).or_else(|| self.seats().find(open));
        let seat = back.or_else(free).ok_or(Rejection::AllSeatsTaken)?;
        self.admitted(Some(visitor), EventKind::Sat { seat, name }, context)
    }
}
