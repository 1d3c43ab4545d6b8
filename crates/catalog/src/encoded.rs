//! Games of the catalog with their encodings, for programs that learn.

use crate::batch::{self, AnyBatch, Batch, BatchPlan, Playouts};
use crate::game::{AnyGame, Erased};
use crate::play::{EncodedPlay, Play};
use bagatelle_core::encoding::{Encoded, Part};
use bagatelle_core::present::Playable;
use bagatelle_core::record::{Record, RecordError};
use serde_json::Value;

/// A game in the catalog whose actions have numbers and whose views are floats.
pub trait EncodedGame: AnyGame {
    /// What the numbers of actions mean, in Markdown.
    fn numbering(&self) -> &'static str;
    /// The parts of an observation.
    fn parts(&self) -> &'static [Part];
    /// How many numbers there are for actions under these options, a JSON object or null.
    ///
    /// # Errors
    /// When the options are not understood or refused.
    fn numbers(&self, options: &Value) -> Result<u32, RecordError>;
    /// Opens the position at the end of a record.
    ///
    /// # Errors
    /// As [`Record::replay`].
    fn open_encoded(&self, record: &Record) -> Result<Box<dyn EncodedPlay>, RecordError>;
    /// All deals under these options and deal options, each a record without actions with its probability;
    /// `None` if they are not known, or more than `most`.
    ///
    /// # Errors
    /// When options or deal options are refused.
    fn deals(
        &self,
        options: &Value,
        deal_options: &Value,
        most: usize,
    ) -> Result<Option<Vec<(Record, f64)>>, RecordError>;
    /// Deals many games that are played side by side.
    ///
    /// # Errors
    /// When options or deal options are refused.
    fn batch(&self, plan: &BatchPlan<'_>) -> Result<Box<dyn AnyBatch>, RecordError>;
    /// Plays random games from their deals to the end: as [`EncodedGame::batch`] with [`AnyBatch::sample`],
    /// one game after another.
    ///
    /// # Errors
    /// When options or deal options are refused.
    fn playouts(&self, plan: &BatchPlan<'_>) -> Result<Playouts, RecordError>;
}

impl<G: Playable + Encoded> EncodedGame for Erased<G> {
    fn numbering(&self) -> &'static str {
        G::NUMBERING
    }

    fn parts(&self) -> &'static [Part] {
        G::PARTS
    }

    fn numbers(&self, options: &Value) -> Result<u32, RecordError> {
        Ok(crate::deal::rules::<G>(options, &Value::Null)?.0.numbers())
    }

    fn open_encoded(&self, record: &Record) -> Result<Box<dyn EncodedPlay>, RecordError> {
        Ok(Box::new(Play::<G>::open(record)?))
    }

    fn deals(
        &self,
        options: &Value,
        deal_options: &Value,
        most: usize,
    ) -> Result<Option<Vec<(Record, f64)>>, RecordError> {
        let (game, deal_options) = crate::deal::rules::<G>(options, deal_options)?;
        let record = |(setup, chance)| (Record::start(&game, &setup), chance);
        Ok(game.deals(&deal_options, most).map(|deals| deals.into_iter().map(record).collect()))
    }

    fn batch(&self, plan: &BatchPlan<'_>) -> Result<Box<dyn AnyBatch>, RecordError> {
        Ok(Box::new(Batch::<G>::new(plan)?))
    }

    fn playouts(&self, plan: &BatchPlan<'_>) -> Result<Playouts, RecordError> {
        batch::playouts::<G>(plan)
    }
}
