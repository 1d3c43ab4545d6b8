//! What people do around the board: sit down, leave, ask each other for a move back, a draw, a pause or a rematch, give up, and
//! go on without somebody who is away or out of time.
//!
//! Here is what *can* happen to a line; who *may* do it, and when somebody counts as away, is decided in [`crate::together`].

use super::{Event, Impossible, Kind, Line, Question};
use crate::seats::{Person, Sitter};
use crate::store::{Phase, Sits, Standing};
use bagatelle_core::{Outcome, Seat};
use std::collections::BTreeSet;

/// Something that was asked and is not settled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asked {
    /// What.
    pub question: Question,
    /// By whom.
    pub by: Seat,
    /// Who has agreed so far, the asker included.
    pub agreed: Vec<Seat>,
}

/// A question that somebody has said no to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Declined {
    /// What was asked.
    pub question: Question,
    /// Who asked.
    pub by: Seat,
    /// Who said no.
    pub no: Seat,
}

impl Line {
    /// The person on a seat.
    #[must_use]
    pub fn person(&self, seat: Seat) -> Option<&Person> {
        self.sitters.get(seat.index())?.person()
    }

    /// Who sat where before programs took over for those who left.
    #[must_use]
    pub fn original_sitters(&self) -> Vec<Sitter> {
        let original = |sitter: &Sitter| match sitter {
            Sitter::Program { instead_of: Some(left), .. } => Sitter::Person(left.clone()),
            other => other.clone(),
        };
        self.sitters.iter().map(original).collect()
    }

    /// How a seat is called in sentences: by the name of who sits there, else by what it plays, else by its number.
    #[must_use]
    pub fn label(&self, seat: Seat) -> String {
        match &self.sitters[seat.index()] {
            Sitter::Person(person) if person.name.is_empty() => self.table.seat_name(seat),
            sitter => sitter.label(),
        }
    }

    /// The seats of a person.
    pub fn seats_of(&self, id: &str) -> impl Iterator<Item = Seat> {
        Seat::all(self.table.seats()).filter(move |&seat| self.person(seat).is_some_and(|p| p.id == id))
    }

    /// Whether a person has made the game, or sits at it, or may come back to it.
    #[must_use]
    pub fn knows(&self, id: &str) -> bool {
        let sits = |sitter: &Sitter| match sitter {
            Sitter::Person(person) | Sitter::Program { instead_of: Some(person), .. } => person.id == id,
            _ => false,
        };
        self.owner == id || self.sitters.iter().any(sits)
    }

    /// Whether all seats are taken.
    #[must_use]
    pub fn is_full(&self) -> bool {
        !self.sitters.contains(&Sitter::Open)
    }

    /// Whether nobody can sit down: people have all seats, or programs that nobody has left theirs to.
    #[must_use]
    pub fn is_taken(&self) -> bool {
        let stands_in = |sitter: &Sitter| matches!(sitter, Sitter::Program { instead_of: Some(_), .. });
        self.is_full() && !self.sitters.iter().any(stands_in)
    }

    /// Whether at most one person is at the table, and nobody is waited for: moves may then be taken back for the asking.
    /// Never where the result counts for the ratings: the others may have left.
    #[must_use]
    pub fn is_alone(&self) -> bool {
        self.is_full() && self.people() < 2 && !self.terms.rated
    }

    /// How many different people are at the table.
    #[must_use]
    pub fn people(&self) -> usize {
        different(&self.sitters)
    }

    /// Whether different people have sat at the table, even if a program plays for some of them by now.
    #[must_use]
    pub fn had_company(&self) -> bool {
        different(&self.original_sitters()) > 1
    }

    /// What was asked and is not settled.
    #[must_use]
    pub fn asked(&self) -> Option<&Asked> {
        self.asked.as_ref()
    }

    /// The last question that somebody else said no to, until something is played or asked.
    #[must_use]
    pub fn declined(&self) -> Option<Declined> {
        self.declined
    }

    /// Whether the clocks stand because all agreed.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// The game that is played after this one, once all have agreed.
    #[must_use]
    pub fn next(&self) -> Option<&str> {
        self.next.as_deref()
    }

