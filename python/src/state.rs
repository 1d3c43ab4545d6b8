//! A game being played.

use crate::convert::{SeedText, from_python, loads, result};
use crate::errors;
use crate::game::Game;
use crate::record::Record;
use crate::work::{Limits, run};
use bagatelle_catalog::EncodedPlay;
use bagatelle_core::present::Solved;
use bagatelle_core::program::Allowance;
use bagatelle_core::record::Record as Document;
use bagatelle_core::{Seat, Seed, Turn, Viewer};
use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use serde_json::{Value, json};
use std::sync::OnceLock;
use std::time::Duration;

/// What `current_player` answers where chance is to act.
pub const CHANCE: i32 = -1;
/// Stands for a viewer who has no seat.
pub const SPECTATOR: i32 = -2;
/// What `current_player` answers where the game is over.
pub const TERMINAL: i32 = -4;
/// The number of the one action that chance has.
const DRAW: i64 = 0;
/// How long solvers work where the caller says nothing.
const USUAL: Duration = Duration::from_secs(1);

/// A game being played, from its deal to now.
///
/// Actions are numbers, as in OpenSpiel, or texts, as in records. Where a method takes a ``player``, that is
/// a seat from 0 or ``SPECTATOR``; None is the seat to act, and a spectator where no seat is to act.
#[pyclass(module = "bagatelle")]
pub struct State {
    game: Py<Game>,
    start: Start,
    play: Box<dyn EncodedPlay>,
    /// What chance draws from.
    seed: String,
    /// The legal actions, once they were asked for.
    numbered: OnceLock<Vec<(u32, String)>>,
}

/// What a state began with.
#[derive(Clone)]
pub enum Start {
    /// A deal: the record without actions.
    Dealt(Document),
    /// A position whose past is not there.
    Midway {
        /// How many actions came before.
        plies: usize,
        /// What the spectator and each seat has seen of them, as JSON lists.
        seen: Vec<String>,
    },
}

impl State {
    pub fn new(game: Py<Game>, start: Start, play: Box<dyn EncodedPlay>, seed: String) -> State {
        State { game, start, play, seed, numbered: OnceLock::new() }
    }

    /// How many actions came before those of the play.
    fn before(&self) -> usize {
        match self.start {
            Start::Dealt(_) => 0,
            Start::Midway { plies, .. } => plies,
        }
    }

    /// The actions as a viewer saw them, a JSON list.
    fn seen_json(&self, viewer: Viewer) -> String {
        let now = self.play.seen_text(viewer).get().to_owned();
        let Start::Midway { seen, .. } = &self.start else { return now };
        match (seen[place(viewer)].as_str(), now.as_str()) {
            (before, "[]") => before.to_owned(),
            ("[]", now) => now.to_owned(),
            (before, now) => format!("{},{}", &before[..before.len() - 1], &now[1..]),
        }
    }

    /// A state in a position that was made of what a viewer knows: it has the past of that viewer, and of all
    /// others what a spectator saw.
    fn imagined(&self, py: Python<'_>, viewer: Viewer, play: Box<dyn EncodedPlay>, seed: String) -> State {
        let (open, own) = (self.seen_json(Viewer::Spectator), self.seen_json(viewer));
        let of = |place_of: usize| if place_of == place(viewer) { own.clone() } else { open.clone() };
        let seen = (0..=usize::from(self.play.seats())).map(of).collect();
        let start = Start::Midway { plies: self.before() + self.play.ply(), seen };
        State::new(self.game.clone_ref(py), start, play, seed)
    }

    /// As [`State::imagined`], in a position that is drawn.
    fn drawn(&self, py: Python<'_>, viewer: Viewer, seed: &str) -> State {
        let play = py.detach(|| self.play.resampled(viewer, &Seed::from_text(seed)));
        self.imagined(py, viewer, play, format!("{seed} imagined"))
    }

    fn numbered(&self) -> &[(u32, String)] {
        self.numbered.get_or_init(|| self.play.numbered())
    }

