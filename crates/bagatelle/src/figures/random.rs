//! Games of random actions.

use crate::spread::Spread;
use anyhow::{Context, Result};
use bagatelle_catalog::AnyGame;
use bagatelle_core::{Outcome, Rng, Seat, Seed, Stream, Turn};
use bagatelle_search::arena::Tally;
use serde_json::Value;

/// The actions after which a game is abandoned.
pub const LONGEST: usize = 1000;

/// What games of random actions tell.
#[derive(Default)]
pub struct Played {
    /// The legal actions of each turn of a seat.
    pub choices: Spread,
    /// The actions of each game that has ended.
    pub lengths: Spread,
    /// How the first seat to act fared: in games that have ended, and in all solitaires.
    pub first: Tally,
    /// Games that were begun.
    pub games: u64,
}

/// Plays games of random actions, the same for a seed.
pub fn play(game: &dyn AnyGame, deal_options: &Value, games: u64, seed: &str) -> Result<Played> {
    let mut found = Played::default();
    for n in 0..games {
        let seed = Seed::from_text(&format!("{seed}/{n}"));
        let record = game.deal(&Value::Null, deal_options, &seed)?;
        let mut play = game.open(&record)?;
        let mut rng = Rng::new(&seed, Stream::Rollout);
        let mut first: Option<Seat> = None;
        while play.ply() < LONGEST {
            let action = match play.turn() {
                Turn::Over => break,
                Turn::Chance => play.chance(&seed),
                Turn::Seat(seat) => {
                    first.get_or_insert(seat);
                    let legal = play.legal();
                    found.choices.add(legal.len());
                    rng.choose(&legal).cloned()
                }
            };
            play.apply(&action.context("there is nothing to do")?);
        }
        found.games += 1;
        let Some(first) = first else { continue };
        let outcome = play.outcome();
        found.lengths.extend(outcome.is_some().then_some(play.ply()));
        // A solitaire that is abandoned is lost; a game of several that is abandoned says nothing of its
        // seats.
        let abandoned = Outcome::without_winner("abandoned");
        if let Some(outcome) = outcome.or((play.seats() == 1).then_some(abandoned)) {
            found.first.add(Some(&outcome), first, play.seats());
        }
    }
    Ok(found)
}
