//! The rules in our own words, with figures drawn by the game itself.

use crate::action::Action;
use crate::card::Card;
use crate::cards::Cards;
use crate::draw;
use crate::options::{Options, Setup};
use crate::rules::Bulbous;
use bagatelle_core::present::Scene;
use bagatelle_core::{Game, Seat, Viewer};
use maud::{Markup, PreEscaped, html};

/// The rule page as an HTML fragment.
#[must_use]
pub(crate) fn html() -> Markup {
    html! {
        p.lead {
            "Bulbous is a game of secret bids for two to four. Strange plants, the Baelfungious, stand in \
             the middle; the "
            "player who lays the strongest charm cards on one of them plants a bulb there. Our document is \
             the game's help page of 2024 "
            "on Board Game Arena, which names no author; component lists come from the publisher's rule \
             books. The words and "
            "drawings here are our own."
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
            (cards("R3,B5,Y9,GX,WT", "A number of each of three colours, a Double, and the Wild of the \
                triangle."))
        }
        section id="plants" {
            h2 { "The plants" }
            p {
                "Each player owns four plants, or specimens, of one colour, with one, two, three and four \
                 places for bulbs; with two players, all "
                "eight of both colours of a symbol. One specimen of each colour is active, chosen by its \
                 owner."
            }
        }
        section id="round" {
            h2 { "A round" }
            p {
                "Each active specimen is contested once in a round. The First Player names which comes next, \
                 and acts first; the others "
                "follow clockwise."
            }
        }
        section id="turn" {
            h2 { "Your turn" }
            p { "Each player does one thing:" }
            ul {
                li { strong { "Bet. " } "Lay any number of cards of the specimen's colour, or the Wild of \
                    its symbol, face down." }
                li { strong { "Swap. " } "Put one or two cards face up onto the discards and draw as many." }
                li { strong { "Pass. " } "Draw a card, unless your hand is full: seven cards, or nine with \
                    two players." }
            }
            (table())
        }
        section id="reveal" {
            h2 { "Turning over" }
            p {
                "When all have acted, the bets are turned over together. The matching Wild wins outright. \
                 Otherwise the highest sum "
                "wins; a Double in it doubles the whole sum. The winner plants one bulb. If the highest is \
                 shared, or there "
                "are no bets, no bulb is planted. All cards that were laid are discarded."
            }
            (cards("R3,R4,RX", "Worth 14: three and four, doubled. A 5 and a 9 would tie with it."))
            p { "A Double alone is worth nothing: it loses to a 3, and wins only if there is no other bet." }
        }
        section id="round-end" {
            h2 { "The end of a round" }
            p {
                "A specimen whose places are all taken is full and goes home with its bulbs at the end of \
                 the round. If at least one has gone, "
                "every hand is filled up, and its owner chooses another of the same colour. The First Player \
                 token moves left. "
                "When the deck runs out and a card is needed, the discards are shuffled into a new one."
            }
        }
        section id="end" {
            h2 { "The end of the game" }
            p {
                "When a player's last specimen comes into play, the round that then begins is the last. A \
                 bulb is worth one point, "
                "on whatever specimen. On each full specimen, the player with the most bulbs gets two more \
                 points; if several share the "
                "most, each gets one. It does not matter who owns the specimen. The most points win; equal \
                 totals share the victory."
            }
        }
        section id="silent" {
            h2 { "Where the document is silent" }
            ul {
                li { "With three players one colour is left out, the one you choose, and its eight cards \
                    stay in the box. As an option, the full deck is played." }
                li { "All begin with a full hand. The first First Player is drawn by lot, so the first seat \
                    need not be the First Player. In the first round all choose a plant, clockwise from the \
                    First Player; choices are open, and so are those of plants that come in later, before \
                    the First Player names one." }
                li { "If a player's reserve holds one plant only, it comes in without a choice; the last \
                    plant of a round is contested without being named." }
                li { "A pass with a full hand draws nothing: the card is left out, not exchanged." }
                li { "“Choose the sequence of the turns” is read as naming each specimen right before its \
                    turn. An option lets the First Player declare the whole order at the start of the \
                    round." }
                li { "A Wild may lie with other cards; the Wild of the other symbol may not be laid at all." }
                li { "If only one player has bet, that player wins, whatever the bet is worth." }
                li { "A swap puts cards away first and then draws, so they may come back in a new deck. \
                    Face-down cards are never shuffled in." }
                li { "With two players, a colour that is used up leaves its place empty, and rounds get \
                    shorter; a player's last specimen is the last of all eight, or, as an option, the fourth \
                    of either colour." }
                li { "“Majority” means the highest number of bulbs, not more than half." }
                li { "All may pass for ever; a limit of rounds can be set, after which the game is scored as \
                    it stands." }
                li { "The text of the “advanced variant” is lost. As an experiment, bluffs can be allowed: \
                    any cards may be laid, but only those of the colour and the matching Wild count. A bet \
                    of which no card counts is no bet: it wins nothing, even alone, and ties with nothing. \
                    (In games begun by earlier versions it was a bet worth 0.)" }
            }
        }
        section id="book-2026" {
            h2 { "The rule book of 2026" }
            p {
                "The publisher's newer book is an option, for two or four players. The First Player declares \
                 the order of the whole "
                "round at its start. Those who tie for the highest bet may each add one card of the colour, \
                 face down "
                "and not a Wild; a Double adds nothing. They answer in any order, and an answer stays. Until \
                 all of them have answered, the others see only who has: not whether a card was added. Only \
                 those who add a card can win, and if they are still level "
                "no bulb is planted. The most bulbs on a full specimen are worth three points, shared ones \
                 one. A player who has "
                "(or shares) the most on full specimens of all four colours gets five points, of all four \
                 sizes ten. Four can play "
                "in two teams, triangle against circle, sitting alternately; then the teams' totals decide."
            }
        }
        section id="page" {
            h2 { "On this page" }
            ul {
                li { "Pick cards, then Bet or Swap; or press Pass (the " kbd { "p" } " key)." }
                li { "Only you see your hand and your face-down cards. How many cards the others hold or lay \
                    is open to all; so are the discards, and the score as it stands." }
                li { "Bets lie face down until all have acted, then all turn over together. Yours have a \
                    corner bent up, so that you can see what you laid." }
                li { "A sprout marks cards that you have just drawn." }
                li { "A move that has shown no card (a choice, a bet that still lies face down) can be taken \
                    back if all agree." }
            }
        }
        section id="writing" {
            h2 { "Moves in writing" }
            p {
                code { "choose:3" } " brings in the specimen with three places, " code { "target:R" }
                    " names red's, " code { "bet:R3,R9,RX" } ", "
                code { "swap:B4,WC" } " and " code { "pass" } " are the three things to do. " code {
                    "~R3,B7,…" } " is the order of a new deck, "
                "the top first. Colours are R, B, Y and G; X is a Double, WT and WC are the Wilds."
            }
        }
    }
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
        Some(draw::svg(&Scene { last: last.as_ref(), ..Scene::still(&view) }))
    };
    html! {
        figure {
            (PreEscaped(picture().unwrap_or_default()))
            figcaption {
                "Red's specimen is contested. Green has passed, you (red) have laid 4 and the Double, blue \
                 has laid a card; "
                "yellow is to act."
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
        assert!(!page.contains("<text"), "no fonts needed");
    }
}
