//! A game that can be dealt and opened, without saying which.

use crate::table::{Play, Table};
use bagatelle_core::playable::{About, Overlay, Playable, Question};
use bagatelle_core::program::{Budget, Program, ProgramInfo};
use bagatelle_core::record::{Record, RecordError};
use bagatelle_core::{Outcome, Rng, Seat, Seed, Stream, Turn, Viewer};
use bagatelle_search::arena::{self, Tally};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::marker::PhantomData;
use std::sync::Arc;

/// One line of `bagatelle trace`: a position of a replayed record.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TraceLine {
    /// How many actions were taken.
    pub ply: usize,
    /// A seat number, `"chance"` or `"over"`.
    pub turn: Value,
    /// The legal actions, sorted bytewise; empty for chance and at the end.
    pub legal: Vec<String>,
    /// The result, once the game is over.
    pub outcome: Option<Outcome>,
}

/// What an arena found: a tally per player, and the plies of each game.
#[derive(Clone, PartialEq, Debug)]
pub struct Fought {
    /// How each player fared, in the order given.
    pub players: Vec<Tally>,
    /// The length of each game in plies.
    pub plies: Vec<usize>,
}

/// A game in the catalog.
pub trait Entry: Send + Sync {
    /// The id that records, addresses and commands use.
    fn id(&self) -> &'static str;
    /// Name, designer and the like.
    fn about(&self) -> About;
    /// Whether something is hidden from some viewer.
    fn hidden(&self) -> bool;
    /// The rule page as an HTML fragment.
    fn rules(&self) -> String;
    /// What is asked about the options.
    fn option_questions(&self) -> Vec<Question>;
    /// What is asked about the deal.
    fn wish_questions(&self) -> Vec<Question>;
    /// The marks the page can show.
    fn overlays(&self) -> &'static [Overlay];
    /// The programs that play it: yardsticks, then levels, weakest first.
    fn programs(&self) -> &'static [ProgramInfo];
    /// How long the solver may work for a hint, in milliseconds; `None` where there is no solver.
    fn solve_ms(&self) -> Option<u32>;
    /// How long the mark to beat may take, in milliseconds; `None` where there is none.
    fn mark_ms(&self) -> Option<u32>;
    /// Whether a game can end in a draw.
    fn draws(&self) -> bool;
    /// Whether a game begins with a deal, so that its seed is of interest.
    fn dealt(&self) -> bool;
    /// Whether the winner of a round begins the next one.
    fn winner_begins(&self) -> bool;
    /// The page on which something of the game can be made, as an HTML fragment; see [`Playable::workshop`].
    fn workshop(&self, text: &str) -> Option<String>;
    /// A fresh record. The same seed gives the same one for ever.
    ///
    /// # Errors
    /// When options or wish are not understood or refused.
    fn deal(&self, options: &Value, wish: &Value, seed: &Seed) -> Result<Record, RecordError>;
    /// The table at the end of a record.
    ///
    /// # Errors
    /// As [`Record::replay`].
    fn open(&self, record: &Record) -> Result<Box<dyn Table>, RecordError>;
    /// Replays a record and tells of every position, the first and the last included.
    ///
    /// # Errors
    /// As [`Record::replay`]; the positions before the fault have been told.
    fn trace(&self, record: &Record, each: &mut dyn FnMut(TraceLine)) -> Result<(), RecordError>;
    /// Plays `games` games between programs, seats rotated, each from a deal of its own. `done` is called after each game.
    ///
    /// # Errors
    /// When options or wish are refused, or there is no such program.
    #[expect(clippy::too_many_arguments, reason = "an arena is described by just these")]
    fn arena(
        &self,
        options: &Value,
        wish: &Value,
        programs: &[String],
        games: u64,
        limit: usize,
        seed: &Seed,
        think: arena::Think<'_>,
        done: &mut dyn FnMut(u64),
    ) -> Result<Fought, RecordError>;
}

/// The entry of one game.
pub(crate) struct Of<G>(PhantomData<fn() -> G>);

impl<G: Playable> Of<G> {
    pub(crate) const NEW: Of<G> = Of(PhantomData);

    fn deal_setup(&self, options: &Value, wish: &Value, seed: &Seed) -> Result<(G, G::Setup), RecordError> {
        let refused = |what: &'static str, why: String| RecordError::Start { what, why };
        let options: G::Options = read(options).map_err(|e| refused("the options", e))?;
        let wish: G::Wish = read(wish).map_err(|e| refused("the wish", e))?;
        let game = G::new(&options).map_err(|e| refused("the options", e.to_string()))?;
        let mut rng = Rng::new(seed, Stream::Deal);
        let setup = game.deal(&wish, &mut rng).map_err(|e| refused("the wish", e.to_string()))?;
        Ok((game, setup))
    }
}

