//! What is measured while the server runs, in the types of `prometheus-client`: it is the library of the
//! Prometheus project itself, and its registry is a value, so that two servers in one process share nothing.

use crate::observability::history::History;
use crate::system::clock::Stopwatch;
use bagatelle_table::Millis;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};
use std::time::Duration;

/// Limits of times in seconds, from half a millisecond to eight seconds.
const TIMES: [f64; 12] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 2.0, 8.0];

fn times() -> Histogram {
    Histogram::new(TIMES)
}

/// The labels of requests. Both have few values: the pattern of an address, never an address.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Request {
    route: String,
    status: &'static str,
}

/// What is measured.
#[derive(Debug)]
pub struct Meters {
    requests: Family<Request, Histogram>,
    appends: Histogram,
    moves: Counter,
    failures: Counter,
    streams: Gauge,
    history: History,
}

impl Default for Meters {
    fn default() -> Meters {
        Meters {
            requests: Family::new_with_constructor(times),
            appends: times(),
            moves: Counter::default(),
            failures: Counter::default(),
            streams: Gauge::default(),
            history: History::default(),
        }
    }
}

/// An event stream that counts as open until it is dropped.
pub struct OpenStream(Gauge);

impl Drop for OpenStream {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl Meters {
    /// Registers everything, to be shown as it is when the registry is encoded.
    pub fn register(&self, registry: &mut Registry) {
        let seconds = Unit::Seconds;
        let help = "How long requests took until the head of their answer";
        registry.register_with_unit("http_request", help, seconds.clone(), self.requests.clone());
        let help = "How long events took until they were on disk";
        registry.register_with_unit("append", help, seconds, self.appends.clone());
        registry.register(
            "moves",
            "Moves of people and programs, what is taken back included",
            self.moves.clone(),
        );
        registry.register("append_failures", "Events that could not be written", self.failures.clone());
        registry.register("streams", "Event streams that are open", self.streams.clone());
    }

    /// The last hour, minute by minute.
    #[must_use]
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Looks at the clock for the figures of the last hour.
    pub fn tick(&self, now: Millis) {
        self.history.tick(now, self.streams.get(), || resident_bytes("self"));
    }

    /// Measures a request that is answered.
    pub fn request(&self, route: &str, status: u16, took: Duration) {
        let status = ["1xx", "2xx", "3xx", "4xx", "5xx"][usize::from((status / 100).clamp(1, 5) - 1)];
        let request = Request { route: route.to_owned(), status };
        self.requests.get_or_create(&request).observe(took.as_secs_f64());
        self.history.request(took);
    }

    /// Measures an append to the log of a table.
    pub async fn append<E>(
        &self,
        is_move: bool,
        append: impl Future<Output = Result<(), E>>,
    ) -> Result<(), E> {
        let begun = Stopwatch::start();
        let appended = append.await;
        let took = begun.elapsed();
        self.appends.observe(took.as_secs_f64());
        self.history.append(is_move && appended.is_ok(), took);
        match &appended {
            Ok(()) => self.moves.inc_by(u64::from(is_move)),
            Err(_) => self.failures.inc(),
        };
        appended
    }

    /// Counts an event stream for as long as the returned value lives.
    #[must_use]
    pub fn stream(&self) -> OpenStream {
        self.streams.inc();
        OpenStream(self.streams.clone())
    }
}

/// The memory that a process holds, where the system tells it: its number, or `self`.
#[must_use]
pub fn resident_bytes(process: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kilobytes * 1024)
}
