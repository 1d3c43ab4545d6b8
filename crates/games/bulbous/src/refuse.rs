//! Why something cannot be picked, in the words of the rules.

use crate::ask::picked;
use crate::card::{Card, Colour, Face};
use crate::cards::Cards;
use crate::public::{Phase, Public, Specimen};
use crate::rules::Illegal;
use crate::view::View;
use bagatelle_core::present::player;
use bagatelle_core::present::text::capitalised;
use bagatelle_core::{Seat, Turn};

/// What a name in the drawing, or that of a button, stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Named {
    Card(Card),
    Specimen(Specimen),
    /// A card that lies face down before a seat.
    Back(Seat),
    /// The plate of a seat.
    Plate(Seat),
    Deck,
    Discards,
    Bet,
    Swap,
    /// The button that discards.
    Put,
}

impl Named {
    /// Reads a name. `None` for what has no meaning of its own, such as a key.
    fn read(name: &str) -> Option<Named> {
        let (kind, rest) = name.split_once('-').unwrap_or((name, ""));
        let mut parts = rest.split('-');
        let mut seat = || Some(Seat(parts.next()?.parse().ok()?));
        Some(match (kind, rest) {
            ("card", text) => Named::Card(Card::from_text(text)?),
            ("specimen" | "slot" | "bulb", _) => {
                let colour = parts.next()?.chars().next().and_then(Colour::from_letter)?;
                let size = parts.next()?.parse().ok().filter(|size| matches!(size, 1..=4))?;
                Named::Specimen(Specimen { colour, size })
            }
            ("back", _) => Named::Back(seat()?),
            ("seat", _) => Named::Plate(seat()?),
            ("deck", "") => Named::Deck,
            ("discards", "") | ("discard", "count") => Named::Discards,
            ("do", "bet") => Named::Bet,
            ("do", "swap") => Named::Swap,
            ("do", "discard") => Named::Put,
            _ => return None,
        })
    }
}

/// Why nothing can be done with the last of the picks.
pub(crate) fn why_not(view: &View, picks: &[&str]) -> Option<String> {
    let (last, before) = picks.split_last()?;
    let named = Named::read(last)?;
    let public = view.public();
    let seat = match public.turn() {
        Turn::Over => return Some("The game is over.".into()),
        Turn::Chance => return Some("The discards have to be shuffled first.".into()),
        Turn::Seat(seat) => seat,
    };
    if view.viewer().seat() != Some(seat) {
        return Some(format!("It’s {}’s turn.", player(seat)));
    }
    match public.phase() {
        Phase::Choose => Some(not_chosen(public, named, seat)),
        Phase::Target => Some(not_named(public, named)),
        Phase::Act => not_acted(view, named, picked(before)),
        Phase::Discard => not_discarded(view, named),
        Phase::Tie => not_added(view, named, picked(before)),
        Phase::Refill | Phase::Over => None,
    }
}

/// `red Adult`.
fn words(specimen: Specimen) -> String {
    format!("{} {}", specimen.colour.name(), specimen.age())
}

/// Why a thing is not the next plant of `seat`.
fn not_chosen(public: &Public, named: Named, seat: Seat) -> String {
    let colour = public.pending().next().map_or("", Colour::name);
    let Named::Specimen(specimen) = named else {
        return format!("First choose your next {colour} plant. You bet after that.");
    };
    if specimen.colour.name() == colour {
        return format!("The {} has been in play before: choose one in reserve.", words(specimen));
    }
    match public.owner(specimen.colour) {
        Some(owner) if owner == seat => format!("Choose a {colour} plant now."),
        Some(owner) => format!("That plant is {}’s: choose a {colour} one.", player(owner)),
        None => format!("Choose a {colour} plant."),
    }
}

/// Why a thing cannot be named as what is contested next.
fn not_named(public: &Public, named: Named) -> String {
    let Named::Specimen(specimen) = named else {
        return "First choose the plant to bet on. You bet after that.".into();
    };
    let name = words(specimen);
    if public.active(specimen.colour) != Some(specimen) {
        return if public.in_reserve(specimen) {
            format!("The {name} isn’t in play yet.")
        } else {
            format!("The {name} is full and has gone home.")
        };
    }
    if public.is_contested(specimen.colour) {
        return format!("The {name} has had its turn this round.");
    }
    format!("The {name} already has its place in the order.")
}

