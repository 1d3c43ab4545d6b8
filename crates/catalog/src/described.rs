//! Games of the catalog with what their JSON looks like, for documents and for engines.

use crate::deal::rules;
use crate::game::{AnyGame, Erased};
use crate::play::{Thought, player, thought};
use bagatelle_core::present::{GRADE, Playable};
use bagatelle_core::program::Budget;
use bagatelle_core::record::RecordError;
use bagatelle_core::schema::{DEAL_OPTIONS, Described, OPTIONS, ViewError, read_view, schemas};
use bagatelle_core::{Rng, Seat, Seed, Stream, Turn, Viewer};
use serde_json::{Map, Value, json};

/// A game in the catalog whose JSON is described.
pub trait DescribedGame: AnyGame {
    /// The schemas of the game by their names: see [`schemas`]. Those of options have the labels of the
    /// questions as titles, and that of the options of a deal has the grades.
    fn schemas(&self) -> Map<String, Value>;
    /// A seat of a game that is known only through its views.
    ///
    /// # Errors
    /// When the options, a JSON object or null, are not understood or refused.
    fn seat(&self, options: &Value, seat: Seat) -> Result<Box<dyn AnySeat>, RecordError>;
}

/// A seat of a game that is played elsewhere.
pub trait AnySeat {
    /// Lets a program of the game choose from a view: the same action as in the game itself, after as many
    /// actions, with the same `players` and the same seed. `None` if there is no such program, or the seat
    /// has nothing to do.
    ///
    /// # Errors
    /// As [`read_view`].
    fn think(
        &self,
        view: &Value,
        ply: usize,
        program: &str,
        players: &[Option<String>],
        budget: &Budget<'_>,
        seed: &Seed,
    ) -> Result<Option<Thought>, ViewError>;
}

impl<G: Playable + Described> DescribedGame for Erased<G> {
    fn schemas(&self) -> Map<String, Value> {
        let mut all = schemas::<G>();
        for (name, questions) in [(OPTIONS, G::MANIFEST.options), (DEAL_OPTIONS, G::MANIFEST.deal_options)] {
            for question in questions() {
                all[name]["properties"][question.key]["title"] = question.label.into();
            }
        }
        if !G::MANIFEST.grades.is_empty() {
            let words = G::MANIFEST.grades.iter().map(|grade| json!(grade.word));
            all[DEAL_OPTIONS]["properties"][GRADE] = json!({
                "description": "How hard the deal is; any if left out or null",
                "type": ["string", "null"],
                "enum": words.chain([Value::Null]).collect::<Vec<_>>(),
            });
        }
        all
    }

    fn seat(&self, options: &Value, seat: Seat) -> Result<Box<dyn AnySeat>, RecordError> {
        Ok(Box::new(Seated::<G> { game: rules(options, &Value::Null)?.0, seat }))
    }
}

/// A seat, and the rules of its game.
struct Seated<G> {
    game: G,
    seat: Seat,
}

impl<G: Playable + Described> AnySeat for Seated<G> {
    fn think(
        &self,
        view: &Value,
        ply: usize,
        program: &str,
        players: &[Option<String>],
        budget: &Budget<'_>,
        seed: &Seed,
    ) -> Result<Option<Thought>, ViewError> {
        let Seated { game, seat } = self;
        let view = read_view(game, Viewer::Seat(*seat), view)?;
        // What a seat may do depends on nothing that is hidden from it.
        let world = game.sample(&view, &mut Rng::new(seed, Stream::Determinization));
        let mut legal = Vec::new();
        if game.turn(&world) == Turn::Seat(*seat) {
            game.legal(&world, &mut legal);
        }
        let program = player::<G>(program, players);
        Ok(program.and_then(|program| thought(game, &view, &legal, ply, program, budget, seed)))
    }
}
