//! The rules in our own words, with figures drawn by the game itself.

use crate::action::Action;
use crate::card::Card;
use crate::cards::Cards;
use crate::draw;
use crate::options::{Options, Setup};
use crate::rules::Bulbous;
use crate::seats::by_colours;
use bagatelle_core::present::Scene;
use bagatelle_core::{Game, Seat, Viewer};
use maud::{Markup, PreEscaped, html};

/// The rule page as an HTML fragment.
#[must_use]
pub(crate) fn html() -> Markup {
    html! {
        p.lead {
            "Bulbous is a game of secret bets for two to four players. Strange plants, the Baelfungious, \
             stand in the middle; the player who bets the strongest charm cards on one of them plants a bulb \
             there. We follow the game’s 2024 help page on Board Game Arena, which names no author; the \
             component lists come from the publisher’s rule books. The words and drawings here are our own."
        }
        section id="cards" {
            h2 { "The cards" }
            p {
                "There are 34 charm cards: 3 to 9 in red, blue, yellow and green, one " strong { "Double" }
                    " in each colour, and "
                "two " strong { "Wilds" } ". Red and yellow bear the triangle, blue and green the circle, \
                    and each symbol has "
                "its Wild. You hold seven cards at most; with two players, nine."
            }
            (sample_cards())
        }
        section id="plants" {
            h2 { "The plants" }
            p {
                "Each player owns the four plants of one colour: the Juvenile, Adult, Bailiff and Leader, \
                 with one, two, three and four spaces for bulbs. With two players, each owns all eight \
                 plants of a symbol’s two colours. One plant of each colour is in play, chosen by its owner."
            }
        }
        section id="round" {
            h2 { "A round" }
            p {
                "In each round, every plant in play is contested once. The First Player chooses which one \
                 is next and acts first; the others follow clockwise."
            }
        }
        section id="turn" {
            h2 { "Your turn" }
            p { "Each player does one of these:" }
            ul {
                li { strong { "Bet. " } "Lay any number of cards of the plant’s colour, or the Wild of its \
                    symbol, face down." }
                li { strong { "Swap. " } "Discard one or two cards face up and draw the same number." }
                li { strong { "Pass. " } "Draw a card, unless your hand is full: seven cards, or nine with \
                    two players." }
            }
            (table())
        }
        section id="reveal" {
            h2 { "The reveal" }
            p {
                "Once everyone has acted, all bets are turned over together. The matching Wild wins \
                 outright. Otherwise the highest sum wins; a Double doubles the whole sum. The winner \
                 plants one bulb. If the highest sum is tied, or there are no bets, no one plants a bulb. \
                 All cards that were bet are discarded."
            }
            (cards("R3,R4,RX", "Worth 14: three and four, doubled. A 5 and a 9 would tie with it."))
            p { "A Double alone is worth nothing. It loses to a 3, and wins only if there’s no other bet." }
        }
        section id="round-end" {
            h2 { "The end of a round" }
            p {
                "At the end of the round, every full plant goes home with its bulbs. If any plants go home, \
                 everyone draws up to a full hand, and the owners choose new plants of the same colours. \
                 The First Player token passes to the left. When the deck runs out and a card is needed, \
                 shuffle \
                 the discards into a new deck."
            }
        }
        section id="end" {
            h2 { "The end of the game" }
            p {
                "When a player’s last plant comes into play, the next round is the last. Each bulb is worth \
                 one point, whichever plant it is on. On each full plant, the player with the most bulbs \
                 scores two more points; if several tie for the most, each scores one. It doesn’t matter \
                 who owns the plant. The player with the most points wins; players with equal totals \
                 tie."
            }
        }
        section id="silent" {
            h2 { "Where the rules are silent" }
            ul {
                li { "With three players you choose a colour to leave out, and its eight cards stay in the \
                    box. An option plays with the full deck." }
                li { "Everyone begins with a full hand. The starting First Player is drawn by lot, and may \
                    sit in any seat. In the first round everyone chooses a plant, clockwise from the First \
                    Player. These choices are open, as are those for later plants, which are made before \
                    the First Player chooses where to bet." }
                li { "If a player’s reserve holds only one plant, it comes in without a choice. The last \
                    plant of a round is contested without being chosen." }
                li { "If you pass with a full hand, you “ignore the extra card”: you draw nothing and don’t \
                    exchange a card. With the option " em { "draw a card, then discard one" } " you take it \
                        and then put one of your cards, the new one or another, face up on the discards." }
                li { "We read “Choose the sequence of the turns” as choosing each plant just before its \
                    turn. With an option, the First Player declares the whole order at the start of the \
                    round." }
                li { "You may bet a Wild with other cards. You may not bet the Wild of the other symbol." }
                li { "If only one player bets, that player wins, whatever the bet is worth." }
                li { "In a swap you discard before you draw, so the same cards may come back in a new deck. \
                    Face-down cards are never shuffled in." }
                li { "With two players, a used-up colour leaves its place empty, and rounds get shorter. A \
                    player’s last plant is the last of all eight or, with an option, the fourth of either \
                    colour, or simply the player’s fourth." }
                li { "“2 points for each majority of bulbs”: a majority is the highest number of bulbs. With \
                    the option " em { "more than half" } " it must be more than half of the bulbs on the \
                        plant; with half or fewer there’s no bonus, even if they are the most. Players who \
                        share the most still score 1 each. With two players both readings are the same." }
                li { "The rules don’t say who plays which colour. The seats have red, blue, yellow and green \
                    in turn, so you choose a colour with your seat. Three players also choose the colour \
                    they leave out." }
                li { "Players could pass for ever. You can set a round limit, after which the game is \
                    scored as it stands." }
                li { "The text of the “advanced variant” is lost. As an experiment, you can allow bluffs: \
                    players may bet any cards, but only those of the colour and the matching Wild count. If \
                    no card in a bet counts, the bet doesn’t, either: it can’t win, even alone, and can’t \
                    tie. (In games begun by earlier versions, it was a bet worth 0.)" }
            }
        }
        section id="book-2026" {
            h2 { "The 2026 rule book" }
            p {
                "The publisher’s newer book is an option for two or four players. The First Player declares \
                 the order of the whole round at its start. The players who tie for the highest bet may \
                 each add one card of the colour face down, but not a Wild; a Double adds nothing. They \
                 answer in any order, and answers are final. Until all of them have answered, the others \
                 see only who has answered, not whether they added a card. Only players who add a card can \
                 win, and if they are still tied, no one plants a bulb. Having the most bulbs on a full \
                 plant is worth three points, or one if shared. Having (or sharing) the most on full plants \
                 of all four colours scores five points; of all four sizes, ten. Four can \
                 play in two teams, triangle against circle, seated alternately; then the teams’ totals \
                 decide."
            }
        }
        section id="page" {
            h2 { "On this page" }
            ul {
                li { "Pick cards, then Bet or Swap; or press Pass (the " kbd { "P" } " key)." }
                li { "Only you see your hand and your face-down cards. Everyone can see how many cards each \
                    player holds or bets, the discards, and the current score." }
                li { "Bets lie face down until everyone has acted, then all are revealed together. Yours \
                    have a corner bent up, so you can see what you bet." }
                li { "A sprout marks the cards you’ve just drawn." }
                li { "If everyone agrees, you can take back a move that showed no card (a choice, or a bet \
                    still face down)." }
            }
        }
        section id="writing" {
            h2 { "Notation" }
            p {
                code { "choose:3" } " brings in the plant with three spaces, " code { "target:R" }
                    " names red’s, " code { "bet:R3,R9,RX" } ", "
                code { "swap:B4,WC" } " and " code { "pass" } " are the three things you can do. " code {
                    "~R3,B7,…" } " is the order of a new deck, "
                "the top first. Colours are R, B, Y and G; X is a Double, WT and WC are the Wilds."
            }
        }
    }
}

