//! Many games of one kind that are played side by side, one step in all of them at once.
//!
//! Each place of a batch holds a game. A finished game is replaced by a new deal in the same step. Chance
//! acts by itself. What happens in one place does not depend on the others.

use crate::deal::rules;
use crate::play::{EncodedPlay, Play};
use bagatelle_core::encoding::{Encoded, Floats, Part, length};
use bagatelle_core::present::Playable;
use bagatelle_core::record::RecordError;
use bagatelle_core::{Game, Outcome, Rng, Seat, Seed, Stream, Turn, Viewer};
use serde_json::Value;
use std::sync::Arc;
use thiserror::Error;

/// What is played in a batch.
#[derive(Clone, Copy, Debug)]
pub struct BatchPlan<'a> {
    /// The options of the game, a JSON object or null.
    pub options: &'a Value,
    /// The deal options, a JSON object or null.
    pub deal_options: &'a Value,
    /// What deals, chance and random actions are drawn from. The `n`th game of place `k` of a batch of `m` is
    /// the deal of `seed.nth(k + n * m)`.
    pub seed: &'a Seed,
    /// How many games there are.
    pub games: usize,
    /// A game that is not over after this number of actions by seats is cut off.
    pub limit: u32,
}

/// How a game stands after a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Standing {
    /// It goes on.
    Running = 0,
    /// It was over by its rules; its place holds a fresh deal.
    Over = 1,
    /// It reached the limit; its place holds a fresh deal.
    CutOff = 2,
}

/// A number that belongs to no legal action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{number} is not the number of a legal action in game {place} of the batch")]
pub struct NotLegal {
    /// The place of the game in the batch, from 0.
    pub place: usize,
    /// The number.
    pub number: i64,
}

/// What [`playouts`] found.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Playouts {
    /// How many actions seats took in each game.
    pub plies: Vec<u32>,
    /// What each game was worth to each seat, game by game, as [`Outcome::utility`]; 0.0 where it was cut
    /// off.
    pub returns: Vec<f32>,
}

/// Many games that are played side by side, without their type. All lists go by place.
pub trait AnyBatch: Send + Sync {
    /// How many games there are.
    fn games(&self) -> usize;
    /// How many seats each has.
    fn seats(&self) -> u8;
    /// How many numbers there are for actions.
    fn numbers(&self) -> u32;
    /// The parts of an observation.
    fn parts(&self) -> &'static [Part];
    /// Writes the seat to act in each game.
    ///
    /// # Panics
    /// Here and below: if a list has another length than it should.
    fn seats_to_act(&self, out: &mut [i64]);
    /// Writes how many actions seats have taken in each game.
    fn plies(&self, out: &mut [i64]);
    /// The numbers of all legal actions, ascending in each game, game after game; and where those of each
    /// game end.
    fn legal(&mut self) -> (Vec<i64>, Vec<i64>);
    /// Writes 1 for each legal action and 0 for all others: [`AnyBatch::numbers`] for each game.
    fn mask(&mut self, out: &mut [i8]);
    /// As [`AnyBatch::mask`], a bit for each number: whole bytes for each game, the lowest number in the
    /// lowest bit of the first byte.
    fn packed_mask(&mut self, out: &mut [u8]);
    /// Writes what the seat to act may know in each game.
    fn observe(&self, out: &mut [f32]);
    /// The games that did not go on in the last step, by place, and what a seat may know in each position in
    /// which they stood then. Without a seat it is the one to act where the game was cut off, and the one
    /// that acted last where it was over.
    fn last_observed(&self, seat: Option<Seat>) -> (Vec<i64>, Vec<f32>);
    /// What one seat may know in each game, on its turn or not.
    fn observe_as(&self, seat: Seat, out: &mut [f32]);
    /// Games in which what the seat to act cannot know is drawn again, as [`Game::sample`] does: `copies` of
    /// each, side by side. Their chance and their deals follow from `seed`.
    fn resampled(&self, seed: &Seed, copies: usize) -> Box<dyn AnyBatch>;
    /// A copy of the game in a place, without its past.
    fn play(&self, place: usize) -> Option<Box<dyn EncodedPlay>>;
    /// Writes the number of a legal action for each game, all equally likely.
    fn sample(&mut self, out: &mut [i64]);
    /// Takes an action in each game. Writes what games that have ended were worth to each seat, as
    /// [`Outcome::utility`] (else 0.0, also where a game was cut off), and how each stands.
    ///
    /// # Errors
    /// If a number is not legal; then no action was taken at all.
    fn step(&mut self, numbers: &[i64], rewards: &mut [f32], standing: &mut [u8]) -> Result<(), NotLegal>;
}

