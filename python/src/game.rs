//! Games of the catalog, as they are known without being played.

use crate::convert::{SeedText, from_python, result, to_python};
use crate::errors;
use crate::record::Record;
use bagatelle_catalog::{AnyBatch, BatchPlan, EncodedGame, EncodedPlay, encoded_games};
use bagatelle_core::Seed;
use bagatelle_core::encoding::{Part, length};
use bagatelle_core::present::Question;
use bagatelle_core::program::{Allowance, ProgramInfo};
use bagatelle_core::record::Record as Document;
use bagatelle_core::rng::seed_code;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use serde_json::{Value, json};

/// A game under certain options.
///
/// The options say which variant is played, the deal options what is asked of a deal; both are dicts whose
/// keys and answers ``option_questions`` and ``deal_questions`` list.
#[pyclass(frozen, module = "bagatelle")]
pub struct Game {
    pub(crate) game: &'static dyn EncodedGame,
    options: Value,
    deal_options: Value,
    seats: u8,
    numbers: u32,
}

/// The names of all games, in the order in which they are shown.
#[pyfunction]
pub fn games() -> Vec<&'static str> {
    encoded_games().iter().map(|game| game.id()).collect()
}

/// The version of the package, and those of the rules and of the encoding of each game, a dict. With the same
/// versions a record means the same game, a seed the same deal, and a number the same action; data and learnt
/// players should name them.
#[pyfunction]
pub fn versions(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let games = PyDict::new(py);
    for versions in bagatelle_catalog::VERSIONS {
        let of_game = PyDict::new(py);
        of_game.set_item("rules", versions.rules)?;
        of_game.set_item("encoding", versions.encoding)?;
        games.set_item(versions.game, of_game)?;
    }
    let all = PyDict::new(py);
    all.set_item("bagatelle", env!("CARGO_PKG_VERSION"))?;
    all.set_item("games", games)?;
    Ok(all)
}

/// Returns a game by its name, such as ``"brain-burn"``. The options are those of the usual rules where they
/// are not given. They may also stand behind the name, options and deal options alike:
/// ``"bulbous(seats=2)"``.
///
/// Raises ``UnknownName``, a ``KeyError``, if there is no such game, ``ValueError`` if the text cannot be
/// read, and ``RecordError``, a ``ValueError``, if options are refused.
#[pyfunction]
#[pyo3(signature = (name, options=None, deal_options=None))]
pub fn load_game(
    py: Python<'_>,
    name: &str,
    options: Option<&Bound<'_, PyAny>>,
    deal_options: Option<&Bound<'_, PyAny>>,
) -> PyResult<Game> {
    let (name, behind) = read_name(name).map_err(PyValueError::new_err)?;
    let found = encoded_games().iter().copied().find(|game| game.id() == name);
    let game = found.ok_or_else(|| {
        let known = games().join(", ");
        errors::unknown_name(py, format!("there is no game “{name}”; there are {known}"))
    })?;
    let (mut options, mut deal_options) = (from_python(options)?, from_python(deal_options)?);
    let of_deal = (game.manifest().deal_options)();
    for (key, value) in behind {
        let of_deal = of_deal.iter().any(|question| question.key == key);
        let all = if of_deal { &mut deal_options } else { &mut options };
        if all.is_null() {
            *all = json!({});
        }
        // What is no object is refused by the game.
        let before = all.as_object_mut().and_then(|all| all.insert(key.to_owned(), value));
        if before.is_some() {
            return Err(PyValueError::new_err(format!("the option “{key}” is given twice")));
        }
    }
    Game::new(game, options, deal_options)
}

/// A name, and the options that stand behind it, in the order in which they are written.
type NameWithOptions<'a> = (&'a str, Vec<(&'a str, Value)>);

/// Reads a name with options behind it: `bulbous(seats=2,bluff=true)`.
fn read_name(text: &str) -> Result<NameWithOptions<'_>, String> {
    let wrong = || {
        format!(
            "“{text}” cannot be read: a game with options is written like \
        bulbous(seats=2,bluff=true)"
        )
    };
    let Some((name, rest)) = text.split_once('(') else { return Ok((text.trim(), Vec::new())) };
    let inside = rest.trim_end().strip_suffix(')').ok_or_else(wrong)?;
    let pairs = inside.split(',').filter(|_| !inside.trim().is_empty());
    fn option(pair: &str) -> Option<(&str, &str)> {
        let (key, value) = pair.split_once('=')?;
        let (key, value) = (key.trim(), value.trim());
        (!key.is_empty() && !value.is_empty()).then_some((key, value))
    }
    let options = pairs.map(|pair| option(pair).ok_or_else(wrong));
    let read = |value: &str| match value {
        "True" => true.into(),
        "False" => false.into(),
        "None" => Value::Null,
        other => serde_json::from_str(other).unwrap_or_else(|_| other.into()),
    };
    let options = options.map(|option| option.map(|(key, value)| (key, read(value))));
    Ok((name.trim(), options.collect::<Result<_, _>>()?))
}

