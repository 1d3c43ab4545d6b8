//! Games of the catalog whose set-ups can be laid by hand.

use crate::deal::rules;
use crate::game::{AnyGame, Erased};
use bagatelle_core::laid::{Laid, LaidOut, Place, Spread};
use bagatelle_core::record::{Record, RecordError};
use bagatelle_core::{Rng, Seed, Stream, Turn, Viewer};
use serde_json::Value;

/// A game in the catalog whose set-ups can be laid by hand: see [`LaidOut`].
pub trait LaidGame: AnyGame {
    /// What is laid under these options, from its code. What is not known is drawn from the seed.
    ///
    /// # Errors
    /// What is wrong with the options or with the code, in words.
    fn spread(&self, options: &Value, code: &str, seed: &Seed) -> Result<Spread, String>;

    /// The code with all places filled that are empty.
    ///
    /// # Errors
    /// As [`LaidGame::spread`].
    fn filled(&self, options: &Value, code: &str, seed: &Seed) -> Result<String, String>;

    /// The code of what lies at the end of a record, as far as a viewer knows; `None` where that cannot be
    /// laid.
    ///
    /// # Errors
    /// As [`Record::replay`].
    fn code_of(&self, record: &Record, viewer: Viewer) -> Result<Option<String>, RecordError>;

    /// The code of what lay at the start of a record, as far as a viewer knows at its end; `None` where that
    /// cannot be laid.
    ///
    /// # Errors
    /// As [`Record::replay`].
    fn deal_of(&self, record: &Record, viewer: Viewer) -> Result<Option<String>, RecordError>;
}

impl<G: LaidOut> LaidGame for Erased<G> {
    fn spread(&self, options: &Value, code: &str, seed: &Seed) -> Result<Spread, String> {
        let (game, _) = rules::<G>(options, &Value::Null).map_err(|error| error.to_string())?;
        let groups = game.groups();
        let laid = read(&game, code)?;
        let is_closed = |at: Place| game.is_closed(&laid, at);
        let closed: Vec<Place> = laid.places().filter(|at| is_closed(*at)).collect();
        let (mut faults, wrong) = laid.faults(&groups, is_closed);
        let mut all = laid.clone();
        let mut record = None;
        if faults.is_empty() && laid.is_whole(&groups, is_closed) {
            if G::FILLS {
                all.fill(&groups, |laid, at| game.is_closed(laid, at), &mut Rng::new(seed, Stream::Deal));
            }
            match begin(&game, &all) {
                Ok(begun) => record = Some(begun),
                Err(why) => faults.push(why),
            }
        }
        Ok(Spread {
            code: laid.code(G::ID, &groups),
            drawn: record.is_some() && all != laid,
            shapes: game.shapes(),
            open: G::OPEN,
            fills: G::FILLS,
            window: G::WINDOW,
            groups,
            laid,
            closed,
            faults,
            wrong,
            record,
        })
    }

    fn filled(&self, options: &Value, code: &str, seed: &Seed) -> Result<String, String> {
        let (game, _) = rules::<G>(options, &Value::Null).map_err(|error| error.to_string())?;
        let mut laid = read(&game, code)?;
        let groups = game.groups();
        laid.fill(&groups, |laid, at| game.is_closed(laid, at), &mut Rng::new(seed, Stream::Deal));
        Ok(laid.code(G::ID, &groups))
    }

    fn code_of(&self, record: &Record, viewer: Viewer) -> Result<Option<String>, RecordError> {
        let (game, state) = record.replay::<G>(|_, _, _| ())?;
        let groups = game.groups();
        let laid = game.lies(&groups, &game.view(&state, viewer));
        Ok(laid.map(|laid| laid.code(G::ID, &groups)))
    }

    fn deal_of(&self, record: &Record, viewer: Viewer) -> Result<Option<String>, RecordError> {
        let mut start = None;
        let (game, end) = record.replay::<G>(|_, state, _| {
            start.get_or_insert_with(|| state.clone());
        })?;
        let groups = game.groups();
        let laid = game.dealt(&groups, start.as_ref().unwrap_or(&end), viewer, &game.view(&end, viewer));
        Ok(laid.map(|laid| laid.code(G::ID, &groups)))
    }
}

fn read<G: LaidOut>(game: &G, code: &str) -> Result<Laid, String> {
    let groups = game.groups();
    let name_of = |id: &str| crate::find(id).map(|game| game.manifest().name);
    let mut laid = Laid::read(G::ID, &groups, code, name_of)?;
    game.settle(&groups, &mut laid);
    Ok(laid)
}

/// The game that begins with what is laid.
fn begin<G: LaidOut>(game: &G, laid: &Laid) -> Result<Record, String> {
    let setup = game.set_up(&game.groups(), laid)?;
    let start = game.start(&setup).map_err(|error| error.to_string())?;
    match game.turn(&start) {
        Turn::Over => Err("Nothing is left to play here: the game would be over.".into()),
        _ => Ok(Record::start(game, &setup)),
    }
}