    /// What is left on a seat's clock, in milliseconds.
    #[must_use]
    pub fn time_left(&self, seat: Seat, now: i64) -> i64 {
        self.clocks.left(seat, now, &self.down)
    }

    /// Who will run out of time, and when.
    #[must_use]
    pub fn deadline(&self, now: i64) -> Option<(Seat, i64)> {
        self.clocks.deadline(now, &self.down)
    }

    /// Where the game stands, for lists.
    #[must_use]
    pub fn standing(&self, now: i64) -> Standing {
        let (outcome, turn) = (self.outcome(), self.to_act());
        let sits = |(sitter, seat): (&Sitter, Seat)| Sits {
            person: sitter.person().map(|person| person.id.clone()),
            name: self.label(seat),
            turn: turn == Some(seat),
            result: outcome.as_ref().map(|outcome| {
                let word = match outcome.winners.as_slice() {
                    [] if self.table.seats() > 1 => "drawn",
                    winners if winners.contains(&seat) => "won",
                    _ => "lost",
                };
                word.to_owned()
            }),
        };
        Standing {
            phase: match () {
                () if self.is_over() => Phase::Over,
                () if self.is_full() => Phase::Playing,
                () => Phase::Open,
            },
            listed: self.terms.listed,
            thinking: self.program_to_move().is_some(),
            deadline: self.deadline(now).map(|(_, deadline)| deadline),
            changed: now,
            events: self.seq,
            plies: self.table.ply() as u64,
            reason: outcome.as_ref().map_or_else(String::new, |outcome| outcome.reason.clone()),
            sitters: self.sitters.iter().zip(Seat::all(self.table.seats())).map(sits).collect(),
            places: self.places(),
        }
    }

    /// Whether nothing is missing to what was asked once `seat` has agreed, too.
    #[must_use]
    pub fn settles(&self, seat: Seat) -> bool {
        let Some(asked) = &self.asked else { return false };
        let agreed = |s: Seat| s == seat || asked.agreed.contains(&s);
        let same = |a: Seat, b: Seat| self.person(a).map(|p| &p.id) == self.person(b).map(|p| &p.id);
        Seat::all(self.table.seats())
            .filter(|&s| self.person(s).is_some())
            .all(|s| Seat::all(self.table.seats()).any(|t| agreed(t) && same(s, t)))
    }

    /// Whether a question can be asked now by somebody on `seat`.
    ///
    /// # Errors
    /// Why not.
    pub fn may_ask(&self, question: Question, seat: Seat) -> Result<(), Impossible> {
        let manners = |fits: bool, why| if fits { Ok(()) } else { Err(Impossible::Manners(why)) };
        manners(self.people() > 1, "there is nobody to ask")?;
        manners(self.asked.is_none(), "something else was asked and is not answered yet")?;
        if question == Question::Rematch {
            manners(self.is_over(), "a rematch can be had when the game is over")?;
            return manners(self.next.is_none(), "there is a rematch already");
        }
        if self.is_over() {
            return Err(Impossible::Over);
        }
        if !self.is_full() {
            return Err(Impossible::SeatsOpen);
        }
        match question {
            Question::Takeback => {
                manners(self.terms.takebacks, "at this table no move is taken back")?;
                let own = self.steps[..self.cursor].iter().any(|step| step.by == Some(seat));
                manners(own, "you have not moved yet")?;
                if self.table.last_is_innocent() { Ok(()) } else { Err(Impossible::Revealed) }
            }
            Question::Draw => manners(self.table.seats() == 2, "only two can agree on a draw"),
            Question::Pause => {
                manners(
                    self.terms.pauses && self.clocks.exist(),
                    "at this table the clocks are not stopped",
                )?;
                manners(!self.paused, "the game is paused already")
            }
            Question::Rematch => Ok(()),
        }
    }