/// Cards of all kinds, as a figure.
pub(crate) fn sample_cards() -> Markup {
    cards("R3,B5,Y9,GX,WT", "A number card in three of the colours, a Double, and the triangle Wild.")
}

fn cards(texts: &str, caption: &str) -> Markup {
    let cards: Vec<Card> = Cards::from_text(texts).unwrap_or_default().iter().collect();
    html! { figure { (PreEscaped(draw::row(&cards))) figcaption { (caption) } } }
}

/// A table in the middle of a turn, as seat 0 sees it.
fn table() -> Markup {
    let deck = "R4 R7 RX B3 Y8 G5 WT B9 B4 R9 Y3 G8 YX R3 Y9 Y4 R6 BX G3 G9 R8 G4 GX B6 B7 Y5 R5 Y7 B5 WC G6 \
        B8 Y6 G7";
    let setup =
        Setup { colours: ["R", "B", "Y", "G"].map(String::from).to_vec(), first: 3, deck: deck.into() };
    let played =
        "choose:2 choose:3 choose:2 choose:3 target:G bet:G4,GX bet:G5 swap:B9,Y3 pass target:R pass";
    let picture = || -> Option<String> {
        let game = Bulbous::new(&Options::default()).ok()?;
        let mut state = game.start(&setup).ok()?;
        let mut last = None;
        for action in played.split(' ').chain(["bet:R4,RX", "bet:R9"]) {
            let action: Action = action.parse().ok()?;
            let before = state.clone();
            game.play(&mut state, action).ok()?;
            last = Some(game.observe(&before, action, &state, Viewer::Seat(Seat(0))));
        }
        let view = game.view(&state, Viewer::Seat(Seat(0)));
        Some(by_colours(draw::svg(&Scene { last: last.as_ref(), ..Scene::still(&view) }), view.public()))
    };
    html! {
        figure {
            (PreEscaped(picture().unwrap_or_default()))
            figcaption {
                "The red plant is contested. Green has passed, you (Red) have bet 4 and the Double, and \
                 Blue has bet a card. It’s Yellow’s turn."
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figures_are_drawn() {
        let page = html().into_string();
        assert_eq!(page.matches("<figure><svg").count(), 3, "every figure has its picture");
        assert!(!page.contains("style="), "no inline styles");
        let (all, names) = (page.matches("<text").count(), page.matches("<svg class=\"name\"").count());
        assert_eq!(all, names, "no text but names");
    }
}
