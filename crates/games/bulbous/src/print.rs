//! What is printed: charms, specimens, bulbs, the First Player token, and an aid for each player.

use crate::card::{Card, Colour};
use crate::draw::paper;
use crate::narrate::plant_in_words;
use crate::options::{FullHand, Majority, Options, Preset};
use crate::public::Specimen;
use crate::rulepage;
use crate::rules::Bulbous;
use bagatelle_core::present::written;
use bagatelle_core::printed::{Backs, Ink, Outline, PieceSet, Printed, PrintedPiece, Prints, Side};
use maud::{Markup, html};

/// A card in millimetres.
const CARD: (f64, f64) = (54.0, 79.0);
/// A player aid.
const AID: (f64, f64) = (88.0, 70.0);
/// A bulb.
const BULB: (f64, f64) = (12.0, 12.0);
/// The First Player token.
const TOKEN: (f64, f64) = (25.0, 25.0);
/// How many bulbs of each colour there are. More are rarely won, and any small thing will do.
const BULBS: usize = 16;

impl Printed for Bulbous {
    const ASKED: &'static [&'static str] = &["preset", "declared", "majority", "full-hand"];

    fn prints(&self, ink: Ink) -> Prints {
        let low = ink == Ink::Low;
        let set = |name, making, size, outline, pieces| PieceSet {
            name,
            making,
            size,
            outline,
            folds: &[],
            backs: Backs::Ornament,
            pieces,
        };
        let charm = |card: Card| {
            PrintedPiece::drawn(card.name(), 1, paper::FACE, paper::card(card, low), Some(paper::back(low)))
        };
        let plant = |specimen: Specimen| {
            let name = written(plant_in_words(specimen));
            PrintedPiece::drawn(name, 1, paper::FACE, paper::specimen(specimen, low), None)
        };
        let bulb = |colour: Colour| {
            let art = || paper::bulb(colour, low);
            PrintedPiece::drawn(format!("{} bulb", colour.name()), BULBS, paper::BULB, art(), Some(art()))
        };
        let first = || paper::token(low);
        let token = PrintedPiece::drawn("First Player".to_owned(), 1, paper::TOKEN, first(), Some(first()));
        let aid = PrintedPiece {
            name: "player aid".to_owned(),
            count: 4,
            front: Side::Words(aid(&self.0)),
            back: None,
        };
        let rectangle = Outline::Rectangle;
        let sets = vec![
            set(
                "Charms",
                "Print on card, or sleeve them with a playing card.",
                CARD,
                rectangle,
                Card::all().map(charm).collect(),
            ),
            set("Plants", "Print on card.", CARD, rectangle, Specimen::all().map(plant).collect()),
            set("Player aids", "One for each player.", AID, rectangle, vec![aid]),
            set(
                "Bulbs",
                "If you run out, use any small objects.",
                BULB,
                Outline::Round,
                Colour::ALL.map(bulb).into(),
            ),
            set("First Player", "It moves left after each round.", TOKEN, Outline::Round, vec![token]),
        ];
        Prints { sets, card: card(&self.0) }
    }
}

/// What a bulb and a full plant score.
pub(crate) fn score(options: &Options) -> Markup {
    let most = match options.majority {
        Majority::Most => "Most bulbs on a full plant",
        Majority::Half => "More than half of the bulbs on a full plant",
    };
    let shared = match options.majority {
        Majority::Most => "1 if shared",
        Majority::Half => "1 if players share the most",
    };
    html! {
        ul {
            li { "A bulb: 1 point." }
            @if options.preset == Preset::Rules2026 {
                li { (most) ": 3 more, or " (shared) "." }
                li { "Most, or shared most, on full plants of all four colours: 5 more; of all four sizes: \
                    10 more." }
            } @else {
                li { (most) ": 2 more, or " (shared) "." }
            }
        }
    }
}

/// What a pass does.
fn pass(options: &Options) -> &'static str {
    match options.full_hand {
        FullHand::Nothing => "and draw a card, unless your hand is full.",
        FullHand::Discard => "and draw a card; if your hand was full, then discard one face up.",
    }
}

/// What happens if the highest bet is tied.
fn tie(options: &Options) -> &'static str {
    match options.preset {
        Preset::Rules2026 => "Tied players may each add a card of the colour, no Wild. Still tied: no bulb.",
        Preset::Page2024 => "A tie for the highest: no bulb.",
    }
}

/// The card that each player has.
fn aid(options: &Options) -> Markup {
    html! {
        h2 { "On your turn" }
        ul {
            li { strong { "Bet " } "cards of the plant’s colour, or the Wild of its symbol, face down." }
            li { strong { "Swap " } "one or two cards: discard them face up, draw as many." }
            li { strong { "Pass " } (pass(options)) }
        }
        h2 { "The reveal" }
        ul {
            li { "The Wild wins, else the highest sum. A Double doubles the sum." }
            li { (tie(options)) }
        }
        h2 { "Score" }
        (score(options))
        p { "Full hand: 9 cards with two players, 7 with more." }
    }
}

fn card(options: &Options) -> Markup {
    html! {
        h2 { "Set-up" }
        ul {
            li { strong { "Two players: " } "one takes the red and yellow plants (triangle), the other the \
                blue and green ones (circle). Nine cards each." }
            @if options.preset == Preset::Page2024 {
                li { strong { "Three players: " } "each takes a colour. "
                    @if options.full_deck { "The cards of the fourth colour stay in the deck." }
                    @else { "Leave out the fourth one with its eight cards." }
                    " Seven cards each." }
            }
            li { strong { "Four players: " } "each takes a colour. Seven cards each." }
            li { "Draw lots for the First Player. From there, clockwise, everyone brings in one plant of \
                each of their colours." }
        }
        h2 { "A round" }
        ul {
            @if options.declared || options.preset == Preset::Rules2026 {
                li { "The First Player declares the order in which the plants are contested." }
            } @else {
                li { "Each plant in play is contested once. The First Player chooses the next one each \
                    time." }
            }
            li { "For each plant, everyone acts once, clockwise, the First Player first." }
        }
        h2 { "On your turn" }
        ul {
            li { strong { "Bet " } "any number of cards of the plant’s colour, or the Wild of its symbol, \
                face down." }
            li { strong { "Swap " } "one or two cards: discard them face up, then draw the same number." }
            li { strong { "Pass " } (pass(options)) }
        }
        h2 { "The reveal" }
        ul {
            li { "The matching Wild wins. Otherwise the highest sum wins; a Double doubles the whole sum." }
            li { (tie(options)) }
            li { "The winner plants a bulb. All cards that were bet are discarded." }
        }
        (rulepage::sample_cards())
        h2 { "The end of a round" }
        ul {
            li { "Full plants go home with their bulbs. If any do, everyone draws up to a full hand, and the \
                owners bring in new plants of the same colours." }
            li { "The First Player token passes to the left." }
        }
        h2 { "The end of the game" }
        p { "When a player’s last plant comes into play, the next round is the last." }
        (score(options))
        p { "Who owns the plant doesn’t matter." }
    }
}