/// Reads options or a wish; null stands for none given.
fn read<T: Default + for<'de> Deserialize<'de>>(value: &Value) -> Result<T, String> {
    if value.is_null() { Ok(T::default()) } else { T::deserialize(value).map_err(|e| e.to_string()) }
}

impl<G: Playable> Entry for Of<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn about(&self) -> About {
        G::about()
    }

    fn hidden(&self) -> bool {
        G::HIDDEN
    }

    fn rules(&self) -> String {
        G::rules()
    }

    fn option_questions(&self) -> Vec<Question> {
        G::option_questions()
    }

    fn wish_questions(&self) -> Vec<Question> {
        G::wish_questions()
    }

    fn overlays(&self) -> &'static [Overlay] {
        G::overlays()
    }

    fn programs(&self) -> &'static [ProgramInfo] {
        G::programs()
    }

    fn solve_ms(&self) -> Option<u32> {
        G::solve_ms()
    }

    fn mark_ms(&self) -> Option<u32> {
        G::mark_ms()
    }

    fn draws(&self) -> bool {
        G::draws()
    }

    fn dealt(&self) -> bool {
        G::dealt()
    }
    fn winner_begins(&self) -> bool {
        G::winner_begins()
    }

    fn workshop(&self, text: &str) -> Option<String> {
        G::workshop(text)
    }

    fn deal(&self, options: &Value, wish: &Value, seed: &Seed) -> Result<Record, RecordError> {
        let (game, setup) = self.deal_setup(options, wish, seed)?;
        Ok(Record::start(&game, &setup))
    }

    fn open(&self, record: &Record) -> Result<Box<dyn Table>, RecordError> {
        let mut past: Vec<Arc<(G::State, G::Action)>> = Vec::with_capacity(record.actions.len());
        let mut before: Option<G::State> = None;
        let (game, state) = record.replay::<G>(|_, state, action| {
            past.extend(before.take().zip(action).map(Arc::new));
            before = Some(state.clone());
        })?;
        Ok(Box::new(Play { game: Arc::new(game), state, past }))
    }

    fn trace(&self, record: &Record, each: &mut dyn FnMut(TraceLine)) -> Result<(), RecordError> {
        let (mut ply, mut actions) = (0, Vec::new());
        record.replay::<G>(|game, state, _| {
            game.legal(state, &mut actions);
            let mut legal: Vec<String> = actions.iter().map(ToString::to_string).collect();
            legal.sort_unstable();
            let turn = match game.turn(state) {
                Turn::Seat(Seat(seat)) => Value::from(seat),
                Turn::Chance => Value::from("chance"),
                Turn::Over => Value::from("over"),
            };
            each(TraceLine { ply, turn, legal, outcome: game.outcome(state) });
            ply += 1;
        })?;
        Ok(())
    }

    fn arena(
        &self,
        options: &Value,
        wish: &Value,
        programs: &[String],
        games: u64,
        limit: usize,
        seed: &Seed,
        think: arena::Think<'_>,
        done: &mut dyn FnMut(u64),
    ) -> Result<Fought, RecordError> {
        let mut fought = Fought { players: vec![Tally::default(); programs.len()], plies: Vec::new() };
        for n in 0..games {
            let game_seed = seed.nth(n);
            let (game, setup) = self.deal_setup(options, wish, &game_seed)?;
            let state = game
                .start(&setup)
                .map_err(|e| RecordError::Start { what: "the set-up", why: e.to_string() })?;
            let players = arena::seating(programs.len(), game.seats(&state), n);
            let mut seated = players
                .iter()
                .map(|&p| G::program(&programs[p]).ok_or_else(|| no_program::<G>(&programs[p])))
                .collect::<Result<Vec<Box<dyn Program<G>>>, _>>()?;
            let played = arena::play(&game, state, &mut seated, &players, &game_seed, limit, think);
            // A player that fills several seats is rated on the first of them: the others would count a game twice.
            for (p, tally) in fought.players.iter_mut().enumerate() {
                if let Some(seat) = players.iter().position(|&q| q == p) {
                    tally.add(played.outcome.as_ref(), Seat(seat as u8), played.seats);
                }
            }
            fought.plies.push(played.actions.len());
            done(n + 1);
        }
        Ok(fought)
    }
}

fn no_program<G: Playable>(name: &str) -> RecordError {
    let known: Vec<&str> = G::programs().iter().map(|p| p.name).collect();
    let why = if known.is_empty() {
        format!("{} has no programs yet", G::about().name)
    } else {
        format!("there is no “{name}”; there are {}", known.join(", "))
    };
    RecordError::Start { what: "the program", why }
}

/// Asserts at compile time that a budget and a viewer can be handed between threads.
const _: fn() = || {
    fn sendable<T: Send + Sync>() {}
    sendable::<Viewer>();
    sendable::<Budget<'static>>();
};