    /// The text of a legal action of the seat to act.
    fn text(&self, action: i64) -> PyResult<&str> {
        let known = u32::try_from(action).ok().and_then(|number| {
            let numbered = self.numbered();
            numbered
                .binary_search_by_key(&number, |(number, _)| *number)
                .ok()
                .map(|at| numbered[at].1.as_str())
        });
        known.ok_or_else(|| errors::illegal(format!("{action} is not the number of a legal action")))
    }

    fn number(&self, text: &str) -> Option<u32> {
        self.numbered().iter().find(|(_, known)| known == text).map(|(number, _)| *number)
    }

    fn viewer(&self, player: Option<i32>) -> PyResult<Viewer> {
        match (player, self.play.turn()) {
            (None, Turn::Seat(seat)) => Ok(Viewer::Seat(seat)),
            (None | Some(SPECTATOR), _) => Ok(Viewer::Spectator),
            (Some(seat), _) => match u8::try_from(seat).ok().filter(|seat| *seat < self.play.seats()) {
                Some(seat) => Ok(Viewer::Seat(Seat(seat))),
                None => {
                    let seats = self.play.seats();
                    Err(PyValueError::new_err(format!(
                        "there is no player {seat}; there are {seats}, from 0"
                    )))
                }
            },
        }
    }

    /// Whether legal actions of this player are asked for who is not to act.
    fn waits(&self, player: Option<i32>) -> bool {
        player.is_some_and(|player| player != self.current_player())
    }

    fn worth(&self) -> Vec<f64> {
        let (seats, outcome) = (self.play.seats(), self.play.outcome());
        let worth = |seat| outcome.as_ref().map_or(0.0, |outcome| outcome.utility(seat, seats));
        Seat::all(seats).map(worth).collect()
    }

    fn take(&mut self, text: &str) -> PyResult<String> {
        let taken = self.play.play(text).map_err(errors::illegal)?;
        self.numbered = OnceLock::new();
        Ok(taken)
    }

    fn copy(&self, py: Python<'_>) -> State {
        State {
            game: self.game.clone_ref(py),
            start: self.start.clone(),
            play: self.play.encoded_copy(),
            seed: self.seed.clone(),
            numbered: OnceLock::new(),
        }
    }

    fn document(&self) -> PyResult<Document> {
        match &self.start {
            Start::Dealt(start) => Ok(Document { actions: self.play.actions(), ..start.clone() }),
            Start::Midway { .. } => Err(errors::no_record()),
        }
    }
}

/// The place of a viewer in a list that begins with the spectator.
fn place(viewer: Viewer) -> usize {
    viewer.seat().map_or(0, |seat| seat.index() + 1)
}

#[pymethods]
impl State {
    /// The game that is played.
    fn get_game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// How many seats the table has.
    fn num_players(&self) -> u8 {
        self.play.seats()
    }

    /// How many numbers there are for actions.
    fn num_distinct_actions(&self) -> u32 {
        self.play.numbers()
    }

    /// The seat to act, from 0; ``CHANCE`` where chance is to act, ``TERMINAL`` where the game is over.
    fn current_player(&self) -> i32 {
        match self.play.turn() {
            Turn::Seat(seat) => i32::from(seat.0),
            Turn::Chance => CHANCE,
            Turn::Over => TERMINAL,
        }
    }

    /// Whether the game is over.
    fn is_terminal(&self) -> bool {
        self.play.turn() == Turn::Over
    }

    /// Whether chance is to act.
    fn is_chance_node(&self) -> bool {
        self.play.turn() == Turn::Chance
    }

    /// What chance can do: one action, 0, with probability 1.0, as in OpenSpiel's games with sampled chance.
    /// What it draws follows from the seed of the deal and the number of actions before; ``apply_text`` takes
    /// any other draw.
    fn chance_outcomes(&self) -> PyResult<Vec<(i64, f64)>> {
        if !self.is_chance_node() {
            return Err(PyValueError::new_err("chance is not to act"));
        }
        Ok(vec![(DRAW, 1.0)])
    }

