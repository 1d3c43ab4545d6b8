//! What happened and what is played, in sentences.

use crate::action::Action;
use crate::card::{Card, Colour, Face};
use crate::cards::{Cards, worth};
use crate::evaluate::worst;
use crate::options::{Bluff, FullHand, Last, Majority, Options, Preset};
use crate::public::{Phase, Specimen};
use crate::rules::strength;
use crate::view::{Consequence, Laid, Seen, SeenAction, View};
use bagatelle_core::present::text::{counted, list};
use bagatelle_core::present::{Value, player, written};
use bagatelle_core::{Seat, Turn, Viewer};
use std::fmt::Write;

/// A seat in a sentence: `You`, or the name of its player.
#[must_use]
pub fn who(view: &View, seat: Seat) -> String {
    if view.viewer == Viewer::Seat(seat) { "You".into() } else { player(seat) }
}

/// A specimen in words: `red Adult (2 spaces)`.
#[must_use]
pub fn plant(specimen: Specimen) -> String {
    written(plant_in_words(specimen))
}

/// As [`plant`], to be written into a text.
pub(crate) fn plant_in_words(specimen: Specimen) -> impl Value {
    let spaces = if specimen.size == 1 { " space)" } else { " spaces)" };
    (specimen.colour.name(), ' ', specimen.age(), " (", specimen.size, spaces)
}

/// `1 card`, `3 cards`.
#[must_use]
pub fn counted_cards(n: u8) -> String {
    counted(usize::from(n), "card")
}

/// What happened, told to the viewer of `before`: a line for the deed, and for each step that followed.
#[must_use]
pub fn say(before: &View, seen: &Seen) -> String {
    let mut text = deed(before, seen).unwrap_or_else(|| "The game goes on.".into());
    let full: Vec<Specimen> = seen
        .followed
        .iter()
        .filter_map(|part| match part {
            Consequence::Completed(specimen) => Some(*specimen),
            _ => None,
        })
        .collect();
    for part in &seen.followed {
        let told_already = match (part, seen.action) {
            // Several that go home share a line, that of the first.
            (Consequence::Completed(specimen), _) => full.first() != Some(specimen),
            // What the First Player has just named, or an owner chosen, need not be said twice.
            (Consequence::Turn(colour), SeenAction::Target(named)) => *colour == named,
            (Consequence::Entered(specimen), SeenAction::Choose(size)) => {
                before.public.pending().next() == Some(specimen.colour) && specimen.size == size
            }
            _ => false,
        };
        if !told_already {
            text.push('\n');
            text.push_str(&consequence(before, part, &full));
        }
    }
    text
}

/// What kind of move an action is, as advice. `None` where that is all there is to say.
pub(crate) fn kind(view: &View, action: Action, legal: &[Action]) -> Option<String> {
    let public = &view.public;
    match action {
        Action::Bet(_) if public.phase == Phase::Tie => Some("Add a card.".into()),
        Action::Bet(bet) => Some(how_high(bet, view.hand(), public.target()?.colour)),
        Action::Swap(_) => Some("Swap cards.".into()),
        Action::Target(colour) => {
            let size = |colour: Colour| public.active(colour).map(|specimen| specimen.size);
            let same = |other: &&Action| matches!(other, Action::Target(it) if size(*it) == size(colour));
            Some(match size(colour) {
                Some(spaces) if legal.iter().filter(same).count() > 1 => {
                    format!("Choose a plant with {}.", counted(usize::from(spaces), "space"))
                }
                _ => "Compare your cards with the plants, then choose one.".into(),
            })
        }
        Action::Pass if public.phase == Phase::Tie => Some("Keep your cards.".into()),
        Action::Pass => Some("Pass.".into()),
        Action::Discard(_) => Some("Discard a card.".into()),
        Action::Choose(size) => Some(about_as_large(size, legal)),
        Action::Shuffle(_) => None,
    }
}

/// How much of what counts on a plant a bet takes, without saying which cards.
fn how_high(bet: Cards, hand: Cards, colour: Colour) -> String {
    let (own, wild) = (hand & Cards::of(colour), Cards::wild_for(colour));
    match (bet & own, worth(bet & own, colour), worth(own, colour)) {
        _ if !(bet & wild).is_empty() => "Bet high: this plant is worth it.".into(),
        (laid, ..) if own.len() < 2 || laid.is_empty() => "Bet, rather than swap or pass.".into(),
        (laid, ..) if laid == own => format!("Bet all your {} cards.", colour.name()),
        (_, low, most) if 2 * low <= most => "A small bet is enough here.".into(),
        _ => format!("Bet most of what your {} cards are worth, but not all.", colour.name()),
    }
}

