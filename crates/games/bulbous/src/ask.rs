//! What players are asked: the goal, what to do after the picks so far, for whom they are waiting, and which
//! part of the rules matters.

use crate::card::{Card, Colour};
use crate::cards::{Cards, worth};
use crate::narrate::counted_cards;
use crate::options::{Bluff, Majority, Options, Preset};
use crate::public::{Deed, Phase};
use crate::view::View;
use bagatelle_core::Turn;
use bagatelle_core::present::player;
use bagatelle_core::present::text::{capitalised, list};

/// What wins under these options.
pub(crate) fn goal(options: &Options) -> String {
    let whose = if options.teams { "As a team, score" } else { "Score" };
    let within = match options.max_rounds {
        0 => String::new(),
        1 => " in one round".into(),
        rounds => format!(" within {rounds} rounds"),
    };
    let most = match options.majority {
        Majority::Most => "the most bulbs",
        Majority::Half => "more than half of the bulbs",
    };
    let points = match options.preset {
        Preset::Page2024 => format!("1 for each bulb you plant, 2 more for having {most} on a full plant"),
        Preset::Rules2026 => format!(
            "1 for each bulb you plant, 3 for having {most} on a full plant, 5 for having the most on full \
             plants of all four colours, 10 on full plants of all four sizes"
        ),
    };
    format!("{whose} the most points{within}: {points}.")
}

/// What the seat to act is asked after these picks.
pub(crate) fn status(view: &View, picks: &[&str]) -> String {
    let public = view.public();
    match public.phase() {
        Phase::Choose => {
            let next = if public.round() == 0 { "first" } else { "next" };
            let colour = public.pending().next().map_or("", Colour::name);
            format!("Choose your {next} {colour} plant. Each dot is room for one bulb.")
        }
        Phase::Target => {
            let place = match (declares(&view.options), public.plan().count()) {
                (false, _) => "next",
                (true, 0) => "first in this round",
                (true, 1) => "second",
                (true, _) => "third",
            };
            format!("You’re the First Player: choose the plant to bet on {place}.")
        }
        Phase::Act => act(view, picked(picks)),
        Phase::Discard => match picked(picks) {
            cards if cards.is_empty() => {
                "You passed with a full hand: discard a card. A sprout marks the one you drew.".into()
            }
            cards => format!("{} picked: discard it, or pick another card.", capitalised(&in_words(cards))),
        },
        Phase::Tie => tie(view, picked(picks)),
        Phase::Refill | Phase::Over => "The game is over.".into(),
    }
}

fn declares(options: &Options) -> bool {
    options.declared || options.preset == Preset::Rules2026
}

/// The cards among the picks.
pub(crate) fn picked(picks: &[&str]) -> Cards {
    picks.iter().filter_map(|pick| Card::from_text(pick.strip_prefix("card-")?)).collect()
}

/// `red 3, 5 and Double`; cards of several colours are counted.
fn in_words(cards: Cards) -> String {
    let mut left = cards.iter();
    let (Some(first), more) = (left.next(), cards.len() > 1) else { return "nothing".into() };
    let of_one = first.colour().is_some_and(|colour| Cards::of(colour).holds(cards));
    if !more {
        return first.name();
    }
    if !of_one {
        return counted_cards(cards.len());
    }
    let after_colour = |card: Card| card.name().rsplit(' ').next().unwrap_or_default().to_owned();
    let mut words = vec![first.name()];
    words.extend(left.map(after_colour));
    list(&words)
}

