//! What a player of the duel is asked, and why something cannot be done.

use super::position::Position;
use super::rules::Duel;
use crate::guide::{Named, ask_move, in_hand, no_move, no_path};
use crate::pieces::{Button, Colour, Space, has_line};
use bagatelle_core::present::text::capitalised;

/// What is asked of the side to act after these picks.
pub(super) fn status(duel: &Duel, position: &Position, picks: &[&str]) -> String {
    match in_hand(picks) {
        Some(button) => ask_for_space(duel, position, button),
        None => ask_for_button(duel, position),
    }
}

fn ask_for_button(duel: &Duel, position: &Position) -> String {
    let Position { layout, side, .. } = position;
    let other = side.other().player();
    if layout.taken() == 0 {
        return "Place any button from your supply on any space.".into();
    }
    if both_have_a_line(position) {
        return format!("Both players have a line, so neither counts. Break {other}’s and keep yours.");
    }
    let places = position.open() != 0 && layout.supply(*side).next().is_some();
    let moves = Space::of_mask(layout.spaces(*side)).any(|from| {
        layout.button(from).is_some_and(|button| position.moves(duel.board(), button, from) != 0)
    });
    match (places, moves) {
        (true, true) => "Place a button next to one of your opponent’s, or move one of yours.",
        (true, false) => "Place a button next to one of your opponent’s.",
        _ => "Move one of your buttons on the board.",
    }
    .into()
}

fn ask_for_space(duel: &Duel, position: &Position, button: Button) -> String {
    let taken = capitalised(&button.words());
    if position.layout.taken() == 0 {
        return format!("{taken} picked up: choose any space.");
    }
    if position.layout.space(button).is_none() {
        return format!("{taken} picked up: choose an empty space next to one of your opponent’s buttons.");
    }
    match reversal(duel, position, button) {
        Some(partner) => format!("{} Not {}: they just swapped.", ask_move(button), partner.words()),
        None => ask_move(button),
    }
}

/// The button that this one could swap with if the two had not just done so.
fn reversal(duel: &Duel, position: &Position, button: Button) -> Option<Button> {
    let from = position.layout.space(button)?;
    let reached = position.layout.targets(duel.board(), from) & position.forbidden(button);
    Space::of_mask(reached).find_map(|space| position.layout.button(space))
}

fn no_reversal(a: Button, b: Button) -> String {
    format!("{} and {} just swapped and may not swap straight back.", capitalised(&a.words()), b.words())
}

/// Why nothing can be done with the last of the picks.
pub(super) fn why_not(duel: &Duel, position: &Position, picks: &[&str]) -> Option<String> {
    let (last, before) = picks.split_last()?;
    let (named, layout) = (Named::read(last)?, &position.layout);
    let side = position.side;
    if in_hand(before).is_some_and(|held| held.colour() != side) {
        return Some(not_yours(side));
    }
    if let Some((held, to)) = in_hand(before).zip(named.space(layout)) {
        return match layout.space(held) {
            Some(from) if from == to => None,
            Some(from) if layout.targets(duel.board(), from) & to.bit() == 0 => Some(no_path(held)),
            Some(_) => reversal(duel, position, held)
                .filter(|partner| layout.button(to) == Some(*partner))
                .map(|partner| no_reversal(held, partner)),
            None => no_placement(position, to),
        };
    }
    let Some(button) = named.button(layout) else { return Some("Choose a button first.".into()) };
    if button.colour() != side {
        return Some(not_yours(side));
    }
    match layout.space(button) {
        Some(from) if position.moves(duel.board(), button, from) == 0 => Some(
            reversal(duel, position, button)
                .map_or_else(|| no_move(button), |other| no_reversal(button, other)),
        ),
        None if position.open() == 0 => Some(format!(
            "There’s no empty space next to a {} button, so you can’t place one.",
            side.other().word()
        )),
        _ => None,
    }
}

fn not_yours(side: Colour) -> String {
    format!("That’s {}’s button: move a {} one.", side.other().player(), side.word())
}

/// Why no button of the supply can go to a space.
fn no_placement(position: &Position, to: Space) -> Option<String> {
    if position.layout.button(to).is_some() {
        return Some("A button from your supply needs an empty space.".into());
    }
    let beside = format!("That space isn’t next to a {} button.", position.side.other().word());
    (position.open() & to.bit() == 0).then_some(beside)
}

fn both_have_a_line(position: &Position) -> bool {
    Colour::BOTH.iter().all(|colour| has_line(position.layout.spaces(*colour)))
}

/// The section of the rules that matters now.
pub(super) fn topic(duel: &Duel, position: &Position, over: bool) -> &'static str {
    let own = position.layout.spaces(position.side);
    let reversed = || Button::of(position.side).any(|button| reversal(duel, position, button).is_some());
    if over || both_have_a_line(position) {
        "end"
    } else if reversed() {
        "reversals"
    } else if own == 0 {
        "turn"
    } else {
        "moving"
    }
}
