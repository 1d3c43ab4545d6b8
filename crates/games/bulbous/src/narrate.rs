//! What happened and what is played, in sentences.

use crate::action::Action;
use crate::card::{Card, Colour, Face};
use crate::cards::{Cards, worth};
use crate::evaluate::worst;
use crate::options::{Bluff, FullHand, Last, Majority, Options, Preset};
use crate::public::{Phase, Public, Specimen};
use crate::rules::strength;
use crate::score::majority;
use crate::view::{Consequence, Laid, Seen, SeenAction, View};
use bagatelle_core::present::text::{capitalised, counted, list};
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

/// What kind of move an action is, as advice, and the names of the plants that it is about. `None` where the
/// action is all there is to say.
pub(crate) fn kind(view: &View, action: Action, legal: &[Action]) -> Option<(String, Vec<String>)> {
    let public = &view.public;
    let tie = public.phase == Phase::Tie;
    let text = match action {
        Action::Bet(_) if tie => "Add a card.",
        Action::Bet(bet) => how_high(bet, legal, public.target()?.colour),
        Action::Swap(_) => "Swap cards.",
        Action::Target(colour) => {
            let plants: Vec<Specimen> = legal.iter().filter_map(|action| named(public, *action)).collect();
            return some_of(&plants, public.active(colour)?);
        }
        Action::Pass if tie => "Add nothing.",
        Action::Pass => "Pass.",
        Action::Discard(_) => "Discard a card.",
        Action::Choose(size) => {
            let (text, sizes) = about_as_large(size, legal);
            let colour = public.pending().next()?;
            let plants = sizes.into_iter().map(|size| Specimen { colour, size }.pick());
            return Some((text, plants.collect()));
        }
        Action::Shuffle(_) => return None,
    };
    Some((text.to_owned(), Vec::new()))
}

/// What the rules say for such an action, whichever its cards are.
fn for_it(view: &View, action: Action) -> Option<String> {
    let (public, how) = (&view.public, view.options.full_hand);
    let (tie, is_full) = (public.phase == Phase::Tie, view.hand().len() >= public.limit());
    let text = match action {
        Action::Bet(_) if tie => "The highest added card wins the bulb.",
        Action::Bet(_) => match stake(view, public.target()?) {
            None => "Each bulb scores a point.",
            stake => return stake,
        },
        Action::Swap(_) if (view.hand() & public.layable(view.options.bluff)).is_empty() => {
            "You have no card to bet here."
        }
        Action::Swap(_) if is_full && how == FullHand::Nothing => {
            "Your hand is full, so a pass draws nothing."
        }
        Action::Swap(_) => "You draw a new card for each.",
        Action::Pass if !tie && !is_full => "Nothing else adds a card to your hand.",
        Action::Pass if tie || how == FullHand::Nothing => "You keep your cards for later bets.",
        Action::Pass => "A new card can replace your worst one.",
        Action::Discard(_) => "You hold one card too many.",
        Action::Target(_) | Action::Choose(_) | Action::Shuffle(_) => return None,
    };
    Some(text.into())
}

/// What one more bulb on a plant does for its player, besides its point.
fn stake(view: &View, specimen: Specimen) -> Option<String> {
    let seat = view.viewer.seat()?;
    let bulbs = with_bulb(view, specimen, Some(seat));
    let (own, most) = (bulbs[seat.index()], bulbs.iter().copied().max()?);
    let full = bulbs.iter().sum::<u8>() == specimen.size;
    let majority = majority_of(view, &bulbs, specimen).filter(|(seats, _)| seats.contains(&seat));
    Some(match majority {
        Some((seats, each)) => {
            let which = if seats.len() == 1 { "the" } else { "a shared" };
            let points = counted(1 + each.unsigned_abs() as usize, "point");
            format!("A bulb fills the plant and gives you {which} majority: {points} in all.")
        }
        None if full => "A bulb fills the plant.".into(),
        None if own < most => return None,
        None if bulbs.iter().filter(|other| **other == most).count() == 1 => {
            "A bulb gives you the lead on this plant.".into()
        }
        None => "A bulb ties you for the lead on this plant.".into(),
    })
}

