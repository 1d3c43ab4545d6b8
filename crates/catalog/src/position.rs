//! A position to think about, without the type of its game: it consists of texts, so that it can be
//! stored.

use bagatelle_core::Seed;
use bagatelle_core::Turn;
use bagatelle_core::present::{Also, Difficulty, Playable, Puzzle};
use bagatelle_core::record::Record;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A position of real play that asks the seat to act for one move. Everything but [`Position::seat`],
/// [`Position::task`] and [`Position::grade`] gives something away.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Position {
    /// The game up to the position, chance and hidden things included.
    pub record: Record,
    /// The seat to act.
    pub seat: u8,
    /// What is asked.
    pub task: String,
    /// How hard it is.
    pub grade: Difficulty,
    /// The actions that answer it, the best first.
    pub good: Vec<String>,
    /// Why that is right.
    pub right: String,
    /// What may follow the first of them.
    pub line: Vec<String>,
    /// What is told of others of them in place of that.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub also: BTreeMap<String, Also<String>>,
    /// Why each other legal action is not the answer.
    pub answers: BTreeMap<String, String>,
    /// What the other side does after some of them, where the answer tells of it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub replies: BTreeMap<String, String>,
}

impl Position {
    fn of<G: Playable>(game: &G, found: Puzzle<G>) -> Option<Position> {
        let mut state = game.start(&found.setup).ok()?;
        for &action in &found.before {
            game.play(&mut state, action).ok()?;
        }
        let Turn::Seat(seat) = game.turn(&state) else { return None };
        let mut record = Record::start(game, &found.setup);
        let texts = |actions: &[G::Action]| actions.iter().map(ToString::to_string).collect::<Vec<_>>();
        record.actions = texts(&found.before);
        let answers = found.answers.into_iter().map(|(action, answer)| (action.to_string(), answer));
        let replies =
            found.replies.into_iter().map(|(action, reply)| (action.to_string(), reply.to_string()));
        let also = found
            .also
            .into_iter()
            .map(|(action, Also { right, line })| (action.to_string(), Also { right, line: texts(&line) }));
        Some(Position {
            record,
            seat: seat.0,
            task: found.task,
            grade: found.grade,
            good: texts(&found.good),
            right: found.right,
            line: texts(&found.line),
            also: also.collect(),
            answers: answers.collect(),
            replies: replies.collect(),
        })
    }
}

/// Finds the position of a seed. `looked` is called before each game with the number of games looked through.
/// `None` if the game has no positions, or if `looked` answers `false`.
pub(crate) fn position<G: Playable>(seed: &Seed, looked: &mut dyn FnMut(u64) -> bool) -> Option<Position> {
    let game = G::new(&G::Options::default()).ok()?;
    let puzzler = game.puzzler()?;
    let wanted = Difficulty::of_seed(seed);
    let mut grades = Difficulty::ALL;
    grades.sort_by_key(|grade| grade.distance(wanted));
    for n in 0.. {
        if !looked(n) {
            break;
        }
        let grade = grades[(n / puzzler.patience().max(1)) as usize % grades.len()];
        if let Some(found) = puzzler.pose(&seed.nth(n), grade) {
            return Position::of(&game, found);
        }
    }
    None
}
