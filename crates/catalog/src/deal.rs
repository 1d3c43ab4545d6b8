//! From options and deal options, as JSON, and a seed to rules and a set-up.

use bagatelle_core::present::{GRADE, Grade, Manifest};
use bagatelle_core::program::Allowance;
use bagatelle_core::record::RecordError;
use bagatelle_core::{Game, Playable, Rng, Seed, Stream};
use serde::Deserialize;
use serde_json::Value;

/// Why a part of a start is refused.
fn refused(what: &'static str, why: impl ToString) -> RecordError {
    RecordError::Start { what, why: why.to_string() }
}

/// Makes the rules and a set-up. The same seed gives the same set-up forever.
pub(crate) fn deal<G: Game>(
    options: &Value,
    deal_options: &Value,
    seed: &Seed,
) -> Result<(G, G::Setup), RecordError> {
    let (game, deal_options) = rules::<G>(options, deal_options)?;
    let mut rng = Rng::new(seed, Stream::Deal);
    let setup = game.deal(&deal_options, &mut rng).map_err(|e| refused("the deal options", e))?;
    Ok((game, setup))
}

/// As [`deal`], from the text of a seed, which may say a grade.
pub(crate) fn deal_by<G: Playable>(
    options: &Value,
    deal_options: &Value,
    text: &str,
    allowance: &Allowance<'_>,
) -> Result<(G, G::Setup), RecordError> {
    let (Some(grade), rest) = Grade::split(G::MANIFEST.all_grades(), text) else {
        return deal(options, deal_options, &Seed::from_text(text));
    };
    let (game, deal_options) = rules::<G>(options, deal_options)?;
    let setup = match game.grader() {
        Some(grader) => grader.deal_of(&game, grade, &deal_options, &Seed::from_text(rest), allowance),
        None => return Err(refused("the difficulty", "by this reading of the rules no deals have one")),
    };
    let setup = setup.map_err(|e| refused("the deal options", e))?;
    let none = || refused("the difficulty", "no such deal found with these options");
    Ok((game, setup.ok_or_else(none)?))
}

/// Refuses options that have no effect on a new game.
pub(crate) fn check_wishes<G: Playable>(options: &Value, deal_options: &Value) -> Result<(), RecordError> {
    // A grade is not for the game.
    let mut deal_options = deal_options.clone();
    seed_text(&G::MANIFEST, &mut deal_options, "")?;
    let (game, deal_options) = rules::<G>(options, &deal_options)?;
    game.check_wishes(&deal_options).map_err(|e| refused("the options", e))
}

/// Makes the rules, and reads the deal options.
pub(crate) fn rules<G: Game>(
    options: &Value,
    deal_options: &Value,
) -> Result<(G, G::DealOptions), RecordError> {
    let options: G::Options = read(options).map_err(|e| refused("the options", e))?;
    let deal_options: G::DealOptions = read(deal_options).map_err(|e| refused("the deal options", e))?;
    let game = G::new(&options).map_err(|e| refused("the options", e))?;
    Ok((game, deal_options))
}

/// Reads options or deal options; null stands for none.
fn read<T: Default + for<'de> Deserialize<'de>>(value: &Value) -> Result<T, String> {
    if value.is_null() { Ok(T::default()) } else { T::deserialize(value).map_err(|e| e.to_string()) }
}

/// Takes the wanted grade out of deal options and puts it into the text of a seed. A text that says a grade
/// keeps its own.
pub(crate) fn seed_text(
    manifest: &Manifest,
    deal_options: &mut Value,
    text: &str,
) -> Result<String, RecordError> {
    let wanted = deal_options
        .as_object_mut()
        .filter(|_| !manifest.grades.is_empty())
        .and_then(|map| map.remove(GRADE));
    let word = match wanted {
        None | Some(Value::Null) => return Ok(text.to_owned()),
        Some(word) => word,
    };
    let grade = manifest.all_grades().find(|grade| word == grade.word);
    let grade =
        grade.ok_or_else(|| refused("the deal options", format!("there’s no difficulty called {word}")))?;
    Ok(match Grade::split(manifest.all_grades(), text) {
        (Some(_), _) => text.to_owned(),
        (None, text) => grade.seed(text),
    })
}