/// How high a bet is, unless few bets are low or few are high, so that it would leave only one of them.
fn how_high(bet: Cards, legal: &[Action], colour: Colour) -> &'static str {
    let bets = || {
        legal.iter().filter_map(|action| match action {
            Action::Bet(bet) => Some(*bet),
            _ => None,
        })
    };
    let most = bets().map(|bet| worth(bet, colour)).max().unwrap_or_default();
    let low = |bet: Cards| (bet & Cards::wild_for(colour)).is_empty() && worth(bet, colour) <= most / 2;
    let (small, high): (Vec<Cards>, Vec<Cards>) = bets().partition(|bet| low(*bet));
    match (small.len().min(high.len()), low(bet)) {
        (0 | 1, _) => "Bet, rather than swap or pass.",
        (_, true) => "A small bet is enough here.",
        (_, false) => "Bet high: this plant is worth it.",
    }
}

/// The plant that an action names for the next turn.
fn named(public: &Public, action: Action) -> Option<Specimen> {
    match action {
        Action::Target(colour) => public.active(colour),
        _ => None,
    }
}

/// At which of the plants that may be next to look, among which is the `best`, and why: those with as many
/// spaces, otherwise two or three of them.
fn some_of(plants: &[Specimen], best: Specimen) -> Option<(String, Vec<String>)> {
    let picks = |plants: &[Specimen]| plants.iter().map(|plant| plant.pick()).collect();
    let same: Vec<Specimen> = plants.iter().copied().filter(|plant| plant.size == best.size).collect();
    if (2..plants.len()).contains(&same.len()) {
        let spaces = counted(usize::from(best.size), "space");
        return Some((format!("Choose one of the marked plants, with {spaces} each."), picks(&same)));
    }
    let at = plants.iter().position(|plant| *plant == best)?;
    // Of four, a pair. Of three, two would leave the third alone when it is the best.
    let area = if plants.len() > 3 { &plants[at - at % 2..][..2] } else { plants };
    Some(("Compare what your cards are worth on the marked plants.".into(), picks(area)))
}

/// The sizes of the plants to choose from, the smallest first.
fn sizes(legal: &[Action]) -> Vec<u8> {
    let size_of = |action: &Action| match action {
        Action::Choose(size) => Some(*size),
        _ => None,
    };
    let mut sizes: Vec<u8> = legal.iter().filter_map(size_of).collect();
    sizes.sort_unstable();
    sizes
}

/// Whether a plant is in the smaller half.
fn is_smaller(size: u8, sizes: &[u8]) -> bool {
    sizes[..sizes.len().div_ceil(2)].contains(&size)
}

/// How large the plant is that is to be brought in, without saying which it is, and the sizes of those.
fn about_as_large(size: u8, legal: &[Action]) -> (String, Vec<u8>) {
    let sizes = sizes(legal);
    if sizes.len() < 3 {
        return ("Compare the marked plants.".into(), sizes);
    }
    let half = sizes.len().div_ceil(2);
    let (which, of) = match is_smaller(size, &sizes) {
        true => ("smaller", &sizes[..half]),
        false => ("larger", &sizes[sizes.len() - half..]),
    };
    let spaces: Vec<String> = of.iter().map(ToString::to_string).collect();
    (format!("Bring in one of the {which} plants, with {} spaces.", spaces.join(" or ")), of.to_vec())
}

