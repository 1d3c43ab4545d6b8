//! The laws of [`Described`]: what a game writes is as its schemas say, and views that hide something are
//! read back.

use bagatelle_core::schema::{
    self, ACTION, DEAL_OPTIONS, Described, OPTIONS, SETUP, VIEW, read_view, schemas,
};
use bagatelle_core::{Rng, Seed, Stream, Turn, Viewer};
use jsonschema::Validator;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// Makes the tests of what a game's JSON looks like: `enter_schema!(Game)`.
#[macro_export]
macro_rules! enter_schema {
    ($game:ty) => {
        #[test]
        fn its_json_is_as_its_schemas_say() {
            $crate::schema::laws::<$game>();
        }

        #[test]
        fn its_options_are_those_of_the_schema() {
            $crate::schema::options::<$game>();
        }

        #[test]
        fn no_damaged_view_makes_it_panic() {
            $crate::schema::damaged_views::<$game>();
        }
    };
}

/// Random games of a variant, and the most plies of one.
const GAMES: u64 = 3;
const PLIES: usize = 120;

/// One schema of a game.
fn validator(schemas: &Map<String, Value>, name: &str) -> Validator {
    jsonschema::validator_for(&schema::alone(schemas, name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[track_caller]
fn fits(validator: &Validator, value: &impl Serialize, at: &str) -> Value {
    let value = serde_json::to_value(value).expect("it is JSON");
    let wrong: Vec<String> =
        validator.iter_errors(&value).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(wrong.is_empty(), "{at}: {wrong:#?}\n{value:#}");
    value
}

/// Objects hold what their schemas name, and nothing else.
fn closed(schema: &Value, at: &str) {
    match schema {
        Value::Object(map) => {
            let open = map.contains_key("properties")
                && map.get("additionalProperties") != Some(&Value::Bool(false));
            assert!(!open, "{at}: objects have `deny_unknown_fields`: {schema:#}");
            map.iter().for_each(|(key, part)| closed(part, &format!("{at}/{key}")));
        }
        Value::Array(list) => list.iter().for_each(|part| closed(part, at)),
        _ => (),
    }
}

/// Plays random games under every variant and checks that options, set-ups, views and actions are as the
/// schemas say, and that views are read back where something is hidden.
///
/// # Panics
/// When a law is broken; the message says which, in which variant, deal and ply.
pub fn laws<G: Described>() {
    let schemas = schemas::<G>();
    schemas.iter().for_each(|(name, schema)| closed(schema, &format!("{} {name}", G::ID)));
    let of = |name| validator(&schemas, name);
    let (views, texts) = (of(VIEW), of(ACTION));
    for (v, (options, deal)) in G::variants().into_iter().enumerate() {
        let game = G::new(&options).unwrap_or_else(|e| panic!("variant {v}: {e}"));
        fits(&of(OPTIONS), &options, &format!("{} options {v}", G::ID));
        fits(&of(DEAL_OPTIONS), &deal, &format!("{} deal options {v}", G::ID));
        for n in 0..GAMES {
            let name = format!("{} variant {v} game {n}", G::ID);
            let mut rng = Rng::new(&Seed::from_text(&name), Stream::Test);
            let setup = game.deal(&deal, &mut rng).expect(&name);
            fits(&of(SETUP), &setup, &name);
            let mut state = game.start(&setup).expect(&name);
            let mut legal = Vec::new();
            for ply in 0..PLIES {
                let at = format!("{name} ply {ply}");
                for viewer in Viewer::all(game.seats(&state)) {
                    let view = game.view(&state, viewer);
                    let json = fits(&views, &view, &at);
                    if G::HIDDEN {
                        assert_eq!(
                            read_view(&game, viewer, &json).as_ref(),
                            Ok(&view),
                            "{at}: {viewer:?} reads back"
                        );
                    }
                }
                game.legal(&state, &mut legal);
                legal.iter().for_each(|action| drop(fits(&texts, &action.to_string(), &at)));
                let action = match game.turn(&state) {
                    Turn::Over => break,
                    Turn::Chance => game.sample_chance(&state, &mut rng).expect(&at),
                    Turn::Seat(_) => *rng.choose(&legal).expect(&at),
                };
                let text = action.to_string();
                fits(&texts, &text, &at);
                // Whatever else is an action is in the pattern, too.
                let edited = edit(&text, &mut rng);
                if let Ok(other) = edited.parse::<G::Action>() {
                    fits(&texts, &other.to_string(), &at);
                }
                game.play(&mut state, action).unwrap_or_else(|e| panic!("{at}: {e}"));
            }
        }
    }
}

/// A text with a letter changed, left out or put in.
fn edit(text: &str, rng: &mut Rng) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let other = *rng.choose(b"aAdDfFkKrRsSwWxX0123456789-,:>=@~?").expect("there are letters") as char;
    let at = rng.index(letters.len());
    match rng.below(3) {
        0 => letters[at] = other,
        1 => letters.insert(at, other),
        _ => drop(letters.remove(at)),
    }
    letters.into_iter().collect()
}

/// Values of each kind, and all words that the schemas name.
fn probes(schemas: &Map<String, Value>) -> Vec<Value> {
    let mut all =
        vec![json!(null), json!(true), json!(false), json!("nonsense"), json!([]), json!({}), json!(1.5)];
    all.extend((-1..=40).chain([255, 256, 65_535, 65_536]).map(|number| json!(number)));
    fn words(schema: &Value, all: &mut Vec<Value>) {
        match schema {
            Value::Object(map) => {
                let listed = map.get("enum").and_then(Value::as_array).into_iter().flatten();
                all.extend(listed.chain(map.get("const")).chain(map.get("default")).cloned());
                map.values().for_each(|part| words(part, all));
            }
            Value::Array(list) => list.iter().for_each(|part| words(part, all)),
            _ => (),
        }
    }
    schemas.values().for_each(|schema| words(schema, &mut all));
    all
}

/// Checks that each option takes the values that its schema allows, and no others. What two options mean
/// together is for the rules.
///
/// # Panics
/// When a value is taken that the schema does not allow, or is never taken although it does.
pub fn options<G: Described>() {
    let schemas = schemas::<G>();
    let variants = G::variants();
    let rules: Vec<Value> = variants.iter().map(|(options, _)| json!(options)).collect();
    same_values::<G>(&schemas, OPTIONS, &rules, &|options| {
        read::<G::Options>(options).is_some_and(|options| G::new(&options).is_ok())
    });
    let deals: Vec<Value> = variants.iter().map(|(_, deal)| json!(deal)).collect();
    let games: Vec<G> = variants.iter().filter_map(|(options, _)| G::new(options).ok()).collect();
    same_values::<G>(&schemas, DEAL_OPTIONS, &deals, &|deal| {
        let mut rng = Rng::new(&Seed::from_text("options"), Stream::Deal);
        read::<G::DealOptions>(deal)
            .is_some_and(|deal| games.iter().any(|game| game.deal(&deal, &mut rng).is_ok()))
    });
}

fn read<T: DeserializeOwned>(value: &Value) -> Option<T> {
    T::deserialize(value).ok()
}

fn same_values<G: Described>(
    schemas: &Map<String, Value>,
    name: &str,
    known: &[Value],
    taken: &dyn Fn(&Value) -> bool,
) {
    let validator = validator(schemas, name);
    let keys = schemas[name]["properties"].as_object().into_iter().flatten().map(|(key, _)| key.as_str());
    for key in keys.chain(["nonsense"]) {
        for probe in probes(schemas) {
            let with = |base: &Value| {
                let mut options = base.clone();
                options[key] = probe.clone();
                options
            };
            let allowed = validator.is_valid(&with(&known[0]));
            let taken = known.iter().any(|base| taken(&with(base)));
            // Which texts are taken is not for a schema to say where it has no pattern.
            let free = probe.is_string() && schemas[name]["properties"][key]["type"] == "string";
            assert!(
                allowed || !taken,
                "{} {name}: {key} takes {probe}, which its schema does not allow",
                G::ID
            );
            assert!(taken || !allowed || free, "{} {name}: {key} does not take {probe}", G::ID);
        }
    }
}

/// How many views are damaged.
const DAMAGED: usize = 1500;

/// Damages the views of random games and reads them: each is refused, or is a view of a position from which
/// the game goes on.
///
/// # Panics
/// When the game does, or when a view is read that is written otherwise.
pub fn damaged_views<G: Described>() {
    if !G::HIDDEN {
        let (game, json) =
            (G::new(&G::Options::default()).expect("the default options make a game"), json!({}));
        assert!(game.view_reader().is_none(), "what hides nothing is told by its set-up and actions");
        assert!(read_view(&game, Viewer::Spectator, &json).is_err());
        return;
    }
    let mut rng = Rng::new(&Seed::from_text(G::ID), Stream::Test);
    let (mut refused, mut legal) = (0, Vec::new());
    let variants = G::variants();
    for n in 0..DAMAGED {
        let (options, deal) = &variants[n % variants.len()];
        let game = G::new(options).expect("variants make games");
        let setup = game.deal(deal, &mut rng).expect("variants are dealt");
        let mut state = game.start(&setup).expect("a deal is a start");
        play(&game, &mut state, &mut rng, n % 60, &mut legal);
        let viewers: Vec<Viewer> = Viewer::all(game.seats(&state)).collect();
        let viewer = *rng.choose(&viewers).expect("there is a viewer");
        let mut view = serde_json::to_value(game.view(&state, viewer)).expect("views are JSON");
        let others = parts(&view);
        for _ in 0..=rng.below(2) {
            let other = rng.choose(&others).cloned().unwrap_or_default();
            damage(&mut view, other, &mut rng);
        }
        match read_view(&game, viewer, &view) {
            Err(error) => {
                refused += 1;
                assert!(error.to_string().len() < 400, "{error}");
            }
            Ok(read) => {
                assert_eq!(json!(read), view, "a view is written as it was read");
                let mut state = game.sample(&read, &mut rng);
                play(&game, &mut state, &mut rng, 40, &mut legal);
            }
        }
    }
    assert!(refused > DAMAGED / 4, "only {refused} of {DAMAGED} damaged views were refused");
}

/// Takes up to `plies` actions at random.
fn play<G: Described>(
    game: &G,
    state: &mut G::State,
    rng: &mut Rng,
    plies: usize,
    legal: &mut Vec<G::Action>,
) {
    for _ in 0..plies {
        let action = match game.turn(state) {
            Turn::Over => return,
            Turn::Chance => game.sample_chance(state, rng).expect("chance has something to draw"),
            Turn::Seat(_) => {
                game.legal(state, legal);
                *rng.choose(legal).expect("a seat to act has something to do")
            }
        };
        game.play(state, action).unwrap_or_else(|error| panic!("{action}: {error}"));
    }
}

/// All parts of a document.
fn parts(value: &Value) -> Vec<Value> {
    let inner: Vec<&Value> = match value {
        Value::Object(map) => map.values().collect(),
        Value::Array(list) => list.iter().collect(),
        _ => Vec::new(),
    };
    inner.into_iter().flat_map(parts).chain([value.clone()]).collect()
}

/// Changes one part of a document: puts another one in its place, or takes it out.
fn damage(value: &mut Value, other: Value, rng: &mut Rng) {
    let deeper = rng.below(8) > 0;
    match value {
        Value::Object(map) if deeper && !map.is_empty() => {
            let keys: Vec<String> = map.keys().cloned().collect();
            let key = rng.choose(&keys).expect("there is a key");
            match rng.below(12) {
                0 => drop(map.remove(key)),
                1 => drop(map.insert("nonsense".to_owned(), other)),
                _ => damage(&mut map[key.as_str()], other, rng),
            }
        }
        Value::Array(list) if deeper && !list.is_empty() => {
            let at = rng.index(list.len());
            match rng.below(6) {
                0 => drop(list.remove(at)),
                1 => list.insert(at, other),
                2 => list.reverse(),
                _ => damage(&mut list[at], other, rng),
            }
        }
        value => {
            let plain = [
                json!(null),
                json!(0),
                json!(1),
                json!(2),
                json!(255),
                json!(65_535),
                json!(-1),
                json!("x"),
                json!([]),
            ];
            *value = match rng.below(3) {
                0 => rng.choose(&plain).cloned().unwrap_or_default(),
                _ => other,
            };
        }
    }
}
