//! What holds for every sequence of commands, and for every event, admitted or not.

use crate::suite::common::{actor, person, spec, visitor};
use bagatelle_core::{Outcome, Seat, Viewer};
use bagatelle_table::{
    Clocks, Command, Context, Declined, Downtime, Ending, Event, EventKind, Help, Millis, Occupant,
    OpenQuestion, Pace, Question, Rejection, Replay, ReplayView, Summary, Table, TableSpec, Terms, Viewpoint,
    deal_options_for,
};
use proptest::collection::vec;
use proptest::prelude::*;
use std::sync::Arc;

const ACTORS: [&str; 7] = ["server", "anonymous", "guest", "owner", "ann", "bob", "cleo"];

/// A table, and what is asked of it.
#[derive(Clone, Debug)]
struct Story {
    seed: u8,
    seats: u8,
    seating: Vec<u8>,
    terms: Terms,
    asks: Vec<Ask>,
}

/// A command of an actor, from numbers, so that it fits every game and position.
#[derive(Clone, Copy, Debug)]
struct Ask {
    who: u8,
    what: u8,
    which: u16,
    /// Milliseconds since the one before.
    after: u32,
}

fn terms() -> impl Strategy<Value = Terms> {
    let pace = prop_oneof![
        Just(Pace::Free),
        Just(Pace::RealTime { start_s: 60, increment_s: 5 }),
        Just(Pace::Days(1)),
    ];
    let grace = prop_oneof![Just(None), Just(Some(1)), Just(Some(600))];
    (pace, any::<bool>(), any::<bool>(), grace, prop::bool::weighted(0.2)).prop_map(
        |(pace, takebacks, pauses, grace_s, rated)| Terms {
            pace,
            takebacks,
            pauses,
            grace_s,
            rated,
            listed: false,
            public: false,
            unaided: false,
        },
    )
}

fn story() -> impl Strategy<Value = Story> {
    let ask = (any::<u8>(), any::<u8>(), any::<u16>(), prop_oneof![0..5_000u32, 0..100_000u32]);
    let ask = ask.prop_map(|(who, what, which, after)| Ask { who, what, which, after });
    (any::<u8>(), 2..=4u8, vec(any::<u8>(), 5), terms(), vec(ask, 0..60))
        .prop_map(|(seed, seats, seating, terms, asks)| Story { seed, seats, seating, terms, asks })
}

fn table_spec(game: &str, story: &Story) -> TableSpec {
    let any = bagatelle_catalog::find(game).unwrap();
    let deal = deal_options_for(any, story.seats);
    let mut spec = spec(game, &deal, &format!("seed {}", story.seed), Vec::new(), story.terms.clone());
    let seats = any.open(&spec.record()).unwrap().seats();
    let program = any.programs().first().map_or("", |program| program.name);
    let occupant = |n: u8| match n % 8 {
        0 => Occupant::Open,
        1 if !program.is_empty() => Occupant::program(program),
        2 | 3 => person("owner"),
        4 | 5 => person("ann"),
        _ => person("bob"),
    };
    spec.seating = story.seating.iter().take(usize::from(seats)).map(|&n| occupant(n)).collect();
    spec
}

fn down() -> Arc<[Downtime]> {
    Arc::from([(20_000, 50_000), (100_000, 101_000)])
}

/// What can be seen of a table from outside.
#[derive(PartialEq, Debug)]
struct Observed {
    actions: Vec<String>,
    seating: Vec<Occupant>,
    counts: (u64, u64),
    clocks: Clocks,
    left: Vec<Millis>,
    question: Option<OpenQuestion>,
    declined: Option<Declined>,
    ending: Option<Ending>,
    outcome: Option<Outcome>,
    summary: Summary,
    flags: [bool; 8],
    expected: Vec<bool>,
    refusals: Vec<Option<Rejection>>,
    next: Option<String>,
    times: (Option<Millis>, Option<Millis>),
    labels: Vec<String>,
}

