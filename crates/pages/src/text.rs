//! Sentences, times and counts as people write them.

use bagatelle_table::{Millis, WorldDate};

pub use bagatelle_core::present::text::{capitalised, grouped};

/// The types of files that a browser offers when a record is chosen: those of all forms of a record.
pub const RECORD_FILES: &str = ".json,.jsonl,.ppn,.txt,application/json,text/plain";

/// The names that a browser accepts, and its message for others: it refuses a name that is too long,
/// rather than cutting it.
pub(crate) const NAME_PATTERN: &str = ".{1,24}";
pub(crate) const NAME_RULE: &str = "A name has at most 24 characters.";

/// The text as a sentence: with a capital, and a full stop.
#[must_use]
pub fn sentence(text: &str) -> String {
    let mut sentence = capitalised(text);
    if !sentence.ends_with(['.', '!', '?']) {
        sentence.push('.');
    }
    sentence
}

/// A time in seconds as people write it: `2 d 3 h`, `1:06:12`, `6:12`.
#[must_use]
pub fn time(seconds: i64) -> String {
    let (d, h, m, s) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    match (d, h) {
        (0, 0) => format!("{m}:{s:02}"),
        (0, h) => format!("{h}:{m:02}:{s:02}"),
        (d, h) => format!("{d} d {h} h"),
    }
}

/// The time that is left on a clock: a second that has begun counts.
#[must_use]
pub fn time_left(ms: Millis) -> String {
    time((ms + 999) / 1000)
}

/// A number of things: `1 move`, `2 moves`, `1,000 moves`.
#[must_use]
pub fn count(number: u64, thing: &str) -> String {
    let plural = match thing.strip_suffix("ry") {
        _ if number == 1 => thing.to_owned(),
        Some(stem) => format!("{stem}ries"),
        None => format!("{thing}s"),
    };
    format!("{} {plural}", grouped(number))
}

/// Points: `1 point`, `31 points`, `−2 points`.
#[must_use]
pub fn points(points: i32) -> String {
    format!("{}{}", if points < 0 { "−" } else { "" }, count(points.unsigned_abs().into(), "point"))
}

/// A date such as `2026-11-21` as people write it: `21 November`.
#[must_use]
pub fn day(date: &str) -> String {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let mut parts = date.split('-').skip(1).map(|part| part.parse::<usize>().ok());
    match (parts.next().flatten(), parts.next().flatten()) {
        (Some(month @ 1..=12), Some(day)) => format!("{day} {}", MONTHS[month - 1]),
        _ => date.to_owned(),
    }
}

/// A date such as `2026-11-21` with its year: `21 November 2026`.
#[must_use]
pub fn long_date(date: &str) -> String {
    match (day(date), date.split('-').next()) {
        (day, Some(year)) if day != date => format!("{day} {year}"),
        (day, _) => day,
    }
}

/// The day of a moment, with its year: `21 November 2026`.
#[must_use]
pub fn day_of(at: Millis) -> String {
    long_date(&WorldDate::of(at).to_string())
}

/// A moment as people write it at another moment: `today, 14:05 UTC`, `yesterday`, `3 November`, with the
/// year if it is another.
#[must_use]
pub fn moment(at: Millis, now: Millis) -> String {
    let (date, today) = (WorldDate::of(at), WorldDate::of(now));
    if date == today {
        format!("today, {}", clock(at))
    } else if date == today.yesterday() {
        "yesterday".into()
    } else if date.year() == today.year() {
        day(&date.to_string())
    } else {
        day_of(at)
    }
}

/// The time of the day: `14:05 UTC`.
pub(crate) fn clock(at: Millis) -> String {
    let minute = at.div_euclid(60_000).rem_euclid(24 * 60);
    format!("{:02}:{:02} UTC", minute / 60, minute % 60)
}

/// A moment such as `2026-11-21T14:05:00Z` with its date and time: `21 November 2026, 14:05 UTC`.
#[must_use]
pub fn long_moment(timestamp: &str) -> String {
    let (date, time) = timestamp.split_once('T').unwrap_or((timestamp, ""));
    match time.get(..5) {
        Some(time) => format!("{}, {time} UTC", long_date(date)),
        None => long_date(date),
    }
}

/// Names as in a sentence: `Ann`, `Ann and Bob`, `Ann, Bob and Cleo`.
#[must_use]
pub fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_refuse_the_names_that_the_tables_refuse() {
        let longest = bagatelle_table::LONGEST_NAME;
        assert_eq!(NAME_PATTERN, format!(".{{1,{longest}}}"));
        assert_eq!(NAME_RULE, sentence(&bagatelle_table::Rejection::NameTooLong.to_string()));
    }

    #[test]
    fn days_have_names_of_months() {
        assert_eq!((day("2026-11-21").as_str(), day("2026-01-02").as_str()), ("21 November", "2 January"));
        assert_eq!(day("2026-13-01"), "2026-13-01");
        assert_eq!([long_date("2026-11-21"), long_date("today")], ["21 November 2026", "today"]);
    }

    #[test]
    fn a_moment_is_told_beside_another() {
        let now = 1_795_262_400_000 + 45_296_789;
        let days = |days: Millis| moment(now - days * 24 * 60 * 60 * 1000, now);
        assert_eq!([0, 1, 2].map(days), ["today, 00:34 UTC", "yesterday", "20 November"]);
        assert_eq!([300, 330].map(days), ["26 January", "27 December 2025"]);
        assert_eq!(long_moment("2026-11-22T00:34:56Z"), "22 November 2026, 00:34 UTC");
        assert_eq!([1, 31, -2].map(points), ["1 point", "31 points", "−2 points"]);
    }

    #[test]
    fn time_left_is_short_and_never_says_zero_too_early() {
        let told = [1, 59_000, 61_000, 3_600_000, 25 * 3_600_000].map(time_left);
        assert_eq!(told, ["0:01", "0:59", "1:01", "1:00:00", "1 d 1 h"]);
    }

    #[test]
    fn a_refusal_becomes_a_sentence() {
        assert_eq!(sentence("it’s not your turn"), "It’s not your turn.");
        assert_eq!(sentence("Well played!"), "Well played!");
    }

    #[test]
    fn names_are_joined() {
        let names = ["Ann", "Bob", "Cleo"].map(String::from);
        assert_eq!(
            [&names[..1], &names[..2], &names].map(listed),
            ["Ann", "Ann and Bob", "Ann, Bob and Cleo"]
        );
        assert_eq!((count(1, "move"), count(0, "move")), ("1 move".into(), "0 moves".into()));
    }
}
