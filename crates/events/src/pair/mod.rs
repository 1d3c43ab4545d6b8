//! Who meets whom. A round follows from the event alone: from its log, and from its seed where lots are
//! drawn.

mod blossoms;
mod bracket;
mod circle;
mod groups;
mod history;
mod matching;
mod swiss;
mod tables;

use crate::change::{EndReason, PlayerNo, Seating};
use crate::event::Event;
use crate::spec::Form;
use tables::Paired;

pub(crate) use bracket::is_won;

/// The next round, or why none is left.
pub(crate) fn next_round(event: &Event) -> Result<Paired, EndReason> {
    let fewest = if event.spec().is_duplicate() { 1 } else { 2 };
    if event.count_in() < fewest {
        return Err(EndReason::TooFew);
    }
    let round = event.last_round() + 1;
    match event.spec().form {
        Form::RoundRobin => Ok(circle::pair(event, round)),
        Form::Swiss { .. } if event.spec().seats == 2 => swiss::pair(event).ok_or(EndReason::NoPairing),
        Form::Swiss { .. } => Ok((groups::pair(event), Vec::new())),
        Form::KnockOut => bracket::pair(event).ok_or(EndReason::Played),
        Form::Duplicate { .. } => Ok((alone(event, round), Vec::new())),
    }
}

/// A table for each player, with programs on the other seats. All have the same seat, which changes from deal
/// to deal.
fn alone(event: &Event, round: u32) -> Vec<Seating> {
    let seats = usize::from(event.spec().seats);
    let own = (round as usize - 1) % seats;
    let table = |player: PlayerNo| (0..seats).map(|seat| (seat == own).then_some(player)).collect();
    event.order().iter().filter(|player| event.is_in(**player)).map(|player| table(*player)).collect()
}
