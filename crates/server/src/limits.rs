//! Every limit of the server, in one place.

use std::time::Duration;

/// How many deals, boards and records are worked on at once.
pub const BLOCKING_PLACES: usize = 8;
/// How long a request waits for such work.
pub const BLOCKING_LIMIT: Duration = Duration::from_secs(10);
/// How many fresh seeds are tried for a deal that has a move to make.
pub const SEEDS_TRIED: usize = 20;
/// How long open requests may take to end when the server stops.
pub const STOP_GRACE: Duration = Duration::from_secs(5);
/// How long the last writes may take after that.
pub const CLOSE_GRACE: Duration = Duration::from_secs(2);
/// How long the process waits for threads that are at work when everything is closed.
pub const THREAD_GRACE: Duration = Duration::from_secs(1);
/// The largest body of a request, in bytes, but for records.
pub const LARGEST_BODY: usize = 256 << 10;
