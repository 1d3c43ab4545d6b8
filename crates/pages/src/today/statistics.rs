//! Streaks and figures that follow from past games.

use super::played::{Played, Standing};
use crate::table::result::MOST;
use bagatelle_table::WorldDate;
use std::collections::BTreeSet;

/// Days in a row on which a deal of the day was solved.
///
/// A day counts when at least one of its deals was begun on that world date and solved without help, however
/// late the solution came. Today is still open: a streak continues if yesterday counts, or if a deal begun
/// yesterday is still being played without help.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Streak {
    /// The days up to today, or to yesterday while today does not count yet.
    pub now: u32,
    /// The most days in a row so far.
    pub longest: u32,
    /// Whether today already counts.
    pub today: bool,
}

impl Streak {
    /// The streak of a visitor on `today`.
    #[must_use]
    pub fn of(played: &[Played<'_>], today: WorldDate) -> Streak {
        let days = days(played);
        let mut streak = Streak { today: days.contains(&today), ..Streak::default() };
        let mut run = 0;
        let mut last: Option<WorldDate> = None;
        for &day in &days {
            run = if last.map(WorldDate::tomorrow) == Some(day) { run + 1 } else { 1 };
            streak.longest = streak.longest.max(run);
            last = Some(day);
        }
        let yesterday = today.yesterday();
        let pending = played.iter().any(|deal| deal.date == yesterday && deal.is_pending());
        let since = if pending { yesterday.yesterday() } else { yesterday };
        let goes_on = last.is_some_and(|last| last >= since);
        streak.now = if goes_on { run } else { 0 };
        streak
    }
}

/// The days that count, in order.
pub(super) fn days(played: &[Played<'_>]) -> BTreeSet<WorldDate> {
    played.iter().filter(|played| played.counts()).map(|played| played.date).collect()
}

/// How a visitor has done in the deals of the day so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// How many deals were begun.
    pub played: u32,
    /// How many are solved without help.
    pub solved: u32,
    /// How many are solved without help in as many moves as par, or fewer.
    pub on_par: u32,
    /// How many solutions have one mark, two marks, and so on.
    pub marks: [u32; MOST as usize],
    /// How many are solved with help.
    pub helped: u32,
}

impl Statistics {
    /// The figures of a visitor.
    #[must_use]
    pub fn of(played: &[Played<'_>]) -> Statistics {
        let mut all = Statistics::default();
        for played in played {
            all.played += u32::from(played.is_begun());
            all.on_par += u32::from(played.is_on_par());
            if played.standing() == Standing::Solved {
                all.solved += u32::from(!played.helped);
                all.helped += u32::from(played.helped);
            }
            if let Some(marks) = played.marks() {
                all.marks[marks as usize - 1] += 1;
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::super::played::tests::SOLVED;
    use super::*;
    use bagatelle_table::WorldDate;

    fn on(day: i32) -> Played<'static> {
        Played { date: WorldDate::new(2026, 11, day), ..SOLVED }
    }

    #[test]
    fn a_streak_is_days_in_a_row_and_today_is_still_open() {
        let today = WorldDate::new(2026, 11, 22);
        let streak = |days: &[i32]| {
            let played: Vec<Played<'_>> = days.iter().copied().map(on).collect();
            let Streak { now, longest, today } = Streak::of(&played, today);
            (now, longest, today)
        };
        assert_eq!(streak(&[]), (0, 0, false));
        assert_eq!(streak(&[22]), (1, 1, true));
        assert_eq!(streak(&[20, 21]), (2, 2, false));
        assert_eq!(streak(&[20, 21, 22, 22]), (3, 3, true));
        assert_eq!(streak(&[16, 17, 18, 20]), (0, 3, false), "yesterday is missing");
        assert_eq!(streak(&[16, 17, 18, 22]), (1, 3, true));
        // A month ends, and days are told apart from those of other months.
        let played = [Played { date: WorldDate::new(2026, 10, 31), ..SOLVED }, on(1)];
        assert_eq!(Streak::of(&played, WorldDate::new(2026, 11, 2)).now, 2);
    }

    #[test]
    fn only_what_was_solved_in_time_and_without_help_keeps_a_streak() {
        let today = WorldDate::new(2026, 11, 22);
        for other in [
            Played { on_time: false, ..on(21) },
            Played { helped: true, ..on(21) },
            Played { solved: false, ..on(21) },
        ] {
            assert_eq!(Streak::of(&[on(20), other], today).now, 0, "{other:?}");
            assert_eq!(Streak::of(&[on(20), other, Played { game: "other", ..on(21) }], today).now, 2);
        }
    }

    #[test]
    fn a_deal_that_is_still_played_after_midnight_keeps_a_streak() {
        let today = WorldDate::new(2026, 11, 22);
        let open = Played { ended: false, solved: false, ..on(21) };
        let now = |deal| Streak::of(&[on(19), on(20), deal], today).now;
        assert_eq!(now(open), 2);
        assert_eq!(now(Played { helped: true, ..open }), 0);
        assert_eq!(now(Played { on_time: false, ..open }), 0);
        assert_eq!(
            Streak::of(&[on(19), Played { date: WorldDate::new(2026, 11, 20), ..open }, open], today).now,
            0
        );
    }

    #[test]
    fn figures_count_what_they_say() {
        let played = [
            on(1),
            Played { moves: 4, ..on(2) },
            Played { moves: 13, ..on(3) },
            Played { helped: true, ..on(4) },
            Played { solved: false, ..on(5) },
            Played { ended: false, solved: false, ..on(6) },
            Played { par: None, ..on(7) },
        ];
        let expected = Statistics { played: 7, solved: 4, on_par: 2, marks: [1, 0, 0, 1, 1], helped: 1 };
        assert_eq!(Statistics::of(&played), expected);
    }
}
