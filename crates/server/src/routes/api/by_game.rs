//! What differs between games in the document: the schemas of each game, and those of requests and answers
//! that have parts of a game in them.
//!
//! A schema with a member `game`, such as that of a table, becomes several: one for each game, with the
//! schemas of that game for the members that differ. All of them share what is common.

use super::items::list;
use super::shapes::capitalised;
use bagatelle_catalog::{DescribedGame, described_games};
use bagatelle_core::record::FORMAT;
use bagatelle_core::schema::{ACTION, DEAL_OPTIONS, OPTIONS, SETUP, VIEW};
use bagatelle_core::{Seed, Turn, Viewer};
use serde_json::{Map, Value, json};

/// The extension that says which game a schema belongs to.
pub const GAME: &str = "x-game";
/// The beginning of the names of schemas that hold what all games have in common.
const COMMON: &str = "Any";

/// What a record is called.
pub const RECORD: &str = "Record";

/// What a member holds of its game.
#[derive(Clone, Copy)]
enum Holds {
    /// What the schema of this name says.
    One(&'static str),
    /// That, or null.
    Nullable(&'static str),
    /// A list of that.
    List(&'static str),
}

/// The schemas with a member `game`, and what their members hold of it.
const BY_GAME: [(&str, &[(&str, Holds)]); 5] = [
    ("GameState", &[("view", Holds::One(VIEW)), ("legal", Holds::List(ACTION))]),
    (
        "NewGame",
        &[
            ("options", Holds::Nullable(OPTIONS)),
            ("wish", Holds::Nullable(DEAL_OPTIONS)),
            ("setup", Holds::Nullable(SETUP)),
        ],
    ),
    ("NewChallenge", &[("options", Holds::Nullable(OPTIONS)), ("wish", Holds::Nullable(DEAL_OPTIONS))]),
    ("ChallengeView", &[("options", Holds::Nullable(OPTIONS)), ("wish", Holds::Nullable(DEAL_OPTIONS))]),
    (
        RECORD,
        &[
            ("options", Holds::One(OPTIONS)),
            ("setup", Holds::Nullable(SETUP)),
            ("actions", Holds::List(ACTION)),
        ],
    ),
];

/// What the records of all games have in common.
fn record() -> Value {
    json!({
        "type": "object",
        "description": "A game from its set-up to some position, as a document. Other fields in it are \
            kept, too.",
        "required": ["bagatelle", "game"],
        "properties": {
            "bagatelle": { "type": "integer", "minimum": 1, "maximum": FORMAT, "description": "The version \
                of the format." },
            "game": { "description": "The id in the catalog." },
            "options": { "description": "The game’s options; the defaults apply to those left out." },
            "setup": { "description": "The result of the deal; left out in games that always start the same \
                way." },
            "actions": { "description": "All actions in order, including random draws." },
        },
        "additionalProperties": true,
    })
}

/// The schemas about games for two only.
const FOR_TWO: [&str; 2] = ["NewChallenge", "ChallengeView"];

/// Puts the schemas of all games into the schemas of the document, and examples of each.
pub fn describe(schemas: &mut Map<String, Value>) {
    for game in described_games() {
        let prefix = capitalised(game.id());
        let examples = Examples::of(*game);
        for (name, mut schema) in game.schemas() {
            refer(&mut schema, &prefix);
            if let Some(example) = examples.of_schema(&name) {
                schema["example"] = example;
            }
            schema[GAME] = game.id().into();
            let before = schemas.insert(named(&prefix, &name), schema);
            debug_assert!(before.is_none(), "{prefix}: {name} names two things");
        }
    }
    schemas.insert(RECORD.to_owned(), record());
    for (name, members) in BY_GAME {
        let Some(whole) = schemas.remove(name) else { continue };
        split(schemas, name, whole, members);
    }
    let duel = described_games().iter().find(|game| game.manifest().seats == (2..=2));
    if let (Some(seek), Some(duel)) = (schemas.get_mut("NewSeek"), duel) {
        seek["example"] = json!({ "game": duel.id() });
    }
    if let (Some(order), Some(duel)) = (schemas.get_mut("EventOrder"), duel) {
        order["example"] = json!({ "title": "Sunday cup", "game": duel.id(), "form": "round-robin" });
    }
    if let (Some(plan), Some(duel)) = (schemas.get_mut("NewPlan"), duel) {
        plan["example"] = json!({ "lines": [Examples::of(*duel).line()] });
    }
    let views = described_games().iter().filter(|game| game.has_positions());
    let views: Vec<Value> =
        views.map(|game| reference(&format!("{}{VIEW}", capitalised(game.id())))).collect();
    if let Some(view) = schemas.get_mut("PositionState").map(|state| &mut state["properties"]["view"]) {
        *view = json!({ "description": view["description"], "anyOf": views });
    }
}

/// The name of a schema of a game in the document. Types that only say how something is written are called
/// after what they write.
fn named(prefix: &str, name: &str) -> String {
    format!("{prefix}{}", name.strip_suffix("Shape").unwrap_or(name))
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// Points references to other schemas of a game to where these are in the document.
fn refer(schema: &mut Value, prefix: &str) {
    match schema {
        Value::Object(map) => {
            if let Some(name) = map.get("$ref").and_then(|path| path.as_str()?.strip_prefix("#/$defs/")) {
                let path = format!("#/components/schemas/{}", named(prefix, name));
                map.insert("$ref".to_owned(), path.into());
            }
            map.values_mut().for_each(|part| refer(part, prefix));
        }
        Value::Array(items) => items.iter_mut().for_each(|part| refer(part, prefix)),
        _ => (),
    }
}

/// Divides a schema into what is common to all games and what is not.
fn split(schemas: &mut Map<String, Value>, name: &str, mut whole: Value, members: &[(&str, Holds)]) {
    let games = || {
        let fits = |game: &&&dyn DescribedGame| !FOR_TWO.contains(&name) || game.manifest().seats == (2..=2);
        described_games().iter().filter(fits)
    };
    let example = whole.as_object_mut().and_then(|whole| whole.remove("example"));
    let closed = whole["additionalProperties"] == false;
    let own: Vec<&str> = members.iter().map(|(member, _)| *member).chain(["game"]).collect();
    let required: Vec<&Value> = list(&whole["required"]).iter().collect();
    let is_own = |member: &Value| own.iter().any(|name| member == name);
    let (of_game, common): (Vec<&Value>, Vec<&Value>) = required.into_iter().partition(|one| is_own(one));
    let mut base = json!({
        "type": "object",
        "description": format!("What all games have in common. {}",
            whole["description"].as_str().unwrap_or_default()),
        "required": common,
        "properties": whole["properties"],
    });
    if whole["additionalProperties"] == true {
        base["additionalProperties"] = true.into();
    }
    if let Some(properties) = base["properties"].as_object_mut() {
        own.iter().for_each(|member| drop(properties.remove(*member)));
    }
    for game in games() {
        let prefix = capitalised(game.id());
        let mut properties = json!({ "game": { "type": "string", "const": game.id() } });
        for (member, holds) in members {
            let about = &whole["properties"][*member]["description"];
            let of = |what: &str| reference(&format!("{prefix}{what}"));
            properties[*member] = match holds {
                Holds::One(what) => of(what),
                Holds::Nullable(what) => json!({ "anyOf": [of(what), { "type": "null" }] }),
                Holds::List(what) => json!({ "type": "array", "items": of(what) }),
            };
            properties[*member]["description"] = about.clone();
        }
        // Tools that make types from schemas ignore what stands beside `allOf`.
        let of_game = json!({ "type": "object", "properties": properties, "required": of_game });
        let mut schema = json!({
            "allOf": [reference(&format!("{COMMON}{name}")), of_game],
            GAME: game.id(),
        });
        if closed {
            schema["unevaluatedProperties"] = false.into();
        }
        if let Some(mut example) = example.clone() {
            example["game"] = game.id().into();
            Examples::of(*game).complete(name, &mut example);
            schema["example"] = example;
        }
        schemas.insert(format!("{prefix}{name}"), schema);
    }
    let one = |game: &&dyn DescribedGame| format!("{}{name}", capitalised(game.id()));
    let mapping: Map<String, Value> =
        games().map(|game| (game.id().to_owned(), reference(&one(game))["$ref"].clone())).collect();
    let mut choice = json!({
        "description": whole["description"],
        "oneOf": games().map(|game| reference(&one(game))).collect::<Vec<_>>(),
        "discriminator": { "propertyName": "game", "mapping": mapping },
    });
    if let Some(mut example) = example {
        // The examples show a game for two, whichever the catalog has.
        let duel = described_games().iter().find(|game| game.manifest().seats == (2..=2));
        example["game"] = json!(duel.map(|game| game.id()));
        choice["example"] = example;
    }
    schemas.insert(format!("{COMMON}{name}"), base);
    schemas.insert(name.to_owned(), choice);
}

/// What the examples of a game show: its first deal.
struct Examples {
    game: &'static dyn DescribedGame,
    options: Value,
    setup: Option<Value>,
    seat: u8,
    view: Value,
    action: Option<String>,
}

/// The seed of the deal in the examples.
const SEED: &str = "1";

impl Examples {
    fn of(game: &'static dyn DescribedGame) -> Examples {
        let deal = game.deal(&Value::Null, &Value::Null, &Seed::from_text(SEED));
        let record = deal.expect("the usual options are granted");
        let play = game.open(&record).expect("a deal is a start");
        let viewer = match play.turn() {
            Turn::Seat(seat) => Viewer::Seat(seat),
            Turn::Chance | Turn::Over => Viewer::Spectator,
        };
        Examples {
            game,
            seat: viewer.seat().map_or(0, |seat| seat.0),
            view: play.view(viewer),
            action: play.legal().into_iter().next(),
            options: record.options,
            setup: record.setup,
        }
    }

    fn of_schema(&self, name: &str) -> Option<Value> {
        match name {
            VIEW => Some(self.view.clone()),
            OPTIONS => Some(self.options.clone()),
            SETUP => self.setup.clone(),
            ACTION => self.action.clone().map(Value::from),
            _ => None,
        }
    }

    /// The first two actions.
    fn line(&self) -> Vec<String> {
        let deal = self.game.deal(&Value::Null, &Value::Null, &Seed::from_text(SEED));
        let Ok(mut play) = deal.and_then(|record| self.game.open(&record)) else { return Vec::new() };
        for _ in 0..2 {
            if let Some(action) = play.legal().first() {
                play.apply(action);
            }
        }
        play.actions()
    }

    /// Fits the example of a request to this game: a new game begins with the action in the examples, all
    /// other requests stay as they are for all games.
    fn complete(&self, name: &str, example: &mut Value) {
        if name != "NewGame" {
            return;
        }
        let programs: Vec<&str> = match self.game.manifest().seats.end() {
            1 => Vec::new(),
            _ => self.game.programs().first().map(|info| info.name).into_iter().collect(),
        };
        *example = json!({
            "game": self.game.id(),
            "options": self.options,
            "seed": SEED,
            "sit": self.seat,
            "programs": programs,
        });
    }
}
