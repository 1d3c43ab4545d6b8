//! After the game: what each seat held and bid in every turn, and what was luck and what was play. A pure
//! function from a record to data; `review` makes a picture of it.
//!
//! Luck and play are told apart by playing the same deal again: many times, with a simple player on every
//! seat. What these players score on average from the seat's place in *this* deal, less what they score from
//! an average deal, is the luck of the deal; what the seat really scored beyond them is its play. The numbers
//! are the same every time.

use crate::action::Action;
use crate::card::Colour;
use crate::cards::{Cards, worth};
use crate::evaluate::cheapest;
use crate::options::{DealOptions, Options};
use crate::programs::simple_scores;
use crate::public::{Public, Specimen};
use crate::rules::Bulbous;
use crate::score::{Points, points};
use crate::state::State;
use bagatelle_core::record::RecordError;
use bagatelle_core::{Game, Record, Rng, Seat, Seed, Stream, Turn};
use serde::Serialize;

/// What one seat held and laid in one turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Hand {
    /// The hand when the turn began.
    pub held: Cards,
    /// What was laid, added cards included; empty if the seat swapped or passed.
    pub laid: Cards,
    /// The worth of what was laid, without a Wild.
    pub worth: u8,
    /// The worth of all cards of the colour in hand.
    pub most: u8,
    /// Whether the matching Wild was laid.
    pub wild: bool,
    /// The fewest cards that would have won against what the others laid, if the seat held them and did not
    /// win.
    pub would_have_won: Option<Cards>,
}

/// One turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TurnReview {
    /// The round, from 1.
    pub round: u16,
    /// The colour that was contested.
    pub colour: Colour,
    /// The specimen's places.
    pub places: u8,
    /// By seat.
    pub hands: Vec<Hand>,
    /// Who placed a bulb.
    pub winner: Option<Seat>,
}

/// Where the points of a seat come from.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Balance {
    /// Points that the deal was worth more than an average one to a simple player.
    pub luck: f64,
    /// Points that the seat made more than a simple player in its place.
    pub play: f64,
}

/// One seat over the whole game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SeatReview {
    /// The points, by where they come from.
    pub points: Points,
    /// What the deal and the play added; `None` for a game that was not played to its end, whose points
    /// cannot be set against those of games that were.
    pub balance: Option<Balance>,
    /// Bulbs placed.
    pub won: u32,
    /// Turns in which the seat laid cards.
    pub bids: u32,
    /// Turns that the seat could have won with its hand against what the others laid, but did not.
    pub missed: u32,
    /// Worth laid beyond what was needed, over all turns won.
    pub overbid: u32,
}

/// A game looked back on.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Analysis {
    /// Every turn that was decided.
    pub turns: Vec<TurnReview>,
    /// Every seat.
    pub seats: Vec<SeatReview>,
    #[serde(skip)]
    pub(crate) last: Public,
}

impl Analysis {
    /// Whether the game was played to its end.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.seats.iter().all(|seat| seat.balance.is_some())
    }
}

/// A turn that has begun, and what each seat holds.
struct Open {
    round: u16,
    specimen: Specimen,
    held: Vec<Cards>,
}

/// Looks back on a recorded game, finished or not; see [`look_back`].
///
/// # Errors
/// When the record cannot be replayed.
pub fn analyse(record: &Record, samples: u32) -> Result<Analysis, RecordError> {
    let (mut start, mut actions) = (None, Vec::new());
    let (game, end) = record.replay::<Bulbous>(|_, state, action| {
        start.get_or_insert_with(|| state.clone());
        actions.extend(action);
    })?;
    Ok(look_back(&game, &start.unwrap_or(end), &actions, samples))
}

