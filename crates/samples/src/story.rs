//! A table with what happens at it, for samples.

use super::sample::Sample;
use bagatelle_core::program::{Allowance, Budget};
use bagatelle_core::{Seed, Turn};
use bagatelle_pages::TableItem;
use bagatelle_pages::table::{Company, Reach, Served, TablePage};
use bagatelle_session::{Awaited, Beside, Detours, HintView};
use bagatelle_table::{
    Actor, Command, Context, DealSource, Help, Millis, NewGame, SeatRequest, Summary, Table, TableSpec,
    Terms, Viewpoint, Visitor,
};
use serde_json::Value;
use std::sync::Arc;

/// What is shown beside a table of which nothing is known.
static NOTHING: Beside<'static> =
    Beside { hint: HintView::Idle, par: Awaited::None, grade: Awaited::None, detours: Detours::None };

/// When the samples begin: noon of 21 November 2026 in UTC.
pub(crate) const START: Millis = 1_795_262_400_000;
/// The time between two moves.
const PAUSE: Millis = 7_000;

/// The most actions of a sample game.
const LONGEST: usize = 2000;

pub(crate) const BASE: &str = "https://bagatelle.example";
pub(crate) const ANN: &str = "ann00000000000000000000000";
pub(crate) const BOB: &str = "bob00000000000000000000000";
pub(crate) const CLEO: &str = "cleo0000000000000000000000";

/// A table and the time at it.
pub(crate) struct Story {
    pub(crate) table: Table,
    pub(crate) now: Millis,
}

/// A game that Ann asks for: her against a seat that others take.
pub(crate) fn order(game: &str) -> NewGame {
    NewGame {
        game: game.into(),
        options: Value::Null,
        deal_options: Value::Null,
        source: DealSource::Fresh,
        others: Vec::new(),
        sit: Some(0),
        name: "Ann".into(),
        terms: Terms::default(),
        best_of: 1,
    }
}

/// A game of Ann against other people.
pub(crate) fn open(game: &str) -> NewGame {
    NewGame { others: vec![SeatRequest::Open], ..order(game) }
}

/// A game of Ann against the strongest program, or alone.
pub(crate) fn against_program(game: &str) -> NewGame {
    let any = bagatelle_catalog::find(game).expect("a game");
    let programs = any.programs();
    let strongest = programs.last().filter(|_| any.manifest().seats != (1..=1));
    let others = strongest.map(|program| SeatRequest::Program(program.name.into()));
    NewGame { others: others.into_iter().collect(), ..order(game) }
}

impl Story {
    pub(crate) fn new(order: NewGame) -> Story {
        let id = format!("{:x<26}", order.game.replace('-', ""));
        let spec = order
            .plan(&Visitor::with_account(ANN), id, &["samples".into()], START, &Allowance::default())
            .expect("a legal order");
        Story { table: Table::new(spec, Arc::new([])).expect("a table"), now: START }
    }

    /// A table whose players come from another one.
    pub(crate) fn of(spec: TableSpec) -> Story {
        let (now, events) = (spec.created, spec.expectations());
        let mut table = Table::new(spec, Arc::new([])).expect("a table");
        events.iter().for_each(|event| table.apply(event));
        Story { table, now }
    }

    /// A game between Ann and Bob.
    pub(crate) fn duel(order: NewGame) -> Story {
        Story::new(order).sit(BOB, "Bob")
    }

    pub(crate) fn sit(self, person: &str, name: &str) -> Story {
        self.does(person, Command::Sit { seat: None, name: name.into() })
    }

    pub(crate) fn does(mut self, person: &str, command: Command) -> Story {
        self.happens(Some(person), command);
        self
    }

    fn happens(&mut self, person: Option<&str>, command: Command) {
        self.now += PAUSE;
        let visitor = person.map(Visitor::with_account);
        let actor = visitor.as_ref().map_or(Actor::Server, Actor::Visitor);
        let event = self.table.decide(actor, command, &Context::at(self.now)).expect("a legal command");
        self.table.apply(&event);
    }

