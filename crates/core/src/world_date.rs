//! The UTC date to which a deal of the day belongs.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// The days of 400 years.
const ERA: i32 = 146_097;
/// The days from 1 March of the year 0 to 1 January 1970.
const TO_1970: i32 = 719_468;

/// A date in UTC, from 1970 to 9999.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct WorldDate {
    /// The days since 1 January 1970.
    days: i32,
}

/// A text that is no date.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("write the date like this: 2026-11-21")]
pub struct NoDate;

impl WorldDate {
    /// The date of a year, a month from 1 and a day from 1. A day past the end of its month belongs to the
    /// next one.
    #[must_use]
    pub const fn new(year: i32, month: i32, day: i32) -> WorldDate {
        // Years begin in March here, so that a leap day is the last of its year.
        let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
        let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
        let of_year = (153 * month + 2) / 5 + day - 1;
        WorldDate { days: era * ERA + of_era * 365 + of_era / 4 - of_era / 100 + of_year - TO_1970 }
    }

    /// The date at a point in time, in milliseconds since 1970.
    #[must_use]
    pub fn of(at: i64) -> WorldDate {
        WorldDate { days: i32::try_from(at.div_euclid(DAY_MS)).unwrap_or(0) }
    }

    /// Year, month and day, the latter two from 1.
    fn parts(self) -> (i32, i32, i32) {
        let days = self.days + TO_1970;
        let (era, of_era) = (days.div_euclid(ERA), days.rem_euclid(ERA));
        let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / (ERA - 1)) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let year = year + era * 400;
        if month < 10 { (year, month + 3, day) } else { (year + 1, month - 9, day) }
    }

    /// The year.
    #[must_use]
    pub fn year(self) -> i32 {
        self.parts().0
    }

    /// The month, from 1.
    #[must_use]
    pub fn month(self) -> i32 {
        self.parts().1
    }

    /// The day of the month, from 1.
    #[must_use]
    pub fn day(self) -> i32 {
        self.parts().2
    }

    /// The day of the week: 0 for Monday to 6 for Sunday.
    #[must_use]
    pub fn weekday(self) -> usize {
        // 1 January 1970 was a Thursday.
        usize::try_from((self.days + 3).rem_euclid(7)).unwrap_or(0)
    }

    /// The day after.
    #[must_use]
    pub fn tomorrow(self) -> WorldDate {
        WorldDate { days: self.days.saturating_add(1) }
    }

    /// The day before.
    #[must_use]
    pub fn yesterday(self) -> WorldDate {
        WorldDate { days: self.days.saturating_sub(1) }
    }

    /// The first day of the month.
    #[must_use]
    pub fn first_of_month(self) -> WorldDate {
        let (year, month, _) = self.parts();
        WorldDate::new(year, month, 1)
    }

    /// All days of the month, in order.
    pub fn days_of_month(self) -> impl Iterator<Item = WorldDate> {
        let first = self.first_of_month();
        let days = std::iter::successors(Some(first), |day| Some(day.tomorrow()));
        days.take_while(move |day| day.month() == first.month())
    }
}

impl fmt::Display for WorldDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.parts();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

impl FromStr for WorldDate {
    type Err = NoDate;

    fn from_str(text: &str) -> Result<WorldDate, NoDate> {
        let number = |part: Option<&str>| part.and_then(|part| part.parse().ok()).ok_or(NoDate);
        let mut parts = text.split('-');
        let (year, month, day) = (number(parts.next())?, number(parts.next())?, number(parts.next())?);
        if !(1970..=9999).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
            return Err(NoDate);
        }
        // What is written in another way, or is a day past the end of its month, does not come out as it went
        // in.
        let date = WorldDate::new(year, month, day);
        if date.to_string() == text { Ok(date) } else { Err(NoDate) }
    }
}

/// A moment in UTC, in milliseconds since 1970, as programs write it: `2026-11-21T12:30:00Z`.
#[must_use]
pub fn timestamp(at: i64) -> String {
    let second = at.div_euclid(1000).rem_euclid(24 * 60 * 60);
    format!("{}T{:02}:{:02}:{:02}Z", WorldDate::of(at), second / 3600, second / 60 % 60, second % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_written_in_utc() {
        assert_eq!(timestamp(0), "1970-01-01T00:00:00Z");
        assert_eq!(timestamp(1_795_262_400_000 + 45_296_789), "2026-11-22T00:34:56Z");
    }

    #[test]
    fn each_day_follows_the_one_before() {
        let mut date = WorldDate::new(1970, 1, 1);
        assert_eq!(date, WorldDate::of(0));
        assert_eq!(date.weekday(), 3, "a Thursday");
        let length = |year: i32, month: i32| match month {
            2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
        for year in 1970..2410 {
            for month in 1..=12 {
                assert_eq!(date.days_of_month().count(), length(year, month) as usize);
                for day in 1..=length(year, month) {
                    assert_eq!((date.year(), date.month(), date.day()), (year, month, day));
                    assert_eq!(WorldDate::new(year, month, day), date);
                    let next = date.tomorrow();
                    assert_eq!((next.yesterday(), next.weekday()), (date, (date.weekday() + 1) % 7));
                    date = next;
                }
            }
        }
    }

    #[test]
    fn a_date_begins_at_midnight_in_utc() {
        let midnight = 1_795_219_200_000;
        let dates = [midnight - 1, midnight, midnight + DAY_MS - 1].map(|at| WorldDate::of(at).to_string());
        assert_eq!(dates, ["2026-11-20", "2026-11-21", "2026-11-21"]);
        assert_eq!(WorldDate::new(2026, 11, 22).weekday(), 6, "a Sunday");
    }

    #[test]
    fn a_date_is_read_as_it_is_written() {
        for text in ["2026-11-21", "1970-01-01", "2028-02-29", "9999-12-31"] {
            assert_eq!(text.parse::<WorldDate>().map(|date| date.to_string()).as_deref(), Ok(text));
        }
        for text in [
            "",
            "2026-11",
            "2026-02-29",
            "2026-11-31",
            "26-11-21",
            "2026-1-2",
            "+2026-11-21",
            "2026-11-21-1",
            "soon",
        ] {
            assert_eq!(text.parse::<WorldDate>(), Err(NoDate), "{text}");
        }
    }
}
