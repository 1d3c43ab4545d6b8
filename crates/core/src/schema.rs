//! What the JSON of a game looks like: schemas (JSON Schema 2020-12) of its views, options and set-ups, made
//! from the types that are written and read; and views that are read back.
//!
//! A game that hides nothing needs no reading: the set-up and the actions are the position.

use crate::game::Game;
use crate::rng::{Rng, Seed, Stream};
use crate::seat::{Turn, Viewer};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};
use thiserror::Error;

/// How the actions of a game are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ActionText {
    /// What the texts mean, in Markdown.
    pub about: &'static str,
    /// A regular expression (ECMA 262) that the texts of all actions match, those of chance included.
    pub pattern: &'static str,
}

/// A game whose JSON is described.
///
/// The test kit checks the laws: `bagatelle_testkit::enter_schema!(Game)`.
pub trait Described: Game<Options: JsonSchema, DealOptions: JsonSchema, Setup: JsonSchema> {
    /// What a view is written as. The schema of views is that of this type.
    type ViewShape: JsonSchema;
    /// How actions are written.
    const ACTION: ActionText;

    /// Reads views back; `None` where nothing is hidden.
    fn view_reader(&self) -> Option<&dyn ViewReader<Self>> {
        None
    }
}

/// Reads the views of a game that hides something, so that a program can choose from its own
/// information.
pub trait ViewReader<G: Game> {
    /// The view that is written as `view`. It is one from which [`Game::sample`] draws; [`read_view`] says
    /// whether the position that it draws looks like the view.
    ///
    /// # Errors
    /// When it is not written as a view is, or contradicts itself.
    fn parse(&self, view: &Value) -> Result<G::View, ViewError>;
}

/// Why a view cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ViewError {
    /// It is not written as the views of this game are.
    #[error("this isn’t written like a view of this game: {0}")]
    Format(String),
    /// There is no such position.
    #[error("no position matches this view: {0}")]
    Impossible(&'static str),
    /// The game hides nothing.
    #[error("this game hides nothing: its set-up and actions give the position, so views aren’t read")]
    Open,
}

/// Reads what `viewer` was told of a position.
///
/// # Errors
/// When it is not written as a view is, when there is no position that looks like it to this viewer, and
/// where nothing is hidden.
pub fn read_view<G: Described>(game: &G, viewer: Viewer, told: &Value) -> Result<G::View, ViewError> {
    let view = game.view_reader().ok_or(ViewError::Open)?.parse(told)?;
    if serde_json::to_value(&view).ok().as_ref() != Some(told) {
        return Err(ViewError::Impossible("some parts contradict others"));
    }
    let position = game.sample(&view, &mut Rng::new(&Seed::from_text("read view"), Stream::Determinization));
    if game.view(&position, viewer) != view {
        return Err(ViewError::Impossible("its parts don’t fit together, or it is another seat’s view"));
    }
    let mut legal = Vec::new();
    game.legal(&position, &mut legal);
    if matches!(game.turn(&position), Turn::Seat(_)) == legal.is_empty() {
        return Err(ViewError::Impossible("the seat to act has nothing to do"));
    }
    Ok(view)
}

/// The name of the schema of a view.
pub const VIEW: &str = "View";
/// That of the options of the rules.
pub const OPTIONS: &str = "Options";
/// That of the options of a deal.
pub const DEAL_OPTIONS: &str = "DealOptions";
/// That of a set-up.
pub const SETUP: &str = "Setup";
/// That of the text of an action.
pub const ACTION: &str = "Action";

/// The schemas of a game by their names: [`VIEW`], [`OPTIONS`], [`DEAL_OPTIONS`], [`SETUP`], [`ACTION`], and
/// those that they refer to as `#/$defs/NAME`.
///
/// # Panics
/// When two types of the game have one name and different schemas; the test kit looks at all games.
#[must_use]
pub fn schemas<G: Described>() -> Map<String, Value> {
    let written = SchemaSettings::draft2020_12().for_serialize();
    let read = SchemaSettings::draft2020_12().for_deserialize();
    let roots = [
        (VIEW, written.into_generator().into_root_schema_for::<G::ViewShape>()),
        (OPTIONS, read.clone().into_generator().into_root_schema_for::<G::Options>()),
        (DEAL_OPTIONS, read.clone().into_generator().into_root_schema_for::<G::DealOptions>()),
        (SETUP, read.into_generator().into_root_schema_for::<G::Setup>()),
    ];
    let mut all = Map::new();
    let mut add = |name: String, schema: Value| {
        let before = all.insert(name.clone(), schema.clone());
        assert!(before.is_none_or(|before| before == schema), "{}: {name} names two things", G::ID);
    };
    for (name, schema) in roots {
        let mut schema = schema.to_value();
        if let Some(root) = schema.as_object_mut() {
            root.remove("$schema");
            root.remove("title");
            if let Some(Value::Object(parts)) = root.remove("$defs") {
                parts.into_iter().for_each(|(name, part)| add(name, part));
            }
        }
        add(name.to_owned(), schema);
    }
    let action =
        json!({ "type": "string", "pattern": G::ACTION.pattern, "description": G::ACTION.about.trim() });
    add(ACTION.to_owned(), action);
    all
}

/// One of the [`schemas`] of a game with all that it refers to, for a validator.
#[must_use]
pub fn alone(schemas: &Map<String, Value>, name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}"), "$defs": schemas })
}
