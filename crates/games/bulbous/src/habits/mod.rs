//! What programs of each level are known to do in a contest with given cards: in its trees, level 5 lets
//! seats act this way if it has been told which programs play them.
//!
//! A player lays no bet, the Wild, or one, two, or more cards of the colour. The chance of each is a softmax
//! over weighted [`TRAITS`] of the hand and the table, for each level by itself; which cards of the colour
//! are laid is told by weights of the [`CHOICES`].
//!
//! The weights are in `weights.bin`, in eight bits. They were learned from games of all levels against each
//! other, for two to four players by the rules of 2024 without bluffs. They are used only under these rules
//! and with more than two players ([`applies`]): against one strong player whom the search underestimates, it
//! does worse with them than without. The example `bulbous_habits` makes them again.

mod bets;

pub use bets::{CHOICES, KINDS, choice, kind};

use crate::action::Action;
use crate::card::Colour;
use crate::cards::{Cards, worth};
use crate::evaluate::double;
use crate::guide::improve;
use crate::options::{Bluff, Options, Preset};
use crate::public::{Deed, Phase, Public};
use crate::state::State;
use bagatelle_core::{Rng, Seat};

/// The levels that are told apart, by name.
pub const LEVELS: [&str; 6] = ["simple", "1", "2", "3", "4", "5"];
/// Numbers about the table.
pub const TABLE: usize = 9;
/// Numbers about the table and the hand.
pub const TRAITS: usize = TABLE + 9;
/// Where the weights of the choices of a level are, after those of each kind but the first.
pub const CHOSEN: usize = (KINDS - 1) * TRAITS;
/// How many weights a level has.
pub const COUNT: usize = CHOSEN + CHOICES;

/// One in eight bits: weights are between -8 and 8.
const ONE: f32 = 16.0;

/// The place in [`LEVELS`] of the program of this name, if there is one.
#[must_use]
pub fn level(program: &str) -> Option<usize> {
    LEVELS.iter().position(|level| *level == program)
}

/// Whether habits are of use among this many players by these rules.
#[must_use]
pub fn applies(options: &Options, seats: u8) -> bool {
    options.preset == Preset::Page2024 && options.bluff == Bluff::No && seats > 2
}

/// The table as a seat sees it when it acts: what its habits depend on besides its hand.
#[derive(Clone, Copy, Debug)]
pub struct Scene {
    /// The colour of the contested plant.
    pub colour: Colour,
    /// How many cards a hand may hold.
    pub limit: f32,
    /// Numbers about the table.
    pub table: [f32; TABLE],
}

impl Scene {
    /// How the table looks to `seat`, which is to act; `None` where nothing is contested.
    #[must_use]
    pub fn new(public: &Public, seat: Seat) -> Option<Scene> {
        let specimen = public.target().filter(|_| public.phase == Phase::Act)?;
        let bulbs = public.bulbs(specimen);
        let before = public.from(public.first).take_while(|s| *s != seat);
        let bets = before.filter(|s| public.deed(*s) == Deed::Bet).count() as f32;
        let after = public.from(seat.0).skip(1).take_while(|s| s.0 != public.first).count() as f32;
        let own = f32::from(bulbs[seat.index()]);
        let others = Seat::all(public.seats).filter(|s| *s != seat).map(|s| bulbs[s.index()]);
        let open = specimen.size - bulbs.iter().sum::<u8>().min(specimen.size);
        let left = public.active.iter().filter(|size| **size > 0).count() as u32;
        let one = |is: bool| f32::from(u8::from(is));
        let table = [
            1.0,
            bets / 2.0,
            after / 3.0,
            one(open == 1),
            f32::from(specimen.size) / 4.0,
            (own - f32::from(others.max().unwrap_or(0))).clamp(-2.0, 2.0) / 2.0,
            one(public.last_round),
            one(public.seats == 2),
            left.saturating_sub(public.contested.count_ones()) as f32 / 4.0,
        ];
        Some(Scene { colour: specimen.colour, limit: f32::from(public.limit()), table })
    }