/// What is asked when it is time to bet, swap or pass.
fn act(view: &View, cards: Cards) -> String {
    let public = view.public();
    let Some(specimen) = public.target() else { return "Pick cards to bet or to swap, or pass.".into() };
    let colour = specimen.colour;
    let layable = view.hand() & public.layable(view.options().bluff);
    let plant = format!("the {} {}", colour.name(), specimen.age());
    if cards.is_empty() {
        return if view.hand().is_empty() {
            "Your hand is empty: pass to draw a card.".into()
        } else if layable.is_empty() {
            format!("You have no {} card or matching Wild to bet: swap cards, or pass.", colour.name())
        } else {
            format!("Pick cards to bet on {plant} or to swap, or pass.")
        };
    }
    let words = capitalised(&in_words(cards));
    let wild = !(cards & Cards::wild_for(colour)).is_empty();
    match (layable.holds(cards), cards.len()) {
        (false, 1) => format!("{words} picked: swap it, or pick a second card to swap as well."),
        (false, 2) => "Two cards picked: swap them.".into(),
        (false, _) => "You can swap only one or two cards.".into(),
        (true, 1) if wild => format!("{words}, which beats any sum: bet it or swap it."),
        (true, _) if wild => "The Wild wins alone: bet these, or put the others back.".into(),
        (true, n) => {
            let fits = Cards::fitting(colour);
            if view.options().bluff == Bluff::Counted && (cards & fits).is_empty() {
                return format!("{words}: none of them count, so this is a bluff, not a bet.");
            }
            let it = if n == 1 { "it" } else { "them" };
            let how = if n <= 2 { format!("bet or swap {it}") } else { format!("bet {it}") };
            let more = if layable == cards { "" } else { ", or pick more" };
            format!("{words}, worth {}: {how}{more}.", worth(cards, colour))
        }
    }
}

/// What is asked when a tie is played out.
fn tie(view: &View, cards: Cards) -> String {
    let public = view.public();
    let colour = public.target().map_or("", |specimen| specimen.colour.name());
    if !cards.is_empty() {
        return format!("{} picked: add it, or add nothing.", capitalised(&in_words(cards)));
    }
    if (view.hand() & public.layable(view.options().bluff)).is_empty() {
        return format!("You’re tied and have no {colour} card: add nothing.");
    }
    format!("You’re tied: add one {colour} card to win, or add nothing.")
}

/// For whom and what a viewer waits who is not to act.
pub(crate) fn waiting(view: &View) -> Option<String> {
    let public = view.public();
    let seat = match public.turn() {
        Turn::Over => return None,
        Turn::Chance => return Some("Shuffling the discards into a new deck.".into()),
        Turn::Seat(seat) => seat,
    };
    let who = player(seat);
    let acted = view.viewer().seat().is_some_and(|own| public.deed(own) != Deed::Waiting);
    Some(match public.phase() {
        Phase::Choose => {
            let colour = public.pending().next().map_or("", Colour::name);
            format!("Waiting for {who} to choose the next {colour} plant.")
        }
        Phase::Target => format!("Waiting for {who} to choose the plant to bet on."),
        Phase::Discard => format!("Waiting for {who} to discard a card."),
        Phase::Tie => {
            let names: Vec<String> = public.asked().map(player).collect();
            let (who, many) = (list(&names), names.len() > 1);
            match view.viewer().seat().is_some_and(|own| public.has_answered(own)) {
                true => format!("You’ve answered. {who} may still add one card."),
                false if many => format!("{who} are tied. Each may add one card."),
                false => format!("{who} is tied and may add one card."),
            }
        }
        _ if acted => format!("Waiting for {who} to bet, swap or pass."),
        _ => match public.target() {
            Some(plant) => {
                format!(
                    "Waiting for {who} to bet on the {} {}, swap or pass.",
                    plant.colour.name(),
                    plant.age()
                )
            }
            None => format!("Waiting for {who} to bet, swap or pass."),
        },
    })
}

/// What the table waits for, in one line.
pub(crate) fn headline(view: &View) -> String {
    match (view.public().turn(), view.viewer().seat()) {
        (Turn::Over, _) => "The game is over.".into(),
        (Turn::Seat(seat), Some(own)) if seat == own => status(view, &[]),
        _ => waiting(view).unwrap_or_default(),
    }
}

/// The section of the rules that matters now.
pub(crate) fn topic(view: &View) -> &'static str {
    match view.public().phase() {
        Phase::Choose => "plants",
        Phase::Target => "round",
        Phase::Act | Phase::Discard => "turn",
        Phase::Tie => "book-2026",
        Phase::Refill | Phase::Over => "end",
    }
}
