//! Everything that chance may decide, listed, for games of few cards.

use crate::action::{Action, Order};
use crate::card::Card;
use crate::cut::{Cut, orders};
use crate::rules::Bulbous;
use crate::state::State;

/// All deals of a cut-down game, each with its probability.
///
/// # Panics
/// When there are fewer cards than the hands take.
#[must_use]
pub fn starts(game: &Bulbous, cut: &Cut) -> Vec<(State, f64)> {
    let deals = cut.deals();
    let each = 1.0 / deals.len() as f64;
    deals.iter().map(|order| (game.cut_start(cut, order), each)).collect()
}

/// All new decks that chance may make of the discards, each with its probability.
#[must_use]
pub fn new_decks(state: &State) -> Vec<(Action, f64)> {
    let cards: Vec<Card> = state.public.discards.set().iter().collect();
    let all = orders(&cards);
    let each = 1.0 / all.len() as f64;
    all.into_iter().map(|order| (Action::Shuffle(Order(order.into_iter().collect())), each)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;
    use bagatelle_core::{Game, Seat};
    use bagatelle_search::cfr::{Solver, Tree};

    fn tree(name: &str) -> Tree<Bulbous> {
        let cut: Cut = name.parse().unwrap();
        let game = Bulbous::new(&Options { cut: Some(cut.clone()), ..Options::default() }).unwrap();
        let worth = |state: &State| {
            let scores = game.outcome(state).and_then(|o| o.scores).unwrap();
            f64::from(scores[0] - scores[1])
        };
        Tree::new(&game, &starts(&game, &cut), &new_decks, &worth)
    }

    #[test]
    fn a_game_of_four_cards_has_an_equilibrium() {
        let tree = tree("four");
        let even = tree.exploitability(&tree.uniform());
        // The tests of the Python package expect the same.
        assert!((even - 3.731_428_571).abs() < 1e-8, "{even}");
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
    fn listed_deals_are_those_of_the_game() {
        let cut: Cut = "five".parse().unwrap();
        let game = Bulbous::new(&Options { cut: Some(cut.clone()), ..Options::default() }).unwrap();
        let starts = starts(&game, &cut);
        assert!((starts.iter().map(|(_, p)| p).sum::<f64>() - 1.0).abs() < 1e-9);
        for (order, (state, _)) in cut.deals().iter().zip(&starts) {
            let deck: Vec<String> = order.iter().map(Card::to_string).collect();
            let colours = vec!["R".to_owned(), "B".to_owned()];
            let setup = crate::Setup { colours, first: 0, deck: deck.join(" ") };
            assert_eq!(&game.start(&setup).unwrap(), state);
        }
    }
}
