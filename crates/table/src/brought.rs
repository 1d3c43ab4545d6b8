//! Games that were played away from the server: each is played again by the rules, step by step, as if it
//! happened here.
//!
//! [`remade`] makes the table again from its original request, so a deal follows from its seed, and every
//! table is one that could be made here. [`Table::bring`] decides each event as [`Table::decide`] does for
//! the player, for programs and for chance. [`branch`] is for a game that has continued in two places: the
//! part played elsewhere becomes a game that continues this one.

use crate::clock::Millis;
use crate::command::{Actor, Command, Context};
use crate::ending::Ending;
use crate::event::{Event, EventKind};
use crate::fork::{Fork, ForkedFrom};
use crate::new_game::{DealSource, NewGame, SeatRequest};
use crate::rejection::Rejection;
use crate::seating::Occupant;
use crate::spec::{LESSON, TableSpec};
use crate::table::Table;
use crate::terms::Pace;
use crate::visitor::Visitor;
use bagatelle_core::CommittedSeed;
use bagatelle_core::program::Allowance;
use bagatelle_core::record::{FORMAT, Record};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use thiserror::Error;

/// By how many milliseconds the clocks of a device and of the server may differ without harm: ten minutes.
pub const CLOCKS_DIFFER: Millis = 10 * 60 * 1000;

/// The most events of a game that is brought.
pub const LONGEST_BROUGHT: usize = 5000;

/// How many deals are made to find the one that a table was dealt as.
const DEALS_TRIED: usize = 40;

/// Why a game that was played elsewhere is not taken over.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NotBrought {
    /// It could not be made here.
    #[error("this game can’t be created here: {0}")]
    Table(#[from] Rejection),
    /// The deal is not that of its seed.
    #[error("the deal of this game doesn’t match its seed")]
    Deal,
    /// Other people have seats, or could take them.
    #[error("you can upload only games without other people")]
    Company,
    /// It has a clock, counts for the ratings, or is in the lobby.
    #[error("games with a clock and rated games are played only on the server")]
    Terms,
    /// It has too many events.
    #[error("this game is too long: the limit is {LONGEST_BROUGHT} moves and takebacks")]
    TooLong,
    /// An event cannot have happened.
    #[error("move {number} of this game isn’t allowed: {why}")]
    Event {
        /// Which, counted from 1.
        number: u64,
        /// Why not.
        why: Rejection,
    },
    /// An event is not what the rules, the seed or the seats make of it.
    #[error("move {0} of this game doesn’t follow from its deal and its players")]
    Differs(u64),
    /// An event that only happens at a server.
    #[error("move {0} of this game needs other players, so it can’t have happened on one device")]
    NotAlone(u64),
    /// The times are not in order.
    #[error("the times in this game are out of order")]
    Order,
    /// It was begun before there were servers.
    #[error("it is far in the past, so your device’s clock was wrong when you played it")]
    Past,
    /// It has not happened yet.
    #[error("it is in the future, so your device’s clock is or was ahead")]
    Future,
}

/// The deal of a day, as the server knows it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DayDeal {
    /// The seed that the server is committed to, if it is.
    pub seed: Option<CommittedSeed>,
    /// Whether the game counts as the deal of that day, rather than as any other game from the same seed.
    pub counts: bool,
}

/// The time of an event by this server's clock: not before `earliest`, and not after `now`.
///
/// # Errors
/// When the clocks differ by more than [`CLOCKS_DIFFER`].
fn time(at: Millis, earliest: Millis, now: Millis) -> Result<Millis, NotBrought> {
    if at < earliest.saturating_sub(CLOCKS_DIFFER) {
        return Err(NotBrought::Order);
    }
    if at > now.saturating_add(CLOCKS_DIFFER) {
        return Err(NotBrought::Future);
    }
    Ok(at.min(now).max(earliest))
}