/// After this number of deals that are over at once, the batch gives up.
const DEALS: u32 = 1000;

/// A game in its place.
struct Place<G: Game> {
    state: G::State,
    seat: Seat,
    plies: u32,
    chance: Rng,
    choice: Rng,
    /// The legal actions, once they were asked for; then not empty.
    legal: Vec<G::Action>,
    /// Their numbers, once they were asked for; then as many.
    numbers: Vec<u32>,
    /// The action that was drawn last, and its number.
    drawn: Option<(G::Action, u32)>,
    /// The action that is taken in this step.
    chosen: Option<G::Action>,
    /// How many games began here.
    dealt: u64,
    /// Where the game stood that did not go on in the last step, and the seat that sees it.
    last: Option<(G::State, Seat)>,
}

/// What deals games.
struct Dealer<G: Game> {
    game: Arc<G>,
    deal_options: G::DealOptions,
    seed: Seed,
    limit: u32,
}

impl<G: Game> Dealer<G> {
    fn new(plan: &BatchPlan<'_>) -> Result<Dealer<G>, RecordError> {
        let (game, deal_options) = rules::<G>(plan.options, plan.deal_options)?;
        Ok(Dealer { game: Arc::new(game), deal_options, seed: *plan.seed, limit: plan.limit.max(1) })
    }

    /// The `n`th game: its first position, and what chance and random actions are drawn from.
    fn deal(&self, n: u64) -> Result<(G::State, Rng, Rng), RecordError> {
        let refused =
            |why: G::SetupError| RecordError::Start { what: "the deal options", why: why.to_string() };
        let seed = self.seed.nth(n);
        let setup =
            self.game.deal(&self.deal_options, &mut Rng::new(&seed, Stream::Deal)).map_err(refused)?;
        let state = self.game.start(&setup).map_err(refused)?;
        Ok((state, Rng::new(&seed, Stream::Chance), Rng::new(&seed, Stream::Rollout)))
    }

    /// Lets chance act until a seat is to act, or the game is over.
    fn settle(&self, state: &mut G::State, chance: &mut Rng) -> Option<Seat> {
        loop {
            match self.game.turn(state) {
                Turn::Seat(seat) => return Some(seat),
                Turn::Over => return None,
                Turn::Chance => {
                    let action = self.game.sample_chance(state, chance)?;
                    self.game.apply(state, action);
                }
            }
        }
    }

    /// Writes what a seat may know of a position.
    fn observe(&self, state: &G::State, seat: Seat, out: &mut [f32])
    where
        G: Encoded,
    {
        let viewer = Viewer::Seat(seat);
        let view = self.game.view(state, viewer);
        self.game.encode(&view, viewer, &mut Floats::new(out, G::PARTS));
    }

    /// What a finished game is worth to each seat.
    fn returns(&self, state: &G::State, out: &mut [f32]) {
        let seats = self.game.seats(state);
        let outcome = self.game.outcome(state);
        let worth =
            |seat| outcome.as_ref().map_or(0.0, |outcome: &Outcome| outcome.utility(seat, seats) as f32);
        out.iter_mut().zip(Seat::all(seats)).for_each(|(out, seat)| *out = worth(seat));
    }
}