fn observe(table: &Table, now: Millis) -> Observed {
    Observed {
        actions: table.play().actions(),
        seating: table.seating().to_vec(),
        counts: (table.seq(), table.version()),
        clocks: table.clocks().clone(),
        left: table.seats().map(|seat| table.time_left(seat, now)).collect(),
        question: table.question().cloned(),
        declined: table.declined(),
        ending: table.ending(),
        outcome: table.outcome(),
        summary: table.summary(now),
        flags: [
            table.is_paused(),
            table.can_take_back(),
            table.can_unresign(),
            table.can_replay(),
            table.is_settled(),
            table.chance_is_due(),
            table.is_out_of_time(now),
            table.is_abortable(),
        ],
        expected: table.seats().map(|seat| table.is_expected(seat)).collect(),
        refusals: table.seats().map(|seat| table.may_ask(Question::Pause, seat).err()).collect(),
        next: table.next().map(str::to_owned),
        times: (table.last_at(), table.played(now)),
        labels: table.seats().map(|seat| table.label(seat)).collect(),
    }
}

/// The actor and the command that the numbers mean at this table. Most are moves of the seat to act, so that
/// games go on.
fn read(table: &Table, ask: Ask) -> (String, Command) {
    let n = usize::from(ask.which);
    let text = || {
        let legal = table.play().legal();
        if legal.is_empty() { "x".to_owned() } else { legal[n % legal.len()].clone() }
    };
    let seat = (n % 7 < 6).then_some(Seat((n % 7) as u8));
    let people: Vec<Seat> = table.seats().filter(|&seat| table.person(seat).is_some()).collect();
    // Mostly a player, and one who has not agreed yet.
    let silent = |seat: &&Seat| table.question().is_some_and(|open| !open.agreed.contains(seat));
    let player = people.iter().find(silent).or(people.get(usize::from(ask.who) % people.len().max(1)));
    let player = player.and_then(|&seat| table.person(seat)).filter(|_| ask.who < 180);
    let any = ACTORS[usize::from(ask.who) % ACTORS.len()];
    let who = player.map_or(any, |person| person.id.as_str()).to_owned();
    let questions = [Question::Takeback, Question::Draw, Question::Pause, Question::Rematch];
    let command = match ask.what % 32 {
        0 => Command::Act(text()),
        1 => Command::Act(format!("{}!", text())),
        2 => {
            let offers = table.play().offers(Viewer::Seat(Seat(0)));
            let amends: Vec<String> = offers.into_iter().filter(|o| o.amends).map(|o| o.text).collect();
            Command::Amend(amends.get(n % amends.len().max(1)).cloned().unwrap_or_default())
        }
        3 | 4 => Command::TakeBack,
        5 => Command::Replay,
        6 => Command::Restart,
        7 | 8 => Command::Sit { seat, name: ["Ann", "", "Bob \u{202e}"][n % 3].into() },
        9 => Command::Stand,
        10 => Command::SeatProgram { seat, program: table.substitute().to_owned() },
        11..=13 => Command::Ask(questions[n % 4]),
        14..=16 => Command::Agree { next: (n % 3 > 0).then(|| "next".to_owned()) },
        17 => Command::Decline,
        18 => Command::Resume,
        19 if n.is_multiple_of(3) => Command::Resign { seat },
        20 if n.is_multiple_of(3) => Command::Claim,
        _ if table.chance_is_due() => return ("server".into(), Command::ResolveChance),
        _ if table.program_to_act().is_some() => return ("server".into(), Command::ActForProgram(text())),
        21 => return ("server".into(), Command::ExpireClock),
        22 => return ("server".into(), Command::Arrive { seat: Seat((n % 5) as u8) }),
        23 => return ("server".into(), Command::GoOn { next: "next".to_owned() }),
        _ => {
            let to_act = table.person_to_act().map_or(who, |person| person.id.clone());
            return (to_act, Command::Act(text()));
        }
    };
    (who, command)
}

