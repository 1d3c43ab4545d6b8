//! Passes warnings and errors of the log to the page of moderators, with the id of the request.

use bagatelle_server::observability::recent_warnings::{Entry, Recent};
use bagatelle_server::system::clock::{Clock, SystemClock};
use std::fmt::{Debug, Write};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;

/// A layer of the log that keeps the latest warnings and errors.
pub struct RecentLog {
    recent: Recent,
    clock: SystemClock,
}

impl RecentLog {
    /// A layer that adds to these.
    pub fn new(recent: Recent) -> RecentLog {
        RecentLog { recent, clock: SystemClock::default() }
    }
}

/// The id of a request, kept with its span.
#[derive(Default)]
struct RequestId(String);

impl Visit for RequestId {
    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == "id" {
            value.clone_into(&mut self.0);
        }
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        if field.name() == "id" {
            self.0 = format!("{value:?}");
        }
    }
}

/// The fields of an event as text.
#[derive(Default)]
pub struct Fields {
    message: String,
    others: String,
}

impl Fields {
    /// All of them in one line.
    pub fn line(&self) -> String {
        format!("{}{}", self.message, self.others)
    }
}

impl Visit for Fields {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.record_debug(field, &format_args!("{value}"));
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        // Writing to a text does not fail.
        let _ = match field.name() {
            "message" => write!(self.message, "{value:?}"),
            name => write!(self.others, " {name}={value:?}"),
        };
    }
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for RecentLog {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let mut request = RequestId::default();
        attributes.record(&mut request);
        if let Some(span) = context.span(id).filter(|_| !request.0.is_empty()) {
            span.extensions_mut().insert(request);
        }
    }

    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        if *event.metadata().level() > Level::WARN {
            return;
        }
        let mut fields = Fields::default();
        event.record(&mut fields);
        let request = context.event_scope(event).and_then(|mut scope| {
            scope.find_map(|span| span.extensions().get::<RequestId>().map(|RequestId(id)| id.clone()))
        });
        self.recent.add(Entry {
            at: self.clock.now(),
            error: *event.metadata().level() == Level::ERROR,
            text: fields.line(),
            request: request.unwrap_or_default(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tracing_subscriber::layer::SubscriberExt;

    #[test]
    fn warnings_and_errors_are_kept_with_the_id_of_their_request() {
        let recent = Recent::default();
        let subscriber = tracing_subscriber::registry().with(RecentLog::new(recent.clone()));
        tracing::subscriber::with_default(subscriber, || {
            tracing::info!("all is well");
            tracing::warn!(seconds = 3, "the clock was set");
            tracing::info_span!("request", id = "abc").in_scope(|| {
                tracing::info_span!("inner")
                    .in_scope(|| tracing::error!(error = "no disk", "a request failed"));
            });
        });
        let all = recent.all();
        let told: Vec<_> =
            all.iter().map(|one| (one.error, one.text.as_str(), one.request.as_str())).collect();
        assert_eq!(
            told,
            [(true, "a request failed error=no disk", "abc"), (false, "the clock was set seconds=3", "")]
        );
    }
}