    /// Plays some actions, each the first or another legal one; fewer if the game ends.
    pub(crate) fn plays(mut self, actions: usize) -> Story {
        for n in 0..actions {
            if self.table.is_over() || !self.table.is_full() {
                break;
            }
            if self.table.chance_is_due() {
                self.happens(None, Command::ResolveChance);
                continue;
            }
            let legal = self.table.play().legal();
            let action = legal[(n * 7 + 3) % legal.len()].clone();
            match self.table.person_to_act().map(|person| person.id.clone()) {
                Some(person) => self.happens(Some(&person), Command::Act(action)),
                None => self.happens(None, Command::ActForProgram(action)),
            }
        }
        self
    }

    /// Plays until this person is to act, or the game ends.
    pub(crate) fn until(mut self, person: &str) -> Story {
        let acts = |table: &Table| table.person_to_act().is_some_and(|p| p.id == person);
        while !self.table.is_over() && !acts(&self.table) {
            self = self.plays(1);
        }
        self
    }

    pub(crate) fn played_out(self) -> Story {
        let story = self.plays(LONGEST);
        assert!(story.table.is_over(), "{} does not end", story.table.spec().game);
        story
    }

    /// A solitaire that Ann plays as the strongest program does, or the solver says.
    pub(crate) fn solved(mut self) -> Story {
        const NODES: u64 = 60_000;
        let programs = self.table.game().programs();
        let mut line = Vec::new();
        while !self.table.is_over() {
            let (play, budget) = (self.table.play(), Budget::nodes(NODES));
            let action = match programs.last() {
                Some(program) => {
                    play.think(program.name, &[], &budget, &Seed::from_text("samples")).map(|it| it.action)
                }
                None => {
                    if line.is_empty() {
                        line =
                            play.solve(&budget, &mut |_, _| ()).map(|solved| solved.line).unwrap_or_default();
                        line.reverse();
                    }
                    line.pop()
                }
            };
            self.happens(Some(ANN), Command::Act(action.expect("an action")));
        }
        self
    }

    /// Lets chance decide where it is due.
    pub(crate) fn settled(mut self) -> Story {
        while self.table.play().turn() == Turn::Chance && !self.table.is_over() {
            self = self.plays(1);
        }
        self
    }

    /// The clock of the player to act runs out.
    pub(crate) fn expires(mut self) -> Story {
        self.happens(None, Command::ExpireClock);
        self
    }

    /// The solver helps the player to act.
    pub(crate) fn helped(mut self, help: Help) -> Story {
        self.happens(None, Command::Help(help));
        self
    }

    /// The next round of the match is made.
    pub(crate) fn goes_on(mut self, next: &str) -> Story {
        self.happens(None, Command::GoOn { next: next.into() });
        self
    }

    pub(crate) fn later(mut self, ms: Millis) -> Story {
        self.now += ms;
        self
    }

    /// How a person sees the table; a spectator if the person has no seat.
    pub(crate) fn viewpoint(&self, person: &str) -> Viewpoint {
        self.table.viewpoint(Some(&Visitor::with_account(person)))
    }

    /// The page of the table, without company and hints.
    pub(crate) fn page<'a>(&'a self, viewpoint: &'a Viewpoint) -> TablePage<'a> {
        TablePage {
            planned: None,
            table: &self.table,
            viewpoint,
            name: "",
            company: Company::default(),
            beside: &NOTHING,
            best: None,
            revision: 0,
            now: self.now,
            base: BASE,
            reach: Reach::Anywhere,
            served: Some(Served::ALL),
        }
    }

    /// A sample of the page as a person sees it.
    pub(crate) fn sample(&self, name: impl Into<String>, person: &str) -> Sample {
        Sample::new(name, self.page(&self.viewpoint(person)).page())
    }

    pub(crate) fn summary(&self) -> Summary {
        self.table.summary(self.now)
    }

    pub(crate) fn item<'a>(&'a self, summary: &'a Summary) -> TableItem<'a> {
        TableItem { spec: self.table.spec(), summary }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bagatelle_core::Viewer;
    use bagatelle_pages::table::result_picture;

    #[test]
    fn the_picture_of_a_result_shows_no_solution() {
        let Story { table, now } = Story::new(order("burbuja")).solved();
        let picture = result_picture(&table, None, None, now, "2026-11-21").expect("a picture");
        let shows = |ply| {
            let board = table.play().at(ply).svg(Viewer::Spectator);
            picture.contains(board.strip_prefix("<svg ").expect("a drawing"))
        };
        assert_eq!((shows(0), shows(table.play().ply())), (true, false), "friends play the same deal");
    }
}