/// How large the plant is that is to be brought in, without saying which it is.
fn about_as_large(size: u8, legal: &[Action]) -> String {
    let size_of = |action: &Action| match action {
        Action::Choose(size) => Some(*size),
        _ => None,
    };
    let mut sizes: Vec<u8> = legal.iter().filter_map(size_of).collect();
    sizes.sort_unstable();
    let half = sizes.len().div_ceil(2);
    if sizes.len() < 3 {
        return "Compare the plants: a larger one takes more bulbs.".into();
    }
    let (which, of) = match sizes[..half].contains(&size) {
        true => ("smaller", &sizes[..half]),
        false => ("larger", &sizes[sizes.len() - half..]),
    };
    let of: Vec<String> = of.iter().map(ToString::to_string).collect();
    format!("Bring in one of the {which} plants, with {} spaces.", of.join(" or "))
}

/// Why an action is good, as far as the rules and the player’s own cards tell it at once.
pub(crate) fn because(view: &View, action: Action, legal: &[Action]) -> Option<String> {
    let (public, hand) = (&view.public, view.hand());
    match action {
        Action::Bet(cards) => {
            let specimen = public.target()?;
            let bulbs: u8 = public.bulbs(specimen).iter().sum();
            if !(cards & Cards::wild_for(specimen.colour)).is_empty() {
                Some("A Wild beats any sum.".into())
            } else {
                (bulbs + 1 == specimen.size).then(|| "One more bulb fills this plant.".into())
            }
        }
        Action::Swap(cards) => {
            let least = worst(hand, Cards::NONE, usize::from(cards.len()), public);
            (cards == least).then(|| "These are the cards you need least.".into())
        }
        Action::Discard(card) => {
            let least = worst(hand, Cards::NONE, 1, public);
            least.has(card).then(|| "It’s the card you need least.".into())
        }
        Action::Target(colour) => {
            let best = |other: &Action| match other {
                Action::Target(it) if *it != colour => worth(hand, *it) < worth(hand, colour),
                _ => true,
            };
            let is_best = legal.len() > 1 && legal.iter().all(best);
            is_best.then(|| "Your cards of this colour are worth the most.".into())
        }
        Action::Pass if public.phase == Phase::Act && hand.len() < public.limit() => {
            Some("You draw a card, as your hand isn’t full.".into())
        }
        _ => None,
    }
}

fn deed(before: &View, seen: &Seen) -> Option<String> {
    let public = &before.public;
    let Turn::Seat(actor) = public.turn() else {
        let SeenAction::Shuffle(count) = seen.action else { return None };
        let drawn = match seen.drew.is_empty() {
            true => String::new(),
            false => format!("\nYou draw the {}.", seen.drew.names()),
        };
        return Some(format!("The {count} discards become a new deck.{drawn}"));
    };
    let you = before.viewer == Viewer::Seat(actor);
    let who = who(before, actor);
    let s = if you { "" } else { "s" };
    let drawing = || match seen.drew.is_empty() {
        false if you => format!("draw the {}", seen.drew.names()),
        _ => format!("draw{s} {}", counted_cards(1)),
    };
    let tie = public.phase == Phase::Tie;
    Some(match seen.action {
        SeenAction::Pass if tie => format!("{who} add{s} nothing."),
        SeenAction::Pass => {
            let passes = if you { "pass" } else { "passes" };
            let (held, limit) = (before.hand_size(actor), public.limit());
            if before.options.full_hand.draws(held, limit) {
                let full = if held < limit { "" } else { " with a full hand" };
                format!("{who} {passes}{full} and {}.", drawing())
            } else {
                format!("{who} {passes} with a full hand.")
            }
        }
        SeenAction::Discard(card) => format!("{who} discard{s} the {}.", card.name()),
        SeenAction::Answered => format!("{who} has answered."),
        SeenAction::Bet(laid) => {
            let what = match laid {
                Laid::Known(own) => format!("the {}", own.names()),
                Laid::Hidden(count) => counted_cards(count),
            };
            format!("{who} {}{s} {what} face down.", if tie { "add" } else { "bet" })
        }
        SeenAction::Swap(out) if you && !seen.drew.is_empty() => {
            // Where the deck runs out, the rest is drawn from a new one.
            let how = if seen.drew.len() == out.len() { " for" } else { ", and draw" };
            format!("You swap the {}{how} the {}.", out.names(), seen.drew.names())
        }
        SeenAction::Swap(out) => format!("{who} swap{s} the {}.", out.names()),
        SeenAction::Target(colour) => format!("{who} choose{s} the {} next.", plant(public.active(colour)?)),
        SeenAction::Choose(size) => {
            let specimen = Specimen { colour: public.pending().next()?, size };
            format!("{who} bring{s} in the {}.", plant(specimen))
        }
        SeenAction::Shuffle(_) => return None,
    })
}

