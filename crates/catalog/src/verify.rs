//! Whether a finished game was dealt as its record says: the commitment, the seed of the deal, the set-up and
//! each chance action are computed again, and the findings are told in sentences.

use crate::fair::deal_committed;
use crate::game::AnyGame;
use bagatelle_core::program::Allowance;
use bagatelle_core::record::{Record, RecordError};
use bagatelle_core::world_date::NoDate;
use bagatelle_core::{CommittedSeed, Randomness, Seed, Turn, WorldDate};
use serde::Deserialize;
use serde_json::Value;

/// What became of a verification.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// All is as the server was committed to.
    Verified,
    /// Something differs.
    Differs,
    /// The record has nothing to verify against: no commitment was made, or the game is not over.
    Unverifiable,
}

/// One thing that was computed again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    /// What: `Commitment`.
    pub what: &'static str,
    /// Whether the record says the same.
    pub holds: bool,
    /// What was found, in sentences.
    pub found: String,
}

/// What a verification has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verification {
    /// What became of it.
    pub verdict: Verdict,
    /// The verdict in sentences.
    pub summary: String,
    /// What was computed again, in order. Empty if there is nothing to verify against.
    pub checks: Vec<Check>,
}

impl Verification {
    fn unverifiable(summary: &str) -> Verification {
        Verification { verdict: Verdict::Unverifiable, summary: summary.to_owned(), checks: Vec::new() }
    }

    fn of(checks: Vec<Check>) -> Verification {
        let (verdict, summary) = match checks.iter().all(|check| check.holds) {
            true => (
                Verdict::Verified,
                "Verified. Before the deal, the server published a fingerprint of its secret numbers. \
                 This deal follows from those numbers.",
            ),
            false => (Verdict::Differs, "Not verified. This record doesn’t match the deal."),
        };
        Verification { verdict, summary: summary.to_owned(), checks }
    }
}

/// The parts of a record that tell what its deal follows from.
struct Claims {
    committed: CommittedSeed,
    commitment: String,
    seed: String,
    /// The date, for the deal of a day.
    daily: Option<WorldDate>,
    added: Vec<Option<Randomness>>,
    deal_options: Value,
}

impl Claims {
    fn read(record: &Record) -> Result<Claims, String> {
        Ok(Claims {
            committed: part(record, "revealed")?,
            commitment: part(record, "commitment")?,
            seed: part(record, "seed")?,
            daily: date(record)?,
            added: optional(record, "randomness")?.unwrap_or_default(),
            deal_options: record.more.get("wish").cloned().unwrap_or(Value::Null),
        })
    }

    /// What the deal is, and the text of its seed.
    fn deal(&self, game: &dyn AnyGame, options: &Value) -> Result<(Record, String), String> {
        let dealt = match &self.daily {
            Some(date) => {
                let seed = game.seed_of_day(*date, self.committed.day_seed(&date.to_string()));
                let deal = game.deal_by(options, &self.deal_options, &seed, &Allowance::default());
                deal.map(|record| Some((record, seed)))
            }
            None => deal_committed(game, options, &self.deal_options, &self.committed, &self.added),
        };
        let dealt = dealt.map_err(|error| format!("The deal can’t be made again: {error}."))?;
        dealt.ok_or_else(|| "No playable deal follows from this seed.".to_owned())
    }
}

/// The date of a deal of the day.
fn date(record: &Record) -> Result<Option<WorldDate>, String> {
    let text: Option<String> = optional(record, "daily")?;
    let date = text.map(|text| text.parse()).transpose();
    date.map_err(|error: NoDate| format!("“daily” can’t be read: {error}."))
}

fn part<T: for<'de> Deserialize<'de>>(record: &Record, key: &str) -> Result<T, String> {
    optional(record, key)?.ok_or_else(|| format!("The record has no “{key}”."))
}

fn optional<T: for<'de> Deserialize<'de>>(record: &Record, key: &str) -> Result<Option<T>, String> {
    let value = record.more.get(key);
    value.map(T::deserialize).transpose().map_err(|error| format!("“{key}” can’t be read: {error}."))
}

/// Verifies a record.
///
/// # Errors
/// When it is a record of a game that is not in the catalog.
pub fn verify(record: &Record) -> Result<Verification, RecordError> {
    let game = crate::game_of(record)?;
    let has = |key: &str| record.more.contains_key(key);
    if !has("commitment") && !has("revealed") && !has("randomness") {
        return Ok(Verification::unverifiable(without(game, record)));
    }
    if has("commitment") && !has("revealed") && !has("result") {
        return Ok(Verification::unverifiable(
            "The game isn’t over. The server reveals its seed and nonce at the end; then you can verify \
             everything.",
        ));
    }
    let claims = match Claims::read(record) {
        Ok(claims) => claims,
        Err(found) => return Ok(Verification::of(vec![Check { what: "Record", holds: false, found }])),
    };
    let mut checks = vec![commitment(&claims)];
    match claims.deal(game, &record.options) {
        Err(found) => checks.push(Check { what: "Deal", holds: false, found }),
        Ok((deal, seed)) => {
            checks.push(seed_of_deal(&claims, &seed));
            checks.extend(seats(game, &claims, &deal));
            checks.push(set_up(record, &deal));
            checks.push(chance(game, record, &deal, &seed));
        }
    }
    Ok(Verification::of(checks))
}

