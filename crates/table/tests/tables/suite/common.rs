//! Tables to test with, and scripts that drive them.

use bagatelle_core::{Seat, Seed};
use bagatelle_table::{
    Actor, Command, Context, Event, EventKind, Help, Millis, Occupant, Person, Rejection, Table, TableSpec,
    Terms, Visitor, deal_options_for,
};
use serde_json::{Value, json};
use std::sync::Arc;

/// A person whose name is the id in capitals.
pub fn person(id: &str) -> Occupant {
    Occupant::Person(Person::new(id, id.to_uppercase()))
}

/// The owner of a table without other people has no name.
pub fn nameless(id: &str) -> Occupant {
    Occupant::Person(Person::new(id, ""))
}

/// The visitor with this id. All but `guest` have an account.
pub fn visitor(id: &str) -> Visitor {
    match id {
        "guest" => Visitor::anonymous(id),
        _ => Visitor::with_account(id),
    }
}

/// A table of `owner` that was made at 0, dealt from the seed `seed`.
pub fn spec(game: &str, deal: &Value, seed: &str, seating: Vec<Occupant>, terms: Terms) -> TableSpec {
    let any = bagatelle_catalog::find(game).unwrap();
    let record = any.deal(&json!({}), deal, &Seed::from_text(seed)).unwrap();
    TableSpec {
        id: "table".into(),
        game: game.into(),
        options: record.options,
        setup: record.setup,
        seed: seed.into(),
        dealt: true,
        daily: None,
        owner: "owner".into(),
        seating,
        terms,
        created: 0,
        round: None,
        forked_from: None,
        fairness: None,
    }
}

/// A table and the events that made it.
pub struct Driven {
    pub table: Table,
    pub log: Vec<Event>,
}

impl Driven {
    pub fn new(spec: TableSpec) -> Driven {
        Driven { table: Table::new(spec, Arc::from([])).unwrap(), log: Vec::new() }
    }

    pub fn solitaire() -> Driven {
        let seating = vec![nameless("owner")];
        Driven::new(spec("brain-burn", &json!({ "hole": 12 }), "line", seating, Terms::default()))
    }

    pub fn duel(a: Occupant, b: Occupant, terms: Terms) -> Driven {
        Driven::new(spec("baju-duel", &json!({}), "together", vec![a, b], terms))
    }

    /// Bulbous for as many as `seating` has.
    pub fn bulbous(seating: Vec<Occupant>, terms: Terms) -> Driven {
        let seats = u8::try_from(seating.len()).unwrap();
        let deal = deal_options_for(bagatelle_catalog::find("bulbous").unwrap(), seats);
        Driven::new(spec("bulbous", &deal, "together", seating, terms))
    }

    /// Decides a command of `who`, and applies the event.
    pub fn give_in(&mut self, who: &str, command: Command, context: &Context) -> Result<(), Rejection> {
        let visitor = visitor(who);
        let event = self.table.decide(actor(who, &visitor), command, context)?;
        self.table.apply(&event);
        self.log.push(event);
        Ok(())
    }

    /// `who kind text` at a moment; see [`command`]. Players to claim against are away.
    pub fn try_at(&mut self, at: Millis, script: &str) -> Result<(), Rejection> {
        let (who, words) = script.split_once(' ').unwrap();
        let context = Context { away_since: Some(Millis::MIN), ..Context::at(at) };
        self.give_in(who, command(&self.table, words), &context)
    }

    /// Scripts, a second apart.
    pub fn run(mut self, scripts: &[&str]) -> Driven {
        self.go(scripts);
        self
    }

    pub fn go(&mut self, scripts: &[&str]) {
        for (n, script) in scripts.iter().enumerate() {
            self.try_at(n as Millis * 1000, script).unwrap_or_else(|e| panic!("{script}: {e}"));
        }
    }

    /// An event that no command leads to.
    pub fn happen(&mut self, kind: EventKind) {
        let event = Event::new(0, kind);
        self.table.admit(&event).unwrap();
        self.table.apply(&event);
        self.log.push(event);
    }

    /// The first legal action, by the person to act.
    pub fn act(&mut self) -> String {
        let who = self.table.person_to_act().unwrap().id.clone();
        let action = self.table.play().legal()[0].clone();
        self.go(&[&format!("{who} act {action}")]);
        action
    }
}

/// The actor of a name: `server`, `anonymous`, or a visitor's.
pub fn actor<'a>(who: &str, visitor: &'a Visitor) -> Actor<'a> {
    match who {
        "server" => Actor::Server,
        "anonymous" => Actor::Anonymous,
        _ => Actor::Visitor(visitor),
    }
}

/// A command in words: those of [`Command::parse`] with a text, and after `#` a seat. `act` and `think`
/// without a text take the first legal action; the text of `agree` is the id of the next table; `chance`,
/// `think`, `flag`, `arrive`, `next` and `help` (`nudge`, `move` or the actions of a solution) are the
/// server's.
pub fn command(table: &Table, words: &str) -> Command {
    let (words, seat) = match words.split_once('#') {
        Some((words, seat)) => (words, Some(Seat(seat.parse().unwrap()))),
        None => (words, None),
    };
    let (kind, text) = words.trim().split_once(' ').unwrap_or((words.trim(), ""));
    let first = || table.play().legal().first().cloned().unwrap_or_default();
    match (kind, text) {
        ("act", "") => Command::Act(first()),
        ("agree", next) if !next.is_empty() => Command::Agree { next: Some(next.into()) },
        ("chance", _) => Command::ResolveChance,
        ("think", "") => Command::ActForProgram(first()),
        ("think", text) => Command::ActForProgram(text.into()),
        ("flag", _) => Command::ExpireClock,
        ("arrive", _) => Command::Arrive { seat: seat.unwrap() },
        ("help", "nudge") => Command::Help(Help::Nudge),
        ("help", "move") => Command::Help(Help::Move),
        ("help", line) => Command::Help(Help::Solution(line.split(' ').map(str::to_owned).collect())),
        ("next", next) => Command::GoOn { next: next.into() },
        _ => Command::parse(kind, text, seat).unwrap(),
    }
}
