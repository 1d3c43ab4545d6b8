//! The value network: the share of the victory that each seat may expect, in the middle of a game, with all
//! cards known.
//!
//! The search asks it about positions that it drew itself, so the cards in all hands are inputs. Each seat is
//! looked at by itself: a small layer sees one colour at a time ([`COLOUR`] numbers: the contested plant, the
//! seat's cards of the colour and its rivals'). The sums of its output over all colours, and [`TABLE`]
//! numbers about the whole table, go into a second layer, which gives one number. The shares are the softmax
//! of these numbers.
//!
//! The weights are in `value.bin`, a network for each number of seats, in eight bits. They were learned from
//! games of the search against itself, by the rules of 2024; the example `bulbous_train` makes them again.

use crate::card::Colour;
use crate::cards::{Cards, worth};
use crate::evaluate::{double, numbers};
use crate::options::Options;
use crate::public::{Phase, Public, SEATS, Specimen};
use crate::score;
use crate::state::State;
use bagatelle_core::Seat;

/// Numbers about one colour.
pub const COLOUR: usize = 20;
/// Numbers about the table.
pub const TABLE: usize = 13;
/// Numbers of each hidden layer.
pub const WIDE: usize = 16;

/// The points of lead that multiply a share of the victory by e, in what the network learns and in how
/// finished games are valued.
pub const POINTS: f64 = 2.5;

/// Where the second layer's offsets are in the list of weights; before them [`COLOUR`] rows of the first
/// layer and its offsets, after them the second layer's rows.
pub const SECOND: usize = COLOUR * WIDE + WIDE;
/// Where the output's weights are: those of the second layer, then those of the table.
pub const OUT: usize = SECOND + WIDE + (WIDE + TABLE) * WIDE;
/// How many weights a network has.
pub const COUNT: usize = OUT + WIDE + TABLE;

/// The number 1 in eight bits: weights are between -2 and 2.
const ONE: f32 = 64.0;

/// What the network sees of a position from one seat.
#[derive(Clone, Copy, Debug)]
pub struct Inputs {
    /// The colours that may still be contested; the first `count` are used.
    pub colours: [[f32; COLOUR]; 4],
    /// How many colours there are.
    pub count: usize,
    /// The whole table.
    pub table: [f32; TABLE],
}

/// A network for one number of seats: its [`COUNT`] weights in floating point.
#[derive(Clone, Debug)]
pub struct Net(pub Vec<f32>);

impl Net {
    /// The network for this many seats that comes with the program.
    #[must_use]
    pub fn embedded(seats: u8) -> Net {
        let all = include_bytes!("value.bin");
        let from = usize::from(seats.clamp(2, 4) - 2) * COUNT;
        Net::from_bytes(&all[from..from + COUNT])
    }

    /// Reads a network that [`Net::to_bytes`] has written, [`COUNT`] bytes.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Net {
        Net(bytes.iter().map(|byte| f32::from(byte.cast_signed()) / ONE).collect())
    }

    /// The weights in eight bits, signed.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.iter().map(|weight| ((weight * ONE).round() as i8).cast_unsigned()).collect()
    }

    /// Adds the rows of `inputs` to `sums`; the rows begin at `from`.
    #[inline]
    fn add(&self, from: usize, inputs: &[f32], sums: &mut [f32; WIDE]) {
        for (input, row) in inputs.iter().zip(self.0[from..].as_chunks::<WIDE>().0) {
            if *input != 0.0 {
                for (sum, weight) in sums.iter_mut().zip(row) {
                    *sum += input * weight;
                }
            }
        }
    }

    /// The offsets that begin at `from`.
    #[inline]
    fn offsets(&self, from: usize) -> [f32; WIDE] {
        std::array::from_fn(|j| self.0[from + j])
    }

    /// What a seat may hope for; only the differences between seats have a meaning.
    ///
    /// # Panics
    /// When there are fewer than [`COUNT`] weights.
    #[must_use]
    pub fn hope(&self, inputs: &Inputs) -> f32 {
        let mut first = [0.0; WIDE];
        for colour in &inputs.colours[..inputs.count] {
            let mut sums = self.offsets(COLOUR * WIDE);
            self.add(0, colour, &mut sums);
            for (all, sum) in first.iter_mut().zip(sums) {
                *all += sum.max(0.0);
            }
        }
        let mut second = self.offsets(SECOND);
        self.add(SECOND + WIDE, &first, &mut second);
        self.add(SECOND + WIDE + WIDE * WIDE, &inputs.table, &mut second);
        let out = &self.0[OUT..];
        let hidden: f32 = second.iter().zip(out).map(|(sum, weight)| sum.max(0.0) * weight).sum();
        hidden + inputs.table.iter().zip(&out[WIDE..]).map(|(input, weight)| input * weight).sum::<f32>()
    }

    /// The share of the victory that each seat may expect, 0.0 to 1.0; together 1.0.
    ///
    /// # Panics
    /// As [`Net::hope`].
    #[must_use]
    pub fn shares(&self, state: &State, options: &Options) -> [f64; SEATS] {
        let inputs = inputs(state, options);
        let seats = usize::from(state.public.seats);
        shares(seats, |k| f64::from(self.hope(&inputs[k])))
    }
}