/// A step that followed; `full` are all plants that went home with it.
fn consequence(before: &View, part: &Consequence, full: &[Specimen]) -> String {
    match part {
        Consequence::Revealed { specimen, bets, winner } => {
            let told = tell_bets(before, bets, specimen.colour);
            match winner {
                Some(seat) => {
                    let s = if before.viewer == Viewer::Seat(*seat) { "" } else { "s" };
                    format!("{told}\n{} plant{s} a bulb on the {}.", who(before, *seat), plant(*specimen))
                }
                None if !bets.is_empty()
                    && bets.iter().all(|(_, bet)| !before.options.bluff.counts(*bet, specimen.colour)) =>
                {
                    format!("{told}\nNo bet counts, so no bulb on the {}.", plant(*specimen))
                }
                None if bets.is_empty() => format!("No bets, so no bulb on the {}.", plant(*specimen)),
                None => format!("{told}\nA tie, so no bulb on the {}.", plant(*specimen)),
            }
        }
        Consequence::Tied { specimen, bets } => {
            let told = tell_bets(before, bets, specimen.colour);
            format!("{told}\nA tie: the players with the highest bet may each add one card.")
        }
        Consequence::Completed(_) if full.len() > 1 => {
            let colours: Vec<&str> = full.iter().map(|specimen| specimen.colour.name()).collect();
            format!("The {} plants are full and go home.", list(&colours))
        }
        Consequence::Completed(specimen) => format!("The {} is full and goes home.", plant(*specimen)),
        Consequence::Refilled(drawn) if drawn.is_empty() || before.viewer == Viewer::Spectator => {
            "Everyone draws up to a full hand.".into()
        }
        Consequence::Refilled(drawn) => {
            format!("Everyone draws up to a full hand; you draw the {}.", drawn.names())
        }
        Consequence::Entered(specimen) => format!("The {} comes in.", plant(*specimen)),
        Consequence::LastRound => "The next round is the last.".into(),
        Consequence::Round { number, first } => {
            let own = before.viewer == Viewer::Seat(*first);
            let first = if own { "you are".to_owned() } else { format!("{} is", who(before, *first)) };
            format!("Round {number}: {first} the First Player.")
        }
        Consequence::Turn(colour) => format!("The {} plant is next.", colour.name()),
        Consequence::DeckEmpty => "The deck has run out.".into(),
        Consequence::Over => "The game is over.".into(),
    }
}

/// A line for each bet: `Red shows red 3 and red 9, worth 12.`
fn tell_bets(before: &View, bets: &[(Seat, Cards)], colour: Colour) -> String {
    let mut text = String::new();
    for &(seat, cards) in bets {
        let s = if before.viewer == Viewer::Seat(seat) { "" } else { "s" };
        if !text.is_empty() {
            text.push('\n');
        }
        let wild = !(cards & Cards::wild_for(colour)).is_empty();
        let number = matches!(cards.iter().next().map(Card::face), Some(Face::Number(_)));
        let alone = cards.len() == 1;
        let worth = match (wild, alone && number && Cards::of(colour).holds(cards)) {
            (_, true) => String::new(),
            (true, false) if alone => ", which beats any sum".into(),
            (true, false) => ", and the Wild beats any sum".into(),
            (false, false) if !before.options.bluff.counts(cards, colour) => ", which doesn’t count".into(),
            (false, false) => format!(", worth {}", worth(cards, colour)),
        };
        let _ = write!(text, "{} show{s} the {}{worth}.", who(before, seat), cards.names());
    }
    text
}