/// Makes again the table of a person who began it elsewhere, from the original request. `events` are its
/// first ones: those of a game that it continues. `day` is about the deal of the day that it claims to
/// have.
///
/// # Errors
/// Why the person could not have made it.
pub fn remade(
    saved: &TableSpec,
    events: &[Event],
    person: &Visitor,
    day: Option<DayDeal>,
    now: Millis,
    allowance: &Allowance<'_>,
) -> Result<TableSpec, NotBrought> {
    if saved.terms.rated || saved.terms.listed || saved.terms.pace != Pace::Free {
        return Err(NotBrought::Terms);
    }
    let (others, sit) = seats(saved, person)?;
    let request = NewGame {
        options: saved.options.clone(),
        others,
        sit,
        terms: saved.terms.clone(),
        ..NewGame::new(&saved.game, DealSource::Fresh)
    };
    let created = time(saved.created, Millis::MIN / 2, now)?;
    let try_all = |source: DealSource, seed: &str| {
        let mut refused = None;
        for deal_options in deal_options(saved, &source) {
            let new = NewGame { deal_options, source: source.clone(), ..request.clone() };
            match new.plan(person, saved.id.clone(), &[seed.to_owned()], created, allowance) {
                Ok(made) if is_same(&made, saved) => return Ok(made),
                // Whatever is wished, a day has one seed. Each try costs work, of which there may be enough
                // for one only.
                Ok(made) if made.seed != saved.seed && matches!(source, DealSource::Daily(..)) => {
                    return Err(NotBrought::Deal);
                }
                Ok(_) => refused = Some(NotBrought::Deal),
                Err(rejection) => refused = refused.or(Some(rejection.into())),
            }
        }
        Err(refused.unwrap_or(NotBrought::Deal))
    };
    if let (Some(text), Some(DayDeal { seed, counts })) = (&saved.daily, day)
        && let Ok(date) = text.parse()
        && let Ok(made) = try_all(DealSource::Daily(date, seed), "")
    {
        return Ok(match counts {
            true => made,
            false => TableSpec { daily: None, fairness: None, ..made },
        });
    }
    // The deal of a day from another seed than the server's is any other deal.
    let (source, seed) = match (saved.seed.strip_prefix(LESSON), &saved.forked_from, saved.dealt) {
        (Some(seed), None, _) => (DealSource::Lesson, seed),
        // The deal of another table is that of a seed.
        (None, Some(_), true) => (DealSource::Seed(saved.seed.clone()), ""),
        (_, Some(origin), _) => (DealSource::Fork(Box::new(continued(saved, origin, events)?)), &*saved.seed),
        (None, None, true) => (DealSource::Seed(saved.seed.clone()), ""),
        (None, None, false) => (DealSource::Setup(saved.setup.clone().unwrap_or(Value::Null)), &*saved.seed),
    };
    try_all(source, seed)
}

/// The game that a table continues, from its first events.
fn continued(saved: &TableSpec, origin: &ForkedFrom, events: &[Event]) -> Result<Fork, NotBrought> {
    let inherited = events.iter().map_while(|event| match &event.kind {
        EventKind::Inherited { action } => Some(action.clone()),
        _ => None,
    });
    let actions: Vec<String> = inherited.take(LONGEST_BROUGHT + 1).collect();
    if actions.len() > LONGEST_BROUGHT {
        return Err(NotBrought::TooLong);
    }
    let record = Record {
        bagatelle: FORMAT,
        game: saved.game.clone(),
        options: saved.options.clone(),
        setup: saved.setup.clone(),
        actions,
        more: Map::new(),
    };
    Ok(Fork { record, table: origin.table.clone() })
}

/// Who takes which seat, as it is asked for.
fn seats(saved: &TableSpec, person: &Visitor) -> Result<(Vec<SeatRequest>, Option<u8>), NotBrought> {
    let mut others = Vec::new();
    let mut own = Vec::new();
    for (occupant, seat) in saved.seating.iter().zip(0u8..) {
        match occupant {
            Occupant::Person(sitting) if sitting.id == person.id() => own.push(seat),
            Occupant::Program { name, instead_of: None } => others.push(SeatRequest::Program(name.clone())),
            _ => return Err(NotBrought::Company),
        }
    }
    match own.as_slice() {
        [] => Ok((others, None)),
        [_, ..] if others.is_empty() => Ok((Vec::new(), Some(0))),
        [seat] => Ok((others, Some(*seat))),
        _ => Err(NotBrought::Company),
    }
}

