//! What Bulbous tells the search: which of up to 557 actions are worth a look, how moves look from the other
//! side of the table, a quick sensible player for playing on beyond the tree, and what a table is worth to
//! each seat.

use crate::action::Action;
use crate::card::{Card, Colour, Face};
use crate::cards::Cards;
use crate::evaluate::{double, numbers, worst};
use crate::options::{Bluff, Options};
use crate::public::{Phase, Public, Specimen};
use crate::rules::Bulbous;
use crate::score;
use crate::seats;
use crate::state::State;
use bagatelle_core::{Game, Rng, Seat, Turn};
use bagatelle_search::ismcts::{Guide, MAX_SEATS, Values};

/// What Bulbous tells the search.
#[derive(Clone, Copy, Debug)]
pub struct SearchGuide {
    /// How many rounds a simulation goes on before the table is judged; 0 plays to the end.
    pub rounds: u16,
    /// The round in which tables are judged, worked out from `rounds` for each search; 0 for never.
    pub until: u16,
    /// How many points one card in hand is thought to be worth.
    pub card: f64,
    /// How many points of lead make a win as good as sure.
    pub margin: f64,
    /// The weight of trying what was rarely tried.
    pub exploration: f64,
    /// An action that is worth a look wherever it is legal.
    pub also: Option<Action>,
}

impl Default for SearchGuide {
    fn default() -> SearchGuide {
        SearchGuide { rounds: 0, until: 0, card: 0.15, margin: 5.0, exploration: 0.5, also: None }
    }
}

impl SearchGuide {
    /// The value of a lead of `lead` points: one half when level, nearly all of it beyond the margin.
    fn lead(self, lead: f64) -> f64 {
        0.5 + 0.5 * (lead / self.margin).tanh()
    }

    /// The lead that a mean value stands for, roughly: the inverse of [`SearchGuide::lead`].
    pub(crate) fn points_ahead(self, value: f64) -> f64 {
        self.margin * (value * 2.0 - 1.0).clamp(-0.999, 0.999).atanh()
    }

    /// Turns points into values: how far each seat (or team) is ahead of the best other.
    fn values(self, public: &Public, options: &Options, points: &[f64]) -> Values {
        let mut values = [0.5; MAX_SEATS];
        let own = |seat: Seat| -> f64 {
            if options.teams {
                let mates = Seat::all(public.seats())
                    .filter(|s| seats::team(public, *s) == seats::team(public, seat));
                mates.map(|s| points[s.index()]).sum()
            } else {
                points[seat.index()]
            }
        };
        for seat in Seat::all(public.seats()) {
            let rival = |s: &Seat| {
                *s != seat && !(options.teams && seats::team(public, *s) == seats::team(public, seat))
            };
            let best = Seat::all(public.seats()).filter(rival).map(own).fold(f64::NEG_INFINITY, f64::max);
            values[seat.index()] = self.lead(own(seat) - best);
        }
        values
    }
}

/// Points that lie in the hand and on incomplete specimens.
fn prospects(state: &State, seat: Seat, card: f64) -> f64 {
    let public = state.public();
    let hand = state.hand(seat);
    let mut value = 0.0;
    for held in hand.iter() {
        value += card
            * match held.face() {
                Face::Number(n) => f64::from(n) / 6.0,
                Face::Double => 2.0,
                Face::Wild => 4.0,
            };
    }
    for specimen in Colour::ALL.into_iter().filter_map(|c| public.active(c)) {
        if public.is_complete(specimen) {
            continue;
        }
        let bulbs = public.bulbs(specimen);
        let own = bulbs[seat.index()];
        let best =
            Seat::all(public.seats()).filter(|s| *s != seat).map(|s| bulbs[s.index()]).max().unwrap_or(0);
        let placed: u8 = bulbs.iter().sum();
        if own > 0 {
            let share = f64::from(placed) / f64::from(specimen.size);
            value += share
                * if own > best {
                    1.5
                } else if own == best {
                    0.7
                } else {
                    0.0
                };
        }
    }
    value
}

impl Guide<Bulbous> for SearchGuide {
    fn narrow(&self, game: &Bulbous, state: &State, actions: &mut Vec<Action>) {
        let public = state.public();
        let Turn::Seat(seat) = public.turn() else { return };
        let hand = state.hand(seat);
        if public.phase() == Phase::Discard {
            let least = worst(hand, Cards::NONE, 3, public);
            let wanted = |action: &Action| match action {
                Action::Discard(card) => least.has(*card) || self.also == Some(*action),
                _ => false,
            };
            actions.retain(wanted);
        }
        let Some(specimen) = public.target().filter(|_| public.phase() == Phase::Act) else { return };
        let colour = specimen.colour;
        let own = hand & Cards::of(colour);
        let also = self.also.filter(|action| actions.contains(action));
        actions.clear();
        let list: Vec<Card> = numbers(own).iter().collect();
        let twice = own & double(colour);
        let mut bet = |cards: Cards| {
            if !cards.is_empty() && !actions.contains(&Action::Bet(cards)) {
                actions.push(Action::Bet(cards));
            }
        };
        // Runs of numbers, from the lowest and from the highest, and every single one; each with the Double
        // as well.
        for k in 0..list.len() {
            let runs = [&list[k..=k], &list[..=k], &list[k..]];
            for run in runs {
                let cards: Cards = run.iter().copied().collect();
                bet(cards);
                if run.len() > 1 || k + 1 == list.len() {
                    bet(cards | twice);
                }
            }
        }
        if list.is_empty() {
            bet(twice);
        }
        bet(hand & Cards::wild_for(colour));
        if game.options().bluff == Bluff::Any
            && let Some(card) = worst(hand, own, 1, public).iter().next()
        {
            bet(Cards::NONE.with(card));
        }
        if game.options().full_hand.draws(hand.len(), public.limit()) || hand.is_empty() {
            actions.push(Action::Pass);
        }
        for (spared, count) in [(Cards::NONE, 1), (Cards::NONE, 2), (own, 2)] {
            let out = worst(hand, spared, count, public);
            let swap = Action::Swap(out);
            if !out.is_empty() && !actions.contains(&swap) {
                actions.push(swap);
            }
        }
        actions.extend(also.filter(|action| !actions.contains(action)));
    }