/// Games of one kind that are played side by side.
pub(crate) struct Batch<G: Game> {
    dealer: Dealer<G>,
    places: Vec<Place<G>>,
    seats: u8,
    /// For reuse where an action is drawn.
    buffer: Vec<G::Action>,
    /// For reuse where numbers are put in order: a bit for each number, all 0 in between.
    marks: Vec<u64>,
}

impl<G: Playable + Encoded> Batch<G> {
    pub(crate) fn new(plan: &BatchPlan<'_>) -> Result<Batch<G>, RecordError> {
        let dealer = Dealer::<G>::new(plan)?;
        let mut places = Vec::with_capacity(plan.games);
        let mut seats = 0;
        for n in 0..plan.games as u64 {
            let (state, chance, choice) = dealer.deal(n)?;
            seats = dealer.game.seats(&state);
            let mut place = Place {
                state,
                seat: Seat(0),
                plies: 0,
                chance,
                choice,
                legal: Vec::new(),
                numbers: Vec::new(),
                drawn: None,
                chosen: None,
                dealt: 1,
                last: None,
            };
            place.begin(&dealer, n, plan.games as u64)?;
            places.push(place);
        }
        let marks = vec![0; dealer.game.numbers().div_ceil(64) as usize];
        Ok(Batch { dealer, places, seats, buffer: Vec::new(), marks })
    }
}

impl<G: Encoded> Place<G> {
    /// Goes on to the first position in which a seat is to act. A deal that is over at once gives way to the
    /// next one of this place, the `place`th of `places`.
    fn begin(&mut self, dealer: &Dealer<G>, place: u64, places: u64) -> Result<(), RecordError> {
        self.forget();
        self.plies = 0;
        for _ in 0..DEALS {
            if let Some(seat) = dealer.settle(&mut self.state, &mut self.chance) {
                self.seat = seat;
                return Ok(());
            }
            self.deal(dealer, place, places)?;
        }
        Err(RecordError::Start {
            what: "the options",
            why: "with them the game is over before it begins".into(),
        })
    }

    /// Puts the next deal here.
    fn deal(&mut self, dealer: &Dealer<G>, place: u64, places: u64) -> Result<(), RecordError> {
        (self.state, self.chance, self.choice) = dealer.deal(place + self.dealt * places)?;
        self.dealt += 1;
        Ok(())
    }

    fn forget(&mut self) {
        self.legal.clear();
        self.numbers.clear();
        self.drawn = None;
    }

    fn list(&mut self, game: &G) {
        if self.legal.is_empty() {
            game.legal(&self.state, &mut self.legal);
        }
    }

    fn number(&mut self, game: &G) {
        self.list(game);
        if self.numbers.is_empty() {
            game.number(&self.state, &self.legal, &mut self.numbers);
        }
    }

    /// Notes which legal action has this number.
    fn choose(&mut self, game: &G, number: i64) -> bool {
        self.chosen = match self.drawn {
            Some((drawn, known)) if i64::from(known) == number => Some(drawn),
            _ => {
                self.number(game);
                let at = self.numbers.iter().position(|known| i64::from(*known) == number);
                at.map(|at| self.legal[at])
            }
        };
        self.chosen.is_some()
    }
}

impl<G: Playable + Encoded> AnyBatch for Batch<G> {
    fn games(&self) -> usize {
        self.places.len()
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn numbers(&self) -> u32 {
        self.dealer.game.numbers()
    }

    fn parts(&self) -> &'static [Part] {
        G::PARTS
    }

    fn seats_to_act(&self, out: &mut [i64]) {
        assert_eq!(out.len(), self.places.len());
        self.places.iter().zip(out).for_each(|(place, out)| *out = i64::from(place.seat.0));
    }

    fn plies(&self, out: &mut [i64]) {
        assert_eq!(out.len(), self.places.len());
        self.places.iter().zip(out).for_each(|(place, out)| *out = i64::from(place.plies));
    }

