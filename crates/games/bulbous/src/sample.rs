//! Filling in what a viewer does not know: a position drawn uniformly from all that are consistent with a
//! view.
//!
//! What a viewer knows of hidden cards comes from three sources. Cards seen are counted out. A card of a
//! batch (the cards that one shuffle brought into the deck) can only be in a place that was filled from that
//! batch, so each batch is dealt among its own places. Face-down cards fit the contested colour. With one
//! batch the face-down cards are drawn first, then the rest is dealt, and every position is equally likely.
//! With several, how many of a seat's face-down cards come from which batch is drawn first, by the number of
//! positions each such division leaves. A seat that has answered in a tie may have added a card or not: that
//! is drawn with the division.

use crate::card::{CARDS, Card};
use crate::cards::{Cards, Pile};
use crate::public::SEATS;
use crate::state::State;
use crate::view::View;
use bagatelle_core::Rng;

/// 0! to 34!, exact or rounded to 53 bits.
const FACTORIALS: [f64; CARDS + 1] = {
    let mut list = [1.0; CARDS + 1];
    let mut n = 1;
    while n <= CARDS {
        list[n] = list[n - 1] * n as f64;
        n += 1;
    }
    list
};

/// The unseen cards of one shuffle, and the places among which they are dealt.
struct Batch {
    cards: Cards,
    /// Cards of it that may lie face down.
    layable: u8,
    /// Places by seat, face-down cards included; none for the viewer.
    places: [u8; SEATS],
    /// Cards of it that lie face down before each seat, to be drawn.
    laid: [u8; SEATS],
}

impl Batch {
    /// In how many ways (up to a factor that is the same for all divisions) the batch can be dealt if `laid`
    /// of its cards lie face down.
    fn ways(&self) -> f64 {
        let down: u8 = self.laid.iter().sum();
        let factorial = |n: u8| FACTORIALS[usize::from(n)];
        let (Some(apart), Some(rest)) = (self.layable.checked_sub(down), self.cards.len().checked_sub(down))
        else {
            return 0.0;
        };
        let mut ways = factorial(self.layable) / factorial(apart) * factorial(rest);
        for (laid, places) in self.laid.iter().zip(self.places) {
            match places.checked_sub(*laid) {
                Some(kept) => ways /= factorial(*laid) * factorial(kept),
                None => return 0.0,
            }
        }
        ways
    }
}

/// A division of face-down cards over batches, drawn by its weight in one pass over all of them.
struct Divisions<'a> {
    /// The fewest and the most face-down cards of each seat.
    bets: [(u8, u8); SEATS],
    total: f64,
    kept: Vec<[u8; SEATS]>,
    rng: &'a mut Rng,
}

impl Divisions<'_> {
    /// Tries all numbers of face-down cards of the seats from `seat` on.
    fn walk(&mut self, batches: &mut [Batch], seat: usize) {
        let Some(&(fewest, most)) = self.bets.get(seat) else {
            let weight: f64 = batches.iter().map(Batch::ways).product();
            self.total += weight;
            if weight > 0.0 && self.rng.unit() * self.total < weight {
                self.kept.clear();
                self.kept.extend(batches.iter().map(|b| b.laid));
            }
            return;
        };
        (fewest..=most).for_each(|count| self.spread(batches, seat, 0, count));
    }

    /// Tries all ways to spread the `left` face-down cards of `seat` over the batches from `at`, then goes on
    /// with the next seat.
    fn spread(&mut self, batches: &mut [Batch], seat: usize, at: usize, left: u8) {
        if at + 1 == batches.len() {
            batches[at].laid[seat] = left;
            self.walk(batches, seat + 1);
            return;
        }
        for here in 0..=left.min(batches[at].places[seat]) {
            batches[at].laid[seat] = here;
            self.spread(batches, seat, at + 1, left - here);
        }
    }
}

/// A position drawn uniformly from those that look like `view` to its viewer.
pub(crate) fn sample(view: &View, rng: &mut Rng) -> State {
    let public = &view.public;
    let own = view.viewer.seat().filter(|s| s.0 < public.seats);
    let mut hands = [Cards::NONE; SEATS];
    let mut bets = [Cards::NONE; SEATS];
    let mut hidden = view.bets.map(|count| (count, count));
    for (seat, (_, most)) in hidden.iter_mut().enumerate() {
        *most += public.answered() >> seat & 1;
    }
    if let Some(seat) = own {
        hands[seat.index()] = view.hand;
        bets[seat.index()] = view.bet;
        hidden[seat.index()] = (0, 0);
    }
    let layable = public.layable(view.options.bluff);
    let unseen = view.unseen();
    let mut batches: Vec<Batch> = Vec::with_capacity(view.held.len());
    for (label, held) in view.held.iter().enumerate() {
        let cards: Cards = if view.held.len() == 1 {
            unseen
        } else {
            unseen.iter().filter(|c| usize::from(public.batch[c.index()]) == label).collect()
        };
        let mut places = *held;
        if let Some(seat) = own {
            places[seat.index()] = 0;
        }
        batches.push(Batch { cards, layable: (cards & layable).len(), places, laid: [0; SEATS] });
    }
    if hidden != [(0, 0); SEATS] {
        divide(&mut batches, hidden, rng);
    }

    let mut deck = Pile::EMPTY;
    let mut order = [Card::default(); CARDS];
    for batch in &batches {
        let mut rest = batch.cards;
        if batch.laid != [0; SEATS] {
            let candidates = shuffled(rest & layable, &mut order, rng);
            let mut next = candidates.iter().copied();
            for (bet, &laid) in bets.iter_mut().zip(&batch.laid) {
                let down: Cards = next.by_ref().take(usize::from(laid)).collect();
                *bet |= down;
                rest -= down;
            }
        }
        let cards = shuffled(rest, &mut order, rng);
        let mut next = cards.iter().copied();
        for (k, hand) in hands.iter_mut().enumerate() {
            let kept = batch.places[k].saturating_sub(batch.laid[k]);
            *hand |= next.by_ref().take(usize::from(kept)).collect();
        }
        // Only the newest batch has cards left: an older deck was used up before the next was made.
        next.for_each(|card| deck.push(card));
    }
    State { public: public.clone(), hands, bets, deck }
}

fn divide(batches: &mut [Batch], hidden: [(u8, u8); SEATS], rng: &mut Rng) {
    let known = hidden.iter().all(|(fewest, most)| fewest == most);
    if let ([only], true) = (&mut *batches, known) {
        only.laid = hidden.map(|(count, _)| count);
        return;
    }
    let mut divisions = Divisions { bets: hidden, total: 0.0, kept: Vec::new(), rng };
    divisions.walk(batches, 0);
    for (batch, laid) in batches.iter_mut().zip(divisions.kept) {
        batch.laid = laid;
    }
}

fn shuffled<'a>(cards: Cards, order: &'a mut [Card; CARDS], rng: &mut Rng) -> &'a [Card] {
    let mut len = 0;
    for card in cards.iter() {
        order[len] = card;
        len += 1;
    }
    rng.shuffle(&mut order[..len]);
    &order[..len]
}
