//! The limits of the server, in words.

use anyhow::Result;
use bagatelle_server::limits::{Limits, fixed};
use std::io::Write;

/// Lists all limits: those that can be set, with other values than the usual ones marked, and those that
/// cannot.
pub fn list(limits: &Limits) -> Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "Set these with --limits NAME=NUMBER,... or in BAGATELLE_LIMITS:\n")?;
    for ((name, now, what), (_, usual, _)) in limits.all().into_iter().zip(Limits::default().all()) {
        let set = if now == usual { String::new() } else { format!(" (set; the default is {usual})") };
        writeln!(out, "{name:<24} {:>10}  {what}{set}", shown(now))?;
    }
    writeln!(out, "\nThese are fixed:\n")?;
    for (name, value, what) in fixed() {
        // What is written for the documentation of the source.
        let what = what.replace("[`", "").replace("`]", "");
        writeln!(out, "{name:<30} {value:>8}  {what}")?;
    }
    Ok(())
}

/// A number, or that there is no limit.
fn shown(limit: u32) -> String {
    if limit == u32::MAX { "none".into() } else { limit.to_string() }
}