    fn legal(&mut self) -> (Vec<i64>, Vec<i64>) {
        let (mut numbers, mut ends) = (Vec::new(), Vec::with_capacity(self.places.len()));
        for place in &mut self.places {
            place.number(&self.dealer.game);
            ascending(&place.numbers, &mut self.marks, &mut numbers);
            ends.push(numbers.len() as i64);
        }
        (numbers, ends)
    }

    fn mask(&mut self, out: &mut [i8]) {
        let width = self.numbers() as usize;
        assert_eq!(out.len(), self.places.len() * width);
        out.fill(0);
        for (place, row) in self.places.iter_mut().zip(out.chunks_exact_mut(width)) {
            place.number(&self.dealer.game);
            place.numbers.iter().for_each(|number| row[*number as usize] = 1);
        }
    }

    fn packed_mask(&mut self, out: &mut [u8]) {
        let width = self.numbers().div_ceil(8) as usize;
        assert_eq!(out.len(), self.places.len() * width);
        out.fill(0);
        for (place, row) in self.places.iter_mut().zip(out.chunks_exact_mut(width)) {
            place.number(&self.dealer.game);
            place.numbers.iter().for_each(|number| row[*number as usize / 8] |= 1 << (number % 8));
        }
    }

    fn observe(&self, out: &mut [f32]) {
        let width = length(G::PARTS);
        assert_eq!(out.len(), self.places.len() * width);
        for (place, row) in self.places.iter().zip(out.chunks_exact_mut(width)) {
            self.dealer.observe(&place.state, place.seat, row);
        }
    }

    fn last_observed(&self, seat: Option<Seat>) -> (Vec<i64>, Vec<f32>) {
        let width = length(G::PARTS);
        let (mut places, mut floats) = (Vec::new(), Vec::new());
        for (n, place) in self.places.iter().enumerate() {
            let Some((state, own)) = &place.last else { continue };
            places.push(n as i64);
            let first = floats.len();
            floats.resize(first + width, 0.0);
            self.dealer.observe(state, seat.unwrap_or(*own), &mut floats[first..]);
        }
        (places, floats)
    }

    fn observe_as(&self, seat: Seat, out: &mut [f32]) {
        let width = length(G::PARTS);
        assert_eq!(out.len(), self.places.len() * width);
        for (place, row) in self.places.iter().zip(out.chunks_exact_mut(width)) {
            self.dealer.observe(&place.state, seat, row);
        }
    }

    fn resampled(&self, seed: &Seed, copies: usize) -> Box<dyn AnyBatch> {
        let game = &self.dealer.game;
        let mut places = Vec::with_capacity(self.places.len() * copies);
        for place in &self.places {
            let view = game.view(&place.state, Viewer::Seat(place.seat));
            for _ in 0..copies {
                let seed = seed.nth(places.len() as u64);
                let stream = |stream| Rng::new(&seed, stream);
                places.push(Place {
                    state: game.sample(&view, &mut stream(Stream::Determinization)),
                    seat: place.seat,
                    plies: place.plies,
                    chance: stream(Stream::Chance),
                    choice: stream(Stream::Rollout),
                    legal: Vec::new(),
                    numbers: Vec::new(),
                    drawn: None,
                    chosen: None,
                    // The numbers of the first deals were spent on these.
                    dealt: 1,
                    last: None,
                });
            }
        }
        let dealer = Dealer {
            game: Arc::clone(game),
            deal_options: self.dealer.deal_options.clone(),
            seed: *seed,
            limit: self.dealer.limit,
        };
        let marks = vec![0; self.marks.len()];
        Box::new(Batch { dealer, places, seats: self.seats, buffer: Vec::new(), marks })
    }

    fn play(&self, place: usize) -> Option<Box<dyn EncodedPlay>> {
        let state = self.places.get(place)?.state.clone();
        Some(Box::new(Play::begun(&self.dealer.game, state)))
    }