    /// Lets an event happen that is no move.
    pub(super) fn behave(&mut self, event: &Event) -> Result<(), Impossible> {
        let seat = event.seat.unwrap_or(Seat(0));
        if seat.index() >= self.sitters.len() {
            return Err(Impossible::Manners("there is no such seat"));
        }
        match event.kind {
            Kind::Sit => self.sit(seat, event)?,
            Kind::Stand if self.is_full() || self.person(seat).is_none() => {
                return Err(Impossible::Manners("the game has begun: you can only resign"));
            }
            Kind::Stand => self.sitters[seat.index()] = Sitter::Open,
            Kind::Program if self.terms.rated => {
                return Err(Impossible::Manners(
                    "this game counts for the ratings: programs do not play in it",
                ));
            }
            Kind::Program => match &mut self.sitters[seat.index()] {
                open @ Sitter::Open => *open = Sitter::program(event.text.clone()),
                _ => return Err(Impossible::Manners("that seat is taken")),
            },
            Kind::Ask => {
                let question = event.text.parse().map_err(|_| Impossible::Manners("nobody can ask that"))?;
                self.may_ask(question, seat)?;
                self.asked = Some(Asked { question, by: seat, agreed: vec![seat] });
                self.declined = None;
            }
            Kind::Agree => self.agree(seat, &event.text)?,
            Kind::Decline => {
                let Asked { question, by, .. } =
                    self.asked.take().ok_or(Impossible::Manners("nothing was asked"))?;
                // Whoever takes a question back has not said no to it.
                let same = self.person(by).map(|p| &p.id) == self.person(seat).map(|p| &p.id);
                self.declined = (!same).then_some(Declined { question, by, no: seat });
            }
            Kind::Resume if !self.paused => return Err(Impossible::Manners("the game is not paused")),
            Kind::Resume => self.paused = false,
            Kind::Resign => self.without(seat, &event.text, "resigned")?,
            Kind::Claim => {
                let away = self.to_act().ok_or(Impossible::Manners("nobody is waited for"))?;
                self.without(away, &event.text, "left the table")?;
            }
            Kind::Flag => {
                let late = self.clocks.runs().ok_or(Impossible::Manners("no clock runs"))?;
                self.without(late, &event.text, "ran out of time")?;
            }
            _ => return Err(Impossible::Manners("that is nothing one can do")),
        }
        Ok(())
    }

    fn sit(&mut self, seat: Seat, event: &Event) -> Result<(), Impossible> {
        let person = Person { id: event.who.clone(), name: event.text.clone() };
        match &self.sitters[seat.index()] {
            Sitter::Open => (),
            Sitter::Program { instead_of: Some(left), .. } if left.id == person.id && !self.is_over() => (),
            _ => return Err(Impossible::Manners("that seat is taken")),
        }
        self.sitters[seat.index()] = Sitter::Person(person);
        Ok(())
    }

    fn agree(&mut self, seat: Seat, text: &str) -> Result<(), Impossible> {
        let settles = self.settles(seat);
        let asked = self.asked.as_mut().ok_or(Impossible::Manners("nothing was asked"))?;
        if asked.agreed.contains(&seat) {
            return Err(Impossible::Manners("you have agreed already"));
        }
        if !settles {
            asked.agreed.push(seat);
            return Ok(());
        }
        let (question, by) = (asked.question, asked.by);
        match question {
            Question::Takeback => {
                self.undo_until(|step| step.by == Some(by))?;
                self.version += 1;
            }
            Question::Draw => self.ending = Some(Outcome::nobody("a draw by agreement")),
            Question::Pause => self.paused = true,
            Question::Rematch => self.next = Some(text.to_owned()),
        }
        self.asked = None;
        // Steps that were taken back by agreement are gone.
        self.steps.truncate(self.cursor);
        Ok(())
    }