/// The text of a fresh seed, from the operating system.
fn fresh_seed(py: Python<'_>) -> PyResult<String> {
    let bytes = py.import("secrets")?.call_method1("token_bytes", (10,))?;
    let bytes: [u8; 10] = bytes.cast::<PyBytes>()?.as_bytes().try_into()?;
    Ok(seed_code(bytes))
}

fn about_program(info: &ProgramInfo) -> Value {
    let persona = info.persona.as_ref();
    json!({
        "name": info.name,
        "about": info.about,
        "seconds": f64::from(info.think_ms) / 1000.0,
        "persona": persona.map(|persona| persona.name),
        "skill": persona.map(|persona| persona.skill.to_string()),
    })
}

fn about_question(question: &Question) -> Value {
    let answer = |value: &str| serde_json::from_str::<Value>(value).unwrap_or_default();
    let answers: Vec<Value> =
        question.answers.iter().map(|it| json!({ "value": answer(&it.value), "label": it.label })).collect();
    json!({ "key": question.key, "label": question.label, "help": question.help, "answers": answers })
}

fn about_part(part: &Part) -> Value {
    json!({ "name": part.name, "shape": part.shape, "about": part.about })
}

impl Game {
    fn new(game: &'static dyn EncodedGame, options: Value, deal_options: Value) -> PyResult<Game> {
        let numbers = game.numbers(&options).map_err(errors::record)?;
        let record = game.deal(&options, &deal_options, &Seed::from_text("seats")).map_err(errors::record)?;
        let seats = game.open(&record).map_err(errors::record)?.seats();
        Ok(Game { game, options, deal_options, seats, numbers })
    }

    /// The game of a record, for as many seats as it has.
    pub fn of_record(game: &'static dyn EncodedGame, options: Value, seats: u8, numbers: u32) -> Game {
        Game { game, options, deal_options: Value::Null, seats, numbers }
    }

    fn plan<'a>(&'a self, seed: &'a Seed, games: usize, limit: u32) -> BatchPlan<'a> {
        BatchPlan { options: &self.options, deal_options: &self.deal_options, seed, games, limit }
    }
}

impl Game {
    /// Deals a game by a seed, a fresh one if there is none: its record, its first position and the seed.
    pub(crate) fn deal(
        &self,
        py: Python<'_>,
        seed: Option<SeedText>,
    ) -> PyResult<(Document, Box<dyn EncodedPlay>, String)> {
        let seed = seed.map_or_else(|| fresh_seed(py), |seed| Ok(seed.0))?;
        let deal = || self.game.deal_by(&self.options, &self.deal_options, &seed, &Allowance::default());
        let record = py.detach(deal).map_err(errors::record)?;
        let play = self.game.open_encoded(&record).map_err(errors::record)?;
        Ok((record, play, seed))
    }

    /// Deals many games that are played side by side.
    pub(crate) fn deal_many(
        &self,
        py: Python<'_>,
        games: usize,
        seed: &SeedText,
        limit: u32,
    ) -> PyResult<Box<dyn AnyBatch>> {
        if games == 0 {
            return Err(PyValueError::new_err("a batch has at least one game"));
        }
        let seed = Seed::from_text(&seed.0);
        py.detach(|| self.game.batch(&self.plan(&seed, games, limit))).map_err(errors::record)
    }
}

