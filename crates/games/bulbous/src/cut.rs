//! Games reduced to a few cards and plants, for which everything can be computed.

use crate::action::{Action, Order};
use crate::card::{Card, Colour};
use crate::cards::Cards;
use crate::public::Specimen;
use crate::rules::Bulbous;
use crate::state::State;

/// A game of few cards.
#[derive(Clone, Debug)]
pub struct Cut {
    /// The colours that each seat owns.
    pub owners: Vec<Vec<Colour>>,
    /// The cards that are in the game.
    pub cards: Vec<Card>,
    /// How many of them each seat holds at the start.
    pub hand: usize,
    /// The plants that are contested in the one round there is, one of a colour at most; if there are none,
    /// the game begins as always, with the choice of them.
    pub plants: Vec<Specimen>,
}

/// All orders of some cards.
pub(crate) fn orders(cards: &[Card]) -> Vec<Vec<Card>> {
    if cards.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (n, &first) in cards.iter().enumerate() {
        let rest: Vec<Card> = [&cards[..n], &cards[n + 1..]].concat();
        all.extend(orders(&rest).into_iter().map(|order| [vec![first], order].concat()));
    }
    all
}

impl Cut {
    /// The position when the cards are dealt in `order`: seat 0 has the first, the deck the last ones.
    ///
    /// # Panics
    /// When there are fewer cards than the hands take.
    #[must_use]
    pub fn start(&self, game: &Bulbous, order: &[Card]) -> State {
        let mut state = game.deal_out(&self.owners, 0, &Card::all().collect::<Vec<_>>());
        let (hands, deck) = order.split_at(self.hand * self.owners.len());
        state.public.in_play = self.cards.iter().copied().collect();
        for (hand, cards) in state.hands.iter_mut().zip(hands.chunks(self.hand)) {
            *hand = cards.iter().copied().collect();
        }
        state.deck = deck.iter().rev().copied().collect();
        if !self.plants.is_empty() {
            let public = &mut state.public;
            (public.pending, public.reserve, public.last_round) = (0, [0; 4], true);
            for plant in &self.plants {
                public.active[plant.colour.index()] = plant.size;
            }
            game.proceed(&mut state);
        }
        state
    }

    /// All deals, each with its probability.
    ///
    /// # Panics
    /// As [`Cut::start`].
    #[must_use]
    pub fn starts(&self, game: &Bulbous) -> Vec<(State, f64)> {
        let mut deals = orders(&self.cards);
        let dealt = self.hand * self.owners.len();
        // Hands have no order.
        deals.retain(|order| order[..dealt].chunks(self.hand).all(|hand| hand.is_sorted()));
        let each = 1.0 / deals.len() as f64;
        deals.iter().map(|order| (self.start(game, order), each)).collect()
    }
}

/// All new decks that chance may make of the discards, each with its probability.
#[must_use]
pub fn new_decks(state: &State) -> Vec<(Action, f64)> {
    let cards: Vec<Card> = state.public.discards.set().iter().collect();
    let all = orders(&cards);
    let each = 1.0 / all.len() as f64;
    all.into_iter().map(|order| (Action::Shuffle(Order(order.into_iter().collect())), each)).collect()
}

/// The cards of a text such as `R3 B7`.
#[must_use]
pub fn cards(text: &str) -> Option<Vec<Card>> {
    let list: Vec<Card> = text.split_whitespace().map(Card::from_text).collect::<Option<_>>()?;
    let set: Cards = list.iter().copied().collect();
    (usize::from(set.len()) == list.len()).then_some(list)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;
    use bagatelle_core::{Game, Seat};
    use bagatelle_search::cfr::{Solver, Tree};

    fn tiny(game: &Bulbous) -> Tree<Bulbous> {
        let plant = |colour| Specimen { colour, size: 1 };
        let cut = Cut {
            owners: vec![vec![Colour::Red], vec![Colour::Blue]],
            cards: cards("R3 R5 B4 WC").unwrap(),
            hand: 2,
            plants: vec![plant(Colour::Red), plant(Colour::Blue)],
        };
        let starts = cut.starts(game);
        assert_eq!(starts.len(), 6);
        let worth = |state: &State| {
            let scores = game.outcome(state).and_then(|o| o.scores).unwrap();
            f64::from(scores[0] - scores[1])
        };
        Tree::new(game, &starts, &new_decks, &worth)
    }

    #[test]
    fn a_game_of_four_cards_has_an_equilibrium() {
        let game = Bulbous::new(&Options::default()).unwrap();
        let tree = tiny(&game);
        let even = tree.exploitability(&tree.uniform());
        let mut solver = Solver::new(&tree);
        (0..60).for_each(|_| solver.round());
        let average = solver.average();
        let loss = tree.exploitability(&average);
        assert!((0.0..0.02).contains(&loss) && even > 0.5, "{loss}, even play {even}");
        // Neither seat can be made to lose more by a player who knows the strategy.
        let value = tree.value(&average);
        assert!(tree.best_response(&average, Seat(0)) >= value - 1e-9);
        assert!(tree.best_response(&average, Seat(1)) >= -value - 1e-9);
    }

    #[test]
    fn deals_are_all_different() {
        let game = Bulbous::new(&Options::default()).unwrap();
        let owners = vec![vec![Colour::Red], vec![Colour::Blue]];
        let cut = Cut { owners, cards: cards("R3 R5 R7 B4 B6").unwrap(), hand: 2, plants: Vec::new() };
        let starts = cut.starts(&game);
        assert_eq!(starts.len(), 30, "pairs out of five, pairs out of three, one card left");
        assert!((starts.iter().map(|(_, p)| p).sum::<f64>() - 1.0).abs() < 1e-9);
        for (n, (state, _)) in starts.iter().enumerate() {
            assert!(starts[..n].iter().all(|(other, _)| other != state));
        }
        assert_eq!(cards("R3 R3"), None);
    }
}