    /// All traits of a seat with these cards in hand.
    #[must_use]
    pub fn traits(&self, hand: Cards) -> [f32; TRAITS] {
        let value = f32::from(worth(hand, self.colour));
        let (some, more) = (value.min(8.0) / 8.0, (value - 8.0).clamp(0.0, 16.0) / 16.0);
        let one = |cards: Cards| f32::from(u8::from(!(hand & cards).is_empty()));
        let wild = one(Cards::wild_for(self.colour));
        let contested = if self.table[1] > 0.0 { 1.0 } else { 0.0 };
        let held = [
            some,
            more,
            wild,
            one(double(self.colour)),
            f32::from((hand & Cards::of(self.colour)).len()) / 4.0,
            f32::from(hand.len()) / self.limit,
            contested * some,
            contested * more,
            self.table[6] * wild,
        ];
        std::array::from_fn(|n| if n < TABLE { self.table[n] } else { held[n - TABLE] })
    }
}

/// The weights of all levels, [`COUNT`] for each.
#[derive(Clone, Debug)]
pub struct Habits(pub Vec<f32>);

impl Habits {
    /// The habits that come with the program.
    #[must_use]
    pub fn embedded() -> Habits {
        Habits::from_bytes(include_bytes!("weights.bin"))
    }

    /// Reads weights that [`Habits::to_bytes`] has written.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Habits {
        Habits(bytes.iter().map(|byte| f32::from(byte.cast_signed()) / ONE).collect())
    }

    /// The weights in eight bits, signed.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.iter().map(|weight| ((weight * ONE).round() as i8).cast_unsigned()).collect()
    }

    /// How likely a player of a level (its place in [`LEVELS`]) is to do each kind of deed with these cards
    /// in hand; together 1.0.
    ///
    /// # Panics
    /// When there are fewer weights than the levels have.
    #[must_use]
    pub fn kinds(&self, level: usize, scene: &Scene, hand: Cards) -> [f32; KINDS] {
        let count = (hand & Cards::of(scene.colour)).len();
        let wild = !(hand & Cards::wild_for(scene.colour)).is_empty();
        let traits = scene.traits(hand);
        let rows = self.0[level * COUNT..].as_chunks::<TRAITS>().0;
        let mut powers = [1.0f32; KINDS];
        for (k, row) in rows.iter().enumerate().take(KINDS - 1) {
            let possible = if k == 0 { wild } else { usize::from(count) >= k };
            let sum: f32 = row.iter().zip(traits).map(|(weight, x)| weight * x).sum();
            powers[k + 1] = if possible { sum.exp() } else { 0.0 };
        }
        let all: f32 = powers.iter().sum();
        powers.map(|power| power / all)
    }

    /// What a player of a level (its place in [`LEVELS`]) might do in the place of `seat`, which is to act;
    /// `None` where nothing is contested.
    ///
    /// # Panics
    /// As [`Habits::kinds`].
    #[must_use]
    pub fn deed(&self, state: &State, seat: Seat, level: usize, rng: &mut Rng) -> Option<Action> {
        let scene = Scene::new(&state.public, seat)?;
        let hand = state.hand(seat);
        let own = hand & Cards::of(scene.colour);
        let mut left = rng.unit() as f32;
        let kind = self.kinds(level, &scene, hand).iter().position(|chance| {
            left -= chance;
            left < 0.0
        });
        Some(match kind.unwrap_or(0) {
            0 => improve(hand, own, &state.public, rng.below(2) == 0),
            1 => Action::Bet(hand & Cards::wild_for(scene.colour)),
            kind => Action::Bet(self.cards(level, own, kind, rng)),
        })
    }

    /// Draws cards of the colour for a bet of that kind.
    fn cards(&self, level: usize, own: Cards, kind: usize, rng: &mut Rng) -> Cards {
        let weights = &self.0[level * COUNT + CHOSEN..];
        let mut bet = own;
        // Some tries suffice: weights differ much only where there is a Double.
        for _ in 0..4 {
            bet = own;
            let count = if kind == 4 { 3 + rng.index(usize::from(own.len()) - 2) } else { kind - 1 };
            while usize::from(bet.len()) > count {
                let out = bet.iter().nth(rng.index(usize::from(bet.len())));
                bet -= out.into_iter().collect();
            }
            if rng.unit() < f64::from(weights[choice(bet, own)].exp() / 2.0) {
                break;
            }
        }
        bet
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::DealOptions;
    use crate::rules::Bulbous;
    use bagatelle_core::{Game, Seed, Stream, Turn};

    fn set(text: &str) -> Cards {
        Cards::from_text(text).unwrap()
    }

    /// The first plant of a round, red with two places, not yet bet for.
    fn scene() -> Scene {
        Scene { colour: Colour::Red, limit: 9.0, table: [1.0, 0.0, 1.0 / 3.0, 0.0, 0.5, 0.0, 0.0, 1.0, 1.0] }
    }

    #[test]
    fn weights_are_written_as_they_are_read() {
        let habits = Habits::embedded();
        assert_eq!(habits.to_bytes(), include_bytes!("weights.bin"));
        assert_eq!(habits.0.len(), COUNT * LEVELS.len());
    }

    #[test]
    fn chances_add_up_and_what_cannot_be_laid_has_none() {
        let habits = Habits::embedded();
        for (hand, possible) in [
            ("B4,G5", [true, false, false, false, false]),
            ("R3", [true, false, true, false, false]),
            ("B4,WT", [true, true, false, false, false]),
            ("R3,RX", [true, false, true, true, false]),
            ("R3,R5,R6,R9,RX,B3,WT,WC", [true; KINDS]),
        ] {
            for level in 0..LEVELS.len() {
                let kinds = habits.kinds(level, &scene(), set(hand));
                assert!((kinds.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{kinds:?} for {hand}");
                assert_eq!(kinds.map(|chance| chance > 0.0), possible, "{hand}");
            }
        }
    }

    #[test]
    fn every_level_bets_more_often_with_more_in_hand() {
        let habits = Habits::embedded();
        let bets = |level, hand| 1.0 - habits.kinds(level, &scene(), set(hand))[0];
        for (level, name) in LEVELS.iter().enumerate() {
            let (poor, rich) = (bets(level, "R3,B4,B6,Y9,G8"), bets(level, "R3,R8,R9,RX,WT"));
            assert!(rich > poor + 0.2, "{name}: {rich} and {poor}");
        }
    }

    /// All deeds of a game in which every seat acts by habit, and moves by lot otherwise.
    fn deeds(seats: u8, seed: &str) -> Vec<Action> {
        let (game, habits) = (Bulbous::new(&Options::default()).unwrap(), Habits::embedded());
        let (mut rng, mut legal, mut made) =
            (Rng::new(&Seed::from_text(seed), Stream::Test), Vec::new(), Vec::new());
        let setup = game.deal(&DealOptions::of(seats), &mut rng).unwrap();
        let mut state = game.start(&setup).unwrap();
        loop {
            let action = match game.turn(&state) {
                Turn::Over => return made,
                Turn::Chance => game.sample_chance(&state, &mut rng).unwrap(),
                Turn::Seat(seat) => {
                    game.legal(&state, &mut legal);
                    match habits.deed(&state, seat, seat.index() + 1, &mut rng) {
                        Some(action) => {
                            assert!(legal.contains(&action), "{action} of {}", state.hand(seat));
                            made.push(action);
                            action
                        }
                        None => *rng.choose(&legal).unwrap(),
                    }
                }
            };
            game.apply(&mut state, action);
        }
    }

    #[test]
    fn deeds_are_legal_and_repeat_with_a_seed() {
        for seats in 2..=4 {
            let once = deeds(seats, "habits");
            assert!(once.iter().any(|action| matches!(action, Action::Bet(_))));
            assert_eq!(once, deeds(seats, "habits"));
            assert_ne!(once, deeds(seats, "others"));
        }
    }
}
