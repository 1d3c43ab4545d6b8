//! An event by link as the API shows it.

use super::event_terms::{EventForm, EventLateEntry};
use crate::tables::events::{Kept, shown};
use bagatelle_events::{
    Achieved, Bye, ByeKind, EventRound, Form, Player, PlayerNo, Presence, Stage, Standing, Tempo,
};
use bagatelle_store::{EventGame, ListedEvent};
use bagatelle_table::Terms;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// How far an event is.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EventStage {
    /// Players can join.
    Open,
    /// Rounds are played.
    Running,
    /// Running games go on, but no round follows.
    Paused,
    /// It is over.
    Over,
}

impl From<bagatelle_store::EventStage> for EventStage {
    fn from(stage: bagatelle_store::EventStage) -> EventStage {
        match stage {
            bagatelle_store::EventStage::Open => EventStage::Open,
            bagatelle_store::EventStage::Running => EventStage::Running,
            bagatelle_store::EventStage::Paused => EventStage::Paused,
            bagatelle_store::EventStage::Over => EventStage::Over,
        }
    }
}

/// An event in a list.
#[derive(Serialize, ToSchema)]
pub struct EventItem {
    /// Its id.
    id: String,
    /// What it is called.
    title: String,
    /// The id of the game in the catalog.
    game: String,
    /// How far it is.
    stage: EventStage,
    /// How many players are in it; of one that is over, how many took part.
    players: u32,
    /// The names of those who won it; empty until it is over.
    winners: Vec<String>,
    /// Whether the caller organizes it.
    organizes: bool,
    /// Whether the caller plays in it.
    plays: bool,
    /// When it was made, in milliseconds since 1970.
    created: i64,
}

impl From<ListedEvent> for EventItem {
    fn from(event: ListedEvent) -> EventItem {
        let ListedEvent { id, title, game, stage, created, players, winners, organizes, plays } = event;
        EventItem { id, title, game, stage: stage.into(), players, winners, organizes, plays, created }
    }
}

/// Whether a player of an event still plays.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum EventPresence {
    /// In the event.
    In,
    /// Has left.
    Left,
    /// Was removed by the organizer.
    Removed,
}

/// A player of an event. The place in the list is the player’s number, from 0.
#[derive(Serialize, ToSchema)]
struct EventPlayer {
    /// The name.
    name: String,
    /// The rating when the player joined; null for one without.
    rating: Option<i32>,
    /// Whether the player still plays.
    presence: EventPresence,
}

impl From<&Player> for EventPlayer {
    fn from(player: &Player) -> EventPlayer {
        let presence = match player.presence {
            Presence::In => EventPresence::In,
            Presence::Left => EventPresence::Left,
            Presence::Removed => EventPresence::Removed,
        };
        EventPlayer { name: player.name.clone(), rating: player.rating, presence }
    }
}

/// What decides between players with the same points.
#[derive(Serialize, ToSchema)]
struct EventTieBreak {
    /// Its name.
    name: &'static str,
    /// What it is, in a sentence.
    explanation: &'static str,
}

/// Where a player of an event stands.
#[derive(Serialize, ToSchema)]
pub struct EventStanding {
    /// The rank, from 1; null for a player who is out.
    pub rank: Option<u32>,
    /// The number of the player.
    pub player: u32,
    /// The points; in a knock-out, the rounds won.
    pub points: f64,
    /// The values of the tie-breaks, in their order, as people write them.
    pub tie_breaks: Vec<String>,
}

impl From<Standing> for EventStanding {
    fn from(standing: Standing) -> EventStanding {
        EventStanding {
            rank: standing.rank,
            player: standing.player.0,
            points: standing.points.steps() as f64 / bagatelle_events::Points::STEPS as f64,
            tie_breaks: standing.values.iter().map(ToString::to_string).collect(),
        }
    }
}

/// What a seat has achieved in a game of an event.
#[derive(Serialize, ToSchema)]
struct EventResult {
    /// Whether it won, alone or with others.
    won: bool,
    /// Its points, or its moves where a duplicate event compares moves.
    count: i32,
}

impl From<&Achieved> for EventResult {
    fn from(Achieved { won, count }: &Achieved) -> EventResult {
        EventResult { won: *won, count: *count }
    }
}

/// A table of a round.
#[derive(Serialize, ToSchema)]
struct EventTable {
    /// The numbers of the players on its seats, in order; null for a program.
    seats: Vec<Option<u32>>,
    /// The id of its last game; null if there is none yet, and, in a duplicate event, for the tables of
    /// others as long as the deal is played.
    game: Option<String>,
    /// Whether it is decided.
    decided: bool,
    /// The numbers of the players who have lost by absence or by leaving.
    missed: Vec<u32>,
    /// What each seat has achieved in its last game; null before that.
    result: Option<Vec<EventResult>>,
    /// Whether the organizer has corrected that result.
    corrected: bool,
}

/// Why a player of an event has no game in a round.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum EventByeKind {
    /// Each player rests once, since their number is odd. It is worth nothing.
    Rest,
    /// There is no opponent: it counts as a game won.
    Bye,
    /// The opponent has left the event: it counts as a game won.
    Walkover,
    /// The player has joined after this round, which is worth nothing.
    Late,
    /// The player has joined after this round, which is worth half a point.
    LateHalf,
}

/// A player without a game in a round.
#[derive(Serialize, ToSchema)]
struct EventBye {
    /// The number of the player.
    player: u32,
    /// Why.
    why: EventByeKind,
}

