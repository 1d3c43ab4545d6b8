//! The rules in plain words, with a figure drawn by the game itself, and how to play well.

use crate::draw;
use crate::options::Options;
use crate::rules::ToyGame;
use crate::view::View;
use bagatelle_core::{Game, Seat};
use maud::{Markup, PreEscaped, html};

/// The rule page as an HTML fragment.
#[must_use]
pub fn html() -> Markup {
    let view = View { viewer: Some(Seat(0)), hand: vec![2, 7, 9], led: Some(5), tricks: vec![[4, 6]] };
    let figure = ToyGame::new(&Options::default()).map(|game| draw::picture(&game, &view, Seat(0), false));
    html! {
        p.lead { "Toy game is for two players, with cards numbered 1 to 11." }
        h2 { "The deal" }
        p { "Each player gets three cards, which the other one does not see. The others are the deck." }
        h2 { "A trick" }
        p { "One player leads a card, and the other one answers with any card. The higher card wins the \
            trick, and its player leads the next one. You can also agree before the game that the lower card \
            wins." }
        figure {
            @if let Ok(figure) = figure { (PreEscaped(figure)) }
            figcaption { "The other player has won the first trick with the 6, and leads the 5." }
        }
        p { "After each of the first two tricks both players draw a card, the winner first." }
        h2 { "The end" }
        p { "After five tricks all cards are played, but for one that is left in the deck. The player who \
            has won more tricks wins the game." }
        h2 { "How to play well" }
        p { "Answer with the weakest card that wins, or, if none does, with the weakest of all. And count: \
            what was not played and is not in your hand is with the other player or in the deck." }
        h2 { "On this page" }
        p { "Pick a card of your hand, or press its number." }
    }
}