/// The softmax of what each of the seats hopes for.
pub(crate) fn shares(seats: usize, hope: impl Fn(usize) -> f64) -> [f64; SEATS] {
    let hopes: [f64; SEATS] = std::array::from_fn(|k| if k < seats { hope(k) } else { f64::NEG_INFINITY });
    let most = hopes.into_iter().fold(f64::NEG_INFINITY, f64::max);
    let powers = hopes.map(|hope| (hope - most).exp());
    let sum: f64 = powers.iter().sum();
    powers.map(|power| power / sum)
}

/// Whether the network is made for a position: between two contests, and not in the last round, which is
/// short enough to be played out.
#[must_use]
pub fn applies(public: &Public) -> bool {
    let between = match public.phase {
        Phase::Choose | Phase::Target => true,
        Phase::Act => public.acted == 0,
        _ => false,
    };
    between && !public.dry && !public.last_round
}

/// A seat's cards of one colour.
#[derive(Clone, Copy, Default)]
struct Held {
    worth: f32,
    cards: f32,
    wild: f32,
    double: f32,
}

/// What the network sees of a position, by seat.
#[must_use]
pub fn inputs(state: &State, options: &Options) -> [Inputs; SEATS] {
    let public = &state.public;
    let seats = usize::from(public.seats);
    let rivals = (seats - 1) as f32;
    let mut all = [Inputs { colours: [[0.0; COLOUR]; 4], count: 0, table: [0.0; TABLE] }; SEATS];
    let (mut places, mut to_come, mut left) = (0u8, 0u8, 0u8);
    let mut refill = false;
    let mut sums = [0.0; SEATS];
    let mut last = [0u8; SEATS];
    for colour in Colour::ALL {
        let k = colour.index();
        let (active, reserve) = (public.active[k], public.reserve[k]);
        let Some(owner) = public.owner(colour).map(Seat::index) else { continue };
        last[owner] += reserve.count_ones() as u8;
        if active == 0 && reserve == 0 {
            continue;
        }
        let reserved: u8 = (1..=4).filter(|size| reserve >> size & 1 == 1).sum();
        let specimen = Specimen { colour, size: active.max(1) };
        let bulbs = if active == 0 { &[0; SEATS] } else { &public.bulbs[specimen.index()] };
        let open = active - bulbs.iter().sum::<u8>();
        let contested = public.is_contested(colour);
        refill |= active != 0 && open == 0;
        left += u8::from(active != 0 && !contested);
        places += open + reserved;
        to_come += open;
        let (own, wild, twice) = (Cards::of(colour), Cards::wild_for(colour), double(colour));
        let one = |some: Cards| f32::from(u8::from(!some.is_empty()));
        let held: [Held; SEATS] = state.hands.map(|hand| Held {
            worth: f32::from(worth(hand, colour)),
            cards: f32::from((hand & own).len()),
            wild: one(hand & wild),
            double: one(hand & twice),
        });
        for s in 0..seats {
            let (mut best, mut second, mut cards, mut wilds, mut doubles, mut most) =
                (0.0f32, 0.0f32, 0.0, 0.0f32, 0.0f32, 0u8);
            for r in (0..seats).filter(|r| *r != s) {
                let value = held[r].worth;
                (best, second) = (best.max(value), second.max(value.min(best)));
                cards += held[r].cards;
                wilds = wilds.max(held[r].wild);
                doubles = doubles.max(held[r].double);
                most = most.max(bulbs[r]);
            }
            let mine = held[s];
            sums[s] += f32::from(numbers(state.hands[s] & own).iter().map(|c| c.0 % 8 + 3).sum::<u8>());
            let size = |n: u8| f32::from(u8::from(active == n));
            let ahead = if mine.worth > best {
                1.0
            } else if mine.worth == best {
                0.5
            } else {
                0.0
            };
            let inputs = &mut all[s];
            inputs.colours[inputs.count] = [
                size(1),
                size(2),
                size(3),
                size(4),
                f32::from(u8::from(contested)),
                f32::from(bulbs[s]) / 2.0,
                f32::from(most) / 2.0,
                f32::from(open) / 2.0,
                f32::from(reserved) / 5.0,
                mine.worth / 20.0,
                best / 20.0,
                second / 20.0,
                mine.cards / 3.0,
                cards / rivals / 3.0,
                mine.wild,
                wilds,
                f32::from(u8::from(owner == s)),
                ahead,
                mine.double,
                doubles,
            ];
            inputs.count += 1;
        }
    }
    let points: [f32; SEATS] = score::points(public, options).map(|p| p.total() as f32);
    let size = |s: usize| f32::from(state.hands[s].len()) / f32::from(public.limit());
    let wilds = |s: usize| (state.hands[s].0 >> 32).count_ones() as f32;
    let soonest = last[..seats].iter().copied().min().unwrap_or(0);
    for s in 0..seats {
        let others = || (0..seats).filter(move |r| *r != s);
        let mean = |of: &dyn Fn(usize) -> f32| others().map(of).sum::<f32>() / rivals;
        let best = others().map(|r| points[r]).fold(f32::NEG_INFINITY, f32::max);
        let turn = (s + seats - usize::from(public.first)) % seats;
        all[s].table = [
            (points[s] - best) / 5.0,
            (points[s] - mean(&|r| points[r])) / 5.0,
            turn as f32 / rivals,
            size(s),
            mean(&size),
            f32::from(places) / 20.0,
            f32::from(soonest) / 4.0,
            f32::from(left) / 4.0,
            wilds(s),
            mean(&wilds),
            sums[s] / 30.0,
            mean(&|r| sums[r]) / 30.0,
            if refill { 1.0 } else { f32::from(to_come) / -20.0 },
        ];
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::DealOptions;
    use crate::rules::Bulbous;
    use bagatelle_core::{Game, Rng, Seed, Stream, Turn};

    #[test]
    fn weights_are_written_as_they_are_read() {
        let all: Vec<u8> = (2..=4).flat_map(|seats| Net::embedded(seats).to_bytes()).collect();
        assert_eq!(all, include_bytes!("value.bin"));
        assert_eq!(Net::embedded(3).0.len(), COUNT);
    }

    #[test]
    fn shares_add_up_and_one_who_has_more_bulbs_expects_more() {
        let game = Bulbous::new(&Options::default()).unwrap();
        for seats in 2..=4u8 {
            let net = Net::embedded(seats);
            let (mut rng, mut legal) = (Rng::new(&Seed::from_text("shares"), Stream::Test), Vec::new());
            let setup = game.deal(&DealOptions::of(seats), &mut rng).unwrap();
            let mut state = game.start(&setup).unwrap();
            let mut looked = 0;
            while let Turn::Seat(_) | Turn::Chance = game.turn(&state) {
                if applies(&state.public) {
                    let shares = net.shares(&state, game.options());
                    assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{shares:?}");
                    assert!(shares[usize::from(seats)..].iter().all(|share| *share == 0.0));
                    // Four bulbs more on a plant that is not contested now.
                    if state.public.active[3] != 4 {
                        let mut richer = state.clone();
                        richer.public.bulbs[15][1] += 4;
                        let more = net.shares(&richer, game.options());
                        assert!(more[1] > shares[1], "{more:?} after {shares:?}");
                        looked += 1;
                    }
                }
                let action =
                    game.sample_chance(&state, &mut rng).filter(|_| game.turn(&state) == Turn::Chance);
                game.legal(&state, &mut legal);
                let action = action.or_else(|| rng.choose(&legal).copied()).unwrap();
                game.apply(&mut state, action);
            }
            assert!(looked > 20, "{looked}");
        }
    }
}