/// What may have been asked of a deal: nothing, then each answer of each question.
fn deal_options(saved: &TableSpec, source: &DealSource) -> Vec<Value> {
    let mut options = vec![Value::Null];
    if let (DealSource::Seed(_) | DealSource::Daily(..), Some(game)) =
        (source, bagatelle_catalog::find(&saved.game))
    {
        for question in (game.manifest().deal_options)() {
            let before = options.clone();
            for answer in &question.answers {
                let Ok(value) = serde_json::from_str::<Value>(&answer.value) else { continue };
                options.extend(before.iter().map(|options| {
                    let mut options = if options.is_null() { json!({}) } else { options.clone() };
                    options[question.key] = value.clone();
                    options
                }));
            }
        }
    }
    options.truncate(DEALS_TRIED);
    options
}

/// Whether both are the same game among the same players.
fn is_same(made: &TableSpec, saved: &TableSpec) -> bool {
    made.options == saved.options
        && made.setup == saved.setup
        && made.seed == saved.seed
        && made.dealt == saved.dealt
        && made.seating == saved.seating
}

/// How many of the first events are the same in both logs. The times may differ: they are those of different
/// clocks.
#[must_use]
pub fn in_common(one: &[Event], other: &[Event]) -> usize {
    let same = |(one, other): &(&Event, &Event)| one.kind == other.kind && one.person == other.person;
    one.iter().zip(other).take_while(same).count()
}

/// What was played elsewhere since both were the same, as a game of its own that continues the other one from
/// there. Where it takes back more than that, it has all events from the first one on.
///
/// # Errors
/// Why it cannot have been played.
pub fn branch(
    spec: &TableSpec,
    events: &[Event],
    common: usize,
    id: String,
    person: &Visitor,
    now: Millis,
) -> Result<(TableSpec, Vec<Event>), NotBrought> {
    let (before, rest) = events.split_at(common.min(events.len()));
    let mut table = Table::new(spec.clone(), Arc::from([]))?;
    for event in before {
        table.admit(event)?;
        table.apply(event);
    }
    let actions = table.play.actions();
    table.bring(rest, person, now)?;
    let begun = rest.first().map_or(spec.created, |event| event.at);
    let created = time(begun, spec.created, now)?;
    let continues = |plies, created| TableSpec {
        id: id.clone(),
        dealt: false,
        daily: None,
        fairness: None,
        forked_from: Some(ForkedFrom { table: Some(spec.id.clone()), plies }),
        created,
        ..spec.clone()
    };
    let play = |spec: TableSpec, log: &[Event]| {
        let mut apart = Table::new(spec.clone(), Arc::from([]))?;
        let events = apart.bring(log, person, now)?;
        // What went before is not taken back: a game that did so ends elsewhere.
        match apart.play.actions() == table.play.actions() {
            true => Ok((spec, events)),
            false => Err(NotBrought::Differs(before.len() as u64 + 1)),
        }
    };
    let inherited = |action: &String| Event::new(created, EventKind::Inherited { action: action.clone() });
    let log: Vec<Event> = actions.iter().map(inherited).chain(rest.iter().cloned()).collect();
    let from_the_start = spec.forked_from.as_ref().map_or(0, |origin| origin.plies);
    play(continues(actions.len(), created), &log)
        .or_else(|_| play(continues(from_the_start, spec.created), events))
}

impl Table {
    /// Whether a person plays here without other people, a clock, a match and ratings, so that the game can
    /// go on without a server.
    #[must_use]
    pub fn needs_no_server(&self, person: &str) -> bool {
        let alone = |occupant: &Occupant| match occupant {
            Occupant::Person(sitting) => sitting.id == person,
            Occupant::Program { instead_of, .. } => instead_of.as_ref().is_none_or(|left| left.id == person),
            Occupant::Open => false,
        };
        let terms = &self.spec.terms;
        self.spec.owner == person
            && self.seating.iter().all(alone)
            && self.spec.round.is_none()
            && !terms.rated
            && terms.pace == Pace::Free
            && self.next.is_none()
    }

