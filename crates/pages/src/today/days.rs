//! Dates as people write them, and which of them have deals.

use crate::text;
use bagatelle_table::WorldDate;

/// The first day with deals.
pub const FIRST_DAY: WorldDate = WorldDate::new(2026, 1, 1);

/// Whether the deals of a date can be played on `today`: no deal is shown before its day.
#[must_use]
pub fn is_open(date: WorldDate, today: WorldDate) -> bool {
    (FIRST_DAY..=today).contains(&date)
}

/// A date as in a calendar: `22 November`.
pub(super) fn day(date: WorldDate) -> String {
    text::day(&date.to_string())
}

/// A date with its weekday: `Sunday, 22 November`.
pub(super) fn with_weekday(date: WorldDate) -> String {
    format!("{}, {}", WEEK[date.weekday()], day(date))
}

/// A month with its year: `November 2026`.
pub(super) fn month(date: WorldDate) -> String {
    let name = day(date.first_of_month());
    format!("{} {}", name.trim_start_matches("1 "), date.year())
}

/// The days of the week.
pub(super) const WEEK: [&str; 7] =
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_written_as_people_write_them() {
        let sunday = WorldDate::new(2026, 11, 22);
        assert_eq!(
            (with_weekday(sunday).as_str(), month(sunday).as_str()),
            ("Sunday, 22 November", "November 2026")
        );
    }

    #[test]
    fn no_deal_is_shown_before_its_day() {
        let today = WorldDate::new(2026, 11, 22);
        let open = [FIRST_DAY, today, WorldDate::new(2026, 11, 23), WorldDate::new(2025, 12, 31)]
            .map(|day| is_open(day, today));
        assert_eq!(open, [true, true, false, false]);
    }
}
