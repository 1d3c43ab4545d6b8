//! Many games side by side, with NumPy arrays.

use crate::convert::SeedText;
use crate::errors;
use crate::game::Game;
use crate::state::{Start, State};
use bagatelle_catalog::{AnyBatch, Standing};
use bagatelle_core::encoding::length;
use bagatelle_core::{Seat, Seed};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;

/// Many games of one kind that are played side by side; all arrays go by place, 0 to ``games - 1``.
///
/// Each place holds a game. One that is over gives way to a fresh deal in the same step, and chance acts by
/// itself, so in each place a seat is always to act. What happens in one place does not depend on the others.
#[pyclass(module = "bagatelle")]
pub struct Batch {
    game: Py<Game>,
    batch: Box<dyn AnyBatch>,
}

impl Batch {
    pub fn new(game: Py<Game>, batch: Box<dyn AnyBatch>) -> Batch {
        Batch { game, batch }
    }

    /// A seat that is asked for by its number.
    fn seat(&self, player: Option<i32>) -> PyResult<Option<Seat>> {
        let seats = self.batch.seats();
        let known = |player| u8::try_from(player).ok().filter(|seat| *seat < seats).map(Seat);
        let wrong =
            |player| PyValueError::new_err(format!("there is no player {player}; there are {seats}, from 0"));
        player.map(|player| known(player).ok_or_else(|| wrong(player))).transpose()
    }

    /// A new array, one number for each game.
    fn column<'py>(
        &mut self,
        py: Python<'py>,
        fill: fn(&mut dyn AnyBatch, &mut [i64]),
    ) -> Bound<'py, PyArray1<i64>> {
        let mut column = vec![0; self.batch.games()];
        py.detach(|| fill(self.batch.as_mut(), &mut column));
        PyArray1::from_vec(py, column)
    }
}

/// The numbers of actions as an array of int64: lists, and arrays of other integers, are copied into one.
fn numbers<'py>(given: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray1<'py, i64>> {
    if let Ok(array) = given.extract() {
        return Ok(array);
    }
    let array = given.py().import("numpy")?.call_method1("asarray", (given,))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    let (axes, size) =
        (array.getattr("ndim")?.extract::<usize>()?, array.getattr("size")?.extract::<usize>()?);
    // An empty list has no kind of its own.
    if axes != 1 || (size > 0 && !matches!(kind.as_str(), "i" | "u")) {
        let (kind, shape) = (array.getattr("dtype")?, array.getattr("shape")?);
        let why = format!(
            "actions are integers, one for each game in a list or an array, not {kind} of \
            shape {shape}"
        );
        return Err(PyTypeError::new_err(why));
    }
    array.call_method1("astype", ("int64",))?.extract()
}

/// Places, and what was known there last.
type Last<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray2<f32>>);

/// Rewards by place and seat, and how each game stands.
type Stepped<'py> = (Bound<'py, PyArray2<f32>>, Bound<'py, PyArray1<u8>>);

#[pymethods]
impl Batch {
    /// In ``step``'s second array: the game goes on.
    #[classattr]
    const RUNNING: u8 = Standing::Running as u8;
    /// In ``step``'s second array: the game was over by its rules.
    #[classattr]
    const OVER: u8 = Standing::Over as u8;
    /// In ``step``'s second array: the game reached the limit.
    #[classattr]
    const CUT_OFF: u8 = Standing::CutOff as u8;

    /// How many games there are.
    #[getter]
    fn games(&self) -> usize {
        self.batch.games()
    }

    /// How many seats each game has.
    fn num_players(&self) -> u8 {
        self.batch.seats()
    }

    /// How many numbers there are for actions.
    fn num_distinct_actions(&self) -> u32 {
        self.batch.numbers()
    }