impl From<&Bye> for EventBye {
    fn from(bye: &Bye) -> EventBye {
        let why = match bye.why {
            ByeKind::Rest => EventByeKind::Rest,
            ByeKind::Bye => EventByeKind::Bye,
            ByeKind::Walkover => EventByeKind::Walkover,
            ByeKind::Late => EventByeKind::Late,
            ByeKind::LateHalf => EventByeKind::LateHalf,
        };
        EventBye { player: bye.player.0, why }
    }
}

/// A round of an event.
#[derive(Serialize, ToSchema)]
struct EventRoundState {
    /// Its tables.
    tables: Vec<EventTable>,
    /// The players without a game.
    byes: Vec<EventBye>,
}

impl EventRoundState {
    fn of(number: u32, round: &EventRound, known: &BTreeMap<(u32, u32), String>) -> EventRoundState {
        let tables = (0..).zip(round.tables()).map(|(place, table)| EventTable {
            seats: table.seats().iter().map(|seat| seat.map(|player| player.0)).collect(),
            game: known.get(&(number, place)).cloned(),
            decided: table.is_decided(),
            missed: table.missed().iter().map(|player| player.0).collect(),
            corrected: table.is_corrected(),
            result: table.games().last().map(|game| game.iter().map(EventResult::from).collect()),
        });
        EventRoundState { tables: tables.collect(), byes: round.byes().iter().map(EventBye::from).collect() }
    }
}

/// An event by link.
#[derive(Serialize, ToSchema)]
pub struct EventState {
    /// Its id.
    id: String,
    /// What it is called.
    title: String,
    /// The id of the game in the catalog.
    game: String,
    /// The options of the game.
    #[schema(value_type = Option<Object>)]
    options: Value,
    /// How many seats a table has.
    seats: u8,
    /// How the players meet.
    form: EventForm,
    /// The program on the other seats of a duplicate event.
    program: Option<String>,
    /// How many days a round takes; null if it is live.
    days: Option<u32>,
    /// The clock and the rules of conduct of each game.
    terms: Terms,
    /// How many players may join.
    places: u32,
    /// When it was made, in milliseconds since 1970.
    created: i64,
    /// When it begins by itself, in milliseconds since 1970; null if only its organizer starts it.
    starts_at: Option<i64>,
    /// What players get who join after the start, until round 2 is paired; null if no one may.
    late: Option<EventLateEntry>,
    /// How far it is.
    stage: EventStage,
    /// Why it has ended, in a sentence; null before the end.
    ended: Option<&'static str>,
    /// Whether the caller organizes it.
    organizes: bool,
    /// The number of the caller among the players; null for others.
    you: Option<u32>,
    /// The id of the game that the caller has to play now; null if there is none.
    your_game: Option<String>,
    /// The players, in the order of joining, those who have left among them.
    players: Vec<EventPlayer>,
    /// How many rounds are played if none is cut short; 0 before the start.
    rounds_planned: u32,
    /// The rounds so far.
    rounds: Vec<EventRoundState>,
    /// What decides between players with the same points, in this order.
    tie_breaks: Vec<EventTieBreak>,
    /// Where the players stand, first to last; empty before the start.
    standings: Vec<EventStanding>,
}

impl EventState {
    /// An event for a viewer.
    pub fn of(kept: &Kept, games: &[EventGame], viewer: Option<&str>) -> EventState {
        let (event, spec) = (&kept.event, kept.event.spec());
        let known = shown::tables(kept, games, viewer);
        let (form, program) = match &spec.form {
            Form::RoundRobin => (EventForm::RoundRobin, None),
            Form::Swiss { .. } => (EventForm::Swiss, None),
            Form::KnockOut => (EventForm::KnockOut, None),
            Form::Duplicate { program, .. } => (EventForm::Duplicate, program.clone()),
        };
        let tie_break = |one: &bagatelle_events::TieBreak| EventTieBreak {
            name: one.name(),
            explanation: one.explained(event.count()),
        };
        EventState {
            id: kept.id.clone(),
            title: spec.title.clone(),
            game: spec.game.clone(),
            options: spec.options.clone(),
            seats: spec.seats,
            form,
            program,
            days: match spec.tempo {
                Tempo::Live => None,
                Tempo::Mail { days } => Some(days),
            },
            terms: spec.terms.clone(),
            places: spec.places,
            created: kept.created,
            starts_at: spec.starts_at,
            late: spec.late.map(EventLateEntry::from),
            stage: bagatelle_store::EventStage::from(event.stage()).into(),
            ended: match event.stage() {
                Stage::Over(why) => Some(why.sentence()),
                _ => None,
            },
            organizes: viewer == Some(&spec.organizer),
            you: viewer.and_then(|viewer| event.number_of(viewer)).map(|PlayerNo(number)| number),
            your_game: viewer.and_then(|viewer| shown::own_game(kept, games, viewer)).map(str::to_owned),
            players: event.players().iter().map(EventPlayer::from).collect(),
            rounds_planned: event.planned_rounds(),
            rounds: (1..)
                .zip(event.rounds())
                .map(|(number, round)| EventRoundState::of(number, round, &known))
                .collect(),
            tie_breaks: event.tie_breaks().iter().map(tie_break).collect(),
            standings: event.standings().into_iter().map(EventStanding::from).collect(),
        }
    }
}
