//! Keeps the log from repeating itself for each request: a full disk refuses every move, and one line is
//! enough.

use crate::recent_log::Fields;
use bagatelle_server::system::clock::Stopwatch;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;

/// The name of the span of a request.
const REQUEST: &str = "request";
/// For how long a warning or an error is not said again.
const QUIET: Duration = Duration::from_secs(10);
/// How many different ones are remembered.
const REMEMBERED: usize = 200;

/// When a line was said, and how often it was left out since then.
struct Said {
    at: Stopwatch,
    left_out: u64,
}

/// A layer that leaves out a warning or an error of a request that was said just before of another one, in
/// the same words. What has no request comes as often as the server itself wants.
pub struct Repeats {
    said: Mutex<HashMap<String, Said>>,
    quiet: Duration,
}

impl Default for Repeats {
    fn default() -> Repeats {
        Repeats { said: Mutex::default(), quiet: QUIET }
    }
}

impl Repeats {
    /// How often a line was left out that may be said now; `None` if it may not.
    fn may_say(&self, line: String) -> Option<u64> {
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(before) = said.get_mut(&line) {
            if before.at.elapsed() < self.quiet {
                before.left_out += 1;
                return None;
            }
        } else if said.len() == REMEMBERED {
            said.retain(|_, before| before.at.elapsed() < self.quiet);
            // So many different ones have nothing to do with each other, or there is no end of them.
            if said.len() == REMEMBERED {
                said.clear();
            }
        }
        let before = said.insert(line, Said { at: Stopwatch::start(), left_out: 0 });
        Some(before.map_or(0, |before| before.left_out))
    }
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Repeats {
    fn event_enabled(&self, event: &Event<'_>, context: Context<'_, S>) -> bool {
        let of_request =
            || context.event_scope(event).is_some_and(|mut scope| scope.any(|span| span.name() == REQUEST));
        if *event.metadata().level() > Level::WARN || !of_request() {
            return true;
        }
        let mut fields = Fields::default();
        event.record(&mut fields);
        let Some(left_out) = self.may_say(fields.line()) else { return false };
        if left_out > 0 {
            tracing::info!(left_out, "the next line was left out this many times");
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bagatelle_server::observability::recent_warnings::Recent;
    use tracing_subscriber::layer::SubscriberExt;

    /// How many lines come of this many moves that the same disk refuses, each beside a line of the server's
    /// own, and of one move that is refused for another reason.
    fn logged(quiet: Duration, moves: usize) -> usize {
        let recent = Recent::default();
        let log = crate::recent_log::RecentLog::new(recent.clone());
        let repeats = Repeats { quiet, ..Repeats::default() };
        let subscriber = tracing_subscriber::registry().with(log).with(repeats);
        tracing::subscriber::with_default(subscriber, || {
            let fails = |error| {
                let request = tracing::info_span!("request", id = "abc");
                request.in_scope(|| tracing::error!(error, "a request failed"));
            };
            for _ in 0..moves {
                fails("the disk is full");
                tracing::warn!("the server waits for the disk");
            }
            fails("the file is damaged");
        });
        recent.all().len()
    }

    #[test]
    fn the_same_is_said_once_in_a_while() {
        assert_eq!(logged(QUIET, 20), 20 + 2);
        assert_eq!(logged(Duration::ZERO, 20), 20 + 21);
    }

    #[test]
    fn what_was_left_out_is_counted_and_few_lines_are_remembered() {
        let repeats = Repeats::default();
        assert_eq!(repeats.may_say("one".into()), Some(0));
        assert_eq!((repeats.may_say("one".into()), repeats.may_say("one".into())), (None, None));
        let repeats = Repeats { quiet: Duration::ZERO, ..repeats };
        assert_eq!((repeats.may_say("one".into()), repeats.may_say("one".into())), (Some(2), Some(0)));
        for n in 0..10_000 {
            repeats.may_say(n.to_string());
        }
        assert!(repeats.said.lock().unwrap().len() <= REMEMBERED);
    }
}