/// Runs a story, and checks every step.
fn play(spec: &TableSpec, story: &Story) -> (Table, Vec<Event>, Millis) {
    let mut table = Table::new(spec.clone(), down()).unwrap();
    let (mut log, mut now) = (Vec::new(), 0);
    if story.seed.is_multiple_of(3) {
        log = spec.expectations();
        log.iter().for_each(|event| table.apply(event));
    }
    for ask in &story.asks {
        now += Millis::from(ask.after);
        let (who, command) = read(&table, *ask);
        let version = (ask.which % 9 == 0).then(|| table.version() + u64::from(ask.which % 2));
        let away_since = (ask.which % 4 > 0).then_some(now - Millis::from(ask.which));
        let context = Context { now, version, away_since, randomness: None };
        let before = observe(&table, now);
        let decided = table.decide(actor(&who, &visitor(&who)), command.clone(), &context);
        assert_eq!(observe(&table, now), before, "deciding {command:?} changes nothing");
        let Ok(event) = decided else { continue };
        assert_eq!(event.at, now);
        assert_eq!(event.person.is_none(), who == "server");
        assert_eq!(table.admit(&event), Ok(()), "{event:?}");
        let after = table.after(&event);
        assert_eq!(observe(&table, now), before, "a copy changes nothing");
        table.apply(&event);
        let seen = observe(&table, now);
        assert_eq!(observe(&after, now), seen);
        assert_eq!(seen.counts.0, before.counts.0 + 1, "an event counts once");
        assert_eq!(seen.summary.events, seen.counts.0);
        assert!(seen.left.iter().all(|left| *left >= 0), "{:?}", seen.left);
        if seen.actions != before.actions {
            assert!(seen.counts.1 > before.counts.1, "a new position has a new version: {event:?}");
        }
        log.push(event);
    }
    (table, log, now)
}

fn a_story_is_told_again(game: &str, story: &Story) {
    let spec = table_spec(game, story);
    let (table, log, now) = play(&spec, story);
    let stored: Vec<Event> = log.iter().map(|e| Event::from_stored(e.to_stored()).unwrap()).collect();
    assert_eq!(stored, log);
    let seating = TableSpec::read_seating(&spec.stored_seating(), &spec.owner).unwrap();
    let restored = Table::restore(TableSpec { seating, ..spec }, down(), &stored).unwrap();
    let later = now + 12_345;
    assert_eq!(observe(&restored, later), observe(&table, later));
}

fn kind() -> impl Strategy<Value = EventKind> {
    let seat = || prop_oneof![4 => (0..4u8).prop_map(Seat), 1 => any::<u8>().prop_map(Seat)];
    let text =
        || prop_oneof![Just(String::new()), Just("R".to_owned()), Just("3".to_owned()), any::<String>()];
    let question = prop_oneof![
        Just(Question::Takeback),
        Just(Question::Draw),
        Just(Question::Pause),
        Just(Question::Rematch)
    ];
    let help = prop_oneof![Just(Help::Nudge), Just(Help::Move), vec("[RLUD]", 1..4).prop_map(Help::Solution)];
    prop_oneof![
        text().prop_map(|action| EventKind::Inherited { action }),
        text().prop_map(|action| EventKind::Acted { action }),
        text().prop_map(|action| EventKind::Amended { action }),
        Just(EventKind::TookBack),
        Just(EventKind::Unresigned),
        Just(EventKind::Replayed),
        Just(EventKind::Restarted),
        (seat(), text()).prop_map(|(seat, name)| EventKind::Sat { seat, name }),
        seat().prop_map(|seat| EventKind::Stood { seat }),
        (seat(), text()).prop_map(|(seat, program)| EventKind::ProgramSeated { seat, program }),
        (seat(), question).prop_map(|(by, question)| EventKind::Asked { by, question }),
        (seat(), prop::option::of(text())).prop_map(|(by, next)| EventKind::Agreed { by, next }),
        seat().prop_map(|by| EventKind::Declined { by }),
        seat().prop_map(|by| EventKind::Resumed { by }),
        (seat(), text()).prop_map(|(by, substitute)| EventKind::Resigned { by, substitute }),
        (seat(), text()).prop_map(|(by, substitute)| EventKind::Claimed { by, substitute }),
        text().prop_map(|substitute| EventKind::TimedOut { substitute }),
        prop::option::of(seat()).prop_map(|by| EventKind::Aborted { by }),
        text().prop_map(|next| EventKind::WentOn { next }),
        seat().prop_map(|seat| EventKind::Expected { seat }),
        seat().prop_map(|seat| EventKind::Arrived { seat }),
        (seat(), help).prop_map(|(by, help)| EventKind::Helped { by, help }),
    ]
}

