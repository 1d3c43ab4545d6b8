//! The player that looks one contest ahead and asks the value network for the outcome.
//!
//! Where level 4 plays every game it imagines to the end, with hasty players, this search stops after the
//! contest, which leaves time for three times as many. In the last round it plays on to the end. In the
//! trees, other seats choose by the cards that they hold (`Guide::knows`), or, if it is known which programs
//! they are, by the habits of these ([`crate::habits`]). The network learned the 2024 rules, and is also used
//! under the 2026 rules, where it helps, too; in teams, the shares of mates are added.

use crate::action::Action;
use crate::card::Colour;
use crate::cards::{Cards, worth};
use crate::guide::SearchGuide;
use crate::habits::{self, Habits};
use crate::options::Options;
use crate::public::{Phase, Public, SEATS};
use crate::rules::Bulbous;
use crate::score;
use crate::seats::team;
use crate::state::State;
use crate::value::{Net, POINTS, applies, shares};
use crate::view::View;
use bagatelle_core::program::{Advice, Budget, Program};
use bagatelle_core::{Game, Rng, Seat};
use bagatelle_search::ismcts::{self, Guide, MAX_SEATS, Settings, Values};

/// How far the search looks, and what it thinks of others.
#[derive(Clone, Copy, Debug)]
pub struct Ahead {
    /// How many contests are played out before the network is asked.
    pub contests: u16,
    /// The weight of trying what was rarely tried.
    pub exploration: f64,
    /// Whether other seats choose by what they hold.
    pub knows: bool,
}

impl Default for Ahead {
    fn default() -> Ahead {
        Ahead { contests: 1, exploration: 0.2, knows: true }
    }
}

/// A player that asks `net`, or the network that comes with the program, with at most this many simulations a
/// move.
#[must_use]
pub fn learned(ahead: Ahead, net: Option<Net>, simulations: u64) -> Box<dyn Program<Bulbous>> {
    Box::new(Learned { ahead, net, simulations, levels: [None; SEATS] })
}

struct Learned {
    ahead: Ahead,
    net: Option<Net>,
    simulations: u64,
    /// The level of each seat, as a place in [`habits::LEVELS`], where it is known.
    levels: [Option<usize>; SEATS],
}

impl Program<Bulbous> for Learned {
    fn meet(&mut self, players: &[Option<String>]) {
        self.levels = std::array::from_fn(|seat| players.get(seat)?.as_deref().and_then(habits::level));
    }

    fn choose(
        &mut self,
        game: &Bulbous,
        view: &View,
        legal: &[Action],
        budget: &Budget<'_>,
        rng: &mut Rng,
    ) -> Advice<Action> {
        if let [only] = legal {
            return Advice::plain(*only);
        }
        let public = view.public();
        let embedded;
        let net = match &self.net {
            Some(net) => net,
            None => {
                embedded = Net::embedded(public.seats());
                &embedded
            }
        };
        let until = public.turns() + self.ahead.contests;
        let known =
            habits::applies(game.options(), public.seats()) && self.levels.iter().any(Option::is_some);
        let guide = LearnedGuide {
            plain: SearchGuide::default(),
            knows: self.ahead.knows,
            net,
            until,
            levels: self.levels,
            habits: known.then(Habits::embedded),
        };
        let settings = Settings {
            exploration: self.ahead.exploration,
            simulations: self.simulations,
            ..Settings::default()
        };
        let found = ismcts::search(game, view, legal, &guide, &settings, budget, rng);
        let Some(best) = found.tried.first().filter(|t| legal.contains(&t.action)) else {
            return Advice::plain(legal[rng.index(legal.len())]);
        };
        // The lead over equal rivals that the share stands for.
        let share = best.value.clamp(1e-3, 1.0 - 1e-3);
        let lead = POINTS * (share * f64::from(public.seats() - 1) / (1.0 - share)).ln();
        Advice {
            action: best.action,
            score: Some(format!("{lead:+.1} points")),
            line: vec![best.action],
            depth: None,
            nodes: found.simulations,
        }
    }
}

/// What Bulbous tells the search that asks the network.
struct LearnedGuide<'a> {
    plain: SearchGuide,
    knows: bool,
    net: &'a Net,
    /// The number of decided contests at which the network is asked.
    until: u16,
    /// The habits, where any seat acts by them.
    habits: Option<Habits>,
    /// The level of each seat, where it is known.
    levels: [Option<usize>; SEATS],
}

/// The share of each seat, or of its team, as the search has it.
fn values(public: &Public, options: &Options, shares: [f64; SEATS]) -> Values {
    let mut values = [0.5; MAX_SEATS];
    for seat in Seat::all(public.seats) {
        values[seat.index()] = if options.teams {
            mates(public, seat).map(|s| shares[s.index()]).sum()
        } else {
            shares[seat.index()]
        };
    }
    values
}

/// The seats of the team of `seat`.
fn mates(public: &Public, seat: Seat) -> impl Iterator<Item = Seat> {
    Seat::all(public.seats).filter(move |s| team(public, *s) == team(public, seat))
}

impl Guide<Bulbous> for LearnedGuide<'_> {
    fn narrow(&self, game: &Bulbous, state: &State, actions: &mut Vec<Action>) {
        self.plain.narrow(game, state, actions);
    }

    fn look(&self, game: &Bulbous, before: &State, action: Action, seat: Seat) -> u64 {
        self.plain.look(game, before, action, seat)
    }

    fn knows(&self, _game: &Bulbous, state: &State, seat: Seat) -> Option<u64> {
        if !self.knows {
            return None;
        }
        let public = state.public();
        let hand = state.hand(seat);
        let of = |colour: Colour| match worth(hand, colour) {
            0 => 0,
            1..=5 => 1,
            6..=9 => 2,
            10..=15 => 3,
            16..=24 => 4,
            _ => 5,
        };
        let wild = |colour: Colour| u64::from(!(hand & Cards::wild_for(colour)).is_empty());
        Some(match (public.phase(), public.target()) {
            (Phase::Act | Phase::Discard, Some(specimen)) => of(specimen.colour) * 2 + wild(specimen.colour),
            _ => 16 + (hand.0 >> 32),
        })
    }

    fn habit(&self, _game: &Bulbous, state: &State, seat: Seat, rng: &mut Rng) -> Option<Action> {
        self.habits.as_ref()?.deed(state, seat, self.levels[seat.index()]?, rng)
    }

    fn playout(
        &self,
        game: &Bulbous,
        state: &State,
        rng: &mut Rng,
        buffer: &mut Vec<Action>,
    ) -> Option<Action> {
        self.plain.playout(game, state, rng, buffer)
    }

    fn judge(&self, game: &Bulbous, state: &State, _plies: u32) -> Option<Values> {
        let public = state.public();
        let asks = public.turns >= self.until && applies(public);
        asks.then(|| values(public, game.options(), self.net.shares(state, game.options())))
    }

    fn result(&self, game: &Bulbous, state: &State) -> Values {
        let (public, options) = (state.public(), game.options());
        let points = score::points(public, options);
        let own = |seat: Seat| f64::from(points[seat.index()].total()) / POINTS;
        let hope = |k: usize| {
            let seat = Seat(k as u8);
            if options.teams { mates(public, seat).map(own).sum() } else { own(seat) }
        };
        values(public, options, shares(usize::from(public.seats), hope))
    }
}
