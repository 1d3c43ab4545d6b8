//! Lessons, with a memory of which steps are done.

use crate::fault::Fault;
use crate::message::{Memory, Method, Response};
use crate::site::{Asked, Site};
use bagatelle_catalog::AnyGame;
use bagatelle_pages::urls;
use bagatelle_site::lesson::{self, Step};
use bagatelle_table::Learned;

impl Site {
    /// The answer at an address below that of a lesson.
    pub(crate) fn lesson(
        &mut self,
        game: &'static dyn AnyGame,
        rest: &[&str],
        asked: &Asked<'_>,
    ) -> Result<Response, Fault> {
        let step = |number: &str| {
            let number = number.parse().ok().and_then(|n: usize| n.checked_sub(1)).ok_or(Fault::NotFound)?;
            let played = asked.query("played").unwrap_or_default();
            Ok::<_, Fault>(Step::open(game, number, played, asked.query("lit") == Some("1"))?)
        };
        let (learned, is_part) = (Learned::read(&self.memory().learned), asked.request.part);
        match (asked.request.method, rest) {
            (Method::Get, []) => Ok(Response::of_reply(lesson::overview(game, &learned, self.origin())?)),
            (Method::Post, ["finale"]) => self.make(lesson::finale(game)?, asked),
            (Method::Get, ["done"]) => {
                let table = self.held(asked.query("table").unwrap_or_default())?.table();
                let new = lesson::finished(game, Some(table), &learned)?;
                Ok(Response { memory: self.learn(new), ..Response::to(urls::lesson(game.id())) })
            }
            (Method::Get, [number]) => {
                Ok(Response::of_reply(step(number)?.show(&learned, is_part, self.origin())))
            }
            (Method::Post, [number, "act"]) => {
                let mut step = step(number)?;
                let new = step.ask(asked.field("kind"), asked.field("text"), &learned)?;
                let shown = step.show(new.as_ref().unwrap_or(&learned), is_part, self.origin());
                Ok(Response { memory: self.learn(new), ..Response::of_reply(shown) })
            }
            (Method::Get, [number, "why"]) => {
                let picks = asked.query("picks").unwrap_or_default();
                Ok(Response::of_reply(step(number)?.why(picks)))
            }
            _ => Err(Fault::NotFound),
        }
    }

    /// Remembers what has been learned, if there is anything new.
    fn learn(&mut self, learned: Option<Learned>) -> Option<Memory> {
        learned.map(|learned| self.remember(|memory| memory.learned = learned.to_string()))
    }
}