    fn sample(&mut self, out: &mut [i64]) {
        assert_eq!(out.len(), self.places.len());
        let (game, mut one) = (&self.dealer.game, Vec::with_capacity(1));
        for (place, out) in self.places.iter_mut().zip(out) {
            // A seat that is to act has a legal action: a law of games.
            let Some(drawn) = game.random_legal(&place.state, &mut place.choice, &mut self.buffer) else {
                continue;
            };
            game.number(&place.state, &[drawn], &mut one);
            place.drawn = Some((drawn, one[0]));
            *out = i64::from(one[0]);
        }
    }

    fn step(&mut self, numbers: &[i64], rewards: &mut [f32], standing: &mut [u8]) -> Result<(), NotLegal> {
        let (count, seats) = (self.places.len(), usize::from(self.seats));
        assert_eq!([numbers.len(), rewards.len(), standing.len()], [count, count * seats, count]);
        let game = &self.dealer.game;
        for (n, (place, &number)) in self.places.iter_mut().zip(numbers).enumerate() {
            if !place.choose(game, number) {
                return Err(NotLegal { place: n, number });
            }
        }
        rewards.fill(0.0);
        let rows = rewards.chunks_exact_mut(seats).zip(standing);
        for (n, (place, (rewards, standing))) in self.places.iter_mut().zip(rows).enumerate() {
            if let Some(action) = place.chosen {
                game.apply(&mut place.state, action);
            }
            place.plies += 1;
            place.last = None;
            place.forget();
            let acted = place.seat;
            let now = match self.dealer.settle(&mut place.state, &mut place.chance) {
                None => {
                    self.dealer.returns(&place.state, rewards);
                    Standing::Over
                }
                Some(seat) if place.plies >= self.dealer.limit => {
                    place.seat = seat;
                    Standing::CutOff
                }
                Some(seat) => {
                    place.seat = seat;
                    Standing::Running
                }
            };
            *standing = now as u8;
            if now != Standing::Running {
                let seen_by = if now == Standing::Over { acted } else { place.seat };
                place.last = Some((place.state.clone(), seen_by));
                // The options were granted when the first games were dealt.
                let dealt = place.deal(&self.dealer, n as u64, count as u64);
                let begun = dealt.and_then(|()| place.begin(&self.dealer, n as u64, count as u64));
                debug_assert!(begun.is_ok(), "{begun:?}");
            }
        }
        Ok(())
    }
}

/// Adds numbers to `out` in ascending order. `marks` has a bit for each number there is, all 0 before and
/// after.
fn ascending(numbers: &[u32], marks: &mut [u64], out: &mut Vec<i64>) {
    let first = out.len();
    if numbers.len() < marks.len() / 4 {
        out.extend(numbers.iter().map(|number| i64::from(*number)));
        return out[first..].sort_unstable();
    }
    // Of many numbers it is faster to look at all there are than to compare them.
    numbers.iter().for_each(|number| marks[*number as usize / 64] |= 1 << (number % 64));
    for (word, marks) in marks.iter_mut().enumerate() {
        while *marks != 0 {
            out.push(word as i64 * 64 + i64::from(marks.trailing_zeros()));
            *marks &= *marks - 1;
        }
    }
}

/// Plays random games from their deals to the end or the limit.
pub(crate) fn playouts<G: Game>(plan: &BatchPlan<'_>) -> Result<Playouts, RecordError> {
    let dealer = Dealer::<G>::new(plan)?;
    let mut found = Playouts::default();
    let mut buffer = Vec::new();
    for n in 0..plan.games as u64 {
        let (mut state, mut chance, mut choice) = dealer.deal(n)?;
        let mut plies = 0;
        while dealer.settle(&mut state, &mut chance).is_some() && plies < dealer.limit {
            let Some(action) = dealer.game.random_legal(&state, &mut choice, &mut buffer) else { break };
            dealer.game.apply(&mut state, action);
            plies += 1;
        }
        found.plies.push(plies);
        let first = found.returns.len();
        found.returns.resize(first + usize::from(dealer.game.seats(&state)), 0.0);
        dealer.returns(&state, &mut found.returns[first..]);
    }
    Ok(found)
}