    /// The numbers of the legal actions, ascending: of the seat to act, or ``[0]`` of chance. Empty for a
    /// player who is not to act, and at the end.
    #[pyo3(signature = (player=None))]
    fn legal_actions(&self, player: Option<i32>) -> Vec<i64> {
        match self.play.turn() {
            _ if self.waits(player) => Vec::new(),
            Turn::Chance => vec![DRAW],
            _ => self.numbered().iter().map(|(number, _)| i64::from(*number)).collect(),
        }
    }

    /// 1 for each legal action of the seat to act, 0 for all others: int8, shape
    /// ``[num_distinct_actions()]``. All 0 for a player who is not to act, for chance and at the end.
    #[pyo3(signature = (player=None))]
    fn legal_actions_mask<'py>(&self, py: Python<'py>, player: Option<i32>) -> Bound<'py, PyArray1<i8>> {
        let mut mask = vec![0; self.play.numbers() as usize];
        if !self.waits(player) {
            self.numbered().iter().for_each(|(number, _)| mask[*number as usize] = 1);
        }
        PyArray1::from_vec(py, mask)
    }

    /// The legal actions as texts, in the order of ``legal_actions()``.
    fn legal_texts(&self) -> Vec<&str> {
        self.numbered().iter().map(|(_, text)| text.as_str()).collect()
    }

    /// Takes the legal action with this number.
    ///
    /// Raises ``IllegalAction`` if there is none; the position is then as it was.
    fn apply_action(&mut self, action: i64) -> PyResult<()> {
        let text = match self.play.turn() {
            Turn::Chance if action == DRAW => self.play.chance(&Seed::from_text(&self.seed)),
            _ => Some(self.text(action)?.to_owned()),
        };
        let text = text.ok_or_else(|| errors::illegal("chance has nothing to draw"))?;
        self.take(&text).map(drop)
    }

    /// Takes an action by its text, one of chance, too; returns the text as records have it.
    ///
    /// Raises ``IllegalAction`` with the reason, in a player's words; the position is then as it was.
    fn apply_text(&mut self, action: &str) -> PyResult<String> {
        self.take(action)
    }

    /// Takes the last action back and returns its text; None at the start.
    fn take_back(&mut self) -> Option<String> {
        self.numbered = OnceLock::new();
        self.play.take_back()
    }

    /// The text of a legal action. A first argument of two is a player, as in OpenSpiel, and not needed.
    #[pyo3(signature = (player_or_action, action=None))]
    fn action_to_string(&self, player_or_action: i64, action: Option<i64>) -> PyResult<String> {
        match self.play.turn() {
            Turn::Chance => Ok("draw".into()),
            _ => self.text(action.unwrap_or(player_or_action)).map(str::to_owned),
        }
    }

    /// The number of a legal action that is given by its text, as players may write it.
    ///
    /// Raises ``IllegalAction`` with the reason if it is not legal.
    fn string_to_action(&self, text: &str) -> PyResult<u32> {
        let text = self.play.check(text).map_err(errors::illegal)?;
        self.number(&text).ok_or_else(|| errors::illegal("actions of chance have no numbers"))
    }

    /// A copy in the same position. It draws the same chance.
    ///
    /// It knows all that is hidden: a search that plays on from copies sees the other hands and the order of
    /// the deck. ``resample`` and ``for_seat`` do not.
    fn clone(&self, py: Python<'_>) -> State {
        self.copy(py)
    }

    /// A copy in which an action was taken.
    fn child(&self, py: Python<'_>, action: i64) -> PyResult<State> {
        let mut copy = self.copy(py);
        copy.apply_action(action)?;
        Ok(copy)
    }

    /// A copy as it stood after the first ``ply`` actions.
    fn at(&self, py: Python<'_>, ply: usize) -> State {
        let mut copy = self.copy(py);
        while copy.before() + copy.play.ply() > ply && copy.play.ply() > 0 {
            copy.play.take_back();
        }
        copy
    }

    /// What the game was worth to each player once it is over: -1.0 lost, 0.0 drawn, 1.0 won alone; a shared
    /// victory in between, so that all together are 0.0. A solitaire is worth 1.0 or -1.0. Before the end 0.0
    /// for all.
    fn returns(&self) -> Vec<f64> {
        self.worth()
    }

    /// What the last action brought each player: that of ``returns()`` at the end, 0.0 before.
    fn rewards(&self) -> Vec<f64> {
        self.worth()
    }

    /// What the game was worth to one player; see ``returns()``.
    fn player_return(&self, player: i32) -> PyResult<f64> {
        let seat = self.viewer(Some(player))?.seat();
        let seat = seat.ok_or_else(|| PyValueError::new_err("a spectator wins nothing"))?;
        Ok(self.worth()[seat.index()])
    }

    /// The result, an ``Outcome``; None before the end.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.play.outcome().map(|outcome| result(py, "Outcome", &outcome)).transpose()
    }

    /// How many actions were taken, those of chance included.
    fn move_number(&self) -> usize {
        self.before() + self.play.ply()
    }

    /// A state in which all that a player cannot know is drawn again, by its probability among what that
    /// player may still think possible; where nothing is hidden it is the same position. It is made of
    /// ``view(player)`` alone, so a search that plays on from it is honest. What others are likely to have
    /// done is not weighed: all that fits the view counts, by the chance of the deal and of shuffles.
    ///
    /// The same ``seed``, a text or an integer, gives the same state, and chance goes on from it. The state
    /// has no record, and ``actions`` begins empty; ``seen`` and ``information_state_string`` of the player
    /// go on from what was seen before, those of others from what a spectator saw.
    #[pyo3(signature = (player, seed))]
    fn resample(&self, py: Python<'_>, player: Option<i32>, seed: SeedText) -> PyResult<State> {
        Ok(self.drawn(py, self.viewer(player)?, &seed.0))
    }

    /// All states that ``resample`` may give, each with its probability; None if they are not known, or more
    /// than ``most``.
    #[pyo3(signature = (player=None, most=1000))]
    fn worlds(
        &self,
        py: Python<'_>,
        player: Option<i32>,
        most: usize,
    ) -> PyResult<Option<Vec<(State, f64)>>> {
        let viewer = self.viewer(player)?;
        let worlds = py.detach(|| self.play.worlds(viewer, most));
        let state = |(play, chance)| (self.imagined(py, viewer, play, "imagined".to_owned()), chance);
        Ok(worlds.map(|worlds| worlds.into_iter().map(state).collect()))
    }

    /// What a player knows, and nothing else: a ``SeatState``. Its copies hold nothing hidden.
    #[pyo3(signature = (player=None))]
    fn for_seat<'py>(&self, py: Python<'py>, player: Option<i32>) -> PyResult<Bound<'py, PyAny>> {
        let viewer = self.viewer(player)?;
        let player = viewer.seat().map_or(SPECTATOR, |seat| i32::from(seat.0));
        let imagined = self.drawn(py, viewer, "for a seat");
        py.import("bagatelle.seat")?.getattr("SeatState")?.call1((imagined, player))
    }

    /// All that chance may do now, as texts for ``apply_text`` with their probabilities; None if that is not
    /// known, or more than ``most``.
    ///
    /// Raises ``ValueError`` if chance is not to act.
    #[pyo3(signature = (most=1000))]
    fn draws(&self, py: Python<'_>, most: usize) -> PyResult<Option<Vec<(String, f64)>>> {
        if !self.is_chance_node() {
            return Err(PyValueError::new_err("chance is not to act"));
        }
        Ok(py.detach(|| self.play.chances(most)))
    }

    /// A draw of chance, by its probability, as a text for ``apply_text``. The same seed gives the same one;
    /// ``apply_action(0)`` draws from the seed of the deal instead.
    ///
    /// Raises ``ValueError`` if chance is not to act.
    fn draw(&self, seed: SeedText) -> PyResult<String> {
        let drawn = self.play.chance(&Seed::from_text(&seed.0));
        drawn.ok_or_else(|| PyValueError::new_err("chance is not to act"))
    }

    /// The whole position, all that is hidden included, as a text: equal texts are equal positions of a game.
    /// What it looks like may change with each version.
    fn position_string(&self) -> String {
        self.play.whole()
    }

    /// Whether the state has a record. One that ``resample``, ``worlds`` or ``Batch.state`` made has none.
    #[getter]
    fn has_record(&self) -> bool {
        matches!(self.start, Start::Dealt(_))
    }

    /// The texts of all actions, those of chance included. They may tell what a player cannot know;
    /// ``seen()`` does not.
    #[getter]
    fn actions(&self) -> Vec<String> {
        self.play.actions()
    }

    /// The texts of all actions with a comma between them.
    fn history_str(&self) -> String {
        self.play.actions().join(", ")
    }

    /// The record up to here.
    ///
    /// Raises ``RecordError`` if the state has none: see ``has_record``.
    fn record(&self) -> PyResult<Record> {
        Ok(Record(self.document()?))
    }

    /// What a player may know of the position, a dict. What is in it stands in the game's own documentation
    /// of views; units are those of the rules.
    #[pyo3(signature = (player=None))]
    fn view<'py>(&self, py: Python<'py>, player: Option<i32>) -> PyResult<Bound<'py, PyDict>> {
        let view = loads(py, self.play.view_text(self.viewer(player)?).get())?;
        Ok(view.cast_into::<PyDict>()?)
    }

    /// The texts of all actions as a player saw them: what is secret is left out, what it drew itself is
    /// there.
    #[pyo3(signature = (player=None))]
    fn seen<'py>(&self, py: Python<'py>, player: Option<i32>) -> PyResult<Bound<'py, PyAny>> {
        loads(py, &self.seen_json(self.viewer(player)?))
    }

    /// What a player may know of the position as a text: JSON of ``view()``. Positions that the player cannot
    /// tell apart have equal texts.
    #[pyo3(signature = (player=None))]
    fn observation_string(&self, player: Option<i32>) -> PyResult<String> {
        Ok(self.play.view_text(self.viewer(player)?).get().to_owned())
    }

    /// All that a player has seen, as a text: JSON with ``view()`` and ``seen()``.
    #[pyo3(signature = (player=None))]
    fn information_state_string(&self, player: Option<i32>) -> PyResult<String> {
        let viewer = self.viewer(player)?;
        let (view, seen) = (self.play.view_text(viewer), self.seen_json(viewer));
        Ok(format!("{{\"view\":{},\"seen\":{seen}}}", view.get()))
    }

    /// What a player may know of the position as floats: float32, shape ``[observation_tensor_size()]``, the
    /// game's ``observation_parts`` one after another. It is made of ``view()`` alone.
    #[pyo3(signature = (player=None))]
    fn observation_tensor<'py>(
        &self,
        py: Python<'py>,
        player: Option<i32>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        Ok(PyArray1::from_vec(py, self.play.floats(self.viewer(player)?)))
    }

    /// The table as a player sees it, a complete SVG document.
    #[pyo3(signature = (player=None))]
    fn svg(&self, player: Option<i32>) -> PyResult<String> {
        Ok(self.play.svg(self.viewer(player)?))
    }

    /// The table with everything turned up; None where that shows nothing more.
    fn svg_open(&self) -> Option<String> {
        self.play.svg_open(Seat(0))
    }

    /// The last ``count`` actions in sentences, as a player is told.
    #[pyo3(signature = (player=None, count=None))]
    fn log(&self, player: Option<i32>, count: Option<usize>) -> PyResult<Vec<String>> {
        let entries = self.play.log(self.viewer(player)?, count.unwrap_or(usize::MAX));
        Ok(entries.iter().map(|entry| entry.sentence.clone()).collect())
    }

    /// The figures that stand beside the board, a dict of texts.
    #[pyo3(signature = (player=None))]
    fn facts<'py>(&self, py: Python<'py>, player: Option<i32>) -> PyResult<Bound<'py, PyDict>> {
        let facts = PyDict::new(py);
        for fact in self.play.facts(self.viewer(player)?) {
            facts.set_item(fact.label, fact.value)?;
        }
        Ok(facts)
    }

    /// What wins, in a sentence.
    #[getter]
    fn goal(&self) -> PyResult<String> {
        Ok(self.play.goal(self.viewer(None)?))
    }

    /// How hard the deal is, one of the game's ``grades``; None where that cannot be said.
    fn grade(&self, py: Python<'_>) -> Option<&'static str> {
        py.detach(|| self.play.grade(&Allowance::default())).map(|grade| grade.word)
    }

    /// How many sequences of exactly ``depth`` actions there are from here.
    fn perft(&self, py: Python<'_>, depth: u32) -> u64 {
        py.detach(|| self.play.perft(depth))
    }

    /// Lets a program choose for the seat to act; it is given what that seat may know, and the interpreter is
    /// free meanwhile. Without ``seconds`` and ``nodes`` it has the time that it usually takes. With
    /// ``nodes`` and one worker the same seed, a text or an integer, gives the same choice.
    ///
    /// Returns a ``Thought``. Raises ``UnknownName``, a ``KeyError``, if there is no such program,
    /// ``ValueError`` if no seat is to act. Ctrl-C ends it.
    #[pyo3(signature = (program, *, seconds=None, nodes=None, workers=1, seed=None))]
    fn think<'py>(
        &self,
        py: Python<'py>,
        program: &str,
        seconds: Option<f64>,
        nodes: Option<u64>,
        workers: usize,
        seed: Option<SeedText>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let programs = self.game.get().game.programs();
        let info = programs.iter().find(|info| info.name == program).ok_or_else(|| {
            let known: Vec<&str> = programs.iter().map(|info| info.name).collect();
            let why = format!("there is no program “{program}”; there are: {}", known.join(", "));
            errors::unknown_name(py, why)
        })?;
        let usual = Duration::from_millis(info.think_ms.into());
        let limits = Limits::new(seconds, nodes, workers, usual)?;
        let seed = Seed::from_text(seed.as_ref().map_or("think", |seed| &seed.0));
        let thought = run(py, &limits, None, |budget, _| self.play.think(program, &[], budget, &seed))?;
        let thought = thought.ok_or_else(|| PyValueError::new_err("no seat is to act"))?;
        let mut fields = serde_json::to_value(&thought).unwrap_or_default();
        fields["number"] = json!(self.number(&thought.action));
        result(py, "Thought", &fields)
    }

    /// Whether the game has a solver.
    #[getter]
    fn has_solver(&self) -> bool {
        self.play.has_solver()
    }

    /// Solves or analyses the position as the seat to act sees it. ``progress`` is called with the share that
    /// is done, or None, and a text; what it raises ends the work, as Ctrl-C does. Without ``seconds`` and
    /// ``nodes`` it has a second.
    ///
    /// Returns a ``Solution``, or None if nothing was found or the game has no solver.
    #[pyo3(signature = (*, seconds=None, nodes=None, workers=1, progress=None))]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        seconds: Option<f64>,
        nodes: Option<u64>,
        workers: usize,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let limits = Limits::new(seconds, nodes, workers, USUAL)?;
        let solved = run(py, &limits, progress, |budget, progress| self.play.solve(budget, progress))?;
        let fields = |it: Solved<String>| json!({ "line": it.line, "text": it.text, "details": it.json });
        solved.map(|solved| result(py, "Solution", &fields(solved))).transpose()
    }

    /// What the position is worth, and up to ``lines`` of the best lines. It uses all that is hidden, so it
    /// is no player: that is ``think``. Without ``seconds`` and ``nodes`` it has a second. ``progress`` is
    /// called as by ``solve``.
    ///
    /// Returns an ``Evaluation``, or None if the game's positions are not evaluated.
    #[pyo3(signature = (lines=1, *, seconds=None, nodes=None, workers=1, progress=None))]
    fn analyse<'py>(
        &self,
        py: Python<'py>,
        lines: usize,
        seconds: Option<f64>,
        nodes: Option<u64>,
        workers: usize,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let limits = Limits::new(seconds, nodes, workers, USUAL)?;
        let found = run(py, &limits, progress, |budget, progress| {
            self.play.analyse(lines, budget, &mut |better| progress(None, &better.text))
        })?;
        found.map(|found| result(py, "Evaluation", &found)).transpose()
    }

    /// What can be learned from the actions so far; ``nodes`` are for each position. ``progress`` is called
    /// as by ``solve``.
    ///
    /// Returns a ``Review``, or None if the game has no reviews or nothing was played.
    #[pyo3(signature = (*, seconds=None, nodes=None, workers=1, progress=None))]
    fn review<'py>(
        &self,
        py: Python<'py>,
        seconds: Option<f64>,
        nodes: Option<u64>,
        workers: usize,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let limits = Limits::new(seconds, nodes, workers, 10 * USUAL)?;
        let review = run(py, &limits, progress, |budget, progress| self.play.review(&[], budget, progress))?;
        review.map(|review| result(py, "Review", &review)).transpose()
    }

    /// The length of a solution that a player could find, and a bound. Without ``seconds`` and ``nodes`` it
    /// has a second.
    ///
    /// Returns a ``Par``, or None if the game has none or nothing was found.
    #[pyo3(signature = (*, seconds=None, nodes=None, workers=1))]
    fn par<'py>(
        &self,
        py: Python<'py>,
        seconds: Option<f64>,
        nodes: Option<u64>,
        workers: usize,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let limits = Limits::new(seconds, nodes, workers, USUAL)?;
        let par = run(py, &limits, None, |budget, _| self.play.par(budget))?;
        par.map(|par| result(py, "Par", &par)).transpose()
    }

    /// A proof that the seat to act wins whatever is hidden from it, a dict that ``check_certificate`` reads;
    /// None if none was found.
    #[pyo3(signature = (*, seconds=None, nodes=None, workers=1))]
    fn certificate<'py>(
        &self,
        py: Python<'py>,
        seconds: Option<f64>,
        nodes: Option<u64>,
        workers: usize,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let limits = Limits::new(seconds, nodes, workers, USUAL)?;
        let proof = run(py, &limits, None, |budget, _| self.play.certificate(budget))?;
        proof.map(|proof| crate::convert::to_python(py, &proof)).transpose()
    }

    /// Checks such a proof by the rules alone and says what was walked.
    ///
    /// Raises ``ValueError`` with what is wrong with it.
    fn check_certificate(&self, py: Python<'_>, certificate: &Bound<'_, PyAny>) -> PyResult<String> {
        let certificate: Value = from_python(Some(certificate))?;
        py.detach(|| self.play.check_certificate(&certificate)).map_err(PyValueError::new_err)
    }

    fn __str__(&self) -> PyResult<String> {
        self.observation_string(None)
    }

    fn __repr__(&self) -> String {
        let imagined = if self.has_record() { "" } else { ", no record" };
        format!("State({:?}, {} actions{imagined})", self.game.get().game.id(), self.move_number())
    }

    /// Whether both are the same game up to now.
    fn __eq__(&self, other: &State) -> bool {
        if let (Ok(own), Ok(other)) = (self.document(), other.document()) {
            return own == other;
        }
        let seen = |state: &State| -> Vec<String> {
            let seats = Seat::all(state.play.seats()).map(Viewer::Seat);
            seats.chain([Viewer::Spectator]).map(|viewer| state.seen_json(viewer)).collect()
        };
        self.has_record() == other.has_record()
            && self.game.get().game.id() == other.game.get().game.id()
            && self.play.whole() == other.play.whole()
            && seen(self) == seen(other)
    }

    fn __copy__(&self, py: Python<'_>) -> State {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> State {
        self.copy(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let replay = py.get_type::<Record>().getattr("replay")?;
        Ok((replay, (self.record()?, self.seed.clone()).into_pyobject(py)?))
    }

    /// The drawing, for a notebook.
    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(None)
    }
}