    /// Lets events happen that have happened elsewhere: each is decided as if it were asked for here. Returns
    /// them with times by this server's clock.
    ///
    /// # Errors
    /// Why one of them cannot have happened; those before it have.
    pub fn bring(
        &mut self,
        events: &[Event],
        person: &Visitor,
        now: Millis,
    ) -> Result<Vec<Event>, NotBrought> {
        if self.seq() + events.len() as u64 > LONGEST_BROUGHT as u64 {
            return Err(NotBrought::TooLong);
        }
        let mut brought = Vec::with_capacity(events.len());
        for event in events {
            let number = self.seq() + 1;
            let earliest = self.last_at.unwrap_or(self.spec.created);
            let at = time(event.at, earliest, now)?;
            let decided = self.decide_brought(event, person, at);
            let decided = decided.ok_or(NotBrought::NotAlone(number))?;
            let decided = decided.map_err(|why| NotBrought::Event { number, why })?;
            if decided.kind != event.kind || decided.person != event.person {
                return Err(NotBrought::Differs(number));
            }
            self.apply(&decided);
            brought.push(decided);
        }
        Ok(brought)
    }

    /// Decides an event again; `None` if only a server lets it happen.
    fn decide_brought(
        &self,
        event: &Event,
        person: &Visitor,
        at: Millis,
    ) -> Option<Result<Event, Rejection>> {
        use EventKind as K;
        let (server, player) = (Actor::Server, Actor::Visitor(person));
        if let K::Acted { action } = &event.kind
            && self.ending() == Some(Ending::ByRules)
            && self.play.admits(action).is_ok()
            && event.person.as_deref().is_none_or(|who| who == person.id())
        {
            // The device has an older version, which did not see the end.
            return Some(Ok(Event { at, ..event.clone() }));
        }
        if event.kind == K::TookBack && self.can_unresign() && event.person.as_deref() == Some(person.id()) {
            // The device has an older version, which took the last step back with the resignation.
            let admitted = self.taken_back(K::TookBack).and_then(|_| self.admit(event));
            return Some(admitted.map(|()| Event { at, ..event.clone() }));
        }
        if matches!(event.kind, K::Resigned { .. })
            && self.ends_without_people()
            && event.person.as_deref() == Some(person.id())
        {
            // The device has an older version, in which programs alone play on.
            return Some(self.admit(event).map(|()| Event { at, ..event.clone() }));
        }
        let (actor, command) = match &event.kind {
            K::Inherited { .. } => return Some(self.inherit(event, at)),
            K::Acted { .. } if self.chance_is_due() => (server, Command::ResolveChance),
            K::Acted { action } if self.program_to_act().is_some() => {
                (server, Command::ActForProgram(action.clone()))
            }
            K::Acted { action } | K::Answered { action, .. } => (player, Command::Act(action.clone())),
            K::Amended { action } => (player, Command::Amend(action.clone())),
            K::TookBack | K::Unresigned => (player, Command::TakeBack),
            K::Replayed => (player, Command::Replay),
            K::Restarted => (player, Command::Restart),
            K::Resigned { by, .. } | K::Aborted { by: Some(by) } => {
                (player, Command::Resign { seat: Some(*by) })
            }
            K::Helped { help, .. } => {
                if let Err(rejection) = self.check_line(help.line()) {
                    return Some(Err(rejection));
                }
                (server, Command::Help(help.clone()))
            }
            _ => return None,
        };
        Some(self.decide(actor, command, &Context::at(at)))
    }

    /// An action from before this table, if it continues another game that far.
    fn inherit(&self, event: &Event, at: Millis) -> Result<Event, Rejection> {
        let plies = self.spec.forked_from.as_ref().map_or(0, |origin| origin.plies as u64);
        if self.seq() >= plies {
            return Err(Rejection::Begun);
        }
        self.admit(event)?;
        Ok(Event::new(at, event.kind.clone()))
    }

    /// Checks that these actions can be taken from here on, one after another.
    ///
    /// # Errors
    /// What the rules say against one of them.
    pub fn check_line(&self, line: &[String]) -> Result<(), Rejection> {
        let mut play = self.play.duplicate();
        for action in line {
            play.play(action)?;
        }
        Ok(())
    }
}
