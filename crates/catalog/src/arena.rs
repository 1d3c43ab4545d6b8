//! Many games between programs.

use crate::deal::deal;
use bagatelle_core::present::Playable;
use bagatelle_core::record::RecordError;
use bagatelle_core::{Program, Seat, Seed};
use bagatelle_search::arena::{self, Tally, Think};
use serde_json::Value;

/// What is played in an arena.
#[derive(Clone, Copy, Debug)]
pub struct ArenaPlan<'a> {
    /// The options of the game, a JSON object or null.
    pub options: &'a Value,
    /// The deal options, a JSON object or null.
    pub deal_options: &'a Value,
    /// The names of the programs. Seats are rotated; with fewer programs than seats the last one takes all that are left.
    pub programs: &'a [String],
    /// How many games are played, each from a deal of its own.
    pub games: u64,
    /// The plies after which a game is abandoned and counts as drawn.
    pub limit: usize,
    /// What deals, chance and programs are drawn from.
    pub seed: &'a Seed,
}

/// What an arena found.
#[derive(Clone, PartialEq, Debug)]
pub struct ArenaResult {
    /// How each program fared, in the order of the plan.
    pub tallies: Vec<Tally>,
    /// The length of each game in plies.
    pub plies: Vec<usize>,
}

/// Plays the games of a plan. `done` is called after each game with the number of games played.
pub(crate) fn run<G: Playable>(
    plan: &ArenaPlan<'_>,
    think: Think<'_>,
    done: &mut dyn FnMut(u64),
) -> Result<ArenaResult, RecordError> {
    let programs = plan.programs;
    let mut result = ArenaResult { tallies: vec![Tally::default(); programs.len()], plies: Vec::new() };
    for n in 0..plan.games {
        let seed = plan.seed.nth(n);
        let (game, setup) = deal::<G>(plan.options, plan.deal_options, &seed)?;
        let state =
            game.start(&setup).map_err(|e| RecordError::Start { what: "the set-up", why: e.to_string() })?;
        let players = arena::seating(programs.len(), game.seats(&state), n);
        let mut seated = players
            .iter()
            .map(|&p| G::program(&programs[p]).ok_or_else(|| no_program::<G>(&programs[p])))
            .collect::<Result<Vec<Box<dyn Program<G>>>, _>>()?;
        let played = arena::play(&game, state, &mut seated, &players, &seed, plan.limit, think);
        // A program that fills several seats is rated on the first of them: the others would count a game twice.
        for (p, tally) in result.tallies.iter_mut().enumerate() {
            if let Some(seat) = players.iter().position(|&q| q == p) {
                tally.add(played.outcome.as_ref(), Seat(seat as u8), played.seats);
            }
        }
        result.plies.push(played.actions.len());
        done(n + 1);
    }
    Ok(result)
}

fn no_program<G: Playable>(name: &str) -> RecordError {
    let known: Vec<&str> = G::programs().iter().map(|program| program.name).collect();
    let why = if known.is_empty() {
        format!("{} has no programs yet", G::MANIFEST.name)
    } else {
        format!("there is no “{name}”; there are {}", known.join(", "))
    };
    RecordError::Start { what: "the program", why }
}