    /// The seat to act in each game: int64, shape ``[games]``.
    fn current_players<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        self.column(py, |batch, column| batch.seats_to_act(column))
    }

    /// How many actions seats have taken in each game: int64, shape ``[games]``.
    fn move_numbers<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        self.column(py, |batch, column| batch.plies(column))
    }

    /// The number of a legal action for each game, all equally likely: int64, shape ``[games]``. The same
    /// seed gives the same ones.
    fn sample<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        self.column(py, |batch, column| batch.sample(column))
    }

    /// The numbers of the legal actions of all games, game after game and ascending in each (int64), and
    /// where those of each game end (int64, shape ``[games]``).
    fn legal_actions<'py>(
        &mut self,
        py: Python<'py>,
    ) -> (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>) {
        let (numbers, ends) = py.detach(|| self.batch.legal());
        (PyArray1::from_vec(py, numbers), PyArray1::from_vec(py, ends))
    }

    /// As ``legal_actions_mask()``, a bit for each number: uint8, shape ``[games, bytes]``, an eighth of the
    /// size. ``numpy.unpackbits(packed, axis=1, count=num_distinct_actions(), bitorder="little")`` has the
    /// mask again.
    fn legal_actions_packed<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let (games, width) = (self.batch.games(), self.batch.numbers().div_ceil(8) as usize);
        let mut bytes = vec![0; games * width];
        py.detach(|| self.batch.packed_mask(&mut bytes));
        PyArray1::from_vec(py, bytes).reshape([games, width])
    }

    /// 1 for each legal action, 0 for all others: int8, shape ``[games, num_distinct_actions()]``. Where a
    /// game has many numbers, ``legal_actions()`` and ``legal_actions_packed()`` are smaller.
    fn legal_actions_mask<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        let width = self.batch.numbers() as usize;
        let mask = PyArray2::zeros(py, [self.batch.games(), width], false);
        let mut floats = mask.readwrite();
        let slice = floats.as_slice_mut()?;
        py.detach(|| self.batch.mask(slice));
        drop(floats);
        Ok(mask)
    }

    /// What a player, or without one the seat to act, may know in each game: float32, shape ``[games,
    /// observation_tensor_size()]``.
    #[pyo3(signature = (player=None))]
    fn observations<'py>(
        &mut self,
        py: Python<'py>,
        player: Option<i32>,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let seat = self.seat(player)?;
        let width = length(self.batch.parts());
        let array = PyArray2::zeros(py, [self.batch.games(), width], false);
        let mut floats = array.readwrite();
        let slice = floats.as_slice_mut()?;
        py.detach(|| match seat {
            Some(seat) => self.batch.observe_as(seat, slice),
            None => self.batch.observe(slice),
        });
        drop(floats);
        Ok(array)
    }

    /// The last observations of the games that did not go on in the last step: their places (int64, shape
    /// ``[n]``), and what a player may know in the position in which each stood (float32, shape ``[n,
    /// observation_tensor_size()]``). Without a player that is the seat to act where the game was cut off,
    /// and the seat that acted last where it was over.
    #[pyo3(signature = (player=None))]
    fn final_observations<'py>(&self, py: Python<'py>, player: Option<i32>) -> PyResult<Last<'py>> {
        let seat = self.seat(player)?;
        let (places, floats) = py.detach(|| self.batch.last_observed(seat));
        let shape = [places.len(), length(self.batch.parts())];
        Ok((PyArray1::from_vec(py, places), PyArray1::from_vec(py, floats).reshape(shape)?))
    }

    /// A batch in which, in each game, all that the seat to act cannot know is drawn again, as by
    /// ``State.resample``: ``copies`` of each game side by side, those of game ``k`` from place ``k *
    /// copies`` on. It is honest to search in: nothing hidden is in it. Chance, and the deals that follow
    /// games that end, come from ``seed``.
    #[pyo3(signature = (seed, copies=1))]
    fn resample(&self, py: Python<'_>, seed: SeedText, copies: usize) -> PyResult<Batch> {
        if copies == 0 {
            return Err(PyValueError::new_err("copies must be at least 1"));
        }
        let seed = Seed::from_text(&seed.0);
        let batch = py.detach(|| self.batch.resampled(&seed, copies));
        Ok(Batch::new(self.game.clone_ref(py), batch))
    }

    /// The game in a place, as a ``State`` without its past, which knows all that is hidden. Chance goes on
    /// from ``seed``.
    #[pyo3(signature = (place, seed=None))]
    fn state(&self, py: Python<'_>, place: usize, seed: Option<SeedText>) -> PyResult<State> {
        let games = self.batch.games();
        let play = self.batch.play(place);
        let play = play.ok_or_else(|| {
            PyIndexError::new_err(format!("there is no place {place}; there are {games}, from 0"))
        })?;
        let mut plies = vec![0; games];
        self.batch.plies(&mut plies);
        let seen = vec!["[]".to_owned(); usize::from(self.batch.seats()) + 1];
        let start = Start::Midway { plies: plies[place].unsigned_abs() as usize, seen };
        let seed = seed.map_or_else(|| "replay".to_owned(), |seed| seed.0);
        Ok(State::new(self.game.clone_ref(py), start, play, seed))
    }

    /// Takes an action in each game; ``actions`` are their numbers, a list or an array of integers of any
    /// width, shape ``[games]``. An int64 array is taken as it is, others are copied.
    ///
    /// Returns what games that have ended in this step were worth to each seat (float32, shape ``[games,
    /// players]``, 0.0 for those that go on or were cut off), and how each game stands (uint8, shape
    /// ``[games]``): ``RUNNING``, ``OVER`` or ``CUT_OFF``. A place whose game does not go on holds a fresh
    /// deal afterwards.
    ///
    /// Raises ``IllegalAction`` if a number is not that of a legal action; then no action was taken in any
    /// game.
    fn step<'py>(&mut self, py: Python<'py>, actions: &Bound<'py, PyAny>) -> PyResult<Stepped<'py>> {
        let actions = numbers(actions)?;
        let (games, seats) = (self.batch.games(), usize::from(self.batch.seats()));
        let actions = actions.as_array();
        if actions.len() != games {
            let why = format!("there are {games} games, and {} actions were given", actions.len());
            return Err(PyValueError::new_err(why));
        }
        let copied: Vec<i64>;
        let chosen = match actions.to_slice() {
            Some(slice) => slice,
            None => {
                copied = actions.to_vec();
                &copied
            }
        };
        let (mut rewards, mut standing) = (vec![0.0; games * seats], vec![0; games]);
        py.detach(|| self.batch.step(chosen, &mut rewards, &mut standing)).map_err(errors::illegal)?;
        Ok((PyArray1::from_vec(py, rewards).reshape([games, seats])?, PyArray1::from_vec(py, standing)))
    }

    fn __len__(&self) -> usize {
        self.batch.games()
    }

    fn __repr__(&self) -> String {
        format!("Batch({} games)", self.batch.games())
    }
}