/// Why nothing can be verified, where nothing was committed.
fn without(game: &dyn AnyGame, record: &Record) -> &'static str {
    let seed = record.more.get("seed").and_then(Value::as_str);
    match seed {
        _ if !game.manifest().seeded => "No commitment: this game has no deal.",
        _ if record.more.contains_key("begun") => "No commitment: this game continues from a known position.",
        None => "No commitment: the set-up was given, or the record isn’t from a server.",
        Some(_) if record.more.contains_key("daily") => {
            "No commitment: this day’s seed is its date, which everyone knows."
        }
        Some(seed) if seed.starts_with("lesson:") => {
            "No commitment: this is the game at the end of a lesson."
        }
        Some(seed) if game.grade_of(seed).is_some() => {
            "No commitment: the server searched for a seed with the chosen difficulty."
        }
        Some(_) => "No commitment: the seed was given, or the game is from a version without commitments.",
    }
}

fn commitment(claims: &Claims) -> Check {
    let hash = claims.committed.commitment();
    let holds = hash == claims.commitment;
    let found = match holds {
        true => format!(
            "Before the deal, the server published the fingerprint {hash}. The seed and nonce that it \
             revealed later have the same one."
        ),
        false => format!(
            "The seed and nonce have the fingerprint {hash}, but the one that the server published before \
             the deal is {}.",
            claims.commitment
        ),
    };
    Check { what: "Commitment", holds, found }
}

fn seed_of_deal(claims: &Claims, seed: &str) -> Check {
    let holds = claims.seed == seed;
    let from = match (&claims.daily, claims.added.iter().flatten().count()) {
        (Some(_), _) => "the server’s seed and the date".to_owned(),
        (None, 0) => "the server’s seed alone: no seat added anything".to_owned(),
        (None, 1) => "the server’s seed and what one seat added".to_owned(),
        (None, count) => format!("the server’s seed and what {count} seats added"),
    };
    let found = match holds {
        true => format!("The seed of the deal, {seed}, follows from {from}."),
        false => format!("The seed of the deal should be {seed}, but the record says {}.", claims.seed),
    };
    Check { what: "Seed of the deal", holds, found }
}

/// Whether there is a place for what each seat adds; told only if not.
fn seats(game: &dyn AnyGame, claims: &Claims, deal: &Record) -> Option<Check> {
    let seats = usize::from(game.open(deal).ok()?.seats());
    let fits = claims.daily.is_some() && claims.added.is_empty() || claims.added.len() == seats;
    let found = format!("There are {seats} seats, but randomness for {}.", claims.added.len());
    (!fits).then_some(Check { what: "Seats", holds: false, found })
}

fn set_up(record: &Record, deal: &Record) -> Check {
    let holds = record.setup == deal.setup;
    let found = match (holds, &deal.setup) {
        (true, None) => "The game always begins the same way.".to_owned(),
        (true, Some(_)) => "This seed gives exactly this deal.".to_owned(),
        (false, _) => "The set-up isn’t the deal of that seed.".to_owned(),
    };
    Check { what: "Set-up", holds, found }
}

fn chance(game: &dyn AnyGame, record: &Record, deal: &Record, seed: &str) -> Check {
    let seed = Seed::from_text(seed);
    let of = |holds, found: String| Check { what: "Chance", holds, found };
    let mut play = match game.open(&Record { actions: Vec::new(), ..deal.clone() }) {
        Ok(play) => play,
        Err(error) => return of(false, format!("The deal can’t be opened: {error}.")),
    };
    let mut count = 0;
    for (ply, action) in record.actions.iter().enumerate() {
        if play.turn() == Turn::Chance {
            count += 1;
            if play.chance(&seed).as_ref() != Some(action) {
                return of(false, format!("Action {} isn’t the result of the random draw.", ply + 1));
            }
        }
        play.reopen();
        if let Err(error) = play.play(action) {
            return of(
                false,
                format!("The game can’t be played from this deal: action {}: {error}.", ply + 1),
            );
        }
    }
    match count {
        0 => of(true, "All moves are legal from this deal, and nothing was drawn later.".into()),
        1 => of(
            true,
            "All moves are legal from this deal, and the one later draw follows from its seed.".into(),
        ),
        _ => of(
            true,
            format!("All moves are legal from this deal, and the {count} later draws follow from its seed."),
        ),
    }
}