/// Why a thing cannot be bet or swapped. `before` are the cards picked so far.
fn not_acted(view: &View, named: Named, before: Cards) -> Option<String> {
    let public = view.public();
    let target = public.target()?;
    let (colour, hand) = (target.colour, view.hand());
    let layable = public.layable(view.options().bluff);
    let misfit = |card: Card| capitalised(&Illegal::WrongColour { card, colour }.to_string()) + ".";
    match named {
        Named::Bet => match (before - layable).iter().next() {
            Some(card) => Some(misfit(card)),
            None => before.is_empty().then(|| "Pick the cards to bet first.".into()),
        },
        Named::Swap if before.is_empty() => Some("Pick one or two cards to swap first.".into()),
        Named::Swap => (before.len() > 2).then(|| "You can swap only one or two cards.".into()),
        Named::Card(card) if !hand.has(card) => Some(elsewhere(public, card)),
        Named::Card(card) if before.len() >= 2 && !layable.has(card) => Some(misfit(card)),
        Named::Card(_) => (before.len() >= 2).then(|| "You can swap only one or two cards.".into()),
        Named::Specimen(specimen) if specimen == target => {
            Some("Pick cards from your hand to bet on it.".into())
        }
        Named::Specimen(_) => {
            Some(format!("The {} is contested now: pick cards from your hand.", words(target)))
        }
        _ => piles(view, named),
    }
}

/// Why a thing cannot be discarded after a pass with a full hand.
fn not_discarded(view: &View, named: Named) -> Option<String> {
    match named {
        Named::Put => Some("Pick the card to discard first.".into()),
        Named::Card(card) if !view.hand().has(card) => Some(elsewhere(view.public(), card)),
        Named::Card(_) => Some("You discard only one card.".into()),
        Named::Bet | Named::Swap | Named::Specimen(_) => Some("You’ve passed: now discard one card.".into()),
        _ => piles(view, named),
    }
}

/// Why a thing cannot be added to a tie.
fn not_added(view: &View, named: Named, before: Cards) -> Option<String> {
    let public = view.public();
    let colour = public.target()?.colour.name();
    match named {
        Named::Bet if before.is_empty() => Some(format!("Pick the {colour} card to add first.")),
        Named::Card(card) if !view.hand().has(card) => Some(elsewhere(public, card)),
        Named::Card(card) if card.face() == Face::Wild => {
            Some(format!("You can’t add a Wild to a tie: add a {colour} card."))
        }
        Named::Card(card) if !public.layable(view.options().bluff).has(card) => {
            Some(format!("You can add only a {colour} card."))
        }
        Named::Card(_) | Named::Bet => Some("You can add only one card.".into()),
        Named::Swap | Named::Put => Some("You can’t swap while a tie is played out.".into()),
        Named::Specimen(_) => Some(format!("Pick a {colour} card to add, or add nothing.")),
        _ => piles(view, named),
    }
}

/// Why a card that is not in the hand is not played.
fn elsewhere(public: &Public, card: Card) -> String {
    if public.discards().set().has(card) {
        "That card has been discarded: pick cards from your hand.".into()
    } else {
        "That card has been bet: pick cards from your hand.".into()
    }
}

/// Why piles and the things of other seats cannot be picked.
fn piles(view: &View, named: Named) -> Option<String> {
    match named {
        Named::Deck => Some("To draw from the deck, swap or pass.".into()),
        Named::Discards => Some("Discards stay out of play until the deck runs out.".into()),
        Named::Back(seat) => {
            Some(format!("That’s {}’s bet: it’s revealed once everyone has acted.", player(seat)))
        }
        Named::Plate(seat) if view.viewer().seat() != Some(seat) => {
            Some(format!("Those belong to {}: play the cards in your hand.", player(seat)))
        }
        _ => None,
    }
}
