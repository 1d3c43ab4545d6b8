//! Dates as people write them, and which of them have deals.

use crate::text;
use jiff::civil::{Date, Weekday, date};

/// The first day with deals.
pub const FIRST_DAY: Date = date(2026, 1, 1);

/// Whether the deals of a date can be played on `today`: no deal is shown before its day.
#[must_use]
pub fn is_open(date: Date, today: Date) -> bool {
    (FIRST_DAY..=today).contains(&date)
}

/// A date as in a calendar: `22 November`.
pub(super) fn day(date: Date) -> String {
    text::day(&date.to_string())
}

/// A date with its weekday: `Sunday, 22 November`.
pub(super) fn with_weekday(date: Date) -> String {
    format!("{}, {}", weekday(date.weekday()), day(date))
}

/// A month with its year: `November 2026`.
pub(super) fn month(date: Date) -> String {
    let name = day(date.first_of_month());
    format!("{} {}", name.trim_start_matches("1 "), date.year())
}

fn weekday(weekday: Weekday) -> &'static str {
    match weekday {
        Weekday::Monday => "Monday",
        Weekday::Tuesday => "Tuesday",
        Weekday::Wednesday => "Wednesday",
        Weekday::Thursday => "Thursday",
        Weekday::Friday => "Friday",
        Weekday::Saturday => "Saturday",
        Weekday::Sunday => "Sunday",
    }
}

/// The weekdays as the heads of a calendar: the short name, and the whole one.
pub(super) fn week() -> [(&'static str, &'static str); 7] {
    use Weekday::{Friday, Monday, Saturday, Sunday, Thursday, Tuesday, Wednesday};
    [Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday]
        .map(|day| (&weekday(day)[..2], weekday(day)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_written_as_people_write_them() {
        let sunday = date(2026, 11, 22);
        assert_eq!(
            (with_weekday(sunday).as_str(), month(sunday).as_str()),
            ("Sunday, 22 November", "November 2026")
        );
        assert_eq!(week()[6], ("Su", "Sunday"));
    }

    #[test]
    fn no_deal_is_shown_before_its_day() {
        let today = date(2026, 11, 22);
        let open = [FIRST_DAY, today, date(2026, 11, 23), date(2025, 12, 31)].map(|day| is_open(day, today));
        assert_eq!(open, [true, true, false, false]);
    }
}
