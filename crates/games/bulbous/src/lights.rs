//! Which things on the board a line of the log is about.

use crate::cards::Cards;
use crate::public::Specimen;
use crate::view::{Consequence, Laid, Seen, SeenAction, View};
use bagatelle_core::Turn;

/// The ids of the things that the sentence about an action names, as they lie after it.
pub(crate) fn lights(before: &View, seen: &Seen) -> Vec<String> {
    let mut names = Vec::new();
    let public = before.public();
    let followed = |wanted: fn(&Consequence) -> bool| seen.followed.iter().any(wanted);
    let turned_up = followed(|part| matches!(part, Consequence::Revealed { .. } | Consequence::Tied { .. }));
    // What was swapped goes to the discards when the next turn begins.
    let swept = turned_up && followed(|part| matches!(part, Consequence::Turn(_)));
    if let Turn::Seat(actor) = public.turn() {
        let plate = format!("seat-{actor}");
        match seen.action {
            SeenAction::Choose(size) => {
                names.extend(public.pending().next().map(|colour| Specimen { colour, size }.pick()));
            }
            SeenAction::Target(colour) => names.extend(public.active(colour).map(Specimen::pick)),
            SeenAction::Bet(Laid::Known(laid)) => cards(&mut names, laid),
            SeenAction::Bet(Laid::Hidden(count)) => {
                names.push(plate);
                names.extend((0..count).filter(|_| !turned_up).map(|n| format!("back-{actor}-{n}")));
            }
            SeenAction::Swap(out) => {
                names.push(plate);
                cards(&mut names, if swept { Cards::NONE } else { out });
            }
            SeenAction::Discard(card) => {
                names.push(plate);
                cards(&mut names, if swept { Cards::NONE } else { Cards::NONE.with(card) });
            }
            SeenAction::Pass | SeenAction::Answered => names.push(plate),
            SeenAction::Shuffle(_) => (),
        }
    } else {
        names.push("deck".into());
    }
    cards(&mut names, seen.drew);
    let gone = |specimen| seen.followed.contains(&Consequence::Completed(specimen));
    let place = |specimen: Specimen| (!gone(specimen)).then(|| specimen.pick());
    for part in &seen.followed {
        match part {
            Consequence::Revealed { specimen, bets, winner } => {
                names.extend(place(*specimen));
                bets.iter().for_each(|(_, bet)| cards(&mut names, *bet));
                names.extend(winner.map(|seat| format!("won-{seat}")));
            }
            Consequence::Tied { specimen, bets } => {
                names.push(specimen.pick());
                bets.iter().for_each(|(_, bet)| cards(&mut names, *bet));
            }
            Consequence::Completed(specimen) => {
                names.push(format!("slot-{}-{}", specimen.colour, specimen.size));
            }
            Consequence::Entered(specimen) => names.push(specimen.pick()),
            Consequence::Refilled(drawn) => cards(&mut names, *drawn),
            Consequence::Round { .. } => names.push("first-player".into()),
            Consequence::Turn(colour) => {
                let new = seen.followed.iter().find_map(|part| match part {
                    Consequence::Entered(specimen) if specimen.colour == *colour => Some(*specimen),
                    _ => None,
                });
                names.extend(new.or(public.active(*colour)).map(Specimen::pick));
            }
            Consequence::DeckEmpty => names.push("deck".into()),
            Consequence::LastRound | Consequence::Over => (),
        }
    }
    names.sort_unstable();
    names.dedup();
    names
}

fn cards(names: &mut Vec<String>, cards: Cards) {
    names.extend(cards.iter().map(|card| format!("card-{card}")));
}