/// Why an action is good, as far as the rules and the player’s own cards tell it at once.
pub(crate) fn because(view: &View, action: Action, legal: &[Action]) -> Option<String> {
    let (public, hand) = (&view.public, view.hand());
    let text = match action {
        Action::Bet(cards) if !(cards & Cards::wild_for(public.target()?.colour)).is_empty() => {
            return Some("A Wild beats any sum. ".to_owned() + &for_it(view, action)?);
        }
        Action::Swap(cards) if cards == worst(hand, Cards::NONE, usize::from(cards.len()), public) => {
            "Of your cards, these help your bets least."
        }
        Action::Discard(card) if worst(hand, Cards::NONE, 1, public).has(card) => {
            "Of your cards, this one helps your bets least."
        }
        Action::Target(colour) => {
            let lower = |other: &Action| match other {
                Action::Target(it) if *it != colour => worth(hand, *it) < worth(hand, colour),
                _ => true,
            };
            if legal.len() > 1 && legal.iter().all(lower) {
                "Your cards of this colour are worth the most."
            } else if let Some(stake) = stake(view, public.active(colour)?) {
                return Some(stake);
            } else if (hand & Cards::of(colour)).is_empty() {
                "You have no cards of this colour to spend."
            } else {
                return Some(format!("Your cards of this colour are worth {}.", worth(hand, colour)));
            }
        }
        Action::Choose(size) if legal.len() > 1 => match is_smaller(size, &sizes(legal)) {
            true => "A smaller plant fills up sooner, and then its majority scores.",
            false => "A larger plant holds more bulbs.",
        },
        _ => return for_it(view, action),
    };
    Some(text.into())
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
        _ => format!("draw{s} a card"),
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
            let mut told = tell_bets(before, bets, specimen.colour);
            if !told.is_empty() {
                told.push('\n');
            }
            let counts = |(_, bet): &(Seat, Cards)| before.options.bluff.counts(*bet, specimen.colour);
            let (who, bulb) = match winner {
                Some(seat) if before.viewer == Viewer::Seat(*seat) => ("You".into(), " plant a"),
                Some(seat) => (player(*seat), " plants a"),
                None if bets.is_empty() => (String::new(), "No bets, so no"),
                None if !bets.iter().any(counts) => (String::new(), "No bet counts, so no"),
                None => (String::new(), "A tie, so no"),
            };
            told += &format!("{who}{bulb} bulb on the {}.", plant(*specimen));
            let bulbs = with_bulb(before, *specimen, *winner);
            if let Some(scored) = scored(before, &bulbs, *specimen).filter(|_| winner.is_some()) {
                told.push('\n');
                told += &scored;
            }
            told
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

/// The bulbs on a plant after one more of the winner.
fn with_bulb(before: &View, specimen: Specimen, winner: Option<Seat>) -> Vec<u8> {
    let mut bulbs = before.public.bulbs(specimen).to_vec();
    winner.and_then(|seat| bulbs.get_mut(seat.index())).into_iter().for_each(|own| *own += 1);
    bulbs
}

/// The seats that score for the most bulbs on a full plant, and what each scores.
fn majority_of(view: &View, bulbs: &[u8], specimen: Specimen) -> Option<(Vec<Seat>, i32)> {
    let (most, each) = majority(bulbs, specimen.size, &view.options)?;
    let holds = |seat: &Seat| bulbs[seat.index()] == most;
    Some((Seat::all(view.public.seats).filter(holds).collect(), each))
}

/// Who scores for the most bulbs on a plant that is full, in a sentence.
fn scored(view: &View, bulbs: &[u8], specimen: Specimen) -> Option<String> {
    let (seats, each) = majority_of(view, bulbs, specimen)?;
    if let [only] = seats[..] {
        let s = if view.viewer == Viewer::Seat(only) { "" } else { "s" };
        return Some(format!("{} score{s} {each} for the majority.", who(view, only)));
    }
    let names: Vec<String> = seats.into_iter().map(|seat| whom(view, seat)).collect();
    Some(format!("{} score {each} each for a shared majority.", capitalised(&list(&names))))
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

/// What is told of bets while they are seen, in a short sentence: how they compare, and what comes of it. The
/// bets themselves are on the table.
#[must_use]
pub fn turned_up(before: &View, seen: &Seen) -> Option<String> {
    seen.followed.iter().find_map(|part| match part {
        Consequence::Tied { specimen, bets } => {
            let stakes = stakes(before, bets, specimen.colour, false);
            let best = stakes.iter().map(|(_, stake)| strength(*stake, specimen.colour)).max()?;
            let tied = stakes.iter().filter(|(_, stake)| strength(*stake, specimen.colour) == best);
            let names: Vec<String> = tied.map(|(seat, _)| whom(before, *seat)).collect();
            Some(format!("A tie at {best}: {} may each add one card.", list(&names)))
        }
        Consequence::Revealed { specimen, bets, winner } => {
            let (bulbs, added) = (with_bulb(before, *specimen, *winner), before.public.phase == Phase::Tie);
            let decided = decided(before, bets, (specimen.colour, *winner), added);
            Some(came_of(before, decided, (*specimen, *winner), &bulbs))
        }
        _ => None,
    })
}

/// What came of bets that were decided in this way; `bulbs` are on the plant then. A bulb scores a point.
fn came_of(
    view: &View,
    decided: String,
    (specimen, winner): (Specimen, Option<Seat>),
    bulbs: &[u8],
) -> String {
    match majority_of(view, bulbs, specimen).filter(|_| winner.is_some()) {
        Some((seats, each)) => match seats[..] {
            [only] if winner == Some(only) => {
                format!("{decided}: 1 for the bulb, {each} for the majority.")
            }
            [only] => format!("{decided}, and {} majority scores {each}.", whose(view, only)),
            _ => format!("{decided}, and the shared majority scores {each} each."),
        },
        None => {
            let bulb = if winner.is_some() { "a bulb" } else { "no bulb" };
            format!("{decided}: {bulb} on the {} {}.", specimen.colour.name(), specimen.age())
        }
    }
}

/// What decides among bets, for each seat that can win by it: the bet, or in a play-off the card that was
/// added to it.
fn stakes(before: &View, bets: &[(Seat, Cards)], colour: Colour, added: bool) -> Vec<(Seat, Cards)> {
    let stake = |&(seat, bet): &(Seat, Cards)| {
        let stake = if added { bet - before.public.open[seat.index()] } else { bet };
        let counts = !stake.is_empty() && (added || before.options.bluff.counts(stake, colour));
        counts.then_some((seat, stake))
    };
    bets.iter().filter_map(stake).collect()
}

/// How bets were decided. A reader who has lost is told how the own bet did; others, how the next best did,
/// or that several were the next best.
fn decided(
    before: &View,
    bets: &[(Seat, Cards)],
    (colour, winner): (Colour, Option<Seat>),
    added: bool,
) -> String {
    let stakes = stakes(before, bets, colour, added);
    let best = stakes.iter().map(|(_, stake)| strength(*stake, colour)).max();
    let won = winner.and_then(|winner| stakes.iter().find(|(seat, _)| *seat == winner));
    let Some((winner, won)) = won else {
        return match best {
            None if added => "No card was added".into(),
            None => "No bet counts".into(),
            Some(_) if added => "A tie again".into(),
            Some(best) => format!("A tie at {best}"),
        };
    };
    let rivals = stakes.iter().filter(|(seat, _)| seat != winner);
    let own = |seat: Seat| before.viewer == Viewer::Seat(seat);
    let rival = rivals.max_by_key(|(seat, stake)| (own(*seat), strength(*stake, colour)));
    let s = if own(*winner) { "" } else { "s" };
    let Some((loser, lost)) = rival else {
        return match added {
            true => format!("Only {} add{s} a card", whom(before, *winner)),
            false => format!("{} win{s} unopposed", who(before, *winner)),
        };
    };
    let [high, low] = [won, lost].map(|stake| in_a_word(*stake, colour));
    let (owner, what) = (capitalised(&whose(before, *winner)), if added { "added " } else { "" });
    let next = strength(*lost, colour);
    let shared = stakes.iter().filter(|(seat, stake)| seat != winner && strength(*stake, colour) == next);
    match shared.count() {
        _ if own(*loser) => format!("{owner} {what}{high} beats your {low}"),
        1 => format!("{owner} {what}{high} beats {} {low}", whose(before, *loser)),
        2 => format!("{owner} {what}{high} beats two {low}s"),
        _ => format!("{owner} {what}{high} beats three {low}s"),
    }
}

/// A bet by what it is worth: its sum, a Wild, or a Double that doubles nothing.
fn in_a_word(bet: Cards, colour: Colour) -> String {
    match worth(bet, colour) {
        _ if !(bet & Cards::wild_for(colour)).is_empty() => "Wild".into(),
        0 => "Double".into(),
        sum => sum.to_string(),
    }
}

/// A seat within a sentence: `you`, or the name of its player.
fn whom(view: &View, seat: Seat) -> String {
    if view.viewer == Viewer::Seat(seat) { "you".into() } else { player(seat) }
}

/// Whose something is, within a sentence: `your`, or the name of the player.
fn whose(view: &View, seat: Seat) -> String {
    if view.viewer == Viewer::Seat(seat) { "your".into() } else { format!("{}’s", player(seat)) }
}

/// What came of the last turn that was decided, in a short sentence.
#[must_use]
pub fn last_turn(view: &View) -> Option<String> {
    let Consequence::Revealed { specimen, bets, winner } =
        Consequence::revealed(&view.public, view.public.shown()?)
    else {
        return None;
    };
    let stakes = stakes(view, &bets, specimen.colour, false);
    let best = stakes.iter().max_by_key(|(_, stake)| strength(*stake, specimen.colour));
    let decided = match winner.zip(best) {
        // A card that was added to a tie has decided, and the sums do not tell it.
        Some((seat, best)) if seat != best.0 => {
            let s = if view.viewer == Viewer::Seat(seat) { "" } else { "s" };
            format!("{} win{s} the tie", who(view, seat))
        }
        _ if bets.is_empty() => "No bets".into(),
        _ => decided(view, &bets, (specimen.colour, winner), false),
    };
    Some(came_of(view, decided, (specimen, winner), view.public.bulbs(specimen)))
}

/// The options that differ from the default, in a few words each; those that have no effect among this many
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
        let smaller = "Bring in one of the smaller plants, with 1 or 2 spaces.";
        assert_eq!(told(1, &[1, 2, 3, 4]), (smaller.into(), vec![1, 2]));
        let larger = "Bring in one of the larger plants, with 2 or 4 spaces.";
        assert_eq!(told(4, &[1, 2, 4]), (larger.into(), vec![2, 4]));
        let either = "Compare the marked plants.";
        assert_eq!(told(4, &[1, 4]), (either.into(), vec![1, 4]));
    }

    #[test]
    fn a_nudge_to_bet_says_how_high_where_that_leaves_a_choice() {
        let told = |bet: &str, bets: &str| {
            let cards = |text: &str| Cards::from_text(text).unwrap();
            let legal: Vec<Action> = bets.split(' ').map(|bet| Action::Bet(cards(bet))).collect();
            how_high(cards(bet), &legal, Colour::Red)
        };
        let (any, high) = ("Bet, rather than swap or pass.", "Bet high: this plant is worth it.");
        let three = "R3 R4 R9 R3,R4 R3,R9 R4,R9 R3,R4,R9";
        assert_eq!(told("R3,R4,R9", three), high);
        assert_eq!(told("R9", three), high);
        assert_eq!(told("R3", three), "A small bet is enough here.");
        assert_eq!(told("WT", "R3 R4 R9 R3,WT WT"), high);
        for bet in ["R3", "R9"] {
            assert_eq!(told(bet, "R3 R9 R3,R9"), any, "only one is small");
        }
        assert_eq!(told("R9", "R9"), any);
    }

    #[test]
    fn a_nudge_for_the_next_plant_marks_more_than_one() {
        let plant = |colour, size| Specimen { colour, size };
        let all = [
            plant(Colour::Red, 1),
            plant(Colour::Blue, 3),
            plant(Colour::Yellow, 2),
            plant(Colour::Green, 3),
        ];
        let told = |plants: &[Specimen], best| some_of(plants, best).unwrap();
        let (text, marks) = told(&all, all[3]);
        assert_eq!(text, "Choose one of the marked plants, with 3 spaces each.");
        assert_eq!(marks, [all[1].pick(), all[3].pick()]);
        let (text, marks) = told(&all, all[2]);
        assert_eq!(text, "Compare what your cards are worth on the marked plants.");
        assert_eq!(marks, [all[2].pick(), all[3].pick()]);
        for n in 2..=4 {
            for best in &all[..n] {
                let (_, marks) = told(&all[..n], *best);
                assert!(marks.len() > 1 && marks.contains(&best.pick()), "{best:?} of {n}: {marks:?}");
            }
        }
    }
}