/// What is told of bets while they are seen, in a short sentence; the bets themselves are on the table.
#[must_use]
pub fn turned_up(before: &View, seen: &Seen) -> Option<String> {
    seen.followed.iter().find_map(|part| match part {
        Consequence::Tied { .. } => {
            Some("A tie: the players with the highest bet may each add one card.".into())
        }
        Consequence::Revealed { specimen, bets, winner: None } => {
            let colour = specimen.colour;
            let any = bets.iter().any(|(_, bet)| before.options.bluff.counts(*bet, colour));
            Some(format!(
                "{}, so no bulb on the {}.",
                if any { "A tie" } else { "No bet counts" },
                plant(*specimen)
            ))
        }
        Consequence::Revealed { specimen, bets, winner: Some(winner) } => {
            let colour = specimen.colour;
            let you = before.viewer == Viewer::Seat(*winner);
            let (who, s) = (who(before, *winner), if you { "" } else { "s" });
            let own = bets.iter().find(|(seat, _)| seat == winner).map(|(_, bet)| strength(*bet, colour))?;
            let rivals =
                bets.iter().filter(|(seat, bet)| seat != winner && before.options.bluff.counts(*bet, colour));
            let next = rivals.map(|(_, bet)| strength(*bet, colour)).max();
            let with = match (own, next) {
                (u16::MAX, _) => "with a Wild".into(),
                (_, None) => "alone".into(),
                (_, Some(next)) => format!("with {own} to {next}"),
            };
            Some(format!("{who} win{s} {with}: a bulb on the {}.", plant(*specimen)))
        }
        _ => None,
    })
}

/// What was bid in the last turn that was decided, and who won it.
#[must_use]
pub fn last_turn(view: &View) -> Option<String> {
    Some(consequence(view, &Consequence::revealed(&view.public, view.public.shown()?), &[]))
}

/// The options that differ from the default, in a few words each; those that have no effect among so many
/// players are left out.
#[must_use]
pub fn variant(options: &Options, seats: u8) -> Vec<&'static str> {
    let newer = options.preset == Preset::Rules2026;
    [
        (newer, "2026 rules"),
        (options.teams, "two teams"),
        (options.full_deck && seats == 3, "full deck"),
        (options.end_at_fourth == Last::OfColour && seats == 2, "ends at the fourth plant of a colour"),
        (options.end_at_fourth == Last::Fourth && seats == 2, "ends at a player’s fourth plant"),
        (options.majority == Majority::Half && seats > 2, "a majority is more than half"),
        (options.full_hand == FullHand::Discard, "a pass with a full hand draws, then discards"),
        (options.declared && !newer, "order declared"),
        (options.bluff == Bluff::Counted, "bluff (experimental)"),
        (options.bluff == Bluff::Any, "bluff (experimental; bets of 0 count)"),
    ]
    .into_iter()
    .filter_map(|(on, words)| on.then_some(words))
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nudge_for_the_set_up_does_not_say_which_plant() {
        let told = |size, sizes: &[u8]| {
            let legal: Vec<Action> = sizes.iter().map(|size| Action::Choose(*size)).collect();
            about_as_large(size, &legal)
        };
        assert_eq!(told(1, &[1, 2, 3, 4]), "Bring in one of the smaller plants, with 1 or 2 spaces.");
        assert_eq!(told(4, &[1, 2, 4]), "Bring in one of the larger plants, with 2 or 4 spaces.");
        assert_eq!(told(4, &[1, 4]), "Compare the plants: a larger one takes more bulbs.");
    }

    #[test]
    fn a_nudge_to_bet_says_how_high_and_names_no_card() {
        let told = |bet: &str, hand: &str| {
            let cards = |text: &str| Cards::from_text(text).unwrap();
            how_high(cards(bet), cards(hand), Colour::Red)
        };
        assert_eq!(told("R3", "R3,R9,B5"), "A small bet is enough here.");
        assert_eq!(told("R9", "R3,R9,B5"), "Bet most of what your red cards are worth, but not all.");
        assert_eq!(told("R3,R9", "R3,R9,B5"), "Bet all your red cards.");
        assert_eq!(told("WT", "R3,R9,WT"), "Bet high: this plant is worth it.");
        assert_eq!(told("R9", "R9,B5"), "Bet, rather than swap or pass.");
    }
}