/// Looks back on a game of legal `actions`, finished or not. `samples` games of simple players are played
/// from its deal and as many from others to measure luck; 200 take about a quarter of a second.
#[must_use]
pub fn look_back(game: &Bulbous, start: &State, actions: &[Action], samples: u32) -> Analysis {
    let mut state = start.clone();
    let mut turns = Vec::new();
    let mut open: Option<Open> = None;
    let mut decided = 0;
    for &action in actions {
        game.apply(&mut state, action);
        let public = state.public();
        if public.turns() != decided {
            decided = public.turns();
            if let Some((open, shown)) = open.take().zip(public.shown()) {
                turns.push(reviewed(&open, &shown.bets, shown.winner, public, game.options()));
            }
        }
        if open.is_none()
            && let Some(specimen) = public.target()
        {
            let held = Seat::all(public.seats()).map(|s| state.hand(s)).collect();
            open = Some(Open { round: public.round(), specimen, held });
        }
    }
    let public = state.public().clone();
    let expected = (game.turn(&state) == Turn::Over).then(|| expected(game, start, samples));
    let totals = points(&public, game.options());
    let seats = Seat::all(public.seats())
        .map(|seat| {
            let k = seat.index();
            let hands = || turns.iter().map(move |turn| (&turn.hands[k], turn.winner == Some(seat), turn));
            SeatReview {
                points: totals[k],
                balance: expected.as_ref().map(|(here, usual)| Balance {
                    luck: here[k] - usual[k],
                    play: f64::from(totals[k].total()) - here[k],
                }),
                won: hands().filter(|(_, won, _)| *won).count() as u32,
                bids: hands().filter(|(hand, ..)| !hand.laid.is_empty()).count() as u32,
                missed: hands().filter(|(hand, ..)| hand.would_have_won.is_some()).count() as u32,
                overbid: hands()
                    .filter(|(_, won, _)| *won)
                    .map(|(_, _, turn)| overbid(turn, seat, game.options()))
                    .sum(),
            }
        })
        .collect();
    Analysis { turns, seats, last: public }
}

/// The mean scores of simple players from this start, and from a start on average, by seat.
fn expected(game: &Bulbous, start: &State, samples: u32) -> (Vec<f64>, Vec<f64>) {
    let public = start.public();
    let seed = Seed::from_text("after the game");
    let seats = usize::from(public.seats());
    let mut here = vec![0.0; seats];
    let mut usual = vec![0.0; seats];
    let samples = samples.max(1);
    for n in 0..samples {
        let seed = seed.nth(u64::from(n));
        for (sum, score) in here.iter_mut().zip(simple_scores(game, start.clone(), &seed)) {
            *sum += f64::from(score) / f64::from(samples);
        }
        let other = game.deal(&DealOptions::of(public.seats()), &mut Rng::new(&seed, Stream::Deal));
        let Some(mut other) = other.ok() else { continue };
        other.first = public.first().0;
        if let Ok(other) = game.start(&other) {
            for (sum, score) in usual.iter_mut().zip(simple_scores(game, other, &seed)) {
                *sum += f64::from(score) / f64::from(samples);
            }
        }
    }
    (here, usual)
}

fn reviewed(
    open: &Open,
    bets: &[Cards],
    winner: Option<Seat>,
    public: &Public,
    options: &Options,
) -> TurnReview {
    let colour = open.specimen.colour;
    let wild = Cards::wild_for(colour);
    let counts = |bet: Cards| options.bluff.counts(bet, colour);
    let hands = Seat::all(public.seats())
        .map(|seat| {
            let (held, laid) = (open.held[seat.index()], bets[seat.index()]);
            let others = || Seat::all(public.seats()).filter(|s| *s != seat).map(|s| bets[s.index()]);
            let beaten_by_wild = others().any(|bet| !(bet & wild).is_empty());
            let best = others().filter(|bet| counts(*bet)).map(|bet| worth(bet, colour)).max();
            let goal = best.map_or(0, |b| b + 1);
            let enough = cheapest(held & Cards::of(colour), colour, goal);
            let would = if beaten_by_wild || winner == Some(seat) {
                None
            } else if !enough.is_empty() && worth(enough, colour) >= goal {
                Some(enough)
            } else {
                Some(held & wild).filter(|w| !w.is_empty())
            };
            Hand {
                held,
                laid,
                worth: worth(laid, colour),
                most: worth(held, colour),
                wild: !(laid & wild).is_empty(),
                would_have_won: would,
            }
        })
        .collect();
    TurnReview { round: open.round, colour, places: open.specimen.size, hands, winner }
}

fn overbid(turn: &TurnReview, seat: Seat, options: &Options) -> u32 {
    let own = &turn.hands[seat.index()];
    let best = turn
        .hands
        .iter()
        .enumerate()
        .filter(|(k, hand)| *k != seat.index() && options.bluff.counts(hand.laid, turn.colour));
    let best = best.map(|(_, hand)| hand.worth + 1).max().unwrap_or(0);
    if own.wild { 0 } else { u32::from(own.worth.saturating_sub(best)) }
}