    fn look(&self, _game: &Bulbous, before: &State, action: Action, seat: Seat) -> u64 {
        let own = before.public().turn() == Turn::Seat(seat);
        match action {
            // Whether another seat adds a card to a tie is not seen before all have answered.
            Action::Pass | Action::Bet(_) if !own && before.public().phase() == Phase::Tie => 18,
            Action::Choose(size) => u64::from(size),
            Action::Target(colour) => 8 | colour as u64,
            Action::Pass => 16,
            Action::Shuffle(_) => 17,
            Action::Bet(cards) if !own => 32 | u64::from(cards.len()),
            Action::Bet(cards) => 64 | cards.0 << 8,
            Action::Swap(cards) => 65 | cards.0 << 8,
            Action::Discard(card) => 66 | Cards::NONE.with(card).0 << 8,
        }
    }

    fn playout(
        &self,
        game: &Bulbous,
        state: &State,
        rng: &mut Rng,
        buffer: &mut Vec<Action>,
    ) -> Option<Action> {
        let public = state.public();
        match (public.phase(), public.turn(), public.target()) {
            (Phase::Act, Turn::Seat(seat), Some(specimen)) => return Some(quick(state, seat, specimen, rng)),
            (Phase::Discard, Turn::Seat(seat), _) => return discard(state.hand(seat), public),
            _ => (),
        }
        game.legal(state, buffer);
        rng.choose(buffer).copied()
    }

    fn judge(&self, game: &Bulbous, state: &State, _plies: u32) -> Option<Values> {
        let public = state.public();
        if self.until == 0 || public.round() < self.until || public.phase() != Phase::Target {
            return None;
        }
        let points: Vec<f64> = Seat::all(public.seats())
            .zip(score::points(public, game.options()))
            .map(|(seat, points)| f64::from(points.total()) + prospects(state, seat, self.card))
            .collect();
        Some(self.values(public, game.options(), &points))
    }

    fn result(&self, game: &Bulbous, state: &State) -> Values {
        let public = state.public();
        let points: Vec<f64> =
            score::points(public, game.options()).iter().map(|p| f64::from(p.total())).collect();
        self.values(public, game.options(), &points)
    }
}

/// A fast move for playing on: bids what it has with some chance, otherwise improves the hand.
fn quick(state: &State, seat: Seat, specimen: Specimen, rng: &mut Rng) -> Action {
    let public = state.public();
    let hand = state.hand(seat);
    let own = hand & Cards::of(specimen.colour);
    let wild = hand & Cards::wild_for(specimen.colour);
    let roll = rng.below(64);
    if !wild.is_empty() && roll.is_multiple_of(4) {
        return Action::Bet(wild);
    }
    if !own.is_empty() && roll < 40 {
        let cards = match roll / 8 {
            0 => own.lowest(),
            1 => own.highest(),
            2 => own - own.lowest(),
            _ => own,
        };
        return Action::Bet(if cards.is_empty() { own } else { cards });
    }
    improve(hand, own, public, roll & 1 == 0)
}

/// Discards the card that is least worth keeping.
pub(crate) fn discard(hand: Cards, public: &Public) -> Option<Action> {
    worst(hand, Cards::NONE, 1, public).iter().next().map(Action::Discard)
}

/// Passes, or swaps one or two cards where the hand is full; `own` are those of the contested colour.
pub(crate) fn improve(hand: Cards, own: Cards, public: &Public, two: bool) -> Action {
    if hand.len() < public.limit() {
        return Action::Pass;
    }
    // Two cards that are not of this colour, low ones first.
    let rest = if (hand - own).is_empty() { hand } else { hand - own };
    let low = |cards: Cards| {
        (0..7).find_map(|n| {
            let of_value = Cards(cards.0 & 0x0101_0101 << n);
            (!of_value.is_empty()).then(|| of_value.lowest())
        })
    };
    match low(rest) {
        Some(first) => match low(rest - first) {
            Some(second) if two => Action::Swap(first | second),
            _ => Action::Swap(first),
        },
        None => Action::Pass,
    }
}
