//! Deals from committed seeds.

use crate::game::AnyGame;
use bagatelle_core::record::{Record, RecordError};
use bagatelle_core::{CommittedSeed, Randomness, Seed, Turn};
use serde_json::Value;

/// How many deals are tried at most to find one in which there is a move to make.
pub const ATTEMPTS: usize = 20;

/// The first deal of several seeds, which say no grade, in which there is a move to make, with its seed;
/// `None` if there is none.
///
/// # Errors
/// When options or deal options are refused.
pub fn first_playable(
    game: &dyn AnyGame,
    options: &Value,
    deal_options: &Value,
    seeds: impl IntoIterator<Item = String>,
) -> Result<Option<(Record, String)>, RecordError> {
    for seed in seeds {
        let record = game.deal(options, deal_options, &Seed::from_text(&seed))?;
        if game.open(&record)?.turn() != Turn::Over {
            return Ok(Some((record, seed)));
        }
    }
    Ok(None)
}

/// The deal of a committed seed and of what the seats have added, with the text of its seed; `None` if there
/// is no move to make in any of them.
///
/// # Errors
/// When options or deal options are refused.
pub fn deal_committed(
    game: &dyn AnyGame,
    options: &Value,
    deal_options: &Value,
    committed: &CommittedSeed,
    added: &[Option<Randomness>],
) -> Result<Option<(Record, String)>, RecordError> {
    let seeds = (0..ATTEMPTS).map(|attempt| committed.deal_seed(added, attempt));
    first_playable(game, options, deal_options, seeds)
}