    /// Goes on without the person on a seat: of two, the other has won; of more, the named program takes over.
    fn without(&mut self, seat: Seat, program: &str, what: &str) -> Result<(), Impossible> {
        let person = match &self.sitters[seat.index()] {
            _ if self.is_over() => return Err(Impossible::Over),
            _ if !self.is_full() => return Err(Impossible::SeatsOpen),
            Sitter::Person(person) => person.clone(),
            _ => return Err(Impossible::Manners("nobody sits there")),
        };
        (self.asked, self.declined) = (None, None);
        self.paused = false;
        match self.table.seats() {
            1 => self.ending = Some(Outcome::nobody("given up")),
            2 => {
                let name = self.label(seat);
                self.ending = Some(Outcome::won(Seat(1 - seat.0), format!("{name} {what}")));
            }
            _ => {
                self.sitters[seat.index()] =
                    Sitter::Program { name: program.to_owned(), instead_of: Some(person) };
            }
        }
        Ok(())
    }
}

/// How many different people there are.
fn different(sitters: &[Sitter]) -> usize {
    let ids: BTreeSet<&str> = sitters.iter().filter_map(Sitter::person).map(|p| p.id.as_str()).collect();
    ids.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms::{Pace, Terms};
    use bagatelle_core::Seed;
    use serde_json::json;

    fn person(id: &str) -> Sitter {
        Sitter::Person(Person { id: id.into(), name: id.to_uppercase() })
    }

    fn line(game: &str, wish: serde_json::Value, sitters: Vec<Sitter>, terms: Terms) -> Line {
        let entry = bagatelle_catalog::find(game).unwrap();
        let record = entry.deal(&json!({}), &wish, &Seed::from_text("together")).unwrap();
        Line::new(entry.open(&record).unwrap(), sitters, terms, [].into())
    }

    fn duel(terms: Terms) -> Line {
        line("baju-duel", json!({}), vec![person("a"), person("b")], terms)
    }

    /// `seat kind text` at a moment; what it says if it cannot happen.
    fn try_at(line: &mut Line, at: i64, script: &str) -> Result<(), String> {
        let mut words = script.splitn(3, ' ');
        let seat = Seat(words.next().unwrap().parse().unwrap());
        let kind = words.next().unwrap().parse().unwrap();
        let who = line.person(seat).map_or("c".to_owned(), |p| p.id.clone());
        let text = words.next().unwrap_or("").to_owned();
        line.happen(&mut Event { at, kind, seat: Some(seat), who, text }).map_err(|e| e.to_string())
    }

    fn run(line: &mut Line, scripts: &[&str]) {
        for (n, script) in scripts.iter().enumerate() {
            try_at(line, n as i64 * 1000, script).unwrap_or_else(|e| panic!("{script}: {e}"));
        }
    }

    fn act(line: &mut Line) -> String {
        let seat = line.to_act().unwrap().0;
        let text = line.table.legal()[0].clone();
        run(line, &[&format!("{seat} act {text}")]);
        text
    }

    #[test]
    fn nobody_moves_before_all_have_come() {
        let mut line = line("baju-duel", json!({}), vec![person("a"), Sitter::Open], Terms::default());
        let first = line.table.legal()[0].clone();
        assert_eq!(
            try_at(&mut line, 0, &format!("0 act {first}")),
            Err("the game begins when all seats are taken".into())
        );
        assert!(!line.awaits_person() && !line.is_alone());
        run(&mut line, &["0 stand", "0 sit Ann", "1 sit Cleo"]);
        assert!(line.is_full() && line.people() == 1, "both are the visitor c");
        assert_eq!(try_at(&mut line, 0, "1 stand"), Err("the game has begun: you can only resign".into()));
        assert_eq!(try_at(&mut line, 0, "1 sit Bob"), Err("that seat is taken".into()));
        assert_eq!(try_at(&mut line, 0, "7 sit Bob"), Err("there is no such seat".into()));
    }

    #[test]
    fn a_move_is_taken_back_when_the_other_agrees() {
        let mut line = duel(Terms::default());
        assert_eq!(try_at(&mut line, 0, "0 ask takeback"), Err("you have not moved yet".into()));
        let first = act(&mut line);
        act(&mut line);
        assert!(!line.can_undo());
        assert_eq!(
            try_at(&mut line, 0, "0 undo"),
            Err("you are not alone at this table: ask the others for a takeback".into())
        );
        run(&mut line, &["0 ask takeback", "0 decline"]);
        assert_eq!(line.declined(), None, "who takes a question back says no to nobody");
        run(&mut line, &["0 ask takeback", "1 decline"]);
        let no = Declined { question: Question::Takeback, by: Seat(0), no: Seat(1) };
        assert_eq!(line.declined(), Some(no));
        run(&mut line, &["0 ask takeback"]);
        assert_eq!(line.declined(), None);
        assert_eq!(try_at(&mut line, 0, "0 agree"), Err("you have agreed already".into()));
        let version = line.version();
        run(&mut line, &["1 agree"]);
        // Both moves are gone, and the first player is to move again.
        assert_eq!((line.table.actions().len(), line.to_act()), (0, Some(Seat(0))));
        assert_eq!(line.asked(), None);
        assert!(line.version() > version, "a page that shows the old position is behind");
        run(&mut line, &[&format!("0 act {first}"), "1 ask draw", "0 decline", "1 ask draw"]);
        act(&mut line);
        assert_eq!(line.asked(), None, "a move answers what was asked before it");
    }

    #[test]
    fn a_game_of_two_ends_by_agreement_resignation_claim_and_time() {
        let end = |script: &[&str], terms: Terms| {
            let mut line = duel(terms);
            run(&mut line, script);
            let outcome = line.outcome().unwrap();
            assert!(line.is_over() && line.to_act().is_none());
            assert_eq!(try_at(&mut line, 0, "0 resign"), Err("the game is over".into()));
            (outcome.winners, outcome.reason)
        };
        let plain = Terms::default;
        assert_eq!(end(&["0 ask draw", "1 agree"], plain()), (vec![], "a draw by agreement".into()));
        assert_eq!(end(&["1 resign"], plain()), (vec![Seat(0)], "B resigned".into()));
        assert_eq!(end(&["1 claim"], plain()), (vec![Seat(1)], "A left the table".into()));
        let days = Terms { pace: Pace::Days(1), ..plain() };
        assert_eq!(end(&["0 ask pause", "1 agree", "1 resume", "1 flag"], days).1, "A ran out of time");
    }

    #[test]
    fn of_more_than_two_a_program_takes_over_until_one_comes_back() {
        let sitters = vec![person("a"), person("b"), Sitter::program("simple")];
        let mut line = line("bulbous", json!({ "seats": 3 }), sitters, Terms::default());
        run(&mut line, &["1 resign 3"]);
        assert!(!line.is_over());
        assert!(line.people() == 1 && line.had_company());
        assert_eq!(line.sitters[1].program_name(), Some("3"));
        let back = |line: &mut Line, who: &str| {
            let event =
                Event { at: 0, kind: Kind::Sit, seat: Some(Seat(1)), who: who.into(), text: "B".into() };
            line.happen(&mut event.clone())
        };
        assert_eq!(back(&mut line, "c"), Err(Impossible::Manners("that seat is taken")));
        assert_eq!(back(&mut line, "b"), Ok(()));
        assert_eq!(line.sitters[1], person("b"));
    }

    #[test]
    fn a_pause_stops_the_clock_and_a_rematch_needs_everybody() {
        let pace = Pace::RealTime { start_s: 60, increment_s: 0 };
        let mut line = duel(Terms { pace, ..Terms::default() });
        act(&mut line);
        act(&mut line);
        try_at(&mut line, 10_000, "0 ask pause").unwrap();
        try_at(&mut line, 20_000, "1 agree").unwrap();
        let left = line.time_left(Seat(0), 20_000);
        assert_eq!((line.time_left(Seat(0), 99_000), line.deadline(99_000)), (left, None));
        let text = format!("0 act {}", line.table.legal()[0]);
        assert_eq!(try_at(&mut line, 99_000, &text), Err("the game is paused".into()));
        try_at(&mut line, 100_000, "1 resume").unwrap();
        assert_eq!(line.deadline(100_000), Some((Seat(0), 100_000 + left)));
        assert!(try_at(&mut line, 100_000, "0 ask rematch").is_err());
        run(&mut line, &["0 resign", "1 ask rematch", "0 agree other-game"]);
        assert_eq!(line.next(), Some("other-game"));
    }
}
