//! Events for the tests, and how they are played.

use bagatelle_catalog::AnyGame;
use bagatelle_core::Seed;
use bagatelle_core::rng::{Rng, Stream};
use bagatelle_events::*;
use bagatelle_table::{Actor, Terms, Visitor};

pub fn rng(text: &str) -> Rng {
    Rng::new(&Seed::from_text(text), Stream::Test)
}

/// A game of the catalog for this many seats; a dealt one for a solitaire.
pub fn game(seats: u8) -> &'static dyn AnyGame {
    let fits = |game: &&&dyn AnyGame| game.manifest().seats.contains(&seats);
    bagatelle_catalog::games().iter().copied().find(|game| fits(&game)).unwrap()
}

pub fn spec(form: Form, seats: u8) -> EventSpec {
    EventSpec {
        title: "Sunday cup".into(),
        organizer: "p0".into(),
        game: game(seats).id().into(),
        options: Default::default(),
        seats,
        form,
        tempo: Tempo::Live,
        terms: Terms { grace_s: Some(60), ..Terms::default() },
        places: 64,
        starts_at: None,
        late: None,
        seed: "a secret".into(),
    }
}

pub fn duplicate(seats: u8, deals: u32, count: Count) -> EventSpec {
    let program = (seats > 1).then(|| game(4).programs()[0].name.to_owned());
    let form = Form::Duplicate { deals, program, count };
    EventSpec { game: game(if seats == 1 { 1 } else { 4 }).id().into(), ..spec(form, seats) }
}

/// A command by an account.
pub fn asked(event: &Event, by: &str, command: Command, at: i64) -> Result<Entry, Refused> {
    event.decide(Actor::Visitor(&Visitor::with_account(by)), command, &Context::at(at))
}

/// A command by the server.
pub fn served(event: &Event, command: Command, at: i64) -> Result<Entry, Refused> {
    event.decide(Actor::Server, command, &Context::at(at))
}

pub fn join(n: usize) -> Command {
    Command::Join { name: format!("Player {n}"), rating: (!n.is_multiple_of(3)).then_some(1500 - n as i32) }
}

/// An event that players have joined.
pub fn joined(spec: EventSpec, players: usize) -> Event {
    let mut event = Event::new(spec).unwrap();
    for n in 0..players {
        let entry = asked(&event, &format!("p{n}"), join(n), 0).unwrap();
        event.apply(&entry);
    }
    event
}

/// An event that has begun.
pub fn begun(spec: EventSpec, players: usize) -> Event {
    let mut event = joined(spec, players);
    event.apply(&asked(&event, "p0", Command::Start, 0).unwrap());
    event
}

/// A result: the first seat wins, the second one does, or neither.
pub fn result(winner: Option<usize>, seats: usize) -> Vec<Achieved> {
    (0..seats).map(|seat| Achieved { won: winner == Some(seat), count: 0 }).collect()
}

pub fn report(due: &DueGame, result: Vec<Achieved>) -> Command {
    Command::Report { round: due.round, table: due.table, game: due.game, result }
}

/// Lets the server take the step that follows.
pub fn step(event: &mut Event) {
    let step = event.next_step().unwrap();
    event.apply(&served(event, step, 0).unwrap());
}

/// Reports the result of each running game, second games included.
pub fn play(event: &mut Event, mut by: impl FnMut(&Event, &DueGame) -> Vec<Achieved>) {
    while let Some(due) = event.due_games().first() {
        let command = report(due, by(event, due));
        event.apply(&served(event, command, 0).unwrap());
    }
}

/// A random result of a game.
pub fn random(rng: &mut Rng, due: &DueGame) -> Vec<Achieved> {
    let seats = due.seats.len();
    let winner = rng.index(seats + 1);
    let count = |rng: &mut Rng| i32::try_from(rng.below(5)).unwrap();
    (0..seats).map(|seat| Achieved { won: seat == winner, count: count(rng) }).collect()
}

/// The better seed wins each game.
pub fn by_seed(event: &Event, due: &DueGame) -> Vec<Achieved> {
    let place = |seat: &Option<PlayerNo>| seat.map_or(usize::MAX, |player| event.seed_place(player));
    let best = (0..due.seats.len()).min_by_key(|seat| place(&due.seats[*seat]));
    result(best, due.seats.len())
}