#[pymethods]
impl Game {
    /// The name in records and commands, such as ``"brain-burn"``.
    #[getter]
    fn name(&self) -> &'static str {
        self.game.id()
    }

    /// The name that people read, such as ``"Brain Burn"``.
    #[getter]
    fn title(&self) -> &'static str {
        self.game.manifest().name
    }

    /// What the game is about, in one line.
    #[getter]
    fn tagline(&self) -> &'static str {
        self.game.manifest().tagline
    }

    /// Who made the game.
    #[getter]
    fn designer(&self) -> &'static str {
        self.game.manifest().designer
    }

    /// Whether a player may not know something that a position holds.
    #[getter]
    fn hidden(&self) -> bool {
        self.game.hidden()
    }

    /// The options that were given, a dict.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        given(py, &self.options)
    }

    /// The deal options that were given, a dict.
    #[getter]
    fn deal_options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        given(py, &self.deal_options)
    }

    /// What can be chosen in ``options``: a list of ``Question``.
    #[getter]
    fn option_questions<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        list(py, "Question", (self.game.manifest().options)().iter().map(about_question))
    }

    /// What can be chosen in ``deal_options``: a list of ``Question``.
    #[getter]
    fn deal_questions<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        list(py, "Question", (self.game.manifest().deal_options)().iter().map(about_question))
    }

    /// How hard deals can be: the words that a seed may begin with, such as ``easy:`` in ``"easy:1"``.
    /// Easiest first.
    #[getter]
    fn grades(&self) -> Vec<&'static str> {
        self.game.manifest().grades.iter().map(|grade| grade.word).collect()
    }

    /// The programs that play the game: yardsticks, then levels, weakest first. A list of ``Program``.
    #[getter]
    fn programs<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        list(py, "Program", self.game.programs().iter().map(about_program))
    }

    /// The rules in plain words, an HTML fragment with drawn figures.
    #[getter]
    fn rules_html(&self) -> String {
        self.game.rules_page().into_string()
    }

    /// What the numbers of actions mean, in Markdown.
    #[getter]
    fn numbering(&self) -> &'static str {
        self.game.numbering()
    }

    /// What an observation consists of, in order: a list of ``Part``. Each is in row-major order.
    #[getter]
    fn observation_parts<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        list(py, "Part", self.game.parts().iter().map(about_part))
    }

    /// How many numbers there are for actions: they are 0 to one less.
    fn num_distinct_actions(&self) -> u32 {
        self.numbers
    }

    /// How many seats a table has.
    fn num_players(&self) -> u8 {
        self.seats
    }

    /// The least that a game can be worth to a player: -1.0, a loss.
    fn min_utility(&self) -> f64 {
        -1.0
    }

    /// The most that a game can be worth to a player: 1.0, a win that is not shared.
    fn max_utility(&self) -> f64 {
        1.0
    }

    /// What a game is worth to all players together: 0.0, or None in a solitaire.
    fn utility_sum(&self) -> Option<f64> {
        (self.seats > 1).then_some(0.0)
    }

    /// How many floats an observation has.
    fn observation_tensor_size(&self) -> usize {
        length(self.game.parts())
    }

    /// The shape of an observation: one axis, ``[observation_tensor_size()]``.
    fn observation_tensor_shape(&self) -> Vec<usize> {
        vec![length(self.game.parts())]
    }

    /// All deals, each a ``Record`` without actions with its probability; None if they are not known, or more
    /// than ``most``.
    #[pyo3(signature = (most=1000))]
    fn deals(&self, py: Python<'_>, most: usize) -> PyResult<Option<Vec<(Record, f64)>>> {
        let deals = py.detach(|| self.game.deals(&self.options, &self.deal_options, most));
        let record = |(document, chance)| (Record(document), chance);
        Ok(deals.map_err(errors::record)?.map(|deals| deals.into_iter().map(record).collect()))
    }

    /// Plays random games from their deals to the end, or to ``limit`` actions, in one loop in Rust: those
    /// that a batch with this seed begins with, if ``sample`` chooses its actions.
    ///
    /// Returns how many actions each took (int64, shape ``[games]``) and what each was worth to each seat
    /// (float32, shape ``[games, players]``).
    #[pyo3(signature = (games, seed, limit=1000))]
    #[expect(clippy::type_complexity, reason = "two arrays")]
    fn playouts<'py>(
        &self,
        py: Python<'py>,
        games: usize,
        seed: SeedText,
        limit: u32,
    ) -> PyResult<(Bound<'py, PyArray1<i64>>, Bound<'py, PyArray2<f32>>)> {
        let seed = Seed::from_text(&seed.0);
        let played = py.detach(|| self.game.playouts(&self.plan(&seed, games, limit)));
        let played = played.map_err(errors::record)?;
        let plies = PyArray1::from_iter(py, played.plies.into_iter().map(i64::from));
        let returns = PyArray1::from_vec(py, played.returns).reshape([games, usize::from(self.seats)])?;
        Ok((plies, returns))
    }

    fn __repr__(&self) -> String {
        let given = |name: &str, value: &Value| {
            if value.is_null() { String::new() } else { format!(", {name}={value}") }
        };
        let (options, deal) = (given("options", &self.options), given("deal_options", &self.deal_options));
        format!("Game({:?}{options}{deal})", self.game.id())
    }

    fn __eq__(&self, other: &Game) -> bool {
        let key = |game: &Game| (game.game.id(), game.options.clone(), game.deal_options.clone());
        key(self) == key(other)
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.game.id().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let load = py.import("bagatelle")?.getattr("load_game")?;
        let given = (self.game.id(), to_python(py, &self.options)?, to_python(py, &self.deal_options)?);
        Ok((load, given.into_pyobject(py)?))
    }

    /// The rules, for a notebook.
    fn _repr_html_(&self) -> String {
        self.rules_html()
    }
}

/// Options as a dict.
fn given<'py>(py: Python<'py>, options: &Value) -> PyResult<Bound<'py, PyAny>> {
    if options.is_null() { to_python(py, &json!({})) } else { to_python(py, options) }
}

/// Values as objects of a data class.
fn list<'py>(
    py: Python<'py>,
    class: &str,
    values: impl Iterator<Item = Value>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    values.map(|value| result(py, class, &value)).collect()
}