/// An event with a text of its own, or with a number that takes the text of a legal action.
fn event() -> impl Strategy<Value = (Event, Option<u16>)> {
    let person = prop_oneof![Just(None), Just(Some("ann".to_owned())), Just(Some("bob".to_owned()))];
    let at = prop_oneof![4 => 0..1_000_000i64, 1 => any::<i64>()];
    (at, person, kind(), prop::option::of(any::<u16>()))
        .prop_map(|(at, person, kind, legal)| (Event { at, person, kind, randomness: None }, legal))
}

/// Puts a legal action of any earlier position into an event that holds an action.
fn with_action(table: &Table, mut event: Event, number: u16) -> Event {
    let n = usize::from(number);
    let mut legal = table.play().at(n % (table.play().ply() + 1)).legal();
    if let EventKind::Inherited { action } | EventKind::Acted { action } | EventKind::Amended { action } =
        &mut event.kind
        && !legal.is_empty()
    {
        *action = legal.swap_remove(n % legal.len());
    }
    event
}

fn any_event_can_be_applied(game: &str, story: &Story, events: Vec<(Event, Option<u16>)>) {
    let (mut table, ..) = play(&table_spec(game, story), story);
    for (event, legal) in events {
        let event = legal.map_or(event.clone(), |n| with_action(&table, event, n));
        let seq = table.seq();
        let _ = table.admit(&event);
        table.apply(&event);
        assert_eq!(table.seq(), seq + 1);
        let seen = observe(&table, event.at);
        assert!(seen.left.iter().all(|left| *left >= 0));
        let _ = table.public_record();
        if let Some(Declined { by, no, .. }) = table.declined() {
            let _ = (table.label(by), table.label(no));
        }
        let _ = Replay::new(&table, &Viewpoint::spectator(), Some(ReplayView::Open), Some(3)).is_ok();
        let _ = (table.deadline(event.at), table.claimable_at(Some(event.at)), table.final_ranks());
    }
    for ask in &story.asks {
        let (who, command) = read(&table, *ask);
        if let Ok(event) = table.decide(actor(&who, &visitor(&who)), command, &Context::at(5)) {
            table.apply(&event);
        }
    }
}

macro_rules! properties {
    ($($name:ident $id:literal $cases:literal,)*) => {
        $(mod $name {
            use super::*;

            proptest! {
                #![proptest_config(ProptestConfig::with_cases($cases))]

                #[test]
                fn a_restored_table_is_the_same(story in story()) {
                    a_story_is_told_again($id, &story);
                }

                #[test]
                fn no_event_makes_it_panic(story in story(), events in vec(event(), 1..40)) {
                    any_event_can_be_applied($id, &story, events);
                }
            }
        })*
    };
}

properties! {
    burbuja "burbuja" 300,
    bambam_booboo "bambam-booboo" 300,
    baju_duel "baju-duel" 300,
    baju_puzzle "baju-puzzle" 300,
    brain_burn "brain-burn" 300,
    bulbous "bulbous" 300,
}
