//! What happened and what is played, in sentences.

use crate::card::{Card, Colour, Face};
use crate::cards::{Cards, worth};
use crate::options::{Bluff, Options, Preset};
use crate::public::{Phase, Specimen};
use crate::rules::strength;
use crate::view::{Consequence, Laid, Seen, SeenAction, View};
use bagatelle_core::present::text::counted;
use bagatelle_core::present::{Value, player, written};
use bagatelle_core::{Seat, Turn, Viewer};
use std::fmt::Write;

/// A seat in a sentence: `You`, or the name of its player.
#[must_use]
pub fn who(view: &View, seat: Seat) -> String {
    if view.viewer == Viewer::Seat(seat) { "You".into() } else { player(seat) }
}

/// A specimen in words: `red Adult (2 places)`.
#[must_use]
pub fn plant(specimen: Specimen) -> String {
    written(plant_in_words(specimen))
}

/// As [`plant`], to be written into a text.
pub(crate) fn plant_in_words(specimen: Specimen) -> impl Value {
    let places = if specimen.size == 1 { " place)" } else { " places)" };
    (specimen.colour.name(), ' ', specimen.age(), " (", specimen.size, places)
}

/// `1 card`, `3 cards`.
#[must_use]
pub fn counted_cards(n: u8) -> String {
    counted(usize::from(n), "card")
}

/// What happened, told to the viewer of `before`.
#[must_use]
pub fn say(before: &View, seen: &Seen) -> String {
    let mut text = deed(before, seen).unwrap_or_else(|| "The game goes on.".into());
    for part in &seen.followed {
        let named_already = match (part, seen.action) {
            // What the First Player has just named, or an owner chosen, need not be said twice.
            (Consequence::Turn(colour), SeenAction::Target(named)) => *colour == named,
            (Consequence::Entered(specimen), SeenAction::Choose(size)) => {
                before.public.pending().next() == Some(specimen.colour) && specimen.size == size
            }
            _ => false,
        };
        if !named_already {
            text.push(' ');
            text.push_str(&consequence(before, part));
        }
    }
    text
}

fn deed(before: &View, seen: &Seen) -> Option<String> {
    let public = &before.public;
    let Turn::Seat(actor) = public.turn() else {
        let SeenAction::Shuffle(count) = seen.action else { return None };
        let drawn = match seen.drew.is_empty() {
            true => String::new(),
            false => format!(" You draw the {}.", seen.drew.names()),
        };
        return Some(format!("The {count} discards become a new deck.{drawn}"));
    };
    let you = before.viewer == Viewer::Seat(actor);
    let who = who(before, actor);
    let s = if you { "" } else { "s" };
    let drawing = |count: u8| match seen.drew.is_empty() {
        false if you => format!("draw the {}", seen.drew.names()),
        _ => format!("draw{s} {}", counted_cards(count)),
    };
    let tie = public.phase == Phase::Tie;
    Some(match seen.action {
        SeenAction::Pass if tie => format!("{who} add{s} nothing."),
        SeenAction::Pass => {
            let passes = if you { "pass" } else { "passes" };
            if before.hand_size(actor) >= public.limit() {
                format!("{who} {passes} with a full hand.")
            } else {
                format!("{who} {passes} and {}.", drawing(1))
            }
        }
        SeenAction::Answered => format!("{who} has answered."),
        SeenAction::Bet(laid) => {
            let what = match laid {
                Laid::Known(own) => format!("the {}", own.names()),
                Laid::Hidden(count) => counted_cards(count),
            };
            format!("{who} {}{s} {what} face down.", if tie { "add" } else { "bet" })
        }
        SeenAction::Swap(out) => format!("{who} discard{s} the {} and {}.", out.names(), drawing(out.len())),
        SeenAction::Target(colour) => format!("{who} choose{s} the {} next.", plant(public.active(colour)?)),
        SeenAction::Choose(size) => {
            let specimen = Specimen { colour: public.pending().next()?, size };
            format!("{who} bring{s} in the {}.", plant(specimen))
        }
        SeenAction::Shuffle(_) => return None,
    })
}

fn consequence(before: &View, part: &Consequence) -> String {
    match part {
        Consequence::Revealed { specimen, bets, winner } => {
            let told = tell_bets(before, bets, specimen.colour);
            match winner {
                Some(seat) => {
                    let s = if before.viewer == Viewer::Seat(*seat) { "" } else { "s" };
                    format!("{told} {} plant{s} a bulb on the {}.", who(before, *seat), plant(*specimen))
                }
                None if !bets.is_empty()
                    && bets.iter().all(|(_, bet)| !before.options.bluff.counts(*bet, specimen.colour)) =>
                {
                    format!("{told} No bet counts, so no bulb on the {}.", plant(*specimen))
                }
                None if bets.is_empty() => format!("No bets, so no bulb on the {}.", plant(*specimen)),
                None => format!("{told} A tie, so no bulb on the {}.", plant(*specimen)),
            }
        }
        Consequence::Tied { specimen, bets } => {
            let told = tell_bets(before, bets, specimen.colour);
            format!("{told} A tie: the players with the highest bet may each add one card.")
        }
        Consequence::Completed(specimen) => format!("The {} is full and goes home.", plant(*specimen)),
        Consequence::Refilled(drawn) if drawn.is_empty() => "Everyone draws up to a full hand.".into(),
        Consequence::Refilled(drawn) => {
            format!("Everyone draws up to a full hand; you draw the {}.", drawn.names())
        }
        Consequence::Entered(specimen) => format!("The {} comes in.", plant(*specimen)),
        Consequence::LastRound => "The next round is the last.".into(),
        Consequence::Round { number, first } => {
            let are = if before.viewer == Viewer::Seat(*first) { "are" } else { "is" };
            format!("Round {number}: {} {are} First Player.", who(before, *first))
        }
        Consequence::Turn(colour) => format!("The {} plant is next.", colour.name()),
        Consequence::DeckEmpty => "The deck has run out.".into(),
        Consequence::Over => "The game is over.".into(),
    }
}

/// `Red shows red 3 and red 9, worth 12. Blue shows the triangle Wild.`
fn tell_bets(before: &View, bets: &[(Seat, Cards)], colour: Colour) -> String {
    let mut text = String::new();
    for &(seat, cards) in bets {
        let s = if before.viewer == Viewer::Seat(seat) { "" } else { "s" };
        if !text.is_empty() {
            text.push(' ');
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
    Some(consequence(view, &Consequence::revealed(&view.public, view.public.shown()?)))
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
        (options.end_at_fourth && seats == 2, "ends at the fourth plant of a colour"),
        (options.declared && !newer, "order declared"),
        (options.bluff == Bluff::Counted, "bluff (experimental)"),
        (options.bluff == Bluff::Any, "bluff (experimental; bets of 0 count)"),
        (options.max_rounds > 0, "limited rounds"),
    ]
    .into_iter()
    .filter_map(|(on, words)| on.then_some(words))
    .collect()
}
