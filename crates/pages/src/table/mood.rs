//! What the faces show. It follows from what all at the table know: whose turn it is, the clocks, the points
//! on the table, and how the game ended.

use bagatelle_catalog::AnyPlay;
use bagatelle_core::persona::Mood;
use bagatelle_core::{Outcome, Seat};
use bagatelle_table::Ending;

/// Fewer points than these are no lead to worry about.
const LEAD: i32 = 6;

/// The moods of the seats while a game goes on; `acts` tells which may act.
pub(crate) fn in_play(play: &dyn AnyPlay, acts: impl Fn(Seat) -> bool) -> Vec<Mood> {
    let seats = Seat::all(play.seats());
    // Since each has acted about once, so that a player sees how the others took it.
    let swings = match (play.standing(usize::from(play.seats())), play.standing(0)) {
        (Some(before), Some(now)) => swings(&before, &now),
        _ => Vec::new(),
    };
    let mood = |seat: Seat| match swings.get(seat.index()).copied().unwrap_or(Mood::Calm) {
        Mood::Calm | Mood::Worried if acts(seat) => Mood::Thinking,
        mood => mood,
    };
    seats.map(mood).collect()
}

/// The moods after the end: of those who have won and those who have lost.
pub(crate) fn at_end(seats: u8, outcome: &Outcome, ending: Option<Ending>) -> Vec<Mood> {
    let mood = |seat: Seat| match ending {
        Some(Ending::OutOfTime(late)) if late == seat => Mood::Surprised,
        _ if outcome.winners.is_empty() => Mood::Calm,
        _ if outcome.winners.contains(&seat) => Mood::Glad,
        _ => Mood::Beaten,
    };
    Seat::all(seats).map(mood).collect()
}

/// What a change of the points does to each player: one who takes the lead is glad, one who loses it
/// surprised, and one with less than half the points of the first worried.
fn swings(before: &[i32], now: &[i32]) -> Vec<Mood> {
    let leads = |points: &[i32], seat: usize| {
        points.iter().enumerate().all(|(other, has)| other == seat || *has < points[seat])
    };
    let most = now.iter().max().copied().unwrap_or_default();
    let mood = |seat: usize| match (leads(before, seat), leads(now, seat)) {
        (false, true) => Mood::Glad,
        (true, false) => Mood::Surprised,
        _ if most >= LEAD && now[seat] * 2 < most => Mood::Worried,
        _ => Mood::Calm,
    };
    (0..now.len()).map(mood).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_leader_is_glad_and_the_old_one_surprised() {
        use Mood::{Calm, Glad, Surprised, Worried};
        assert_eq!(swings(&[0, 0, 0], &[0, 0, 0]), [Calm, Calm, Calm]);
        assert_eq!(swings(&[0, 0, 0], &[3, 0, 0]), [Glad, Calm, Calm]);
        assert_eq!(swings(&[5, 4, 2], &[5, 7, 2]), [Surprised, Glad, Worried]);
        assert_eq!(swings(&[5, 4, 2], &[5, 5, 3]), [Surprised, Calm, Calm]);
        assert_eq!(swings(&[8, 4, 3], &[9, 5, 4]), [Calm, Calm, Worried]);
    }

    #[test]
    fn the_end_shows_on_each_face() {
        let outcome =
            |winners: &[Seat]| Outcome { winners: winners.to_vec(), scores: None, reason: String::new() };
        let (first, none) = (outcome(&[Seat(0)]), outcome(&[]));
        assert_eq!(at_end(2, &first, Some(Ending::ByRules)), [Mood::Glad, Mood::Beaten]);
        assert_eq!(at_end(2, &first, Some(Ending::OutOfTime(Seat(1)))), [Mood::Glad, Mood::Surprised]);
        assert_eq!(at_end(2, &none, Some(Ending::DrawAgreed)), [Mood::Calm, Mood::Calm]);
    }
}
