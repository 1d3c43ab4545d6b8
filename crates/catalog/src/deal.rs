//! From options and deal options, as JSON, to rules and a set-up.

use bagatelle_core::record::RecordError;
use bagatelle_core::{Game, Rng, Seed, Stream};
use serde::Deserialize;
use serde_json::Value;

/// Makes the rules and a set-up. The same seed gives the same set-up for ever.
pub(crate) fn deal<G: Game>(
    options: &Value,
    deal_options: &Value,
    seed: &Seed,
) -> Result<(G, G::Setup), RecordError> {
    let refused = |what: &'static str, why: String| RecordError::Start { what, why };
    let options: G::Options = read(options).map_err(|e| refused("the options", e))?;
    let deal_options: G::DealOptions = read(deal_options).map_err(|e| refused("the deal options", e))?;
    let game = G::new(&options).map_err(|e| refused("the options", e.to_string()))?;
    let mut rng = Rng::new(seed, Stream::Deal);
    let setup = game.deal(&deal_options, &mut rng).map_err(|e| refused("the deal options", e.to_string()))?;
    Ok((game, setup))
}

/// Reads options or deal options; null stands for none.
fn read<T: Default + for<'de> Deserialize<'de>>(value: &Value) -> Result<T, String> {
    if value.is_null() { Ok(T::default()) } else { T::deserialize(value).map_err(|e| e.to_string()) }
}
